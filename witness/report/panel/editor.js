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
function changed(puzzle, change) {
  const copy = { ...puzzle, ...change, id: "drawn by hand" };
  const { rows, cols, symmetry, wraps } = copy;
  const reason = whyNot(copy);
  if (reason) return refused(reason);
  const board = makeBoard({ id: "", rows, cols, symmetry, wraps, starts: [], goals: [] });
  const fits = ([r, c]) => r <= rows && c <= cols;
  const thingOf = (place) =>
    (isEdge(place) ? place.every(fits) : fits(place)) ? board.thing(place) : null;
  const squareFits = ([r, c]) => r < rows && c < cols;
  for (const { name } of IN_SQUARES)
    copy[name] = (puzzle[name] ?? []).filter((entry) => squareFits(squareOf(entry)));
  copy.missing = (puzzle.missing ?? []).filter(squareFits);

  const pairs = (things) => [
    ...new Set(things.flatMap((one) => (one && !board.meets(one) ? [one, one.image] : []))),
  ];
  const corner = board.thing([rows, cols]);
  const free = [corner, board.thing([rows, 0]), ...[...board.vertices].reverse()];
  const except = (things) => (one) => !things.includes(one);
  const firstPair = (things) => pairs(pairs(things).slice(0, 1));
  const isStart = (place) => puzzle.starts.some((one) => samePlace(one, place));
  const moved = (place) =>
    isEdge(place)
      ? place
      : [place[0] === puzzle.rows ? rows : place[0], place[1] === puzzle.cols ? cols : place[1]];
  let starts = pairs(puzzle.starts.map(thingOf));
  if (!starts.length) starts = firstPair(board.vertices);
  let goals = [
    ...pairs(puzzle.goals.filter(isStart).map(thingOf)).filter((one) => starts.includes(one)),
    ...pairs(puzzle.goals.map(moved).map(thingOf)).filter(except(starts)),
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
      const thing = thingOf(linePlace(symbol, entry));
      const barred = symbol.bars && [...starts, ...goals].includes(thing);
      if (thing && !barred)
        entries.set(thing, ofOneLine(symbol) ? [thing.place, entry[1]] : thing.place);
    }
    copy[symbol.name] = [...entries.values()];
  }
  return { puzzle: copy, reason: null };
}

// Change the size of the board while a handle is dragged: to the right for columns, down for rows.
function listenToHandle(handle, page) {
  const step = 48; // pixels a row or a column
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const { rows, cols } = page.board;
    handle.setPointerCapture(event.pointerId);
    const move = (later) => {
      const right = Math.round((later.clientX - event.clientX) / step);
      const down = Math.round((later.clientY - event.clientY) / step);
      page.setSize(between(1, rows + down, DATA.side), between(1, cols + right, DATA.side));
    };
    handle.addEventListener("pointermove", move);
    const end = () => handle.removeEventListener("pointermove", move);
    handle.addEventListener("pointerup", end, { once: true });
    handle.addEventListener("pointercancel", end, { once: true });
  });
}
