// How many symbols of a region with elimination marks must go so that all others are right:
// witness/puzzle/removal.py, by the rules of the game.

class Removal {
  // `gone` are the squares of marks, and of symbols that are wrong whatever else goes; `forced` is the
  // number of these, and of symbols on lines that are wrong.
  constructor(board, part, demands, gone, forced, used) {
    Object.assign(this, { board, part, demands, gone, forced, used });
  }

  // The least number of symbols that must go; null if they are more than `most`.
  least(most) {
    for (let number = this.forced; number <= most; number++)
      if (this.enough(this.gone, number - this.forced)) return number;
    return null;
  }

  enough(gone, number) {
    const core = this.core(gone);
    if (!core.length || !number) return !core.length;
    return core.some((square) => this.enough(new Set([...gone, square]), number - 1));
  }

  // Symbols of which one must go as well; none if all is right.
  core(gone) {
    const stays = (square) => !gone.has(square);
    for (const { view, like, numbers } of this.demands) {
      if (!stays(view)) continue;
      const found = this.part.filter((square) => like.has(square) && stays(square));
      if (numbers.includes(found.length)) continue;
      return [...new Set([view, ...(found.length > Math.min(...numbers) ? found : [])])];
    }
    const blocks = blocksIn(this.part).filter(stays);
    return unfilled(this.board, this.part, blocks, this.used) === null ? [] : blocks;
  }
}

// What is wrong with a part of the board that has marks; null if as many symbols must go as marks do,
// but for marks that cancel in pairs.
function wrongMarks(removal, marks) {
  const least = removal.least(marks.length);
  if (least !== null && (marks.length - least) % 2 === 0) return null;
  const wanted =
    least === null
      ? "more of its symbols are wrong"
      : least
        ? `${counted(least, "symbol")} must go so that the rest is right`
        : "nothing in it is wrong";
  const place = placeText(marks[0].place);
  return said(marks[0].symbol.rule.sentence, { place, found: marks.length, wanted });
}
