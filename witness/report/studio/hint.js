// A hint for the line so far: where a proved clause says that it is lost, or the next step.

class Hint {
  constructor(page) {
    this.page = page;
    this.engine = new LocalEngine(); // a server has no such question
    find("hint").addEventListener("click", () => this.ask());
  }

  // What was said holds for the line as it was.
  forget() {
    this.asked?.stop();
    Object.assign(this, { words: "", squares: [], step: null, path: null });
  }

  ask() {
    const { board, trail } = this.page;
    this.forget();
    const head = trail[trail.length - 1];
    const { clauses } = DATA.experiments[0];
    const found = head && !board.isGoal[head.number] ? firingsOf(0, [...clauses.keys()], board, trail) : [];
    const number = found.findIndex(({ fires }) => fires.length);
    if (number >= 0) {
      this.squares = found[number].fires.map((one) => one.place);
      const facts = factsOf(clauses[number], pathView(board, trail), found[number].fires[0]);
      this.words = `Lost, it is proved, at ${placeText(this.squares[0])}: ${facts}. ${clauses[number].english}`;
    } else {
      this.words = "Searching …";
      const data = { panel: board.puzzle, path: pathOf(trail) };
      this.asked = this.engine.ask("analyse", data, (finding) => this.hear(finding));
    }
    this.page.update();
  }

  // The engine tells the solution that it finds first, and in the end a shortest one.
  hear({ path, done, limit, error }) {
    const { board, trail } = this.page;
    this.path = path ?? this.path;
    if (!(done || limit || error)) return;
    const next = this.path && trailOn(board, this.path)[trail.length];
    if (next) this.step = [...trail, next];
    if (next) this.words = `Next: ${placeText(next.place)} (dashed).`;
    else if (this.path) this.words = "This is a solution.";
    else if (done) this.words = "Lost: all ways to go on were tried. No proved clause says where.";
    else this.words = "This page cannot tell: no proved clause fires, and the search takes too long.";
    this.page.update();
  }

  draw() {
    find("hinted").textContent = this.words;
  }
}
