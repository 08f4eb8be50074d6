// Puzzles as others write them: what is wrong with one (witness/puzzle/model.py), and its one form.

const COLOUR_NAME = /^[a-z]{1,30}$/;
const LONGEST_SHAPE = 64;

const plainText = (value) => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

// The error of a value where something else is expected.
const unexpected = (name, value, expected) =>
  new Error(`${name} has ${plainText(value)}; ${expected}`);

// Whether a text is not empty and has signs only, and plain spaces.
const isPrintable = (text) => /^(?:[^\p{C}\p{Z}]| )+$/u.test(text);

const areNumbers = (value, length) =>
  Array.isArray(value) && value.length === length && value.every(Number.isSafeInteger);

// Throw an error that says what is wrong with a value as a puzzle; return the puzzle.
function readPuzzle(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new Error(`a puzzle is a JSON object, not ${plainText(value)}`);
  refuseUnknown(value);
  const puzzle = { ...value };
  if (typeof puzzle.id !== "string" || !isPrintable(puzzle.id))
    throw unexpected("id", puzzle.id, "a non-empty, printable text is expected");
  for (const name of ["rows", "cols"])
    if (!Number.isSafeInteger(puzzle[name]) || puzzle[name] < 1 || puzzle[name] > DATA.side)
      throw unexpected(name, puzzle[name], `1 to ${DATA.side} is possible on this page`);
  for (const [name, part] of Object.entries(puzzle))
    if (part === null) throw unexpected(name, part, "leave it out, or give it a value");
  const lists = ["starts", "goals", "missing", ...SYMBOLS.map((one) => one.name)];
  for (const name of lists) {
    puzzle[name] ??= [];
    if (!Array.isArray(puzzle[name])) throw unexpected(name, puzzle[name], "a list is expected");
  }
  const reason = whyNot(puzzle);
  if (reason) throw new Error(reason);
  const { rows, cols, symmetry, wraps } = puzzle;
  const board = makeBoard({ id: "", rows, cols, symmetry, wraps, starts: [], goals: [] });
  for (const name of ["starts", "goals"])
    puzzle[name] = puzzle[name].map((place) => readPlace(board, name, place).place);
  puzzle.missing = puzzle.missing.map((place) => readSquare(board, "missing", place));
  for (const symbol of SYMBOLS)
    puzzle[symbol.name] = puzzle[symbol.name].map((entry) => readEntry(board, symbol, entry));
  refuseMisplaced(board, puzzle);
  return puzzle;
}

function readPlace(board, name, place) {
  const isOn = ([r, c]) => r >= 0 && r <= board.rows && c >= 0 && board.round(c) === c;
  if (areNumbers(place, 2)) {
    const found = isOn(place) ? board.thing(place) : null;
    if (found) return found;
  } else if (Array.isArray(place) && place.length === 2 && place.every((v) => areNumbers(v, 2))) {
    const ends = place.map((v) => (isOn(v) ? board.thing(v) : null));
    const found = ends.every(Boolean) && board.edgeBetween(...ends);
    if (found) return found;
  } else throw unexpected(name, place, "a vertex [row, column] or an edge of two is expected");
  throw unexpected(name, place, "that is not on the board");
}

function readSquare(board, name, place) {
  if (!areNumbers(place, 2)) throw unexpected(name, place, "a square is [row, column]");
  const [r, c] = place;
  if (r < 0 || c < 0 || r >= board.rows || c >= board.cols)
    throw unexpected(name, place, "there is no such square");
  return place;
}

function readColour(name, value) {
  if (typeof value !== "string" || !COLOUR_NAME.test(value))
    throw unexpected(name, value, "a colour in lower-case letters is expected");
  return value;
}

