// Whether a clause fires for a symbol, by its table or by its code. `DATA` is what
// a page has, `CODE` the functions of each of its experiments.

// The number of each local configuration, by the text of what it says of a square.
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

// The number of the local configuration of a square: witness/logic/configurations.py.
function configurationOf(square, path) {
  let edges = 0;
  let visited = 0;
  square.edges.forEach((e, n) => {
    if (path.rest.onPath.has(e)) edges |= 1 << n;
  });
  square.corners.forEach((v, n) => {
    if (path.vertices.includes(v)) visited |= 1 << n;
  });
  const head = square.corners.indexOf(path.head);
  return CONFIGURATIONS.get(((square.triangles * 16 + edges) * 16 + visited) * 5 + head + 1);
}

function tableOf(experiment, how, length) {
  if (how.table !== undefined) return experiment.tables[how.table];
  if (length > DATA.longest) throw new Mistake(`its tables end at paths of ${DATA.longest} edges`);
  return experiment.tables[how.lengths.findLast(([first]) => first <= length)[1]];
}

// Whether a clause fires for a symbol. Throws `Mistake` or `TooManySteps` where it has no value, and
// where the page cannot evaluate it.
function clauseFires(place, clause, path, symbol) {
  const experiment = DATA.experiments[place];
  const { how } = clause;
  if (how.why_not !== undefined) throw new Mistake(how.why_not);
  if (how.code !== undefined) {
    try {
      return R.truth(CODE[place][how.code](path, symbol));
    } catch (error) {
      if (error instanceof RangeError) throw new Mistake("lists nested too deeply");
      throw error;
    }
  }
  const number = configurationOf(symbol, path);
  if (number === undefined) throw new Mistake("its table has no such square");
  const bits = bitsOf(tableOf(experiment, how, path.edges.length));
  return ((bits[number >> 3] >> (number & 7)) & 1) === 1;
}

// Where each of some clauses fires: { fires: symbols, error: text or null } for each clause.
function firingsOf(place, numbers, board, trail) {
  const experiment = DATA.experiments[place];
  const path = pathView(board, trail);
  const symbols = constraintsOf(board, experiment.kinds);
  return numbers.map((number) => {
    const fires = [];
    const unknown = unknownToClauses(board, experiment.clauses[number].guarded);
    if (unknown.length) return { fires, error: `clauses do not know ${unknown.join(" and ")}` };
    try {
      for (const symbol of symbols) {
        if (clauseFires(place, experiment.clauses[number], path, symbol.view)) fires.push(symbol);
      }
    } catch (error) {
      if (!(error instanceof Mistake || error instanceof TooManySteps)) throw error;
      return { fires, error: error.message };
    }
    return { fires, error: null };
  });
}

// What a board has that clauses do not know, in words: they cannot be evaluated there. Clauses with a
// guard know more.
function unknownToClauses(board, guarded) {
  const { puzzle } = board;
  const ends = [puzzle.starts, puzzle.goals].map((places) => places.filter(isEdge));
  return Object.entries({
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
    .filter(([name]) => !(guarded && DATA.guarded.includes(name)))
    .map(([name]) => DATA.unknown[name]);
}
