// How many symbols of a region with elimination marks must go so that all others are right, and
// whether the marks are as many: witness/puzzle/elimination_marks.py.

class Removal {
  // `wrong` are the squares of symbols that are wrong whatever goes, `more` is the number of symbols on
  // lines that are; `marks` are the squares of marks.
  constructor(board, part, { squares: wrong, more }, marks, demands, used) {
    this.windmill = board.puzzle.rules === "windmill";
    const gone = new Set(this.windmill ? wrong : [...wrong, ...marks]);
    const forced = wrong.length + more;
    Object.assign(this, { board, part, gone, forced, demands, used });
    this.marks = marks.length;
  }

  // Whether the marks are as many.
  get right() {
    const least = this.least;
    if (this.windmill) return least !== null && this.rightForWindmill(this.marks - least);
    return least !== null && (this.marks - least) % 2 === 0;
  }

  // There marks do not cancel, and of several blocks one goes, or all.
  rightForWindmill(left) {
    const blocks = blocksIn(this.part);
    if (this.filled(blocks)) return left === 0;
    if (left === blocks.length) return true;
    return left === 1 && blocks.some((one) => this.filled(blocks.filter((block) => block !== one)));
  }

  // The least number of symbols that must go; null if they are more than the marks.
  get least() {
    for (let number = this.forced; number <= this.marks; number++)
      if (this.enough(this.gone, number - this.forced, new Set())) return number;
    return null;
  }

  enough(gone, number, tried) {
    const key = this.part.filter((square) => gone.has(square)).map((square) => square.number);
    if (tried.has(String(key))) return false;
    tried.add(String(key));
    const core = this.core(gone);
    if (!core.length || !number) return !core.length;
    return core.some((square) => this.enough(new Set([...gone, square]), number - 1, tried));
  }

  // Symbols of which one must go as well; none if all is right. For the Windmill, what goes counts,
  // unless it is a symbol of the same kind; and blocks are counted by themselves.
  core(gone) {
    for (const { view, like, numbers, rule } of this.demands) {
      if (gone.has(view)) continue;
      const ownOnly = this.windmill && rule.of === "colour";
      const own = (square) => !ownOnly || square.symbol === view.symbol;
      const counts = (square) => like.has(square) && !(gone.has(square) && own(square));
      const found = this.part.filter(counts);
      if (numbers.includes(found.length)) continue;
      const fewer = found.length > Math.min(...numbers);
      return [...new Set([view, ...(fewer ? found.filter(own) : [])])];
    }
    if (this.windmill) return [];
    const blocks = blocksIn(this.part).filter((square) => !gone.has(square));
    return this.filled(blocks) ? [] : blocks;
  }

  filled(blocks) {
    return this.board.filling.fills(this.part, blocks, this.used);
  }
}

// What is wrong with a part of the board that has marks; null if nothing is.
function wrongMarks(removal, marks) {
  if (removal.right) return null;
  const { least } = removal;
  const wanted =
    least === null
      ? "more of its symbols are wrong"
      : least
        ? `${counted(least, "symbol")} must go so that the rest is right`
        : "nothing in it is wrong";
  const place = placeText(marks[0].place);
  return said(marks[0].symbol.rule.sentence, { place, found: marks.length, wanted });
}
