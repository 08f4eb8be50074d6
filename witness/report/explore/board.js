// A panel as objects that clauses and the search share. Vertices, edges and squares have the numbers
// and names of witness/puzzle/grid.py; a puzzle is an object of a puzzle file (docs/formats.md).
// What clauses can ask of these objects is what witness/logic/language/views.py has.

const DIRECTIONS = [
  ["up", 1, 0],
  ["right", 0, 1],
  ["down", -1, 0],
  ["left", 0, -1],
];

const isEdge = (place) => Array.isArray(place[0]);
const placeText = (place) =>
  isEdge(place) ? `[${place.map(placeText).join(", ")}]` : `[${place.join(", ")}]`;
const samePlace = (a, b) => String(a) === String(b);

const KEYS = ["id", "rows", "cols", "starts", "goals"];

// The symbols, as witness/puzzle/symbols says what they are: those in squares, and those on lines,
// of which those that bar an edge come last.
const SYMBOLS = DATA.symbols;
const IN_SQUARES = SYMBOLS.filter((one) => one.where === "square");
const ON_LINES = SYMBOLS.filter((one) => one.where !== "square").sort((a, b) => a.bars - b.bars);

// The square of an entry, its colour if it has one, and its number if it has one. Blocks are objects.
const isBlock = (entry) => !Array.isArray(entry);
const squareOf = (entry) => (isBlock(entry) ? entry.at : entry.slice(0, 2));
const colourOf = (symbol, entry) => (isBlock(entry) ? entry.colour : entry[symbol.values ? 3 : 2]);
const valueOf = (symbol, entry) => (symbol.values ? entry[2] : 0);

// Symbols that count whatever else has their colour.
const COUNTING = SYMBOLS.filter((one) => one.rule?.on === "InRegion" && one.rule.of === "colour");

// Throw an error that names what a puzzle has and this does not know: an answer without it is wrong.
function refuseUnknown(puzzle) {
  for (const key of Object.keys(puzzle))
    if (![...KEYS, ...SYMBOLS.map((one) => one.name), "pass_goals", "missing"].includes(key))
      throw new Error(`unknown key '${key}' of a puzzle`);
  if (puzzle.blocks?.some((block) => block.negative))
    throw new Error("negative blocks are unknown here");
  for (const key of KEYS.slice(1))
    if (!Object.hasOwn(puzzle, key)) throw new Error(`the key '${key}' of a puzzle is missing`);
  for (const name of ["starts", "goals"])
    for (const place of puzzle[name])
      if (isEdge(place))
        throw new Error(
          `${name} has ${placeText(place)}: ends in the middle of an edge are unknown here`,
        );
}

