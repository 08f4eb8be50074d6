// The page: its state, and what connects the parts.

const find = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.svg = find("board");
    this.tool = "path";
    this.brush = { colour: "black", own: "", shape: shapeOf("##/#.") };
    this.cursor = [0, 0];
    this.trail = [];
    this.remark = "";
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
    this.listenToControls();
    listen(this.svg, this);
    listenToHandle(find("handle"), this);
    this.chooseSet(this.sets.length ? 0 : -1);
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
      this.setPuzzle(this.sets[this.set].puzzles[find("puzzle").selectedIndex]),
    );
    find("previous").addEventListener("click", () => this.step(-1));
    find("next").addEventListener("click", () => this.step(1));
    find("undo").addEventListener("click", () => this.setTrail(this.trail.slice(0, -1)));
    find("clear").addEventListener("click", () => this.setTrail([]));
    find("decide").addEventListener("click", () => {
      if (this.trail.length) {
        this.decision.ask();
        this.update();
      }
    });
    for (const name of Object.keys(TOOLS)) {
      const radio = element("input", {
        type: "radio",
        name: "tool",
        value: name,
        onchange: () => this.setTool(name),
      });
      find("tools").append(
        element("label", { class: "tool" }, radio, element("span", {}, TOOLS[name].words)),
      );
    }
    find("colour").append(...Object.keys(COLOURS).map((name) => element("option", {}, name)));
    find("own").append(
      element("option", { value: "" }, "none"),
      ...Object.keys(COLOURS).map((name) => element("option", {}, name)),
    );
    for (const id of ["colour", "own", "shape", "turns", "negative"])
      find(id).addEventListener("change", () => {
        const { value, checked, type } = find(id);
        this.brush[id] = id === "shape" ? shapeOf(value) : type === "checkbox" ? checked : value;
      });
    this.settings = SETTINGS.map((setting) => this.settingControl(setting));
    find("settings").append(...this.settings.map(({ label }) => label));
    const resize = () => {
      const size = (id) => between(1, Math.round(Number(find(id).value)) || 1, DATA.side);
      this.setSize(size("rows"), size("cols"));
    };
    find("rows").addEventListener("change", resize);
    find("cols").addEventListener("change", resize);
    find("blank").addEventListener("click", () =>
      this.setOwn(blankPuzzle(this.board.rows, this.board.cols)),
    );
  }

  // ---- panels ------------------------------------------------------------------------------

  chooseSet(number, puzzle = 0) {
    this.set = number;
    find("set").value = number;
    const puzzles = number < 0 ? [] : this.sets[number].puzzles;
    find("puzzle").replaceChildren(
      ...puzzles.map((one) => element("option", {}, `${one.id} (${one.rows}×${one.cols})`)),
    );
    for (const id of ["puzzle", "previous", "next"]) find(id).disabled = number < 0;
    find("puzzle").selectedIndex = number < 0 ? -1 : puzzle;
    if (number < 0) find("editor").open = true;
    this.setPuzzle(number < 0 ? this.own : puzzles[puzzle]);
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

  setPuzzle(puzzle) {
    this.board = makeBoard(puzzle);
    this.trail = [];
    this.remark = "";
    this.cursor = [0, 0];
    this.decision.forget();
    this.update();
  }

  // What was drawn by hand; the path stays as far as it can.
  setOwn(puzzle) {
    const before = this.trail.map((one) => one.place);
    this.own = puzzle;
    if (this.set >= 0) this.chooseSet(-1);
    this.board = makeBoard(puzzle);
    this.cursor = [
      Math.min(this.cursor[0], 2 * puzzle.rows),
      Math.min(this.cursor[1], 2 * puzzle.cols),
    ];
    this.trail = [];
    for (const place of before) {
      const to = this.board.at(place);
      const next = this.trail.length
        ? stepOn(this.board, this.trail, to)
        : this.board.starts.includes(to)
          ? [to]
          : this.trail;
      if (next === this.trail) break;
      this.trail = next;
    }
    this.remark = "";
    this.decision.forget();
    this.update();
  }

  // Show what an edit has made, or say why it cannot be.
  take({ puzzle, reason }) {
    if (puzzle) this.setOwn(puzzle);
    else {
      this.remark = reason;
      this.update();
    }
  }

  edit(where) {
    if (where) this.take(edited(this.board, this.tool, where, this.brush));
  }

  change(settings) {
    this.take(changed(this.board.puzzle, settings));
  }

  setSize(rows, cols) {
    if (rows !== this.board.rows || cols !== this.board.cols) this.change({ rows, cols });
  }

  // What changes a setting of the panel: a box to tick, or a list to choose from; and how to show it.
  settingControl(setting) {
    const { name, words, values } = setting;
    const isBox = values[0] === false;
    const onchange = () => this.change({ [name]: isBox ? control.checked : control.value });
    const options = values.map((value) => element("option", { value }, value || "none"));
    const control = isBox
      ? element("input", { type: "checkbox", id: name, onchange })
      : element("select", { id: name, onchange }, ...options);
    const show = (puzzle) => {
      control[isBox ? "checked" : "value"] = valueOfSetting(puzzle, setting);
    };
    const parts = isBox ? [control, ` ${capital(words)}`] : [`${capital(words)} `, control];
    return { label: element("label", {}, ...parts), show };
  }

  setTool(name) {
    this.tool = name;
    this.update();
  }

  setCursor(cursor) {
    this.cursor = cursor;
    this.update();
  }

  setTrail(trail) {
    if (trail === this.trail) return;
    this.decision.keep(this.trail, trail);
    this.trail = trail;
    this.update();
  }

  // Go back to the panel from a table below it.
  show() {
    find("play").scrollIntoView();
    this.svg.focus({ preventScroll: true });
  }

  // ---- what is shown -----------------------------------------------------------------------

  update() {
    const { board, trail, decision } = this;
    for (const one of this.verdicts) one.look();
    const fired = this.verdicts.flatMap((one) => one.fired);
    this.svg.setAttribute("viewBox", `0 0 ${panelSize(board).join(" ")}`);
    this.svg.setAttribute("width", panelSize(board)[0]);
    this.svg.setAttribute("aria-label", describeBoard(board));
    const squares = fired.filter((one) => one.kind !== "dots").map((one) => one.place);
    const dots = fired.filter((one) => one.kind === "dots").map((one) => one.place);
    const unique = (places) => [...new Map(places.map((place) => [String(place), place])).values()];
    const solution = decision.kind === "solution" ? decision.path : null;
    this.svg.replaceChildren(
      ...panelParts(board, { trail, solution, squares: unique(squares), dots: unique(dots) }),
      ...this.cursorParts(),
    );
    this.svg.classList.toggle("editing", this.tool !== "path");
    for (const one of this.verdicts) one.update();
    for (const radio of document.getElementsByName("tool"))
      radio.checked = radio.value === this.tool;
    find("rows").value = board.rows;
    find("cols").value = board.cols;
    const symbol = IN_SQUARES.find((one) => one.name === this.tool);
    find("colour-label").hidden = !symbol?.coloured;
    find("own-label").hidden = !symbol || symbol.coloured;
    for (const id of ["shape", "turns", "negative"])
      find(`${id}-label`).hidden = symbol?.rule.on !== "Fills";
    for (const { show } of this.settings) show(board.puzzle);
    find("undo").disabled = find("clear").disabled = find("decide").disabled = !trail.length;
    find("decision").textContent = decision.words;
    find("decision").className = decision.kind ?? "";
    find("line").textContent = JSON.stringify(lineOf(board.puzzle));
    this.announce();
  }

  cursorParts() {
    if (this.tool === "path") return [];
    const [cx, cy] = pointOf(this.board, this.cursor[0] / 2, this.cursor[1] / 2);
    return [svgElement("circle", { class: "cursor", cx, cy, r: 36 })];
  }

  describeState() {
    const { board, trail } = this;
    if (this.tool !== "path") return this.describeCursor();
    return describeTrail(board, trail);
  }

  describeCursor() {
    const where = editedPlace(this, this.cursor);
    const place = where
      ? `${where.kind} ${placeText(where.place)}`
      : "no place for it near the cursor";
    return `${TOOLS[this.tool].words}: ${place}. Click or tap a place, or move with the arrow keys and press Enter.`;
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
