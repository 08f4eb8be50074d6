// The page: panels of experiments, and what their clauses say of a path.

class Page extends Bench {
  constructor() {
    super();
    this.decision = new Decision(this);
    this.verdicts = DATA.experiments.map(
      (_, place) => new Verdicts(this, place, find(`verdicts-${place}`)),
    );
    this.tables = DATA.experiments.map(
      (_, place) => new Table(this, place, find(`table-${place}`)),
    );
    this.sets = DATA.experiments
      .flatMap((experiment, place) =>
        experiment.sets.map((set, number) => ({ ...set, place, number, experiment })),
      )
      .filter((set) => set.puzzles.length);
    this.own = blankPuzzle(3, 3);
    this.set = -1;
    this.listenToControls();
    if (this.readAddress()) this.showSet(-1);
    else this.begin(DATA.opening);
  }

  // Begin with a path on which a clause fires, if one is known.
  begin(opening) {
    this.chooseSet(this.sets.length ? 0 : -1, opening?.puzzle ?? 0);
    if (opening) this.setTrail(trailOn(this.board, opening.path));
  }

  listenToControls() {
    const option = (set, n) => {
      const some = set.puzzles.length < set.all ? `, ${set.puzzles.length} of ${set.all}` : "";
      return element(
        "option",
        { value: n },
        `${DATA.experiments.length > 1 ? `${set.experiment.name}: ` : ""}${set.name} puzzles${some}`,
      );
    };
    find("set").append(
      ...this.sets.map(option),
      element("option", { value: -1 }, "a panel drawn by hand"),
    );
    find("set").addEventListener("change", () => this.chooseSet(Number(find("set").value)));
    find("puzzle").addEventListener("change", () =>
      this.chooseSet(this.set, find("puzzle").selectedIndex),
    );
    find("previous").addEventListener("click", () => this.step(-1));
    find("next").addEventListener("click", () => this.step(1));
    find("decide").addEventListener("click", () => this.decision.toggle());
  }

  // ---- panels ------------------------------------------------------------------------------

  chooseSet(number, puzzle = 0) {
    this.showSet(number, puzzle);
    this.cursor = [0, 0];
    this.load(number < 0 ? this.own : this.sets[number].puzzles[puzzle]);
  }

  showSet(number, puzzle) {
    this.set = number;
    find("set").value = number;
    const puzzles = number < 0 ? [] : this.sets[number].puzzles;
    find("puzzle").replaceChildren(
      ...puzzles.map((one) => element("option", {}, `${one.id} (${one.rows}×${one.cols})`)),
    );
    for (const id of ["puzzle", "previous", "next"]) find(id).disabled = number < 0;
    find("puzzle").selectedIndex = number < 0 ? -1 : puzzle;
    if (number < 0) find("editor").open = true;
  }

  choosePuzzle(place, number, id) {
    const set = this.sets.findIndex((one) => one.place === place && one.number === number);
    this.chooseSet(
      set,
      this.sets[set].puzzles.findIndex((puzzle) => puzzle.id === id),
    );
  }

  step(by) {
    const { puzzles } = this.sets[this.set];
    this.chooseSet(this.set, (find("puzzle").selectedIndex + by + puzzles.length) % puzzles.length);
  }

  setOwn(puzzle) {
    this.own = puzzle;
    if (this.set >= 0) this.showSet(-1);
    super.setOwn(puzzle);
  }

  forget() {
    super.forget();
    this.decision.forget();
  }

  snapshot() {
    return { ...super.snapshot(), set: this.set, number: find("puzzle").selectedIndex };
  }

  restore({ puzzle, set, number }) {
    if (set < 0) this.own = puzzle;
    this.showSet(set, number);
  }

  moved(before) {
    this.decision.keep(before, this.trail);
  }

  // Go back to the panel from a table below it.
  show() {
    find("play").scrollIntoView();
    this.svg.focus({ preventScroll: true });
  }

  // ---- what is shown -----------------------------------------------------------------------

  update() {
    const { trail, decision } = this;
    for (const one of this.verdicts) one.look();
    const squares = [...new Set(this.verdicts.flatMap((one) => one.fired))];
    const solution = decision.kind === "solution" ? decision.path : this.answers.trail;
    this.showBoard({ solution, squares: squares.map((one) => one.place) });
    for (const one of this.verdicts) one.update();
    find("decide").disabled = !trail.length;
    find("decide").textContent = decision.kind === "running" ? "Cancel" : "Is it really lost?";
    find("decision").textContent = DECISIONS[decision.kind] ?? "";
    find("decision").className = decision.kind ?? "";
    this.announce();
  }

  // Say what has changed, in one sentence an experiment; screen readers read it out.
  announce() {
    const name = (one) => (DATA.experiments.length > 1 ? `${one.experiment.name}: ` : "");
    const words = this.verdicts
      .filter((one) => one.row && one.found)
      .map((one) => `${name(one)}${one.words}`)
      .join(" ");
    const text = `${this.remark || this.describeState()} ${words}`;
    if (find("live").textContent !== text) find("live").textContent = text;
  }
}

new Page();
