// Panels as links of the Windmill and as texts of witnesspuzzles.com. What is written is read again: a
// panel that does not come back as it was has something that the other editor cannot say.

// The link that opens a panel in the editor of the Windmill; an error if there is none.
function windmillLink(puzzle) {
  const ends = [...puzzle.starts, ...puzzle.goals];
  refuseIf(ends.some(isEdge), "the Windmill has no starts or goals in the middle of an edge");
  refuseIf(puzzle.wraps, "the Windmill has no boards that go round");
  const places = [...ends, ...(puzzle.dots ?? []), ...(puzzle.gaps ?? [])].map(placeText);
  const twice = places.find((place, n) => places.indexOf(place) < n);
  refuseIf(twice, `the Windmill cannot say two things in one place: ${twice}`);
  const link = `${DATA.formats.windmill.editor}${windmillContents(puzzle)}_0`;
  const same = (one) => canonical(one, { rules: isDisputed(one) ? one.rules : undefined });
  return checkedText("the Windmill", link, puzzle, same);
}

// The text that the editor of witnesspuzzles.com imports; an error if there is none.
function siteText(puzzle) {
  const text = JSON.stringify(siteValue(puzzle));
  return checkedText("witnesspuzzles.com", text, puzzle, (one) => {
    const regional = SYMBOLS.some((symbol) => isOfRegions(symbol) && one[symbol.name].length);
    const board = makeBoard(one);
    const isBetween = (place) => isEdge(place) && board.edgeOf(place).squares.length > 1;
    const open = regional && [...one.starts, ...one.goals].some(isBetween);
    const isOther = one.rules === "windmill" || (open && one.symmetry);
    return canonical(one, {
      rules: isOther ? one.rules : undefined,
      missing: regional ? one.missing : [],
      open_halves: open && one.open_halves ? true : undefined,
    });
  });
}

function checkedText(who, text, puzzle, same) {
  const before = readPuzzle(lineOf(puzzle));
  let after = null;
  try {
    [after] = puzzlesOfText(text);
  } catch (error) {
    throw new Error(`${who} cannot say that: ${error.message}`);
  }
  const [one, other] = [before, after].map((panel) => same(panel));
  const names = Object.keys({ ...one, ...other });
  const lost = names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
  refuseIf(lost.includes("rules"), `${who} judges such a panel by rules of its own`);
  const words = (name) => SYMBOLS.find((one) => one.name === name)?.words ?? name.replace("_", " ");
  refuseIf(lost.length, `${who} cannot say ${lost.map(words).join(", ")} of this panel`);
  return text;
}

// A puzzle in one order, without its id, colours that nothing counts, and what says nothing.
function canonical(puzzle, more) {
  const some = countedColours(puzzle);
  const bare = (symbol) => (entry) => {
    const colour = colourOf(symbol, entry);
    if (symbol.coloured || !colour || some.has(colour)) return entry;
    return isBlock(entry) ? { ...entry, colour: undefined } : entry.slice(0, -1);
  };
  const plain = { ...puzzle, pass_goals: puzzle.goals.length > 1 && puzzle.pass_goals, ...more };
  for (const symbol of IN_SQUARES) plain[symbol.name] = plain[symbol.name].map(bare(symbol));
  const sorted = (value) =>
    Array.isArray(value) ? [...value].map((one) => JSON.stringify(one)).sort() : value || undefined;
  const { id: _, ...rest } = plain;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, sorted(value)]));
}

// The colour to write for a symbol: its own, or that of all such symbols, or else one that is not counted.
function writtenColour(puzzle, symbol, entry, known) {
  const { common, negative } = DATA.formats;
  const some = countedColours(puzzle);
  const first = entry.negative ? negative : common[symbol.name];
  const own = colourOf(symbol, entry) ?? [first, ...known].find((colour) => !some.has(colour));
  refuseIf(!known.includes(own), `there is no colour ${own ?? "left for a symbol"} there`);
  return own;
}

// The cell of a vertex, an edge or a square: rows count from the bottom.
function cellOf({ rows, cols, wraps }, place) {
  if (!isEdge(place)) return [2 * place[0], 2 * place[1]];
  const [[r, c], [r2, c2]] = place;
  return [r + r2, Math.abs(c - c2) > 1 ? 2 * cols + (wraps ? -1 : 0) : c + c2];
}
const cellOfSquare = ([r, c]) => [2 * r + 1, 2 * c + 1];

// ---- the Windmill -----------------------------------------------------------------------------

const varintOf = (value) =>
  value < 128 ? [value] : [(value % 128) + 128, ...varintOf(Math.floor(value / 128))];
const numberField = (number, value) => [...varintOf(number * 8), ...varintOf(value)];
const bytesField = (number, bytes) => [
  ...varintOf(number * 8 + 2),
  ...varintOf(bytes.length),
  ...bytes,
];

