// What is wrong with a path as a solution: witness/puzzle/rules.py, for paths that start at a start
// and take steps of the board, as all paths on the page do.

const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

function violationsOf(board, trail) {
  const head = trail[trail.length - 1];
  if (!board.isGoal[head.number])
    return [`the path ends at ${placeText([head.row, head.column])}, which is not a goal`];
  const used = new Set(trail.slice(1).map((v, n) => board.edgeBetween(trail[n], v)));
  const found = [];
  for (const square of board.squares) {
    if (!square.triangles) continue;
    const edges = square.edges.filter((e) => used.has(e)).length;
    if (edges !== square.triangles) {
      found.push(
        `the square ${placeText(square.place)} has ${counted(square.triangles, "triangle")} but ${counted(edges, "edge")} on the path`,
      );
    }
  }
  for (const dot of board.dots) {
    const met = dot.dot_edges.length
      ? used.has(dot.dot_edges[0])
      : trail.includes(dot.dot_vertices[0]);
    if (!met)
      found.push(
        `the path misses the dot on the ${dot.dot_edges.length ? "edge" : "vertex"} ${placeText(dot.place)}`,
      );
  }
  const parts = new Set(partsOf(board, (e) => !used.has(e)));
  for (const part of parts) found.push(...regionViolations(part));
  return found;
}

function regionViolations(part) {
  const found = [];
  const places = new Map(); // the last coloured square of each colour
  for (const square of part)
    if (square.colours.length && !square.star) places.set(square.colours[0], square);
  if (places.size > 1) {
    const listed = [...places]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([colour, square]) => `${colour} at ${placeText(square.place)}`);
    found.push(`one region holds squares of two colours: ${listed.join(", ")}`);
  }
  for (const square of part) {
    if (!square.star) continue;
    const colour = square.colours[0];
    const like = part.filter((other) => other.colours[0] === colour).length;
    if (like !== 2) {
      found.push(
        `the region of the ${colour} star at ${placeText(square.place)} holds ${counted(like, `${colour} symbol`)}; exactly 2 are needed`,
      );
    }
  }
  return found;
}
