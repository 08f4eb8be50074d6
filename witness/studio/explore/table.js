// All hypotheses of an experiment: a table that can be sorted and filtered. A row opens with its
// clauses and pictures of where they fire.

const speed = (value) =>
  value === null ? "–" : `${value.toLocaleString("en", { maximumSignificantDigits: 3 })}×`;

// The columns: head, what is shown, what is sorted by, and whether the greatest comes first.
const COLUMNS = [
  { head: "Hypothesis, by its first clause", cell: (row) => nameCell(row), key: (row, n) => n },
  {
    head: "Verdict",
    cell: (row) => badge(row.verdict),
    key: (row) => ["proved", "checked", "unknown", "refuted"].indexOf(row.verdict),
  },
  {
    head: "Literals",
    cell: (row) => String(row.literals),
    key: (row) => row.literals,
    wide: true,
    title: "heads counted",
  },
  {
    head: "Times fewer expansions",
    cell: (row) => speed(row.expansions),
    key: (row) => row.expansions,
    down: true,
    title: "expansions without it / with it, in the last stage of triage that measured it",
  },
  {
    head: "Times faster",
    cell: (row) => speed(row.time),
    key: (row) => row.time,
    down: true,
    wide: true,
    title: "time without it / with it",
  },
  {
    head: "Last stage of triage",
    cell: (row) => (row.stage === null ? "–" : String(row.stage)),
    key: (row) => row.stage,
    down: true,
    wide: true,
    title: "that measured it",
  },
  {
    head: "Puzzles that gave it",
    cell: (row) => String(row.puzzles.length),
    key: (row) => row.puzzles.length,
    down: true,
    wide: true,
  },
];

// A row begins with its name, as in the report.
const nameCell = (row) =>
  [row.short, ...row.winner, row.kind === "proved core" ? "proved core" : ""]
    .filter(Boolean)
    .join(" · ");

class Table {
  constructor(page, place, root) {
    Object.assign(this, {
      page,
      place,
      experiment: DATA.experiments[place],
      open: new Set(),
      by: 0,
      down: false,
    });
    const again = () => this.update();
    this.text = element("input", { type: "search", oninput: again, size: 12 });
    this.verdict = element(
      "select",
      { onchange: again },
      ...["any", "proved", "checked", "refuted", "unknown"].map((name) =>
        element("option", {}, name),
      ),
    );
    this.least = element("input", { type: "number", min: 1, value: 1, oninput: again });
    this.count = element("p", { role: "status" });
    this.heads = COLUMNS.map((column, n) =>
      element(
        "th",
        { scope: "col", class: column.wide ? "wide" : false, title: column.title ?? null },
        element("button", { type: "button", onclick: () => this.sort(n) }, column.head),
      ),
    );
    this.body = element("tbody");
    root.append(
      element(
        "h2",
        {},
        `${DATA.experiments.length > 1 ? `Hypotheses: ${this.experiment.name}` : "All hypotheses"}`,
      ),
      element("p", {}, summaryOf(this.experiment)),
      element(
        "div",
        { class: "filters" },
        element("label", {}, "Containing ", this.text),
        element("label", {}, "Verdict ", this.verdict),
        element("label", {}, "Puzzles, at least ", this.least),
      ),
      this.count,
      element(
        "table",
        {},
        element("caption", { class: "hidden" }, `Hypotheses of ${this.experiment.name}`),
        element("thead", {}, element("tr", {}, ...this.heads)),
        this.body,
      ),
    );
    this.update();
  }

  sort(number) {
    const first = Boolean(COLUMNS[number].down);
    this.down = this.by === number ? !this.down : first;
    this.by = number;
    this.update();
  }

  // The numbers of the rows that pass the filters, in order; rows without a value come last.
  get shown() {
    const { experiment } = this;
    const wanted = this.text.value.trim().toLowerCase();
    const least = Number(this.least.value) || 0;
    const contains = (row) =>
      row.clauses.some((n) => {
        const { prolog, english } = experiment.clauses[n];
        return (
          prolog.toLowerCase().includes(wanted) || (english ?? "").toLowerCase().includes(wanted)
        );
      }) ||
      row.puzzles.some((id) => id.toLowerCase() === wanted) ||
      nameCell(row).toLowerCase().includes(wanted);
    const numbers = experiment.hypotheses
      .map((_, n) => n)
      .filter((n) => {
        const row = experiment.hypotheses[n];
        return (
          (this.verdict.value === "any" || row.verdict === this.verdict.value) &&
          row.puzzles.length >= least &&
          (!wanted || contains(row))
        );
      });
    const key = (n) => COLUMNS[this.by].key(experiment.hypotheses[n], n);
    return numbers.sort((a, b) => {
      const [p, q] = [key(a), key(b)];
      if (p === null || q === null) return (p === null) - (q === null) || a - b;
      return (this.down ? q - p : p - q) || a - b;
    });
  }

