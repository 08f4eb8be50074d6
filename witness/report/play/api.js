// For scripts and the console of a browser. Puzzles are objects as in puzzle files, paths lists of
// [row, column], logs lists of attempts.

globalThis.witness = Object.freeze({
  // The hint for a partial path: { words, clause, place }; null if no clause fires.
  hint(puzzle, path) {
    const board = makeBoard(puzzle);
    const found = hintFor(board, trailOn(board, path));
    if (!found) return null;
    const { words, clause, symbol } = found;
    return { words, clause: clause.prolog, place: symbol && symbol.place };
  },

  // The level of a player after a log, and the number of the panel that comes after another one.
  level: levelOf,
  next: nextPanel,

  // A log from its text, and its text.
  readLog,
  logText,
});
