// How many solutions would be left if the symbol in hand were put where the pointer is.

class Hovering {
  constructor(page) {
    this.page = page;
    this.asked = [];
    this.where = null;
    page.svg.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return;
      const { board } = page;
      this.point(editedPlace(page, placeUnder(page.svg, board, event)));
    });
    page.svg.addEventListener("pointerleave", () => this.point(null));
    page.svg.addEventListener("keydown", () => this.point(editedPlace(page, page.cursor)));
  }

  point(where) {
    const before = this.where;
    this.where = where;
    if (JSON.stringify(where) === JSON.stringify(before)) return;
    this.ask();
    this.draw();
  }

  get symbol() {
    const { tool, mirror } = this.page;
    return mirror ? null : SYMBOLS.find((one) => one.name === tool);
  }

  // What the counts hold for: the panel and what is in hand.
  get key() {
    const { board, tool, brush } = this.page;
    return JSON.stringify([board.puzzle, tool, brush]);
  }

  forget() {
    clearTimeout(this.soon);
    for (const one of this.asked) one.stop();
    this.known = null;
    this.soon = setTimeout(() => this.ask(), REST);
  }

  // Ask about all places, the nearest first: one question for each value that a click would put.
  ask() {
    if (!this.where || !this.symbol || this.known === this.key) return;
    for (const one of this.asked) one.stop();
    this.counts = new Map();
    this.known = this.key;
    const panel = lineOf(this.page.board.puzzle);
    this.asked = [...this.groups()].map(([value, at]) =>
      this.page.engine.ask(
        "hover",
        { panel, at, entry: { key: this.symbol.name, value: JSON.parse(value) } },
        (finding) => {
          if (finding.name !== "left") return;
          this.counts.set(String(finding.at), finding);
          this.draw();
        },
      ),
    );
  }

  // The places where a click puts the symbol, by the value of its entry.
  groups() {
    const groups = new Map();
    for (const { place } of this.places()) {
      const value = this.valueAt(place);
      if (value === undefined) continue; // a click takes one away
      const text = JSON.stringify(value);
      groups.set(text, [...(groups.get(text) ?? []), place]);
    }
    return groups;
  }

  // The places of the kind on which the symbol stands, the nearest first.
  places() {
    const { squares, vertices, edges } = this.page.board;
    const things = {
      square: squares.filter((one) => !one.missing),
      edge: edges,
      line: [...vertices, ...edges],
    }[this.symbol.where];
    const isSquare = this.symbol.where === "square";
    const [row, column] = middleOf(this.where);
    const distance = ({ place }) => {
      const [r, c] = middleOf({ kind: isSquare ? "square" : "line", place });
      return Math.hypot(r - row, c - column);
    };
    return [...things].sort((a, b) => distance(a) - distance(b));
  }

  // What a click would put there after the place; undefined if it takes something away.
  valueAt(place) {
    const { symbol, page } = this;
    const entries = page.board.puzzle[symbol.name] ?? [];
    if (symbol.where === "square") {
      const before = entries.find((entry) => samePlace(squareOf(entry), place));
      const entry = entryAfter(symbol, place, before, page.brush);
      if (!entry || !isBlock(entry)) return entry?.slice(2);
      const { at, ...block } = entry;
      return block;
    }
    const before = entries.find((entry) => samePlace(linePlace(symbol, entry), place));
    const entry = lineEntryAfter(symbol, place, before);
    return entry ? (ofOneLine(symbol) ? entry[1] : null) : undefined;
  }

  // The words for the place in hand: null where nothing is to be said.
  get words() {
    if (!this.where || !this.symbol || this.known !== this.key) return null;
    const found = this.counts.get(String(this.where.place));
    if (!found) return null;
    if (found.unknown) return "?";
    return `${grouped(found.value)}${found.more ? "+" : ""}`;
  }

  draw() {
    const { words, page } = this;
    page.svg.querySelector(".left")?.remove();
    find("left").textContent = words === null ? "" : `With it: ${leftWords(words)}.`;
    if (words === null) return;
    const kind = words === "0" ? "none" : words === "1" ? "one" : "several";
    const [x, middle] = pointOf(page.board, ...middleOf(this.where));
    const y = Math.max(middle - 34, 20); // above the pointer
    const width = 22 + 13 * words.length;
    page.svg.append(
      svgElement(
        "g",
        { class: `left ${kind}` },
        svgElement("rect", { x: x - width / 2, y: y - 17, width, height: 34, rx: 9 }),
        svgElement("text", { x, y: y + 8, "text-anchor": "middle", "font-size": 24 }, words),
      ),
    );
  }
}

const leftWords = (words) =>
  words === "0" ? "no solution" : words === "1" ? "one solution" : `${words} solutions`;
