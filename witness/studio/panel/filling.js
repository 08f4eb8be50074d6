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
    piece === pieces[n - 1] ? [] : [[piece, [...pieces.slice(0, n), ...pieces.slice(n + 1)]]],
  );

// Add to a number of a map that leaves out zeros.
function addTo(numbers, key, more) {
  const sum = (numbers.get(key) ?? 0) + more;
  if (sum) numbers.set(key, sum);
  else numbers.delete(key);
}

// A piece is what matters of a block: the shapes that it may have. Equal pieces are one object.
class Filling {
  constructor(board) {
    this.board = board;
    this.windmill = board.puzzle.rules === "windmill";
    this.pieces = new Map();
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
    const pieces = (negative) =>
      views
        .filter(({ entry }) => Boolean(entry.negative) === negative)
        .map(({ entry }) => this.pieceOf(entry))
        .sort((a, b) => a.text.localeCompare(b.text));
    const [some, less] = [pieces(false), pieces(true)];
    if (!less.length) return this.covers(wanted, line, some);
    const left = new Map([...wanted].map((square) => [String(square.place), 1]));
    const free = new Map(edges.filter((e) => !line.has(e)).map((e) => [e, 1]));
    return this.balances(left, free, some, less);
  }

  pieceOf({ shape, turns }) {
    const all = (turns ? turnedShapes(shape) : [shape]).map((rows) => rows.join("/")).sort();
    const text = all.join(" ");
    if (!this.pieces.has(text)) {
      const squares = all.map((rows) => squaresOfShape(rows.split("/")));
      const shapes = squares.map((one) => ({ squares: one, ways: new Map() }));
      this.pieces.set(text, { text, shapes, size: squares[0].length });
    }
    return this.pieces.get(text);
  }

  // Whether pieces cover squares, each once, and do not lie across the line.
  covers(wanted, line, some) {
    if (!some.length || !wanted.size) return !some.length && !wanted.size;
    const first = [...wanted].reduce((a, b) => (a.number < b.number ? a : b));
    return eachPiece(some).some(([{ shapes }, rest]) =>
      shapes.some((shape) =>
        this.ways(shape, first.place).some(({ squares, within }) => {
          if (!squares.every((one) => wanted.has(one)) || within.some((e) => line.has(e)))
            return false;
          const left = new Set(wanted);
          for (const square of squares) left.delete(square);
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
    if (sum(over.map(([, number]) => -number)) > sum(less.map(({ size }) => size))) return false;
    // What is over needs a negative piece; where nothing is left, what is over cancels.
    const places = (over.length ? over : [...left]).map(([key]) => key.split(",").map(Number));
    const before = ([r, c], [r2, c2]) => r < r2 || (r === r2 && c < c2);
    const at = places.length ? places.reduce((a, b) => (before(b, a) ? b : a)) : null;
    const sign = at && !over.length ? 1 : -1;
    return eachPiece(sign > 0 ? some : less).some(([{ shapes }, rest]) => {
      const others = sign > 0 ? [rest, less] : [some, rest];
      return shapes.some((shape) =>
        this.ways(shape, at).some((way) => {
          const after = new Map(left);
          for (const place of way.places) addTo(after, place, -sign);
          // A negative piece sets the edges of its squares free.
          const bounds = new Map(free);
          for (const e of sign > 0 ? way.within : way.touched) addTo(bounds, e, -sign);
          return this.balances(after, bounds, ...others);
        }),
      );
    });
  }

  // Where a shape can lie over a square, or anywhere: on the board, unless the rules differ.
  ways(shape, at) {
    const key = String(at);
    if (!shape.ways.has(key)) {
      const { board, windmill } = this;
      const corners = at
        ? shape.squares.map(([r, c]) => [at[0] - r, at[1] - c])
        : windmill
          ? [[0, 0]]
          : board.squares.map((square) => square.place);
      const found = corners.map((corner) => this.placed(shape.squares, corner));
      shape.ways.set(
        key,
        found.filter((way) => way && (windmill || way.squares.every(Boolean))),
      );
    }
    return shape.ways.get(key);
  }

  // A shape with its corner somewhere: the places of its squares, these squares, and on the board the
  // edges between squares that are neighbours in it, and all edges; null if it meets itself.
  placed(shape, [row, column]) {
    const { board } = this;
    const at = shape.map(([r, c]) => [row + r, board.round(column + c)]);
    const places = at.map(String);
    if (new Set(places).size < places.length) return null;
    const squares = at.map((place) => board.squareAt(...place));
    if (!squares.every(Boolean)) return { places, squares, within: [], touched: [] };
    const has = new Set(shape.map(String));
    const within = shape.flatMap(([r, c], n) => {
      const [, top, , right] = squares[n].edges;
      return [
        ...(has.has(`${r},${c + 1}`) ? [right] : []),
        ...(has.has(`${r + 1},${c}`) ? [top] : []),
      ];
    });
    return { places, squares, within, touched: new Set(squares.flatMap((one) => one.edges)) };
  }
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

// To how many squares the blocks in some squares come.
const totalOf = (views) =>
  sum(views.map(({ entry }) => squaresOfShape(entry.shape).length * (entry.negative ? -1 : 1)));
