// The page: panels that came with it, and one that is drawn.

class Studio extends Bench {
  live = []; // what asks the server with each change

  constructor() {
    super();
    for (const id of ["count", "unique", "rate"]) find(id).hidden = DATA.server !== null;
    if (DATA.server) this.live = [new Known(this), new Hovering(this), new Suggesting(this)];
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

  forget() {
    super.forget();
    for (const one of this.live) one.forget();
  }

  update() {
    this.showBoard({ solution: this.answers.trail });
    for (const one of this.live) one.draw?.();
    const text = this.remark || this.describeState();
    if (find("live").textContent !== text) find("live").textContent = text;
  }
}

new Studio();
