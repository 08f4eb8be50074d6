// Drawing a panel by hand: tools that put symbols, starts and goals on a board, its size and settings.

// The tools: their names, and the kinds of places where they work (by half coordinates).
const TOOLS = {
  path: { words: "Path", on: "vertex" },
  ...Object.fromEntries(
    [...IN_SQUARES, ...ON_LINES].map((one) => [one.name, { words: one.tool, on: one.where }]),
  ),
  missing: { words: "Missing square", on: "square" },
  starts: { words: "Start", on: "line" },
  goals: { words: "Goal", on: "line" },
  erase: { words: "Erase", on: "any" },
};

const blankPuzzle = (rows, cols) => ({
  id: "drawn by hand",
  rows,
  cols,
  starts: [[0, 0]],
  goals: [[rows, cols]],
  missing: [],
  ...Object.fromEntries([...IN_SQUARES, ...ON_LINES].map((one) => [one.name, []])),
});

// The nearest place on which a tool works: { kind, place }, null if there is none.
function editedPlace({ board, tool }, [up, right]) {
  const wanted = TOOLS[tool].on;
  let best = null;
  for (let y = 0; y <= 2 * board.rows; y++)
    for (let x = 0; x <= 2 * board.cols; x++) {
      const kind = y % 2 && x % 2 ? "square" : y % 2 || x % 2 ? "edge" : "vertex";
      if (wanted !== "any" && wanted !== kind && !(wanted === "line" && kind !== "square"))
        continue;
      const distance = (y - up) ** 2 + (x - right) ** 2;
      if (best === null || distance < best.distance) best = { distance, kind, y, x };
    }
  if (best === null || best.distance > 2) return null;
  const [r, c] = [Math.floor(best.y / 2), Math.floor(best.x / 2)];
  const ends = [
    [r, c],
    [r + (best.y % 2), c + (best.x % 2)],
  ];
  const place =
    best.kind === "square" ? [r, c] : board.thing(best.kind === "edge" ? ends : [r, c]).place;
  return { kind: best.kind, place };
}

// The coordinates of the middle of a square, an edge or a vertex.
function middleOf({ kind, place }) {
  if (isEdge(place)) return [0, 1].map((n) => (place[0][n] + place[1][n]) / 2);
  return kind === "square" ? place.map((one) => one + 0.5) : place;
}

const withoutPlace = (places, place) => (places ?? []).filter((one) => !samePlace(one, place));
const withoutSquare = (symbols, place) =>
  (symbols ?? []).filter((entry) => !samePlace(squareOf(entry), place));

