// Whether the blocks of a region fill it (witness/puzzle/filling.py, by the rules of the game and
// without negative blocks), and their shapes: rows of "#" and "." from the top, as in puzzle files.

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

// The squares of a region that a shape covers with its first square on a given one; null if it leaves
// the region, or lies across the line.
function coverOf(board, region, shape, first, used) {
  const [[top, left]] = shape;
  const covered = shape.map(([r, c]) =>
    board.squareAt(first.place[0] + r - top, first.place[1] + c - left),
  );
  if (covered.some((square) => !square || !region.has(square))) return null;
  const across = (e) =>
    used.has(e) && e.squares.length === 2 && e.squares.every((s) => covered.includes(s));
  return covered.some((square) => square.edges.some(across)) ? null : covered;
}

// Whether blocks cover the squares of a region, each once.
function coversRegion(board, region, blocks, used) {
  if (!blocks.length || !region.size) return !blocks.length && !region.size;
  const first = [...region].reduce((a, b) => (a.number < b.number ? a : b));
  return blocks.some((block, n) =>
    block.some((shape) => {
      const covered = coverOf(board, region, shape, first, used);
      if (!covered) return false;
      const left = new Set([...region].filter((square) => !covered.includes(square)));
      return coversRegion(board, left, [...blocks.slice(0, n), ...blocks.slice(n + 1)], used);
    }),
  );
}

// Why the blocks in some squares do not fill a part of the board; null if they do, or there are none.
function unfilled(board, part, views, used) {
  if (!views.length) return null;
  const blocks = views.map(({ entry }) =>
    (entry.turns ? turnedShapes(entry.shape) : [entry.shape]).map(squaresOfShape),
  );
  const total = blocks.reduce((sum, [shape]) => sum + shape.length, 0);
  if (total !== part.length)
    return `they have ${counted(total, "square")}, the region ${part.length}`;
  return coversRegion(board, new Set(part), blocks, used) ? null : "they do not fit";
}
