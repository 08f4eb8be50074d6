// For scripts and the console of a browser: `witness` answers what the page shows. Puzzles are objects
// as in puzzle files.

globalThis.witness = Object.freeze({
  // All findings about a question, in `patience` milliseconds.
  ask(question, data, patience) {
    const found = [];
    answer(question, data, (finding) => found.push(finding), patience);
    return found;
  },

  // The puzzles of a text, or what is wrong with it.
  read(text) {
    try {
      return { puzzles: puzzlesOfText(text).map(lineOf) };
    } catch (error) {
      return { error: error.message };
    }
  },

  // The text of a puzzle for another editor, or why there is none.
  write(name, puzzle) {
    try {
      return { text: { windmill: windmillLink, witnesspuzzles: siteText }[name](puzzle) };
    } catch (error) {
      return { error: error.message };
    }
  },
});