// The rows of a shape such as "##/#."; null if it is none.
function shapeOf(text) {
  const rows = text.trim().split("/");
  const fits = rows.every((row) => /^[#.]{1,8}$/.test(row) && row.length === rows[0].length);
  return fits && rows.length <= 8 && text.includes("#") ? rows : null;
}

// What a tool puts into a square in which it finds an entry of its own: null to take that away.
// `brush` has a colour; and for symbols that need none: their own colour, and a block's shape.
function entryAfter(symbol, place, before, { colour, own, shape, turns, negative }) {
  const mine = own ? [own] : [];
  if (symbol.values) {
    const value = symbol.values[symbol.values.indexOf(before?.[2]) + 1];
    return value ? [...place, value, ...mine] : null;
  }
  const more = { ...(turns && { turns }), ...(negative && { negative }) };
  const block = { at: place, shape, ...more, ...(own && { colour: own }) };
  const entry =
    symbol.rule.on === "Fills" ? block : [...place, ...(symbol.coloured ? [colour] : mine)];
  return JSON.stringify(entry) === JSON.stringify(before) ? null : entry;
}

const refused = (reason) => ({ puzzle: null, reason });

const withoutLine = (symbol, entries, place) =>
  (entries ?? []).filter((entry) => !samePlace(linePlace(symbol, entry), place));

// What a tool puts on a line where it finds an entry of its own: null to take that away.
function lineEntryAfter(symbol, place, before) {
  if (!ofOneLine(symbol)) return before ? null : place;
  const line = before ? before[1] + 1 : 1;
  return line <= 2 ? [place, line] : null;
}

// The puzzle after a tool was used on a place; null with a reason if that cannot be.
function edited(board, tool, { kind, place }, brush) {
  const { puzzle } = board;
  const copy = { ...puzzle, id: "drawn by hand" };
  const has = (name) => (puzzle[name] ?? []).some((one) => samePlace(one, place));
  const thing = kind === "square" ? null : board.thing(place);
  const both = thing ? [...new Set([thing, thing.image])].map((one) => one.place) : [place];
  // Starts and goals come and go with their images.
  const without = (name) => both.reduce(withoutPlace, puzzle[name]);
  const isLast = (name) => has(name) && !without(name).length;
  const clearLine = () => {
    for (const one of ON_LINES) copy[one.name] = withoutLine(one, puzzle[one.name], place);
  };
  const clearSquare = () => {
    for (const { name } of IN_SQUARES) copy[name] = withoutSquare(puzzle[name], place);
    copy.missing = withoutPlace(puzzle.missing, place);
  };
  const symbol = SYMBOLS.find((one) => one.name === tool);
  if (tool === "erase") {
    if (kind === "square") clearSquare();
    else if (isLast("starts") || isLast("goals"))
      return refused("A panel needs a start and a goal: put another one first.");
    else {
      clearLine();
      for (const name of ["starts", "goals"]) copy[name] = without(name);
    }
  } else if (tool === "missing") {
    clearSquare();
    if (!has("missing")) copy.missing = [...copy.missing, place];
  } else if (tool === "starts" || tool === "goals") {
    if (isLast(tool))
      return refused(`A panel needs a ${tool.slice(0, -1)}: put another one first.`);
    if (board.meets(thing)) return refused("The two lines would meet there.");
    if (board.isShut[thing.number] && thing.ends)
      return refused("No path can come there: take away what bars it first.");
    copy[tool] = has(tool) ? without(tool) : [...puzzle[tool], ...both];
  } else if (kind === "square") {
    if (symbol.rule.on === "Fills" && !brush.shape)
      return refused("A shape is rows of # and . with / between them, such as ##/#.");
    const before = (puzzle[tool] ?? []).find((entry) => samePlace(squareOf(entry), place));
    clearSquare();
    const entry = entryAfter(symbol, place, before, brush);
    if (entry) copy[tool] = [...copy[tool], entry];
  } else {
    if (ofOneLine(symbol) && !puzzle.symmetry)
      return refused("There is one line only: choose two lines first.");
    if (symbol.bars && (has("starts") || has("goals")))
      return refused("A start or a goal is there: take it away first.");
    const before = (puzzle[tool] ?? []).find((one) => samePlace(linePlace(symbol, one), place));
    clearLine();
    const entry = lineEntryAfter(symbol, place, before);
    if (entry) copy[tool] = [...copy[tool], entry];
  }
  return { puzzle: copy, reason: null };
}

// An entry of a symbol in another square.
const movedEntry = (entry, at) => (isBlock(entry) ? { ...entry, at } : [...at, ...entry.slice(2)]);

// The puzzle after a tool was used, and with what it made there drawn once more at the image of that
// place under a symmetry ("" for none).
function editedBoth(board, tool, where, brush, mirror) {
  const first = edited(board, tool, where, brush);
  if (!mirror || !first.puzzle) return first;
  const { kind, place } = where;
  const image = imagePlace(board, mirror, kind, place);
  if (image === null) return refused("There is no place for it on the other side.");
  return samePlace(image, place)
    ? first
    : drawnAgain(makeBoard(first.puzzle), tool, { kind, place }, image, mirror);
}

// Where a place is under a symmetry of the board; null if that is no place.
function imagePlace(board, mirror, kind, place) {
  const turned = { ...board, puzzle: { ...board.puzzle, symmetry: mirror } };
  if (kind !== "square") {
    const [thing] = isEdge(place) ? [board.edgeOf(place)] : [board.vertexAt(...place)];
    const at = (v) => imageOf(turned, { row: v.row, column: v.column });
    if (!thing.ends) return at(thing)?.place ?? null;
    const ends = thing.ends.map(at);
    return ends.every(Boolean) ? (board.edgeBetween(...ends)?.place ?? null) : null;
  }
  const corners = board.squareAt(...place).corners.map((v) => imageOf(turned, v));
  const found = board.squares.find((square) =>
    corners.every((corner) => square.corners.includes(corner)),
  );
  return found?.place ?? null;
}

// Draw at a place what a tool has made at another.
function drawnAgain({ puzzle }, tool, { kind, place }, to, mirror) {
  const copy = { ...puzzle };
  const [columns, rows] = DATA.symmetries[mirror];
  const again = (name, at, make) => {
    const found = (copy[name] ?? []).find((entry) => samePlace(at(entry), place));
    const others = (copy[name] ?? []).filter((entry) => !samePlace(at(entry), to));
    copy[name] = found ? [...others, make(found)] : others;
  };
  const self = (entry) => entry;
  if (kind === "square") {
    for (const { name } of IN_SQUARES)
      again(name, squareOf, (entry) => movedEntry(turnedEntry(entry, columns, rows), to));
    again("missing", self, () => to);
  } else {
    for (const symbol of ON_LINES)
      again(
        symbol.name,
        (entry) => linePlace(symbol, entry),
        (entry) => (ofOneLine(symbol) ? [to, entry[1]] : to),
      );
    if (["starts", "goals", "erase"].includes(tool))
      for (const name of ["starts", "goals"]) again(name, self, () => to);
    if (!copy.starts.length || !copy.goals.length)
      return refused("A panel needs a start and a goal: put another one first.");
  }
  return changed(copy, {});
}

// A block as a mirror shows it; any other entry as it is.
function turnedEntry(entry, columns, rows) {
  if (!isBlock(entry)) return entry;
  const across = columns ? entry.shape.map((row) => [...row].reverse().join("")) : entry.shape;
  return { ...entry, shape: rows ? [...across].reverse() : across };
}

// Why no board is like that; null if one can be.
function whyNot({ cols, symmetry, wraps }) {
  if (wraps && cols < 3) return "A board that goes round needs 3 columns.";
  if (symmetry && wraps && cols % 2)
    return "Two lines on a board that goes round need an even number of columns.";
  if (symmetry && !wraps && !DATA.symmetries[symmetry].some(Boolean))
    return "The second line can be shifted on a board that goes round only.";
  return null;
}

// The puzzle with another size or other settings: what is not on its board is left out, and a goal in
// a corner stays in that corner; starts and goals get their images. Null with a reason if it cannot be.
// `below` and `before` are how many of the new rows and columns come there; a start or a goal at that
// border stays there.
function changed(puzzle, change, [below, before] = [0, 0]) {
  const copy = { ...puzzle, ...change, id: "drawn by hand" };
  const { rows, cols, symmetry, wraps } = copy;
  const reason = whyNot(copy);
  if (reason) return refused(reason);
  const board = makeBoard({ id: "", rows, cols, symmetry, wraps, starts: [], goals: [] });
  const fits = ([r, c]) => r >= 0 && c >= 0 && r <= rows && c <= cols;
  const pushed = ([r, c]) => [r + below, c + before];
  const shifted = (place) => (isEdge(place) ? place.map(pushed) : pushed(place));
  const thingOf = (place) =>
    (isEdge(place) ? place.every(fits) : fits(place)) ? board.thing(place) : null;
  const squareFits = ([r, c]) => r >= 0 && c >= 0 && r < rows && c < cols;
  for (const { name } of IN_SQUARES)
    copy[name] = (puzzle[name] ?? [])
      .map((entry) => movedEntry(entry, pushed(squareOf(entry))))
      .filter((entry) => squareFits(squareOf(entry)));
  copy.missing = (puzzle.missing ?? []).map(pushed).filter(squareFits);

  const pairs = (things) => [
    ...new Set(things.flatMap((one) => (one && !board.meets(one) ? [one, one.image] : []))),
  ];
  const corner = board.thing([rows, cols]);
  const free = [corner, board.thing([rows, 0]), ...[...board.vertices].reverse()];
  const except = (things) => (one) => !things.includes(one);
  const firstPair = (things) => pairs(pairs(things).slice(0, 1));
  const isStart = (place) => puzzle.starts.some((one) => samePlace(one, place));
  const kept = ([r, c]) => [r && r + below, c && c + before];
  const moved = ([r, c]) => {
    const [row, column] = kept([r, c]);
    return [r === puzzle.rows ? rows : row, c === puzzle.cols ? cols : column];
  };
  const placed = (where) => (place) => thingOf(isEdge(place) ? shifted(place) : where(place));
  let starts = pairs(puzzle.starts.map(placed(kept)));
  if (!starts.length) starts = firstPair(board.vertices);
  let goals = [
    ...pairs(puzzle.goals.filter(isStart).map(placed(kept))).filter((one) => starts.includes(one)),
    ...pairs(puzzle.goals.map(placed(moved))).filter(except(starts)),
  ];
  if (!goals.length) goals = firstPair(free.filter(except(starts)));
  if (!goals.length) {
    starts = firstPair(board.vertices);
    goals = firstPair(free.filter(except(starts)));
  }
  [copy.starts, copy.goals] = [starts, goals].map((things) => things.map((one) => one.place));

  for (const symbol of ON_LINES) {
    const entries = new Map();
    for (const entry of ofOneLine(symbol) && !symmetry ? [] : (puzzle[symbol.name] ?? [])) {
      const thing = thingOf(shifted(linePlace(symbol, entry)));
      const barred = symbol.bars && [...starts, ...goals].includes(thing);
      if (thing && !barred)
        entries.set(thing, ofOneLine(symbol) ? [thing.place, entry[1]] : thing.place);
    }
    copy[symbol.name] = [...entries.values()];
  }
  return { puzzle: copy, reason: null };
}