  update() {
    const { shown, experiment } = this;
    this.heads.forEach((head, n) =>
      head.setAttribute(
        "aria-sort",
        n === this.by ? (this.down ? "descending" : "ascending") : "none",
      ),
    );
    this.count.textContent = `${shown.length} of ${counted(experiment.hypotheses.length, "row")}`;
    this.body.replaceChildren(...shown.flatMap((n) => this.rows(n)));
  }

  rows(n) {
    const row = this.experiment.hypotheses[n];
    const open = this.open.has(n);
    const id = `row-${this.place}-${n}`;
    const cells = COLUMNS.map((column, number) => {
      const shown = column.cell(row, n);
      if (number) return element("td", { class: column.wide ? "wide" : false }, shown);
      const toggle = element(
        "button",
        {
          type: "button",
          "aria-expanded": String(open),
          "aria-controls": id,
          onclick: () => this.toggle(n),
        },
        shown,
      );
      return element("th", { scope: "row" }, toggle);
    });
    const rows = [element("tr", { class: open ? "open" : false }, ...cells)];
    if (open)
      rows.push(
        element(
          "tr",
          { class: "detail", id },
          element("td", { colspan: COLUMNS.length }, ...this.detail(row, n)),
        ),
      );
    return rows;
  }

  toggle(n) {
    if (!this.open.delete(n)) this.open.add(n);
    this.update();
    this.body.querySelector(`[aria-controls="row-${this.place}-${n}"]`).focus();
  }

  detail(row, n) {
    const { page, place, experiment } = this;
    const use = element(
      "button",
      {
        type: "button",
        class: "main",
        onclick: () => {
          page.verdicts[place].choose(n);
          page.show();
        },
      },
      "Try it on the panel",
    );
    const clauses = row.clauses.map((number) => experiment.clauses[number]);
    const known = new Set(experiment.sets[0].puzzles.map((puzzle) => puzzle.id));
    const puzzles = row.puzzles.slice(0, 40).map((id) =>
      known.has(id)
        ? element(
            "button",
            {
              type: "button",
              class: "puzzle",
              onclick: () => {
                page.choosePuzzle(place, 0, id);
                page.show();
              },
            },
            id,
          )
        : id,
    );
    return [
      element("p", {}, use),
      element(
        "ol",
        { class: "clauses" },
        ...clauses.map((clause) =>
          element(
            "li",
            { class: "clause" },
            element("p", { class: "state" }, badge(clause.status)),
            ...clauseWords(clause),
            this.pictures(clause),
          ),
        ),
      ),
      element(
        "p",
        { class: "puzzles" },
        "Learned from ",
        ...puzzles.flatMap((one) => [one, " "]),
        row.puzzles.length > 40 ? `and ${row.puzzles.length - 40} more` : "",
      ),
    ];
  }

  pictures(clause) {
    const found = clause.pictures.map(picture);
    const lost = clause.counterexample;
    if (lost) {
      const shown = (path, words) => picture({ puzzle: lost.puzzle, path, squares: [], words });
      found.push(
        shown(lost.partial_path, "refuted: it fires here"),
        shown(lost.solution, "but this is a solution"),
      );
    }
    return found.length
      ? element("div", { class: "pictures" }, ...found)
      : element("p", { class: "why" }, "There is no small board with triangles on which it fires.");
  }
}

function summaryOf({ finished, planned, empty, hypotheses }) {
  const cores = hypotheses.filter((row) => row.kind === "proved core").length;
  const done =
    finished < planned ? `${finished} of ${planned} training puzzles are finished. ` : "";
  return `${done}${finished - empty} of ${counted(finished, "training puzzle")} gave a hypothesis; those that behave alike share a row, with the smallest of them.${cores ? ` ${counted(cores, "more row")} ${cores === 1 ? "is a proved core" : "are proved cores"}: the clauses of a hypothesis that are proved.` : ""}`;
}
