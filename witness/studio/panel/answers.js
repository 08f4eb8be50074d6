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
    find("cancel").addEventListener("click", () => {
      this.stop();
      this.page.update();
    });
    find("earlier").addEventListener("click", () => this.step(-1));
    find("later").addEventListener("click", () => this.step(1));
  }

  // What was said holds for the panel as it was.
  forget() {
    this.stop();
    this.solutions = [];
    this.total = null; // the number of all solutions, once it is known
    this.shown = null;
  }

  stop() {
    this.asked?.stop();
    this.asked = null;
    this.words = "";
  }

  ask(question, data, tell) {
    this.stop();
    this.words = "Searching …";
    const hear = (finding) => {
      if (finding.name === "progress") this.words = `Searching … ${finding.words}`;
      if (isLast(finding)) this.asked = null;
      tell(finding);
      if (isLast(finding) || finding.name === "progress") this.page.update();
    };
    this.asked = this.page.engine.ask(question, { panel: this.page.board.puzzle, ...data }, hear);
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
      this.stop();
      this.words = words ?? refusalWords(finding);
      this.page.update();
    });
  }

  solve() {
    this.forget();
    this.more();
  }

  // Ask for the next solutions, and show the first of them; the engine of a page counts the others.
  more() {
    const from = this.solutions.length;
    let words = null;
    this.ask("solutions", { from, most: AT_ONCE_SOLUTIONS }, (finding) => {
      const { name, path, value, more } = finding;
      if (name === "solution" && this.solutions.push(path) === from + 1) {
        this.shown = from;
        this.page.update();
      }
      if (name === "solutions") {
        if (!more) this.total = value;
        words = value && !more ? "" : countWords({ solutions: finding });
      }
      if (isLast(finding)) this.words = words ?? refusalWords(finding);
    });
  }

  step(by) {
    const next = this.shown + by;
    if (next === this.solutions.length && next !== this.total) return this.more();
    this.shown = (next + this.solutions.length) % this.solutions.length;
    this.page.update();
  }

  // The solution that is shown, as a path of places.
  get trail() {
    return this.shown === null ? null : trailOn(this.page.board, this.solutions[this.shown]);
  }

  show() {
    find("walk").hidden = this.shown === null;
    const many = this.total === null ? `${this.solutions.length} or more` : grouped(this.total);
    find("cancel").hidden = this.asked === null;
    find("which").textContent = this.shown === null ? "" : `Solution ${this.shown + 1} of ${many}`;
    find("answer").textContent = this.words;
  }
}

const refusalWords = ({ limit, error }) => ((limit ?? error) ? `${capital(limit ?? error)}.` : "");

function countWords({ solutions }) {
  if (!solutions || (solutions.more && !solutions.value)) return null;
  const { value, more } = solutions;
  return value ? `${more ? "At least " : ""}${solutionsWords(value)}.` : "There is no solution.";
}

function uniqueWords({ solvable, unique }) {
  if (solvable && !solvable.value) return "No: there is no solution.";
  if (!unique) return null;
  return unique.value ? "Yes: there is one solution." : "No: there are several solutions.";
}

function ratingWords({ muse, remuse }) {
  if (!muse || !remuse) return null;
  if (muse.unknown) return `${capital(muse.unknown)}.`;
  return `ReMUSE ${bitsWords(remuse.value)}, MUSE ${bitsWords(muse.value)}, for a player without rules.`;
}
