// A panel as objects that clauses and the search share. Vertices, edges and squares have the numbers
// of witness/puzzle/grid.py; a puzzle is an object of a puzzle file (docs/formats.md).
//
// Paths run on the graph of witness/puzzle/graph.py, whose places are the vertices, and the middles of
// edges where a start or a goal is. Each vertex, edge and middle has an `image`, where the second line
// is when the first is there: itself if there is one line.

const DIRECTIONS = [
  ["up", 1, 0],
  ["right", 0, 1],
  ["down", -1, 0],
  ["left", 0, -1],
];

const isEdge = (place) => Array.isArray(place[0]);
const placeText = (place) =>
  Array.isArray(place) ? `[${place.map(placeText).join(", ")}]` : `${place}`;
const samePlace = (a, b) => String(a) === String(b);

const KEYS = ["id", "rows", "cols", "starts", "goals", "missing"];

// What a whole panel can be, with its values: the first is that of a panel that does not say.
const SETTINGS = DATA.settings;

const valueOfSetting = (puzzle, { name, values }) => puzzle[name] ?? values[0];
const chosenSettings = (puzzle) =>
  SETTINGS.filter((one) => valueOfSetting(puzzle, one) !== one.values[0]);
const settingWords = (puzzle, { name, words }) =>
  puzzle[name] === true ? words : `${words}: ${puzzle[name]}`;

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

// The place of an entry on lines, which comes before the number of a line where a symbol is of one.
const ofOneLine = (symbol) => symbol.rule?.on === "OnLine";
const linePlace = (symbol, entry) => (ofOneLine(symbol) ? entry[0] : entry);

// Symbols that count whatever else has their colour.
const COUNTING = SYMBOLS.filter((one) => one.rule?.on === "InRegion" && one.rule.of === "colour");
const countedColours = (puzzle) =>
  new Set(COUNTING.flatMap(({ name }) => (puzzle[name] ?? []).map(([, , colour]) => colour)));

// Throw an error that names what a puzzle has and this does not know: an answer without it is wrong.
function refuseUnknown(puzzle) {
  const known = [...KEYS, ...SYMBOLS.map((one) => one.name), ...SETTINGS.map((one) => one.name)];
  for (const key of Object.keys(puzzle))
    if (!known.includes(key)) throw new Error(`unknown key '${key}' of a puzzle`);
  for (const one of SETTINGS)
    if (!one.values.includes(valueOfSetting(puzzle, one)))
      throw new Error(`the value '${puzzle[one.name]}' of ${one.name} is unknown here`);
  for (const key of KEYS.slice(1, -1))
    if (!Object.hasOwn(puzzle, key)) throw new Error(`the key '${key}' of a puzzle is missing`);
}

function makeBoard(puzzle) {
  refuseUnknown(puzzle);
  const { rows, cols, wraps } = puzzle;
  const width = wraps ? cols : cols + 1; // the number of vertices in a row
  const across = (rows + 1) * cols; // the number of horizontal edges
  const board = { puzzle, rows, cols, vertices: [], edges: [], squares: [], near: [] };
  board.round = (c) => (wraps ? ((c % cols) + cols) % cols : c);
  board.vertexAt = (r, c) => {
    const column = board.round(c);
    return r >= 0 && r <= rows && column >= 0 && column < width
      ? board.vertices[r * width + column]
      : null;
  };
  board.squareAt = (r, c) => {
    const column = board.round(c);
    return r >= 0 && r < rows && column >= 0 && column < cols
      ? board.squares[r * cols + column]
      : null;
  };
  board.edgeBetween = (a, b) => {
    const [r, c] = [Math.min(a.row, b.row), Math.min(a.column, b.column)];
    const apart = Math.abs(a.column - b.column);
    if (a.row !== b.row)
      return apart || Math.abs(a.row - b.row) !== 1 ? null : board.edges[across + r * width + c];
    if (wraps && apart === cols - 1) return board.edges[r * cols + apart];
    return apart === 1 ? board.edges[r * cols + c] : null;
  };
  board.edgeOf = ([a, b]) => board.edgeBetween(board.vertexAt(...a), board.vertexAt(...b));
  // The vertex or the edge with a place of puzzle files.
  board.thing = (place) => (isEdge(place) ? board.edgeOf(place) : board.vertexAt(...place));

  for (let r = 0; r <= rows; r++)
    for (let c = 0; c < width; c++) {
      board.vertices.push({ number: r * width + c, row: r, column: c, place: [r, c], steps: [] });
    }
  const edge = (a, b) => {
    const number = board.edges.length;
    const ends = a.number < b.number ? [a, b] : [b, a];
    const [left, right] = ends.map((v) => v.column);
    board.edges.push({
      number,
      ends,
      row: (a.row + b.row) / 2,
      column: right - left > 1 ? right + 0.5 : (left + right) / 2, // the first leads round a cylinder
      place: ends.map((v) => v.place),
      squares: [],
      middle: null,
    });
  };
  for (let r = 0; r <= rows; r++)
    for (let c = 0; c < cols; c++) edge(board.vertexAt(r, c), board.vertexAt(r, c + 1));
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < width; c++) edge(board.vertexAt(r, c), board.vertexAt(r + 1, c));
  for (const one of [...board.vertices, ...board.edges]) one.image = imageOf(board, one);

  board.barred = new Map(); // the edges that no path may cross, with the symbol there
  for (const symbol of ON_LINES.filter((one) => one.bars))
    for (const entry of puzzle[symbol.name] ?? []) board.barred.set(board.edgeOf(entry), symbol);
  const gaps = board.barred;
  // No line can come to where it would meet the other one, or the other one come over a gap.
  board.meets = (one) => Boolean(puzzle.symmetry) && one.image === one;
  board.isShut = board.edges.map((e) => gaps.has(e) || gaps.has(e.image) || board.meets(e));
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
        symbol: null,
        triangles: 0,
        missing: (puzzle.missing ?? []).some((place) => samePlace(place, [r, c])),
        edges,
        corners,
        gaps: edges.filter((e) => gaps.has(e)),
        colours: [],
        number: r * cols + c,
        place: [r, c],
      };
      board.squares.push(square);
      // No region goes across an edge of a missing square.
      if (!square.missing) for (const e of edges) e.squares.push(square);
    }
  for (const e of board.edges) e.squares.sort((a, b) => a.number - b.number);
  const wanted = countedColours(puzzle);
  for (const symbol of IN_SQUARES)
    for (const entry of puzzle[symbol.name] ?? []) {
      const colour = colourOf(symbol, entry);
      const colours = colour && (symbol.coloured || wanted.has(colour)) ? [colour] : [];
      const square = board.squareAt(...squareOf(entry));
      Object.assign(square, { symbol, entry, colours });
      if (symbol.values) square[symbol.name] = valueOf(symbol, entry);
    }

  layPaths(board);
  board.onLines = ON_LINES.filter((one) => !one.bars).flatMap((one) => standing(board, one));
  return board;
}

