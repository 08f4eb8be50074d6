// Whether a clause fires for a square, by its table of cases (witness/studio/panel/clauses.py).

// The number of each local configuration, by what it says of a square.
const CONFIGURATIONS = new Map(DATA.configurations.map((code, number) => [code, number]));

const tableBits = new Map();
function bitsOf(text) {
  if (!tableBits.has(text))
    tableBits.set(
      text,
      Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
    );
  return tableBits.get(text);
}

// A path as clauses see it.
const pathView = (board, trail) => ({
  edges: new Set(edgesOf(board, trail)),
  vertices: trail,
  head: trail[trail.length - 1],
});

const bitSet = (things, among) => sum(things.map((one, n) => (among(one) ? 1 << n : 0)));

// The number of a case: of a local configuration (witness/puzzle/views/configurations.py), and of gaps.
function caseOf({ triangles, edges, corners, gaps }, path, seesGaps) {
  const used = bitSet(edges, (e) => path.edges.has(e));
  const visited = bitSet(corners, (v) => path.vertices.includes(v));
  const code = ((triangles * 16 + used) * 16 + visited) * 5 + corners.indexOf(path.head) + 1;
  const without = seesGaps ? bitSet(edges, (e) => gaps.includes(e)) : 0;
  return CONFIGURATIONS.get(code) + CONFIGURATIONS.size * without;
}

// Whether a clause with tables fires for a square.
function clauseFires(place, { how, sees }, path, square) {
  const table = how.table ?? how.lengths.findLast(([first]) => first <= path.edges.size)[1];
  const number = caseOf(square, path, sees.includes("gaps"));
  return ((bitsOf(DATA.experiments[place].tables[table])[number >> 3] >> (number & 7)) & 1) === 1;
}

// For each of some clauses the squares for which it fires, or why nobody knows: { fires, error }.
function firingsOf(place, numbers, board, trail) {
  const unknown = unknownToClauses(board);
  const path = pathView(board, trail);
  const squares = board.squares.filter((square) => square.triangles);
  return numbers.map((number) => {
    const clause = DATA.experiments[place].clauses[number];
    const error = clause.how.why_not ?? unknown;
    const fires = error ? [] : squares.filter((one) => clauseFires(place, clause, path, one));
    return { fires, error };
  });
}

// What a board has that clauses do not know, in words: they are not looked up there. Null if nothing.
function unknownToClauses(board) {
  const { puzzle } = board;
  const ends = [puzzle.starts, puzzle.goals].map((places) => places.filter(isEdge));
  const words = Object.entries({
    ...Object.fromEntries(SYMBOLS.map(({ name }) => [name, puzzle[name]?.length])),
    ...Object.fromEntries(chosenSettings(puzzle).map(({ name }) => [name.replace("_", "-"), true])),
    missing: puzzle.missing?.length,
    "four-triangles": board.squares.some((square) => square.triangles === 4),
    coloured: board.squares.some((one) => one.colours.length && !one.symbol.coloured),
    "negative-blocks": board.squares.some((square) => square.entry?.negative),
    "edge-ends": ends.flat().length,
    "edge-start-goals": ends[0].some((place) => ends[1].some((one) => samePlace(one, place))),
  })
    .filter(([name, present]) => present && Object.hasOwn(DATA.unknown, name))
    .map(([name]) => DATA.unknown[name]);
  return words.length ? `clauses do not know ${words.join(" and ")}` : null;
}
