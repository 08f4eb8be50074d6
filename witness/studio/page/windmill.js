// Panels of the Windmill's editor: from the contents of a link or a dump to a puzzle. They are the
// base64 of a protocol buffer; witness/puzzle/formats/windmill.py says what it has.

const WINDMILL = DATA.formats.windmill;
const [REMOVED, LAST_KIND] = [1, 11];

// The fields of a message: [number, value], a number as a BigInt, or bytes.
function* fieldsOf(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let place = 0n; place < 10n; place++) {
      refuseIf(at >= bytes.length, "the contents are cut off");
      const byte = BigInt(bytes[at++]);
      value |= (byte & 0x7fn) << (7n * place);
      if (byte < 0x80n) {
        refuseIf(value >> 64n, "a number of the contents has more than 64 bits");
        return value;
      }
    }
    throw new Error("a number of the contents does not end");
  };
  while (at < bytes.length) {
    const key = varint();
    const [number, kind] = [Number(key >> 3n), Number(key & 7n)];
    refuseIf(!(number > 0 && number < 2 ** 29), `a field has the number ${number}`);
    if (kind === 0) {
      yield [number, varint()];
      continue;
    }
    const length = { 1: 8, 2: 0, 5: 4 }[kind] ?? -1;
    refuseIf(length < 0, `a field has the wire type ${kind}`);
    const size = kind === 2 ? varint() : BigInt(length);
    refuseIf(size > BigInt(bytes.length - at), "the contents end within a field");
    yield [number, bytes.slice(at, at + Number(size))];
    at += Number(size);
  }
}

// The value of a field that is declared as a number of 32 bits, and of one that is a message.
function numberOf(value) {
  refuseIf(typeof value !== "bigint", "there are bytes where a number is declared");
  const number = value >= 1n << 63n ? value - (1n << 64n) : value;
  refuseIf(BigInt.asIntN(32, number) !== number, `${number} has more than 32 bits`);
  return Number(number);
}
function messageOf(value) {
  refuseIf(typeof value === "bigint", "there is a number where a message is declared");
  return value;
}

function windmillPuzzle(id, contents) {
  const digits = contents.replace(/_[0-9]{1,2}$/, "");
  const flavoured = { "-": "+", _: "/", "*": "/" };
  const bytes = bytesOf(digits.replace(/[-_*]/g, (sign) => flavoured[sign]));
  let [width, symmetry] = [0, 0];
  const runs = [];
  for (const [number, value] of fieldsOf(bytes)) {
    if (number === 1) width = numberOf(value);
    if (number === 2) runs.push(runOf(messageOf(value)));
    if (number === 3) symmetry = numberOf(value);
  }
  const size = sum(runs.map(({ count }) => count));
  const height = size / width;
  refuseIf(width < 1 || width % 2 === 0, `the width is ${width}; an odd number is expected`);
  refuseIf(height % 2 !== 1, "the entries are not an odd number of whole rows");
  const kind = WINDMILL.symmetries[symmetry];
  refuseIf(kind === undefined, `the symmetry is ${symmetry}, which is not known`);
  const board = boardOfSize((height - 1) / 2, (width - 1) / 2, kind && { symmetry: kind });
  const table = runs.flatMap(({ count, entry }) => new Array(count).fill(entry));
  const cells = Array.from({ length: height }, (_, row) =>
    table.slice((height - 1 - row) * width, (height - row) * width),
  );
  if (kind) completeEnds(cells, ...DATA.symmetries[kind]);
  const found = {};
  for (const [row, entries] of cells.entries())
    for (const [column, entry] of entries.entries()) takeEntry(found, board, entry, row, column);
  const puzzle = puzzleOfTable(id, board, found);
  return isDisputed(puzzle) ? { ...puzzle, rules: "windmill" } : puzzle;
}

function runOf(message) {
  const entry = { kind: 0, colour: 0, triangles: 0, shape: null };
  let count = 0;
  for (const [number, value] of fieldsOf(message)) {
    if (number === 1) entry.kind = numberOf(value);
    if (number === 2) entry.colour = numberOf(value);
    if (number === 4) entry.shape = shapeOfMessage(messageOf(value));
    if (number === 5) count = numberOf(value);
    if (number === 6) entry.triangles = numberOf(value);
  }
  refuseIf(count < 0, `an entry is repeated ${count} times`);
  refuseIf(count > (2 * DATA.side + 1) ** 2, "the board is too large for this page");
  return { count: count || 1, entry };
}