function windmillContents(puzzle) {
  const { kinds, colours, symmetries } = WINDMILL;
  const cells = new Map();
  for (const [name, kind] of Object.entries(kinds)) {
    const symbol = SYMBOLS.find((one) => one.name === name);
    for (const entry of puzzle[name] ?? []) {
      const bytes = numberField(1, kind);
      if (symbol?.where !== "square") {
        cells.set(String(cellOf(puzzle, entry)), bytes);
        continue;
      }
      const own = writtenColour(puzzle, symbol, entry, colours);
      bytes.push(...numberField(2, colours.indexOf(own) + 1));
      if (isBlock(entry)) bytes.push(...bytesField(4, windmillShape(entry)));
      if (symbol.values) bytes.push(...numberField(6, entry[2]));
      cells.set(String(cellOfSquare(squareOf(entry))), bytes);
    }
  }
  const width = 2 * puzzle.cols + 1;
  const message = numberField(1, width);
  for (let row = 2 * puzzle.rows; row >= 0; row--)
    for (let column = 0; column < width; column++)
      message.push(...bytesField(2, cells.get(`${row},${column}`) ?? []));
  if (puzzle.symmetry) message.push(...numberField(3, symmetries.indexOf(puzzle.symmetry)));
  return addressDigits(message, { "+": "-", "/": "_" });
}

function windmillShape({ shape, turns, negative }) {
  const squares = [...shape.join("")].map((sign) => Number(sign === "#"));
  const bytes = [...numberField(1, shape[0].length), ...bytesField(2, squares)];
  if (turns) bytes.push(...numberField(3, 1));
  if (negative) bytes.push(...numberField(4, 1));
  return bytes;
}

// ---- witnesspuzzles.com -----------------------------------------------------------------------

const NUBS = { right: [0, 1], left: [0, -1], top: [1, 0], bottom: [-1, 0] };

function siteValue(puzzle) {
  const { rows, cols, wraps, symmetry } = puzzle;
  const board = bareBoard(rows, cols, { wraps, symmetry });
  const cells = new Map();
  for (const thing of [...board.vertices, ...board.edges])
    cells.set(String(cellOf(puzzle, thing.place)), { type: "line", line: 0 });
  const at = (place) => cells.get(String(cellOf(puzzle, place)));
  for (const place of puzzle.starts) at(place).start = true;
  for (const place of puzzle.dots ?? []) at(place).dot = 1;
  for (const [place, line] of puzzle.line_dots ?? [])
    at(place).dot = Number(Object.keys(SITE.lineDots).find((dot) => SITE.lineDots[dot] === line));
  const missing = (square) => (puzzle.missing ?? []).some((one) => samePlace(one, square.place));
  const nubs = new Set(); // where a nub can lead
  for (const square of board.squares) nubs.add(String(cellOfSquare(square.place)));
  for (const { name } of IN_SQUARES)
    for (const entry of puzzle[name] ?? []) nubs.delete(String(cellOfSquare(squareOf(entry))));
  for (const place of puzzle.gaps ?? []) {
    const { squares } = board.edgeOf(place);
    const isBare = squares.length > 0 && squares.every(missing);
    at(place).gap = isBare ? SITE.full : 1;
    if (isBare || !squares.some(missing)) nubs.add(String(cellOf(puzzle, place)));
  }
  for (const place of puzzle.goals) layNub(puzzle, cells, nubs, place);
  for (const symbol of IN_SQUARES)
    for (const entry of puzzle[symbol.name] ?? [])
      cells.set(String(cellOfSquare(squareOf(entry))), siteCell(puzzle, symbol, entry));
  const width = 2 * cols + (wraps ? 0 : 1);
  const column = (x) =>
    Array.from({ length: 2 * rows + 1 }, (_, y) => cells.get(`${2 * rows - y},${x}`) ?? null);
  const [x, y] = DATA.symmetries[symmetry] ?? [];
  return {
    grid: Array.from({ length: width }, (_, n) => column(n)),
    pillar: Boolean(wraps),
    ...(symmetry && { symmetry: { x, y } }),
    settings: SITE.settings,
    name: puzzle.id,
    autoSolved: false,
  };
}

// Let the nub of a goal lead off the board, or else to where there is nothing.
function layNub({ rows, cols, wraps }, cells, nubs, place) {
  const [row, column] = cellOf({ rows, cols, wraps }, place);
  const width = 2 * cols + (wraps ? 0 : 1);
  const beyond = ([up, right]) => {
    const to = column + right;
    return [row + up, wraps ? (to + width) % width : to];
  };
  const isOff = ([r, c]) => r < 0 || c < 0 || r > 2 * rows || c >= width;
  const names = Object.keys(NUBS);
  const chosen =
    names.find((name) => isOff(beyond(NUBS[name]))) ??
    names.find((name) => nubs.has(String(beyond(NUBS[name]))));
  refuseIf(!chosen, `there is no room for the nub of the goal ${placeText(place)}`);
  cells.get(`${row},${column}`).end = chosen;
  const there = cells.get(String(beyond(NUBS[chosen])));
  if (there?.gap) there.gap = SITE.full;
}

function siteCell(puzzle, symbol, entry) {
  const color = writtenColour(puzzle, symbol, entry, SITE.colours);
  const kinds = Object.keys(SITE.kinds).filter((type) => SITE.kinds[type] === symbol.name);
  const [type] = kinds.filter((one) => (one === SITE.negativeBlock) === Boolean(entry.negative));
  refuseIf(!type, `there are no ${symbol.words} there`);
  if (symbol.values) return { type, color, count: entry[2] };
  if (!isBlock(entry)) return { type, color };
  const side = SITE.shapeSide;
  refuseIf(
    Math.max(entry.shape.length, entry.shape[0].length) > side,
    "a block is too large there",
  );
  const bits = entry.shape.flatMap((row, y) =>
    [...row].map((sign, x) => (sign === "#" ? 2 ** (side * x + y) : 0)),
  );
  return { type, color, polyshape: sum(bits) + (entry.turns ? SITE.turns : 0) };
}
