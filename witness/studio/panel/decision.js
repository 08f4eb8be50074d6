// "Is it really lost?", answered by exact search in slices, so that the page stays alive. An answer
// holds for what is on the board; a change there ends the search.

const BUDGET = 3_000_000; // partial paths
const PATIENCE = 10_000; // milliseconds, of searching alone
const AT_ONCE = 30; // milliseconds

class Decision {
  constructor(page) {
    this.page = page;
    this.forget();
  }

  forget() {
    this.kind = null; // "running", "solution", "none", "unknown"
    this.path = null;
    this.nodes = 0;
    this.steps = null;
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

  ask() {
    const { board, trail } = this.page;
    this.forget();
    this.kind = "running";
    this.spent = 0;
    this.steps = decide(board, trail, BUDGET);
    this.slice(this.steps);
  }

  slice(steps) {
    if (steps !== this.steps) return;
    const begun = performance.now();
    let step = steps.next();
    while (!step.done && performance.now() < begun + AT_ONCE) step = steps.next();
    this.spent += performance.now() - begun;
    if (step.done || this.spent > PATIENCE) {
      const unknown = { kind: "unknown", path: null, nodes: step.value };
      Object.assign(this, step.done ? step.value : unknown, { steps: null });
      this.page.update();
      return;
    }
    setTimeout(() => this.slice(steps));
  }

  get words() {
    return (
      {
        running: "Searching …",
        solution: "No: this solution extends the path (dashed).",
        none: "Yes, it is lost: no solution extends the path. All ways to go on were tried.",
        unknown: `Not known: this board is too big to be decided here. After ${this.nodes.toLocaleString("en")} partial paths the search gave up; witness solve goes further.`,
      }[this.kind] ?? ""
    );
  }
}
