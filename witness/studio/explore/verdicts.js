// What the clauses of the chosen hypothesis of an experiment say of the path on the board.

// What a clause was proved to be, as a badge.
const badge = (status) => element("span", { class: `badge ${status}` }, status ?? "no verdict");

const clauseWords = ({ english, prolog }) => [
  element("p", {}, english ?? "This clause cannot be put into English."),
  element("pre", {}, element("code", {}, prolog)),
];

// A list item for a clause, with its state on the path.
function clauseItem(clause, found, board, trail) {
  const state =
    found === null ? "idle" : found.error ? "unknown" : found.fires.length ? "fires" : "quiet";
  const words = {
    idle: "no partial path",
    unknown: "cannot be evaluated here",
    fires: "fires",
    quiet: "does not fire",
  }[state];
  const item = element(
    "li",
    { class: `clause ${state}` },
    element(
      "p",
      { class: "state" },
      element("strong", {}, capital(words)),
      " ",
      badge(clause.status),
    ),
    ...clauseWords(clause),
  );
  if (state === "unknown") item.append(element("p", { class: "why" }, `Why: ${found.error}.`));
  if (state === "fires") {
    const path = pathView(board, trail);
    item.append(
      element(
        "ul",
        { class: "why" },
        ...found.fires.map((one) =>
          element(
            "li",
            {},
            element("strong", {}, `square ${placeText(one.place)}: `),
            factsOf(clause, path, one),
          ),
        ),
      ),
    );
  }
  return item;
}

// The part of the page about one experiment: which hypothesis is chosen, and what it says.
class Verdicts {
  constructor(page, place, root) {
    Object.assign(this, { page, place, experiment: DATA.experiments[place] });
    this.chosen = this.experiment.first;
    this.select = element(
      "select",
      { onchange: () => this.choose(Number(this.select.value)) },
      ...this.experiment.hypotheses.map((row, n) =>
        element("option", { value: n }, nameOfRow(row, n)),
      ),
    );
    this.select.value = this.chosen;
    this.result = element("p", { class: "result" });
    this.note = element("p", { class: "note" });
    this.list = element("ol", { class: "clauses" });
    root.append(
      element(
        "h2",
        {},
        `${DATA.experiments.length > 1 ? "" : "Hypothesis: "}${this.experiment.name}`,
      ),
      ...(this.experiment.hypotheses.length
        ? [element("label", {}, "Hypothesis ", this.select), this.result, this.note, this.list]
        : [element("p", {}, "Nothing was learned: there is no hypothesis with a clause.")]),
    );
  }

  choose(number) {
    this.chosen = number;
    this.select.value = number;
    this.page.update();
  }

  get row() {
    return this.experiment.hypotheses[this.chosen];
  }

  // Whether some clause fires: true, false, or null if that is not known, or there is nothing to judge.
  look() {
    const { board, trail } = this.page;
    this.found = null;
    if (!this.row) return;
    if (trail.length && !board.isGoal[trail[trail.length - 1].number]) {
      this.found = firingsOf(this.place, this.row.clauses, board, trail);
    }
  }

  get fired() {
    return (this.found ?? []).flatMap((one) => one.fires);
  }
  get open() {
    return (this.found ?? []).some((one) => one.error);
  }

  update() {
    if (!this.row) return;
    const { board, trail, decision } = this.page;
    const clauses = this.row.clauses.map((number) => this.experiment.clauses[number]);
    this.list.replaceChildren(
      ...clauses.map((clause, n) => clauseItem(clause, this.found && this.found[n], board, trail)),
    );
    const others = [...IN_SQUARES, ...ON_LINES].filter(
      ({ name, bars }) =>
        !bars && board.puzzle[name]?.length && !this.experiment.kinds.includes(name),
    );
    this.note.textContent = others.length
      ? `These clauses do not look at the ${others.map((one) => one.words).join(", ")} of this panel.`
      : "";
    const claim = this.words;
    const right =
      decision.kind === "none"
        ? " It is right: no solution extends the path."
        : decision.kind === "solution"
          ? " It is wrong here: a solution extends the path."
          : "";
    const missed = decision.kind === "none" ? " It has not noticed that the path is lost." : "";
    this.result.textContent =
      claim + (this.fired.length ? right : this.found && !this.open ? missed : "");
    this.result.className = `result ${this.fired.length ? "lost" : ""}`;
  }

  get words() {
    if (this.found === null) return "There is no partial path to judge yet.";
    if (!this.fired.length)
      return this.open
        ? "Not known: some clauses cannot be evaluated here."
        : "No clause fires: it would go on.";
    const places = [...new Set(this.fired.map((one) => `square ${placeText(one.place)}`))];
    return `Lost, it says: ${places.join(", ")}.`;
  }
}

const nameOfRow = (row, n) => {
  const names = row.winner.join(", ");
  return `${n + 1}${names ? ` (${names})` : ""}: ${row.short}; ${row.verdict ?? "no verdict"}, ${counted(row.clauses.length, "clause")}, ${counted(row.puzzles.length, "puzzle")}`;
};
