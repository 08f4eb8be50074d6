// Whether the blocks of a region fill it, negative ones taken away (witness/puzzle/filling.py), and
// their shapes: rows of "#" and "." from the top, as in puzzle files.

// The squares of a shape as [row, column] from its bottom left corner, in order.
const squaresOfShape = (rows) =>
  [...rows]
    .reverse()
    .flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "#" ? [[r, c]] : [])));

// A shape as it is, and turned: one to four shapes, each once.
function turnedShapes(rows) {
  const found = new Map();
  for (let shape = rows; !found.has(shape.join("/"));) {
    found.set(shape.join("/"), shape);
    const columns = [...shape[0]].map((_, c) =>
      shape
        .map((row) => row[c])
        .reverse()
        .join(""),
    );
    shape = columns;
  }
  return [...found.values()];
}

// The pieces of which one is to be placed, without twins: each with those that are left then.
const eachPiece = (pieces) =>
  pieces.flatMap((piece, n) =>
    n && String(piece) === String(pieces[n - 1])
      ? []
      : [[piece, [...pieces.slice(0, n), ...pieces.slice(n + 1)]]],
  );

// Add to a number of a map that leaves out zeros.
function addTo(numbers, key, more) {
  const sum = (numbers.get(key) ?? 0) + more;
  if (sum) numbers.set(key, sum);
  else numbers.delete(key);
}

// A piece is the list of the shapes that a block may have, each the list of its squares.
class Filling {
  constructor(board) {
    this.board = board;
    this.windmill = board.puzzle.rules === "windmill";
    this.known = new Map();
  }

  // Whether the blocks in some squares fill a part of the board, given the edges of the lines.
  fills(part, views, used) {
    if (!views.length) return true;
    const total = totalOf(views);
    if (total === 0 && this.windmill) return true;
    if (total !== 0 && total !== part.length) return false;
    const wanted = new Set(total ? part : []);
    const inner = (e) => e.squares.length === 2 && e.squares.every((s) => wanted.has(s));
    const edges = this.windmill ? [] : this.board.edges.filter(inner);
    const line = new Set(edges.filter((e) => used.has(e)));
    const key = [[...wanted], [...line], views]
      .map((all) => all.map((one) => one.number))
      .join("/");
    if (!this.known.has(key)) {
      const pieces = (negative) =>
        views
          .filter(({ entry }) => Boolean(entry.negative) === negative)
          .map(({ entry }) =>
            (entry.turns ? turnedShapes(entry.shape) : [entry.shape]).map(squaresOfShape),
          )
          .sort((a, b) => String(a).localeCompare(String(b)));
      const [some, less] = [pieces(false), pieces(true)];
      const left = new Map([...wanted].map((square) => [String(square.place), 1]));
      const free = new Map(edges.filter((e) => !line.has(e)).map((e) => [e, 1]));
      const found = less.length
        ? this.balances(left, free, some, less)
        : this.covers(wanted, line, some);
      this.known.set(key, found);
    }
    return this.known.get(key);
  }

  // Whether pieces cover squares, each once, and do not lie across the line.
  covers(wanted, line, some) {
    if (!some.length || !wanted.size) return !some.length && !wanted.size;
    const first = [...wanted].reduce((a, b) => (a.number < b.number ? a : b));
    return eachPiece(some).some(([piece, rest]) =>
      piece.some((shape) =>
        this.waysOver(shape, first.place).some((places) => {
          const covered = places.map((place) => this.board.squareAt(...place));
          if (!covered.every((square) => wanted.has(square))) return false;
          if (this.within(shape, places).some((e) => line.has(e))) return false;
          const left = new Set([...wanted].filter((square) => !covered.includes(square)));
          return this.covers(left, line, rest);
        }),
      ),
    );
  }

  // Whether pieces and negative ones can be placed so that nothing is left. `left` says for places of
  // squares how many pieces they still need (below 0: negative ones), `free` for edges across how many
  // pieces can lie there.
  balances(left, free, some, less) {
    if (!left.size && !some.length && !less.length)
      return this.windmill || [...free.values()].every((number) => number >= 0);
    const over = [...left].filter(([, number]) => number < 0);
    const sizes = less.map(([shape]) => shape.length);
    if (sum(over.map(([, number]) => -number)) > sum(sizes)) return false;
    // What is over needs a negative piece; where nothing is left, what is over cancels.
    const places = (over.length ? over : [...left]).map(([key]) => key.split(",").map(Number));
    const at = places.sort(([r, c], [r2, c2]) => r - r2 || c - c2)[0] ?? null;
    const sign = at && !over.length ? 1 : -1;
    return eachPiece(sign > 0 ? some : less).some(([piece, rest]) => {
      const others = sign > 0 ? [rest, less] : [some, rest];
      return piece.some((shape) =>
        this.ways(shape, at).some((squares) => {
          const after = new Map(left);
          for (const square of squares) addTo(after, String(square), -sign);
          return this.balances(after, this.freeAfter(free, shape, squares, sign), ...others);
        }),
      );
    });
  }

  // Across how many pieces can lie at edges after another piece; a negative one sets edges free.
  freeAfter(free, shape, squares, sign) {
    if (this.windmill) return free;
    const after = new Map(free);
    const touched =
      sign > 0
        ? this.within(shape, squares)
        : new Set(squares.flatMap((place) => this.board.squareAt(...place).edges));
    for (const e of touched) addTo(after, e, -sign);
    return after;
  }

  // Where a shape can lie: over a square, or anywhere; on the board, unless the rules differ.
  ways(shape, at) {
    const { board, windmill } = this;
    const corners = windmill ? [[0, 0]] : board.squares.map((square) => square.place);
    const found = at
      ? this.waysOver(shape, at)
      : corners.flatMap((corner) => this.placed(shape, corner));
    return windmill ? found : found.filter((all) => all.every((one) => board.squareAt(...one)));
  }

  waysOver(shape, [row, column]) {
    return shape.flatMap(([r, c]) => this.placed(shape, [row - r, column - c]));
  }

  // The squares of a shape with its corner somewhere, in a list; [] if it meets itself.
  placed(shape, [row, column]) {
    const found = shape.map(([r, c]) => [row + r, this.board.round(column + c)]);
    return new Set(found.map(String)).size === found.length ? [found] : [];
  }

  // The edges between squares that are neighbours in a shape.
  within(shape, squares) {
    const has = new Set(shape.map(String));
    return shape.flatMap(([r, c], n) => {
      const [, top, , right] = this.board.squareAt(...squares[n]).edges;
      return [
        ...(has.has(`${r},${c + 1}`) ? [right] : []),
        ...(has.has(`${r + 1},${c}`) ? [top] : []),
      ];
    });
  }
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

// To how many squares the blocks in some squares come.
const totalOf = (views) =>
  sum(views.map(({ entry }) => squaresOfShape(entry.shape).length * (entry.negative ? -1 : 1)));