function makeBoard(puzzle) {
  refuseUnknown(puzzle);
  const { rows, cols } = puzzle;
  const width = cols + 1;
  const across = (rows + 1) * cols; // the number of horizontal edges
  const board = { puzzle, rows, cols, vertices: [], edges: [], squares: [], near: [], path: null };
  board.vertexAt = (r, c) =>
    r >= 0 && r <= rows && c >= 0 && c <= cols ? board.vertices[r * width + c] : null;
  board.squareAt = (r, c) =>
    r >= 0 && r < rows && c >= 0 && c < cols ? board.squares[r * cols + c] : null;
  board.edgeBetween = (a, b) => {
    const [r, c] = [Math.min(a.row, b.row), Math.min(a.column, b.column)];
    if (Math.abs(a.row - b.row) + Math.abs(a.column - b.column) !== 1) return null;
    return board.edges[a.row === b.row ? r * cols + c : across + r * width + c];
  };
  board.edgeOf = ([a, b]) => board.edgeBetween(board.vertexAt(...a), board.vertexAt(...b));

  for (let r = 0; r <= rows; r++)
    for (let c = 0; c <= cols; c++) {
      board.vertices.push({
        name: `v${r}_${c}`,
        number: r * width + c,
        row: r,
        column: c,
        steps: [],
        images: [],
      });
    }
  const edge = (a, b) => {
    const number = board.edges.length;
    board.edges.push({ name: `e${number + 1}`, number, ends: [a, b], squares: [], images: [] });
  };
  for (let r = 0; r <= rows; r++)
    for (let c = 0; c < cols; c++) edge(board.vertexAt(r, c), board.vertexAt(r, c + 1));
  for (let r = 0; r < rows; r++)
    for (let c = 0; c <= cols; c++) edge(board.vertexAt(r, c), board.vertexAt(r + 1, c));

  board.barred = new Map(); // the edges that no path may cross, with the symbol there
  for (const symbol of ON_LINES.filter((one) => one.bars))
    for (const entry of puzzle[symbol.name] ?? []) board.barred.set(board.edgeOf(entry), symbol);
  const gaps = board.barred;
  board.isGap = board.edges.map((e) => gaps.has(e));
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < cols; c++) {
      const corners = [
        board.vertexAt(r, c),
        board.vertexAt(r, c + 1),
        board.vertexAt(r + 1, c),
        board.vertexAt(r + 1, c + 1),
      ];
      const edges = [
        [0, 1],
        [2, 3],
        [0, 2],
        [1, 3],
      ].map(([a, b]) => board.edgeBetween(corners[a], corners[b]));
      const square = {
        ...Object.fromEntries(
          IN_SQUARES.map((one) => (one.values ? [one.name, 0] : [one.one, false])),
        ),
        symbol: null,
        missing: (puzzle.missing ?? []).some((place) => samePlace(place, [r, c])),
        edges,
        corners,
        sides: edges.map((e) => [e, ...e.ends]),
        gaps: edges.filter((e) => gaps.has(e)),
        colours: [],
        blocks: [],
        dot_vertices: [],
        dot_edges: [],
        number: r * cols + c,
        place: [r, c],
      };
      Object.defineProperty(square, "facts", { get: () => [[square.triangles, square.edges]] });
      board.squares.push(square);
      // No region goes across an edge of a missing square.
      if (!square.missing) for (const e of edges) e.squares.push(square);
    }
  for (const e of board.edges) e.squares.sort((a, b) => a.number - b.number);
  const wanted = new Set(COUNTING.flatMap(({ name }) => (puzzle[name] ?? []).map(([, , c]) => c)));
  for (const symbol of IN_SQUARES)
    for (const entry of puzzle[symbol.name] ?? []) {
      const colour = colourOf(symbol, entry);
      const colours = colour && (symbol.coloured || wanted.has(colour)) ? [colour] : [];
      const own = symbol.values
        ? { [symbol.name]: valueOf(symbol, entry) }
        : {
            [symbol.one]: true,
            ...(isBlock(entry) && { blocks: [squaresOfShape(entry.shape).length] }),
          };
      Object.assign(board.squareAt(...squareOf(entry)), { symbol, entry, colours, ...own });
    }

  for (const v of board.vertices) {
    for (const [name, dr, dc] of DIRECTIONS) {
      const other = board.vertexAt(v.row + dr, v.column + dc);
      if (other && !gaps.has(board.edgeBetween(v, other)))
        v.steps.push([name, board.edgeBetween(v, other), other]);
    }
    board.near.push(v.steps.map(([, e, other]) => [other.number, e.number]));
  }
  const numbers = (places) => [...new Set(places.map(([r, c]) => board.vertexAt(r, c)))];
  board.starts = numbers(puzzle.starts);
  board.goals = numbers(puzzle.goals);
  board.isGoal = board.vertices.map((v) => board.goals.includes(v));
  // Where a path ends: at the goals, unless it may pass over them.
  board.ends = puzzle.pass_goals ? [] : board.goals;
  board.isEnd = board.vertices.map((v) => board.ends.includes(v));
  board.onLines = ON_LINES.filter((one) => !one.bars).flatMap((one) => standing(board, one));
  return board;
}

// The symbols on lines of one kind: those at vertices by number, then those on edges by number.
function standing(board, symbol) {
  const entries = board.puzzle[symbol.name] ?? [];
  const at = entries.filter((one) => !isEdge(one)).map((one) => board.vertexAt(...one));
  const on = entries.filter(isEdge).map((one) => board.edgeOf(one));
  const plain = { symbol, facts: [], corners: [], sides: [], gaps: [], colours: [], blocks: [] };
  for (const one of IN_SQUARES) if (!one.values) plain[one.one] = false;
  const byNumber = (a, b) => a.number - b.number;
  const view = (place, dot_vertices, dot_edges) => ({
    ...plain,
    dot_vertices,
    dot_edges,
    place,
    entry: place,
  });
  return [
    ...at.sort(byNumber).map((v) => view([v.row, v.column], [v], [])),
    ...on.sort(byNumber).map((e) =>
      view(
        e.ends.map((v) => [v.row, v.column]),
        [],
        [e],
      ),
    ),
  ];
}

// The constraints of some kinds, in the order of witness/puzzle/constraints.py.
function constraintsOf(board, kinds) {
  return [...board.squares, ...board.onLines]
    .filter((view) => view.symbol && kinds.includes(view.symbol.name))
    .map((view) => ({ kind: view.symbol.name, view, place: view.place }));
}

// What a board has that clauses do not know, in words: they cannot be evaluated there.
const unknownToClauses = (board) =>
  Object.entries({
    ...Object.fromEntries(SYMBOLS.map(({ name }) => [name, board.puzzle[name]?.length])),
    missing: board.puzzle.missing?.length,
    "four-triangles": board.squares.some((square) => square.triangles === 4),
    coloured: board.squares.some((one) => one.colours.length && !one.symbol.coloured),
  })
    .filter(([name, present]) => present && Object.hasOwn(DATA.unknown, name))
    .map(([name]) => DATA.unknown[name]);

// For each square the set of those to which one can come across edges that `open` lets through.
function partsOf(board, open) {
  const found = new Array(board.squares.length).fill(null);
  for (const first of board.squares) {
    if (found[first.number]) continue;
    const members = [first];
    const seen = new Set(members);
    for (const square of members)
      for (const e of square.missing ? [] : square.edges) {
        if (!open(e)) continue;
        for (const other of e.squares)
          if (!seen.has(other)) {
            seen.add(other);
            members.push(other);
          }
      }
    members.sort((a, b) => a.number - b.number);
    for (const square of members) found[square.number] = members;
  }
  return found;
}
