// What all pages about panels do: a board with tools beside it, undo and redo of everything, and the
// panel in the address. A page is a subclass; its hooks are `forget`, `snapshot`, `restore`, `show`.

const find = (id) => document.getElementById(id);

class Bench {
  constructor() {
    this.svg = find("board");
    this.tool = "path";
    this.mirror = "";
    this.brush = { colour: "black", own: "", shape: shapeOf("##/#.") };
    this.cursor = [0, 0];
    this.trail = [];
    this.remark = "";
    this.history = new History();
    this.gesture = null;
    this.engine = DATA.server ? new RemoteEngine() : new LocalEngine();
    this.answers = new Answers(this);
    this.listenToTools();
    listen(this.svg, this);
    listenToFrame(find("frame"), this);
  }

  listenToTools() {
    find("tools").append(...Object.keys(TOOLS).map((name) => toolButton(name, this)));
    const colours = () => Object.keys(COLOURS).map((name) => element("option", {}, name));
    find("colour").append(...colours());
    find("own").append(element("option", { value: "" }, "none"), ...colours());
    for (const id of ["colour", "own", "shape", "turns", "negative"])
      find(id).addEventListener("change", () => {
        const { value, checked, type } = find(id);
        this.brush[id] = id === "shape" ? shapeOf(value) : type === "checkbox" ? checked : value;
      });
    listenToShape(find("shape"), find("shapes"));
    find("mirror").append(
      ...["", ...Object.keys(DATA.symmetries)].map((value) =>
        element("option", { value }, value || "none"),
      ),
    );
    find("mirror").addEventListener("change", () => {
      this.mirror = find("mirror").value;
    });
    this.settings = SETTINGS.map((setting) => settingControl(setting, this));
    find("settings").append(...this.settings.map(({ label }) => label));
    const resize = () => {
      const size = (id) => between(1, Math.round(Number(find(id).value)) || 1, DATA.side);
      const [rows, cols] = [size("rows"), size("cols")];
      const isLarge = ["rows", "cols"].some((id) => Number(find(id).value) > DATA.side);
      if (rows !== this.board.rows || cols !== this.board.cols) this.change({ rows, cols });
      if (isLarge) this.say(`A board has at most ${DATA.side} rows and columns here.`);
    };
    for (const id of ["rows", "cols"]) {
      find(id).max = DATA.side;
      find(id).addEventListener("change", resize);
    }
    find("blank").addEventListener("click", () =>
      this.setOwn(blankPuzzle(this.board.rows, this.board.cols)),
    );
    find("undo").addEventListener("click", () => this.goTo(this.history.undo()));
    find("redo").addEventListener("click", () => this.goTo(this.history.redo()));
    find("clear").addEventListener("click", () => this.setTrail([]));
    document.addEventListener("keydown", (event) => this.listenToUndo(event));
    addEventListener("hashchange", () => this.readAddress());
  }

  // Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y; texts that are written have their own.
  listenToUndo(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
    if (event.target.matches?.("input[type=text], input[type=search], textarea")) return;
    event.preventDefault();
    const redo = key === "y" || event.shiftKey;
    this.goTo(redo ? this.history.redo() : this.history.undo());
  }

  // ---- states ------------------------------------------------------------------------------

  // Show a panel, with a path of a puzzle file; it becomes the newest state.
  load(puzzle, path = []) {
    this.board = makeBoard(puzzle);
    this.trail = path.length ? trailOn(this.board, path) : [];
    const fit = (at, side) => Math.min(at, 2 * side);
    this.cursor = [fit(this.cursor[0], puzzle.rows), fit(this.cursor[1], puzzle.cols)];
    this.remark = "";
    this.forget();
    this.keep();
    this.update();
  }

  forget() {
    this.answers.forget();
  }

  snapshot() {
    return { puzzle: this.board.puzzle, path: this.trail.length ? pathOf(this.trail) : [] };
  }

  keep() {
    this.history.keep(this.snapshot(), this.gesture);
    this.writeAddress();
  }

  endGesture() {
    this.gesture = null;
    this.history.gesture = null;
  }

  goTo(state) {
    this.restore(state);
    this.load(state.puzzle, state.path);
  }

  restore() {}

  // ---- the address -------------------------------------------------------------------------

  writeAddress() {
    if (location.href === "about:srcdoc") return; // in a notebook, where a page has no address
    const hash = panelHash(this.board.puzzle);
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }

  // Show the panel of the address; return whether there is one.
  readAddress() {
    try {
      const puzzle = panelFromHash(location.hash);
      if (puzzle && panelHash(puzzle) !== (this.board && panelHash(this.board.puzzle)))
        this.setOwn(puzzle);
      return puzzle !== null;
    } catch (error) {
      this.say(error.message);
      return false;
    }
  }

  // ---- changes -----------------------------------------------------------------------------

  // What was drawn by hand; the path stays as far as it can.
  setOwn(puzzle) {
    const before = this.trail.map((one) => one.place);
    const board = makeBoard(puzzle);
    let trail = [];
    for (const place of before) {
      const to = board.at(place);
      const next = trail.length
        ? stepOn(board, trail, to)
        : board.starts.includes(to)
          ? [to]
          : trail;
      if (next === trail) break;
      trail = next;
    }
    this.load(puzzle, trail.length ? pathOf(trail) : []);
  }

  // Show what an edit has made, or say why it cannot be.
  take({ puzzle, reason }) {
    if (puzzle) this.setOwn(puzzle);
    else this.say(reason);
  }

  say(remark) {
    this.remark = remark;
    if (this.board) this.update();
  }

  edit(where, tool = this.tool) {
    if (where) this.take(editedBoth(this.board, tool, where, this.brush, this.mirror));
  }

  change(settings) {
    this.take(changed(this.board.puzzle, settings));
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
    const before = this.trail;
    this.trail = trail;
    this.moved(before);
    this.keep();
    this.update();
  }

  moved() {}

  // ---- what is shown -----------------------------------------------------------------------

  // Show the board; `more` as for `panelParts`.
  showBoard(more) {
    const { board } = this;
    this.svg.setAttribute("viewBox", `0 0 ${panelSize(board).join(" ")}`);
    this.svg.setAttribute("width", panelSize(board)[0]);
    this.svg.setAttribute("aria-label", describeBoard(board));
    this.svg.replaceChildren(
      ...panelParts(board, { trail: this.trail, ...more }),
      ...this.cursorParts(),
    );
    this.svg.classList.toggle("editing", this.tool !== "path");
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
    find("undo").disabled = !this.history.canUndo;
    find("redo").disabled = !this.history.canRedo;
    find("clear").disabled = !this.trail.length;
    find("line").textContent = JSON.stringify(lineOf(board.puzzle));
    this.answers.show();
  }

  cursorParts() {
    if (this.tool === "path") return [];
    const [x, y] = pointOf(this.board, ...middleOf(editedPlace(this, this.cursor)));
    return [svgElement("rect", { class: "cursor", x: x - 36, y: y - 36, width: 72, height: 72 })];
  }

  describeState() {
    if (this.tool !== "path") return this.describeCursor();
    return describeTrail(this.board, this.trail);
  }

  describeCursor() {
    const { kind, place } = editedPlace(this, this.cursor);
    return `${TOOLS[this.tool].words}: ${kind} ${placeText(place)}. Click or tap a place, or move with the arrow keys and press Enter.`;
  }
}
