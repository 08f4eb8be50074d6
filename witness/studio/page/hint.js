// A hint for the line so far: where a proved clause says that it is lost, or the next step.

class Hint {
  constructor(page) {
    this.page = page;
    this.engine = new LocalEngine(); // a server has no such question
    find("hint").addEventListener("click", () => this.ask());
    for (const id of ["solve", "earlier", "later"])
      find(id).addEventListener("click", () => this.forget(), true); // before the page is shown
  }

  // What was said holds for the line as it was.
  forget() {
    this.asked?.stop();
    Object.assign(this, { words: "", squares: [], step: null, path: null });
  }

  ask() {
    const { board, trail, answers } = this.page;
    this.forget();
    answers.forget();
    const { clauses } = DATA.experiments[0];
    const isAtGoal = board.isGoal[trail.at(-1)?.number];
    const found = isAtGoal ? [] : firingsOf(0, [...clauses.keys()], board, trail);
    const number = found.findIndex(({ fires }) => fires.length);
    if (number >= 0) {
      this.squares = found[number].fires.map((one) => one.place);
      const facts = factsOf(clauses[number], pathView(board, trail), found[number].fires[0]);
      const where = `Lost, it is proved, at ${placeText(this.squares[0])}`;
      this.words = `${where}: ${facts}. ${clauses[number].english}`;
    } else {
      this.words = "Searching …";
      const data = { panel: board.puzzle, path: pathOf(trail) };
      this.asked = this.engine.ask("analyse", data, (finding) => this.hear(finding));
    }
    this.page.update();
  }

  // The engine tells the solution that it finds first, and in the end a shortest one.
  hear(finding) {
    this.path = finding.path ?? this.path;
    if (!isLast(finding)) return;
    const { board, trail } = this.page;
    const whole = this.path ? trailOn(board, this.path) : [];
    const next = whole[trail.length || 1];
    if (next) this.step = whole.slice(0, whole.indexOf(next) + 1);
    const from = trail.length ? "" : `from ${placeText(whole[0]?.place)} to `;
    const lost = trail.length ? "Lost: no way to go on is a solution." : "There is no solution.";
    const none = finding.done ? lost : "This page cannot tell.";
    const end = this.path ? "This is a solution." : `${none} No proved clause fires.`;
    this.words = next ? `Next: ${from}${placeText(next.place)} (dotted).` : end;
    this.page.update();
  }

  draw() {
    find("hinted").textContent = this.words;
  }
}
