// "Is it really lost?", answered by the page's search. An answer holds for what is on the board; a
// change there ends the search.

const DECISIONS = {
  running: "Searching …",
  solution: "No: this solution extends the path (dashed).",
  none: "Yes, it is lost: no solution extends the path. All ways to go on were tried.",
  unknown: `Not known after ${AT_MOST / 1000} seconds: try a longer path.`,
};

class Decision {
  constructor(page) {
    this.page = page;
    this.forget();
  }

  forget() {
    this.asked?.stop();
    Object.assign(this, { kind: null, path: null });
  }

  // Keep a solution as long as the path is part of it, and "none" as long as the path goes on.
  keep(before, after) {
    const begins = (long, short) =>
      short.length <= long.length && short.every((v, n) => v === long[n]);
    if (this.kind === "solution" && before.length && after.length && begins(this.path, after))
      return;
    if (this.kind === "none" && before.length && begins(after, before)) return;
    this.forget();
  }

  // Begin to search; or end that, if it is still going on.
  toggle() {
    const { board, trail, engine } = this.page;
    const isNew = this.kind !== "running";
    this.forget();
    if (isNew) {
      this.kind = "running";
      const data = { panel: board.puzzle, path: pathOf(trail) };
      this.asked = engine.ask("solvable", data, ({ name, value, path, limit, error }) => {
        if (name === "solvable") this.kind = value ? "solution" : "none";
        if (limit || error) this.kind = "unknown";
        this.path = path ? trailOn(board, path) : this.path;
        this.page.update();
      });
    }
    this.page.update();
  }
}
