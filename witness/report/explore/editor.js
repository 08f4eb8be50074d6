// Drawing a panel by hand: tools that put symbols, starts, goals and gaps on a board, and its size.

// The tools: their names, and the kinds of places where they work (by half coordinates).
const TOOLS = {
  path: { words: "Path", on: "vertex" },
  ...Object.fromEntries(
    [...IN_SQUARES, ...ON_LINES].map((one) => [one.name, { words: one.tool, on: one.where }]),
  ),
  missing: { words: "Missing square", on: "square" },
  starts: { words: "Start", on: "vertex" },
  goals: { words: "Goal", on: "vertex" },
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
  const place =
    best.kind === "edge"
      ? [
          [r, c],
          [r + (best.y % 2), c + (best.x % 2)],
        ]
      : [r, c];
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
function entryAfter(symbol, place, before, { colour, own, shape, turns }) {
  const mine = own ? [own] : [];
  if (symbol.values) {
    const value = symbol.values[symbol.values.indexOf(before?.[2]) + 1];
    return value ? [...place, value, ...mine] : null;
  }
  const block = { at: place, shape, ...(turns && { turns }), ...(own && { colour: own }) };
  const entry =
    symbol.rule.on === "Fills" ? block : [...place, ...(symbol.coloured ? [colour] : mine)];
  return JSON.stringify(entry) === JSON.stringify(before) ? null : entry;
}

// The puzzle after a tool was used on a place; null with a reason if that cannot be.
function edited(puzzle, tool, { kind, place }, brush) {
  const copy = { ...puzzle, id: "drawn by hand" };
  const has = (name) => (puzzle[name] ?? []).some((one) => samePlace(one, place));
  const refused = (reason) => ({ puzzle: null, reason });
  const lines = ON_LINES.map((one) => one.name);
  const symbol = IN_SQUARES.find((one) => one.name === tool);
  const clearSquare = () => {
    for (const { name } of IN_SQUARES) copy[name] = withoutSquare(puzzle[name], place);
    copy.missing = withoutPlace(puzzle.missing, place);
  };
  if (tool === "erase") {
    if (kind === "square") clearSquare();
    else if (
      (has("starts") && puzzle.starts.length === 1) ||
      (has("goals") && puzzle.goals.length === 1)
    )
      return refused("A panel needs a start and a goal: put another one first.");
    else
      for (const name of [...lines, "starts", "goals"])
        copy[name] = withoutPlace(puzzle[name], place);
  } else if (symbol) {
    if (symbol.rule.on === "Fills" && !brush.shape)
      return refused("A shape is rows of # and . with / between them, such as ##/#.");
    const before = (puzzle[tool] ?? []).find((entry) => samePlace(squareOf(entry), place));
    clearSquare();
    const entry = entryAfter(symbol, place, before, brush);
    if (entry) copy[tool] = [...copy[tool], entry];
  } else if (tool === "missing") {
    clearSquare();
    if (!has("missing")) copy.missing = [...copy.missing, place];
  } else if (tool === "starts" || tool === "goals") {
    if (has(tool) && puzzle[tool].length === 1)
      return refused(`A panel needs a ${tool.slice(0, -1)}: put another one first.`);
    copy[tool] = has(tool) ? withoutPlace(puzzle[tool], place) : [...puzzle[tool], place];
  } else {
    copy[tool] = has(tool) ? withoutPlace(puzzle[tool], place) : [...(puzzle[tool] ?? []), place];
    for (const other of lines) if (other !== tool) copy[other] = withoutPlace(puzzle[other], place);
  }
  return { puzzle: copy, reason: null };
}

// The puzzle on a board of another size: what lies beyond it is left out. A goal in a corner stays in
// that corner.
function resized(puzzle, rows, cols) {
  const moved = ([r, c]) => [r === puzzle.rows ? rows : r, c === puzzle.cols ? cols : c];
  const vertexFits = ([r, c]) => r <= rows && c <= cols;
  const fits = (place) => (isEdge(place) ? place.every(vertexFits) : vertexFits(place));
  const unique = (places) =>
    places.filter((one, n) => places.findIndex((other) => samePlace(one, other)) === n);
  const copy = { ...puzzle, id: "drawn by hand", rows, cols };
  const squareFits = ([r, c]) => r < rows && c < cols;
  for (const { name } of IN_SQUARES)
    copy[name] = (puzzle[name] ?? []).filter((entry) => squareFits(squareOf(entry)));
  copy.missing = (puzzle.missing ?? []).filter(squareFits);
  for (const { name } of ON_LINES) copy[name] = (puzzle[name] ?? []).filter(fits);
  copy.starts = unique(puzzle.starts.filter(vertexFits));
  if (!copy.starts.length) copy.starts = [[0, 0]];
  const taken = (place) => copy.starts.some((one) => samePlace(one, place));
  const isBoth = (place) => puzzle.starts.some((one) => samePlace(one, place));
  copy.goals = unique([
    ...puzzle.goals.filter((place) => isBoth(place) && taken(place)),
    ...puzzle.goals.map(moved).filter((place) => vertexFits(place) && !taken(place)),
  ]);
  if (!copy.goals.length)
    copy.goals = [taken([rows, cols]) ? [rows, 0] : [rows, cols]].filter((place) => !taken(place));
  if (!copy.goals.length) {
    copy.starts = [[0, 0]];
    copy.goals = [[rows, cols]];
  }
  return copy;
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
