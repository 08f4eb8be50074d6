// What the server knows of the panel while it is drawn: asked anew with each change.

// What is found out, by the names of the findings: words for it, and for its value.
const KNOWN = {
  solvable: ["Solvable", (value) => (value ? "yes" : "no")],
  solutions: ["Solutions", grouped],
  unique: ["One solution only", (value) => (value ? "yes" : "no")],
  shortest: ["Shortest solution", (value) => counted(value, "edge")],
  muse: ["MUSE", bitsWords, "What a player must be told to find one of the solutions"],
  remuse: ["ReMUSE", bitsWords, "As MUSE, but less where several ways lead to solutions"],
  dead_ends: ["Dead ends", grouped, "Moves after which no solution can be reached"],
  needed: ["Rules in use", (value) => value.join(", ") || "none", "Without them a score changes"],
};

// Milliseconds without another change before the server is asked.
const REST = 15;

// Milliseconds after which it is said that work goes on, as when the server still compiles.
const SILENCE = 500;

class Known {
  constructor(page) {
    this.page = page;
    this.rows = {};
    for (const [name, [words, , title = null]] of Object.entries(KNOWN)) {
      this.rows[name] = element("dd", { id: `known-${name}` });
      find("known").append(element("div", { title }, element("dt", {}, words), this.rows[name]));
    }
    find("rules").append(...DATA.server.rules.map((name) => element("option", {}, name)));
    find("rules").addEventListener("change", () => this.forget());
  }

  // What was found holds for the panel as it was.
  forget() {
    clearTimeout(this.soon);
    clearTimeout(this.silent);
    this.asked?.stop();
    for (const row of Object.values(this.rows)) [row.className, row.textContent] = ["old", "–"];
    this.soon = setTimeout(() => this.ask(), REST);
  }

  ask() {
    const data = { panel: lineOf(this.page.board.puzzle), rules: find("rules").value };
    find("refusal").textContent = "";
    this.silent = setTimeout(() => this.hear({ name: "progress", words: "working" }), SILENCE);
    this.asked = this.page.engine.ask("analyse", data, (finding) => this.hear(finding));
  }

  hear(finding) {
    const { name, value, unknown, words } = finding;
    clearTimeout(this.silent);
    if (Object.hasOwn(this.rows, name)) {
      const row = this.rows[name];
      row.textContent = unknown ?? KNOWN[name][1](value);
      row.className = unknown ? "unknown" : "";
    }
    find("progress").hidden = name !== "progress";
    if (name === "progress") {
      if (value === undefined) find("bar").removeAttribute("value");
      else find("bar").value = value;
      find("doing").textContent = words;
    }
    if (finding.error || finding.limit) find("refusal").textContent = refusalWords(finding);
  }
}