// The one form of an entry of a symbol.
function readEntry(board, symbol, entry) {
  const { name } = symbol;
  if (symbol.where === "square" && symbol.rule.on === "Fills") return readBlock(board, name, entry);
  if (symbol.where === "square") {
    if (!Array.isArray(entry)) throw unexpected(name, entry, "[row, column, …] is expected");
    const values = symbol.values ? 1 : 0;
    const [least, most] = symbol.coloured ? [3, 3] : [2 + values, 3 + values];
    if (entry.length < least || entry.length > most)
      throw unexpected(name, entry, `${least} to ${most} parts are expected`);
    readSquare(board, name, entry.slice(0, 2));
    if (symbol.values && !symbol.values.includes(entry[2]))
      throw unexpected(name, entry, `a square has ${symbol.values.join(", ")} ${symbol.words}`);
    for (const colour of entry.slice(2 + values)) readColour(name, colour);
    return entry;
  }
  if (ofOneLine(symbol)) {
    if (!Array.isArray(entry) || entry.length !== 2 || ![1, 2].includes(entry[1]))
      throw unexpected(name, entry, "[place, 1] or [place, 2] is expected");
    return [readPlace(board, name, entry[0]).place, entry[1]];
  }
  const found = readPlace(board, name, entry);
  if (symbol.where === "edge" && !found.ends)
    throw unexpected(name, entry, "an edge is [vertex, vertex]");
  return found.place;
}

function readBlock(board, name, entry) {
  if (entry === null || typeof entry !== "object" || Array.isArray(entry))
    throw unexpected(name, entry, 'such as {"at": [0, 0], "shape": ["##", "#."]}');
  for (const key of Object.keys(entry))
    if (!["at", "shape", "turns", "negative", "colour"].includes(key))
      throw unexpected(name, entry, `the key '${key}' is unknown`);
  const { at, shape, turns = false, negative = false, colour = null } = entry;
  for (const one of [turns, negative])
    if (typeof one !== "boolean") throw unexpected(name, one, "true or false is expected");
  const fits =
    Array.isArray(shape) &&
    shape.length <= LONGEST_SHAPE &&
    shape.every((row) => typeof row === "string" && /^[#.]{1,64}$/.test(row)) &&
    shape.every((row) => row.length === shape[0].length) &&
    shape.join("").includes("#");
  if (!fits) throw unexpected(name, shape, 'a shape is rows such as ["##", "#."]');
  const whole = withoutMargin(shape);
  return {
    at: readSquare(board, name, at),
    shape: whole,
    ...(turns && turnedShapes(whole).length > 1 && { turns }),
    ...(negative && { negative }),
    ...(colour !== null && { colour: readColour(name, colour) }),
  };
}

// A shape without empty rows and columns at its border.
function withoutMargin(shape) {
  const used = (lines) => {
    const full = lines.map((line) => line.includes("#"));
    return [full.indexOf(true), full.lastIndexOf(true) + 1];
  };
  const [top, bottom] = used(shape);
  const [left, right] = used([...shape[0]].map((_, c) => shape.map((row) => row[c]).join("")));
  return shape.slice(top, bottom).map((row) => row.slice(left, right));
}

// Throw an error for what cannot be together.
function refuseMisplaced(board, puzzle) {
  const refuse = (name, place, why) => {
    throw unexpected(name, place, why);
  };
  const barred = SYMBOLS.filter((one) => one.bars).flatMap((one) => puzzle[one.name].map(String));
  for (const name of ["starts", "goals"]) {
    if (!puzzle[name].length) refuse(name, [], "at least one is needed");
    for (const place of puzzle[name]) {
      const thing = board.thing(place);
      if (isEdge(place) && barred.includes(String(place))) refuse(name, place, "a gap is there");
      if (board.meets(thing)) refuse(name, place, "the two lines would meet there");
      if (!puzzle[name].some((one) => samePlace(one, thing.image.place)))
        refuse(name, place, `its image ${placeText(thing.image.place)} is missing`);
    }
  }
  if (!puzzle.symmetry)
    for (const { name } of ON_LINES.filter(ofOneLine))
      if (puzzle[name].length) refuse(name, puzzle[name][0], "it needs two lines (symmetry)");
  const once = (name, places) => {
    const seen = new Set();
    for (const place of places) {
      if (seen.has(String(place))) refuse(name, place, "there is something already");
      seen.add(String(place));
    }
  };
  for (const name of ["starts", "goals"]) once(name, puzzle[name]);
  for (const { name } of ON_LINES) once(name, puzzle[name]);
  const inSquares = IN_SQUARES.flatMap((one) => puzzle[one.name].map(squareOf));
  once("a square", [...puzzle.missing, ...inSquares]);
}
