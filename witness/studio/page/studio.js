// The page: panels that came with it or were pasted, and the one that is drawn.

class Studio extends Bench {
  live = []; // what is said of the panel, and holds until it changes

  constructor() {
    super();
    for (const id of ["count", "unique", "rate"]) find(id).hidden = DATA.server !== null;
    this.hint = new Hint(this);
    this.live = [this.hint];
    if (DATA.server)
      this.live.push(new Known(this), new Hovering(this), new Suggesting(this), new Saving(this));
    this.drafts = new Drafts(this);
    listenToExchange(this);
    find("puzzle").addEventListener("change", () =>
      this.load(this.panels[find("puzzle").selectedIndex]),
    );
    find("name").addEventListener("change", () => this.rename(find("name").value.trim()));
    this.offer(DATA.puzzles.map(readPuzzle));
    if (this.readAddress()) return;
    const remark = this.remark; // of a link that is damaged
    this.load(this.panels[0] ?? this.drafts.latest ?? blankPuzzle(4, 4));
    if (remark) this.say(remark);
  }

  // Let one choose from several panels.
  offer(puzzles) {
    this.panels = puzzles;
    find("choice").hidden = puzzles.length < 2;
    find("puzzle").replaceChildren(...puzzles.map((one) => element("option", {}, one.id)));
  }

  // Let one choose a panel as it was saved, too, instead of that of its name.
  offerAlso(puzzle) {
    const at = this.panels.findIndex(({ id }) => id === puzzle.id);
    this.offer(at < 0 ? [...this.panels, puzzle] : this.panels.toSpliced(at, 1, puzzle));
    find("puzzle").selectedIndex = at < 0 ? this.panels.length - 1 : at;
  }

  // Show the panels of a text, or say what is wrong with it.
  read(text) {
    try {
      const puzzles = puzzlesOfText(text);
      if (puzzles.length > 1) this.offer(puzzles);
      this.load(puzzles[0]);
      this.say(puzzles.length > 1 ? `${puzzles.length} panels are read.` : "The panel is read.");
    } catch (error) {
      this.say(capital(error.message));
    }
  }

  // An edit changes no name.
  take({ puzzle, reason }) {
    super.take({ puzzle: puzzle && { ...puzzle, id: this.board.puzzle.id }, reason });
  }

  rename(id) {
    if (isPrintable(id)) this.setOwn({ ...this.board.puzzle, id });
    else this.say("A name has signs that can be printed.");
  }

  keep() {
    super.keep();
    if (this.history.canUndo) this.drafts.keep(this.board.puzzle);
  }

  forget() {
    super.forget();
    for (const one of this.live) one.forget();
  }

  moved() {
    this.hint.forget();
  }

  update() {
    const { step, squares } = this.hint;
    this.showBoard({ solution: step ?? this.answers.trail, squares });
    for (const one of this.live) one.draw?.();
    find("name").value = this.board.puzzle.id;
    const text = this.remark || this.describeState();
    if (find("live").textContent !== text) find("live").textContent = text;
  }
}

new Studio();
