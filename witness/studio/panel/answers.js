// Buttons that ask about the whole panel: solve (and go through all solutions), count, unique, rate.

const AT_ONCE_SOLUTIONS = 200; // asked for at a time

class Answers {
  constructor(page) {
    this.page = page;
    this.forget();
    find("solve").addEventListener("click", () => this.solve());
    find("count").addEventListener("click", () => this.analyse(countWords));
    find("unique").addEventListener("click", () => this.analyse(uniqueWords));
    find("rate").addEventListener("click", () => this.analyse(ratingWords));
    find("earlier").addEventListener("click", () => this.step(-1));
    find("later").addEventListener("click", () => this.step(1));
  }

  // What was said holds for the panel as it was.
  forget() {
    this.asked?.stop();
    this.asked = null;
    this.solutions = [];
    this.isAll = false;
    this.shown = null;
    this.words = "";
  }

  ask(question, data, tell) {
    this.asked?.stop();
    this.words = "Searching …";
    this.asked = this.page.engine.ask(question, { panel: this.page.board.puzzle, ...data }, tell);
    this.page.update();
  }

  // Ask for all that is known; `wordsOf` says of the findings what is asked for, null if not yet.
  analyse(wordsOf) {
    const findings = {};
    this.shown = null;
    this.ask("analyse", {}, (finding) => {
      if (finding.name) findings[finding.name] = finding;
      const words = wordsOf(findings);
      if (words === null && !isLast(finding)) return;
      this.asked.stop();
      this.words = words ?? refusalWords(finding);
      this.page.update();
    });
  }

  solve() {
    this.solutions = [];
    this.isAll = false;
    this.more();
  }

  // Ask for the next solutions, and show the first of them.
  more() {
    const from = this.solutions.length;
    this.ask("solutions", { from, most: AT_ONCE_SOLUTIONS }, (finding) => {
      if (finding.name === "solution") this.solutions.push(finding.path);
      if (finding.name === "solutions") this.isAll = true;
      if (isLast(finding)) this.words = finding.done ? "" : refusalWords(finding);
      if (this.shown === null || this.shown < from)
        if (this.solutions.length > from) this.shown = from;
      if (isLast(finding) && this.isAll && !this.solutions.length)
        this.words = "There is no solution.";
      if (isLast(finding) || this.solutions.length === from + 1) this.page.update();
    });
  }

  step(by) {
    const next = this.shown + by;
    if (next === this.solutions.length && !this.isAll) return this.more();
    this.shown = (next + this.solutions.length) % this.solutions.length;
    this.page.update();
  }

  // The solution that is shown, as a path of places.
  get trail() {
    return this.shown === null ? null : trailOn(this.page.board, this.solutions[this.shown]);
  }

  show() {
    find("walk").hidden = this.shown === null;
    const many = `${this.solutions.length}${this.isAll ? "" : " or more"}`;
    find("which").textContent = this.shown === null ? "" : `Solution ${this.shown + 1} of ${many}`;
    find("answer").textContent = this.words;
  }
}

const refusalWords = ({ limit, error }) => `${capital(limit ?? error)}.`;

const countWords = ({ solutions }) =>
  solutions
    ? solutions.value
      ? `${counted(solutions.value, "solution")}.`
      : "No solution."
    : null;

function uniqueWords({ solvable, unique }) {
  if (solvable && !solvable.value) return "No: there is no solution.";
  if (!unique) return null;
  return unique.value ? "Yes: there is one solution." : "No: there are several solutions.";
}

function ratingWords({ muse, remuse }) {
  if (!muse || !remuse) return null;
  if (muse.unknown) return `${capital(muse.unknown)}.`;
  const bits = ({ value }) => value.toFixed(2);
  return `ReMUSE ${bits(remuse)} bits, MUSE ${bits(muse)} bits, for a player without rules.`;
}
