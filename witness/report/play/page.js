// The page: one panel after another, what the player does with it, and hints.

const find = (id) => document.getElementById(id);
const show = (id, text) => {
  if (find(id).textContent !== text) find(id).textContent = text;
};

// Seconds in which the page can be seen.
class Watch {
  constructor() {
    this.start();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.spent += performance.now() - this.since;
      this.since = performance.now();
    });
  }

  start() {
    this.spent = 0;
    this.since = performance.now();
  }

  get seconds() {
    const more = document.hidden ? 0 : performance.now() - this.since;
    return Math.round((this.spent + more) / 100) / 10;
  }
}

// "Is it still possible?", which gives nothing else away.
class StillPossible extends Decision {
  get words() {
    return (
      {
        running: "Searching …",
        solution: "Yes: a solution goes on from here.",
        none: "No, it is lost: all ways to go on were tried. Take some of the path back.",
        unknown: "Not known: this board is too big to be decided here.",
      }[this.kind] ?? ""
    );
  }
}

// What the button for hints does next.
const ASK = {
  hint: "Hint",
  possible: "Is it still possible?",
  step: "A next step",
  none: "Hint",
};

class Page {
  constructor() {
    this.tool = "path";
    this.svg = find("board");
    this.watch = new Watch();
    this.kept = new Kept();
    this.log = this.kept.read();
    this.decision = new StillPossible(this);
    this.inOrder = DATA.in_order;
    this.listenToControls();
    listen(this.svg, this);
    this.svg.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "h") this.ask();
      else if (event.key === "n" || (event.key === "Enter" && this.solved)) this.next();
    });
    this.open(nextPanel(this.log, -1, this.inOrder));
  }

  listenToControls() {
    find("panel").append(
      ...DATA.panels.map(({ puzzle }, n) => element("option", { value: n }, puzzle.id)),
    );
    find("order").value = this.inOrder ? "order" : "level";
    find("order").addEventListener("change", () => {
      this.inOrder = find("order").value === "order";
    });
    find("panel").addEventListener("change", () => {
      this.leave();
      this.open(find("panel").selectedIndex);
    });
    find("undo").addEventListener("click", () => this.setTrail(this.trail.slice(0, -1)));
    find("clear").addEventListener("click", () => this.setTrail([]));
    find("hint").addEventListener("click", () => this.ask());
    find("next").addEventListener("click", () => this.next());
    find("export").addEventListener("click", () => this.exportLog());
    find("import").addEventListener("change", () => this.importLog());
    find("reset").addEventListener("click", () => this.reset());
    find("reset").addEventListener("blur", () => this.askToReset(false));
  }

  // ---- panels and attempts -----------------------------------------------------------------

  open(number) {
    this.number = number;
    this.board = makeBoard(DATA.panels[number].puzzle);
    this.trail = [];
    this.solved = false;
    this.result = "";
    this.undone = this.hints = 0;
    this.begun = false;
    this.decision.forget();
    this.forgetHint();
    this.watch.start();
    this.update();
  }

  next() {
    this.leave();
    this.open(nextPanel(this.log, this.number, this.inOrder));
  }

  // Note down an attempt that was given up.
  leave() {
    if (this.begun && !this.solved) this.note(false);
  }

  note(solved) {
    // Another window may have added to what the browser keeps.
    this.log = merged(this.kept.read(), this.log);
    const { id } = this.board.puzzle;
    const { seconds } = this.watch;
    const { undone, hints } = this;
    const time = new Date().toISOString();
    const attempt = { id, seconds, undone, hints, solved, level: 0, time };
    const before = levelOf(this.log);
    attempt.level = levelOf([...this.log, attempt]);
    this.log.push(attempt);
    this.kept.write(this.log);
    this.result =
      `Solved in ${counted(Math.round(seconds), "second")}, with ` +
      `${counted(undone, "edge")} taken back and ${counted(hints, "hint")}. ` +
      `Your level: ${before.toFixed(1)} → ${attempt.level.toFixed(1)} bits.`;
  }

  setTrail(trail) {
    if (this.solved || trail === this.trail) return;
    const { board, trail: before } = this;
    const same = before.findIndex((one, n) => one !== trail[n]);
    if (same >= 0) this.undone += before.length - Math.max(same, 1);
    this.decision.keep(before, trail);
    this.forgetHint();
    this.trail = trail;
    this.begun ||= trail.length > 1;
    const head = trail[trail.length - 1];
    if (head && board.isGoal[head.number] && !violationsOf(board, trail).length) {
      this.solved = true;
      this.note(true);
    }
    this.update();
  }

  // ---- hints -------------------------------------------------------------------------------

  forgetHint() {
    this.stage = "hint";
    this.found = null;
    this.words = "";
    this.step = null;
  }

  // Give the next hint for this path: a clause, then the exact search, then a step.
  ask() {
    if (this.solved || this.stage === "none" || this.decision.kind === "running") return;
    this.hints++;
    this.begun = true;
    const { board } = this;
    if (!this.trail.length) {
      if (board.starts.length > 1) {
        this.words = "Begin at one of the starts, the discs.";
        this.update();
        return;
      }
      this.setTrail([board.starts[0]]);
    }
    const { trail } = this;
    if (this.stage === "hint") {
      const atEnd = board.isEnd[trail[trail.length - 1].number];
      this.found = atEnd ? null : hintFor(board, trail);
      this.stage = this.found ? "none" : "possible";
      this.words = isKnown(board)
        ? "No proved clause fires for this path."
        : "No proved clause knows a panel like this.";
    } else if (this.stage === "possible") {
      this.words = "";
      this.decision.ask();
    } else {
      this.step = this.decision.path.slice(0, trail.length + 1);
      this.words = `Go on to ${placeText(this.step[trail.length].place)} (dashed).`;
      this.stage = "none";
    }
    this.update();
  }

  // ---- what is shown -----------------------------------------------------------------------

  update() {
    const { board, trail, decision, found, solved } = this;
    if (this.stage === "possible" && decision.kind && decision.kind !== "running")
      this.stage = decision.kind === "solution" ? "step" : "none";
    const size = panelSize(board);
    this.svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
    this.svg.setAttribute("width", 1.3 * size[0]);
    // Not higher than most of a window, and never of another shape than its drawing.
    this.svg.style.maxWidth = `min(100%, ${(68 * size[0]) / size[1]}vh)`;
    this.svg.setAttribute("aria-label", describeBoard(board));
    const place = found?.symbol ? [found.symbol.place] : [];
    const isRing = found?.symbol?.kind === "dots";
    const [squares, dots] = isRing ? [[], place] : [place, []];
    this.svg.replaceChildren(...panelParts(board, { trail, solution: this.step, squares, dots }));
    this.svg.classList.toggle("solved", solved);
    for (const id of ["undo", "clear"]) find(id).disabled = solved || !trail.length;
    find("hint").disabled = solved || this.stage === "none" || decision.kind === "running";
    show("hint", ASK[this.stage]);
    show("next", solved ? "Next panel" : "Skip");
    find("next").classList.toggle("main", solved);
    find("hint").classList.toggle("main", !solved);
    show("live", solved ? this.result : describeTrail(board, trail));
    this.updateHint();
    this.updateProgress();
  }

  updateHint() {
    const { found, decision } = this;
    const searched = this.step ? "" : decision.words;
    show("words", found ? found.words : [this.words, searched].filter(Boolean).join(" "));
    find("words").className = found || decision.kind === "none" ? "lost" : "";
    show("facts", found?.facts ? `${capital(found.facts)}.` : "");
    find("proof").hidden = !found;
    show("clause", found ? found.clause.prolog : "");
  }

  updateProgress() {
    const { puzzle, bits } = { ...DATA.panels[this.number] };
    const solved = solvedIn(this.log);
    const level = levelOf(this.log).toFixed(1);
    find("panel").selectedIndex = this.number;
    [...find("panel").options].forEach((option, n) => {
      const { id } = DATA.panels[n].puzzle;
      option.textContent = solved.has(id) ? `${id} ✓` : id;
    });
    show("hardness", bits === null ? "no score" : `${bits.toFixed(1)} bits`);
    show("level", `${level} bits`);
    show("solved", `${solved.size} of ${DATA.panels.length}`);
    find("bar").value = solved.size;
    const names = Object.keys(DATA.asks).filter((name) => puzzle[name]?.length);
    const asks = [
      ...names.map((name) => DATA.asks[name]),
      ...chosenSettings(puzzle).map((one) => settingWords(puzzle, one)),
    ];
    find("asks").replaceChildren(...asks.map((words) => element("li", {}, `${capital(words)}.`)));
    show("kept", `${counted(this.log.length, "attempt")} in the log. ${this.kept.trouble}`);
  }

  // ---- the log -----------------------------------------------------------------------------

  exportLog() {
    const address = URL.createObjectURL(new Blob([logText(this.log)]));
    element("a", { href: address, download: "log.jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  async importLog() {
    const [file] = find("import").files;
    if (!file) return;
    try {
      const more = readLog(await file.text());
      this.log = merged(this.log, more);
      this.kept.write(this.log);
      this.updateProgress();
      show("told", `${counted(more.length, "attempt")} of ${file.name}.`);
    } catch (error) {
      show("told", `${file.name}: ${error.message}. Nothing was imported.`);
    }
    find("import").value = "";
  }

  askToReset(asked) {
    this.asked = asked;
    show("reset", asked ? "Really forget all attempts?" : "Reset");
  }

  reset() {
    if (this.asked) {
      this.log = [];
      this.kept.write(this.log);
      this.open(nextPanel(this.log, -1, this.inOrder));
    }
    this.askToReset(!this.asked);
  }
}

new Page();