// Where the second line is when the first is at a vertex or an edge (witness/puzzle/second_line.py).
function imageOf(board, one) {
  const { symmetry, wraps } = board.puzzle;
  if (!symmetry) return one;
  if (one.ends) return board.edgeBetween(...one.ends.map((v) => v.image));
  const [columns, rows] = DATA.symmetries[symmetry];
  const column = one.column + (wraps ? board.cols / 2 : 0);
  return board.vertexAt(
    rows ? board.rows - one.row : one.row,
    columns ? board.cols - column : column,
  );
}

// The places of paths, and the steps between them; a step across the middle of an edge ends there.
function layPaths(board) {
  const { puzzle } = board;
  const ends = [...puzzle.starts, ...puzzle.goals]
    .filter(isEdge)
    .map((place) => board.edgeOf(place));
  board.places = [...board.vertices];
  for (const e of new Set([...ends, ...ends.map((one) => one.image)])) {
    const { row, column, place } = e;
    e.middle = { number: board.places.length, row, column, place, edge: e, steps: [] };
    board.places.push(e.middle);
  }
  for (const { middle, image } of board.edges) if (middle) middle.image = image.middle;
  for (const v of board.vertices)
    for (const [name, dr, dc] of DIRECTIONS) {
      const other = board.vertexAt(v.row + dr, v.column + dc);
      const e = other && board.edgeBetween(v, other);
      if (!e || board.isShut[e.number]) continue;
      const next = e.middle ?? other;
      if (!board.meets(v) && !board.meets(next)) v.steps.push([name, e, next]);
      if (!board.meets(other)) e.middle?.steps.push([name, e, other]);
    }
  board.near = board.places.map((one) => one.steps.map(([, e, other]) => [other.number, e.number]));
  board.at = (place) => (isEdge(place) ? board.thing(place)?.middle : board.thing(place));
  const numbers = (places) => [...new Set(places.map(board.at))];
  board.starts = numbers(puzzle.starts);
  board.goals = numbers(puzzle.goals);
  board.isGoal = board.places.map((one) => board.goals.includes(one));
  // Where a path ends: at the goals, unless it may pass over them.
  board.ends = puzzle.pass_goals ? [] : board.goals;
  board.isEnd = board.places.map((one) => board.ends.includes(one));
}

// The edge of a step, which may begin or end in the middle of that edge.
const stepEdge = (board, a, b) => a.edge ?? b.edge ?? board.edgeBetween(a, b);

// The edges of a path; one that is the middle of an edge has that edge.
const edgesOf = (board, trail) =>
  trail.length === 1
    ? trail.filter((one) => one.edge).map((one) => one.edge)
    : trail.slice(1).map((one, n) => stepEdge(board, trail[n], one));

// Paths as puzzle files have them: without the middles of edges inside them.
const withoutMiddles = (trail) =>
  trail.filter((one, n) => !one.edge || n === 0 || n === trail.length - 1);
const pathOf = (trail) => withoutMiddles(trail).map((one) => one.place);

function trailOn(board, path) {
  const [first, ...places] = path.map(board.at);
  const trail = [first];
  for (const next of places) {
    const head = trail[trail.length - 1];
    const { middle } = stepEdge(board, head, next);
    if (middle && middle !== head && middle !== next) trail.push(middle);
    trail.push(next);
  }
  return trail;
}

// The symbols on lines of one kind: those at vertices by number, then those on edges by number.
function standing(board, symbol) {
  const views = (board.puzzle[symbol.name] ?? []).map((entry) => {
    const thing = board.thing(linePlace(symbol, entry));
    return { symbol, colours: [], thing, place: thing.place, entry };
  });
  const order = ({ thing }) => thing.number + (thing.ends ? board.vertices.length : 0);
  return views.sort((a, b) => order(a) - order(b));
}

// The columns where something of a board is: both ends of a cylinder are one.
const columnsOf = ({ puzzle, cols }, column) =>
  puzzle.wraps && column === 0 ? [0, cols] : [column];

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
