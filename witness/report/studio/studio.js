// The page: panels that came with it, and one that is drawn.

class Studio extends Bench {
  constructor() {
    super();
    find("choice").hidden = !DATA.puzzles.length;
    find("puzzle").append(...DATA.puzzles.map((one, n) => element("option", { value: n }, one.id)));
    find("puzzle").addEventListener("change", () => this.choose(find("puzzle").selectedIndex));
    if (!this.readAddress()) {
      if (DATA.puzzles.length) this.choose(0);
      else this.load(blankPuzzle(4, 4));
    }
  }

  choose(number) {
    this.load(DATA.puzzles[number]);
  }

  update() {
    this.showBoard({ solution: this.answers.trail });
    const text = this.remark || this.describeState();
    if (find("live").textContent !== text) find("live").textContent = text;
  }
}

new Studio();
