// Panels and paths in words, for those who do not see them, and as lines of puzzle files.

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// A symbol in a square, in words.
function describeEntry(symbol, entry) {
  const value = valueOf(symbol, entry);
  const colour = colourOf(symbol, entry);
  const shape = isBlock(entry)
    ? ` ${entry.shape.join("/")}${entry.turns ? " that turns" : ""}`
    : "";
  const noun = `${colour ? `${colour} ` : ""}${entry.negative ? "negative " : ""}${symbol.one}`;
  const words = value ? counted(value, noun) : `${noun}${shape}`;
  return `${words} in ${placeText(squareOf(entry))}`;
}

function describeBoard({ puzzle }) {
  const parts = [`Panel ${puzzle.id}, ${puzzle.rows} rows and ${puzzle.cols} columns of squares`];
  for (const symbol of IN_SQUARES)
    for (const entry of puzzle[symbol.name] ?? []) parts.push(describeEntry(symbol, entry));
  for (const name of ["missing", "starts", "goals", ...ON_LINES.map((one) => one.name)])
    if (puzzle[name]?.length) parts.push(`${name} at ${puzzle[name].map(placeText).join(", ")}`);
  parts.push(...chosenSettings(puzzle).map((one) => settingWords(puzzle, one)));
  return `${parts.join("; ")}. Rows and columns count from the bottom left.`;
}

function describeTrail(board, trail) {
  if (!trail.length) return "Draw a path from a start: drag, tap, or use the arrow keys.";
  const head = trail[trail.length - 1];
  const length = trail.length > 1 ? new Set(edgesOf(board, trail)).size : 0;
  const where = `Path of ${counted(length, "edge")}, at ${placeText(head.place)}.`;
  if (!board.isGoal[head.number]) return where;
  const wrong = violationsOf(board, trail);
  return wrong.length
    ? `${where} It is at a goal, but no solution: ${wrong.join("; ")}.`
    : `${where} This is a solution.`;
}

// A puzzle as a line of a puzzle file: empty lists are left out, and what no setting has changed.
function lineOf(puzzle) {
  const plain = SETTINGS.filter((one) => valueOfSetting(puzzle, one) === one.values[0]);
  const isLeft = (name, value) =>
    Array.isArray(value)
      ? value.length || name === "triangles"
      : plain.every((one) => one.name !== name);
  return Object.fromEntries(Object.entries(puzzle).filter((entry) => isLeft(...entry)));
}
