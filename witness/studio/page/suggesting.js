// What the server suggests instead of the panel: a list, of which a click takes one.

const AIMS = {
  unique: "One symbol more: unique",
  harder: "A step harder",
  easier: "A step easier",
  superfluous: "What changes nothing",
  minimal: "Fewest symbols",
  line: "Symbols for the path",
};

class Suggesting {
  constructor(page) {
    this.page = page;
    find("aims").append(
      ...Object.entries(AIMS).map(([aim, words]) =>
        element(
          "button",
          { type: "button", id: `aim-${aim}`, onclick: () => this.ask(aim) },
          words,
        ),
      ),
    );
    this.forget();
  }

  // What was suggested holds for the panel as it was.
  forget() {
    this.asked?.stop();
    find("suggestions").replaceChildren();
    find("suggesting").textContent = "";
  }

  ask(aim) {
    this.forget();
    const { board, trail, answers } = this.page;
    const data = { panel: lineOf(board.puzzle), aim, rules: find("rules").value };
    const isDrawn = board.isGoal[trail.at(-1)?.number] || !answers.trail;
    if (aim === "line") data.path = pathOf(isDrawn ? trail : answers.trail);
    find("suggesting").textContent = "Searching …";
    this.asked = this.page.engine.ask("suggest", data, (finding) => this.hear(finding));
  }

  hear(finding) {
    if (finding.name === "suggestion") find("suggestions").append(this.item(finding));
    if (finding.name === "progress")
      find("suggesting").textContent = `Searching: ${finding.words} …`;
    if (!isLast(finding)) return;
    const number = counted(find("suggestions").children.length, "suggestion");
    find("suggesting").textContent = finding.done ? `${number}.` : refusalWords(finding);
  }

  item({ panel, words, solutions, remuse, at }) {
    const board = makeBoard(panel);
    const picture = svgElement(
      "svg",
      { viewBox: `0 0 ${panelSize(board).join(" ")}`, class: "panel", "aria-hidden": "true" },
      ...panelParts(board, { trail: [] }),
      ...(at ? [disc("new", pointOf(board, ...at), 38)] : []),
    );
    const bits = typeof remuse === "number" ? `, ReMUSE ${bitsWords(remuse)}` : "";
    const text = `${capital(words)}: ${counted(solutions, "solution")}${bits}`;
    const take = () => this.page.setOwn(panel);
    return element("li", {}, element("button", { type: "button", onclick: take }, picture, text));
  }
}