function shapeOfMessage(message) {
  const shape = { width: 0, squares: [], turns: false, negative: false };
  for (const [number, value] of fieldsOf(message)) {
    if (number === 1) shape.width = numberOf(value);
    if (number === 2)
      shape.squares.push(...(typeof value === "bigint" ? [value !== 0n] : [...value].map(Boolean)));
    if (number === 3) shape.turns = numberOf(value) !== 0;
    if (number === 4) shape.negative = numberOf(value) !== 0;
  }
  return shape;
}

// Give starts and ends their images, and drop those without, as the editor does.
function completeEnds(cells, columns, rows) {
  const [height, width] = [cells.length, cells[0].length];
  const ends = [WINDMILL.kinds.starts, WINDMILL.kinds.goals];
  for (let c = 0; c < width; c++)
    for (let r = height - 1; r >= 0; r--) {
      const { kind } = cells[r][c];
      if ((r % 2) + (c % 2) > 1 || !ends.includes(kind)) continue;
      const [r2, c2] = [rows ? height - 1 - r : r, columns ? width - 1 - c : c];
      if (r2 === r && c2 === c) cells[r][c] = { ...cells[r][c], kind: 0, colour: 0 };
      else if (cells[r2][c2].kind !== kind) cells[r2][c2] = cells[r][c];
    }
}

function takeEntry(found, board, entry, row, column) {
  const { kind, colour } = entry;
  refuseIf(kind < 0 || kind > LAST_KIND, `an entry has the type ${kind}, which is not known`);
  const odd = (row % 2) + (column % 2);
  const name = fieldOfKind(kind, odd);
  refuseIf(name === null, "a symbol is out of place");
  const place = placeAt(board, row, column);
  const symbol = SYMBOLS.find((one) => one.name === name);
  const add = (value) => (found[name] ??= []).push(value);
  if (symbol?.where === "square") {
    const { common, negative } = DATA.formats;
    const plain = entry.shape?.negative && name === "blocks" ? negative : common[name];
    const own = colour || symbol.coloured ? WINDMILL.colours[colour - 1] : plain;
    refuseIf(own === undefined, `a symbol has the colour ${colour}, which is not known`);
    if (symbol.rule.on === "Fills") add(windmillBlock(place, entry.shape, own));
    else if (symbol.values) add([...place, entry.triangles || 1, own]);
    else add([...place, own]);
  } else if (name) add(place);
  else refuseIf(odd === 2 && colour, "a square without a symbol has a colour");
  const isBorder = row === 0 || row === 2 * board.rows || column === 0 || column === 2 * board.cols;
  refuseIf(name === "goals" && !isBorder, "an end is inside the board");
}

// The field of a puzzle for a kind at a vertex, on an edge or in a square; "" is none, null is wrong.
function fieldOfKind(kind, odd) {
  if (kind === 0 || kind === 2) return "";
  if (kind === REMOVED) return odd === 1 ? "gaps" : "";
  const name = Object.keys(WINDMILL.kinds).find((one) => WINDMILL.kinds[one] === kind);
  const where = SYMBOLS.find((one) => one.name === name)?.where ?? "line";
  const places = [["line"], ["line", "edge"], ["square"]][odd];
  return name && places.includes(where) ? name : null;
}

function windmillBlock(at, shape, colour) {
  const { width, squares, turns, negative } = shape ?? { width: 0, squares: [] };
  refuseIf(
    width < 1 || squares.length % width || !squares.some(Boolean),
    "a block has no shape, or one whose rows differ in length",
  );
  const signs = squares.map((filled) => (filled ? "#" : ".")).join("");
  return { at, shape: signs.match(new RegExp(`.{${width}}`, "g")), turns, negative, colour };
}

// Whether the rules of the Windmill can judge a panel otherwise (witness/puzzle/formats/dialects.py).
function isDisputed(puzzle) {
  const board = makeBoard(puzzle);
  const marks = puzzle.eliminations.length;
  if (marks > 1 || (marks && COUNTING.some(({ name }) => puzzle[name].length))) return true;
  if (new Set(puzzle.blocks.map(({ negative }) => Boolean(negative))).size > 1) return true;
  const isBorder = (place) => {
    const { row, column, squares } = board.thing(place);
    const atSide = row === 0 || row === board.rows || column === 0 || column === board.cols;
    return isEdge(place) ? squares.length < 2 : atSide;
  };
  const isLarge = ({ shape }) => squaresOfShape(shape).length > 1;
  return puzzle.blocks.some(isLarge) && ![...puzzle.starts, ...puzzle.goals].every(isBorder);
}
