// For scripts and the console of a browser: `witness` answers what the page shows. Puzzles are objects
// as in puzzle files, paths lists of [row, column]; an end in the middle of an edge is two of these.

globalThis.witness = Object.freeze({
  // The names of the experiments, and their clauses in Prolog.
  experiments: DATA.experiments.map(({ name, clauses }) => ({
    name,
    clauses: clauses.map((clause) => clause.prolog),
  })),

  // For each clause of an experiment the places for which it fires, or an error.
  firings(experiment, puzzle, path) {
    const board = makeBoard(puzzle);
    const numbers = DATA.experiments[experiment].clauses.map((_, number) => number);
    return firingsOf(experiment, numbers, board, trailOn(board, path)).map(({ fires, error }) =>
      error ? { error } : fires.map((one) => one.place),
    );
  },

  // Why a path is not a solution; empty for a solution.
  violations(puzzle, path) {
    const board = makeBoard(puzzle);
    return violationsOf(board, trailOn(board, path));
  },

  // Whether a solution extends a partial path: "solution" with that path, "none", or "unknown" if it
  // is not found out in `patience` milliseconds.
  decide(puzzle, path, patience) {
    const found = { kind: "unknown", path: null };
    const tell = (finding) => {
      if (finding.error) throw new Error(finding.error);
      if (finding.name !== "solvable") return;
      found.kind = finding.value ? "solution" : "none";
      found.path = finding.path ?? null;
    };
    answer("solvable", { panel: puzzle, path }, tell, patience);
    return found;
  },
});
