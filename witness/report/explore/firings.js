// Where a clause fires: pictures as in the paper's Figure 3, found when somebody looks at a clause.

const MOST_TRIED = 30_000;

// Partial paths from the start that can still come to a goal: the shortest first, then by vertices.
function partialPaths(board, most) {
  const found = [];
  let layer = board.starts.map((v) => [v]);
  while (layer.length && found.length < most) {
    found.push(...layer.filter((trail) => canFinish(board, trail)));
    const next = [];
    for (const trail of layer) {
      for (const [, , other] of trail[trail.length - 1].steps) {
        if (!board.isEnd[other.number] && !trail.includes(other)) next.push([...trail, other]);
      }
    }
    layer = next.sort(byVertices);
  }
  return found;
}

function byVertices(a, b) {
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return a[n].number - b[n].number;
  return 0;
}

function canFinish(board, trail) {
  const visited = new Set(trail);
  const queue = [trail[trail.length - 1]];
  for (const v of queue)
    for (const [, , other] of v.steps) {
      if (visited.has(other)) continue;
      if (board.isGoal[other.number]) return true;
      visited.add(other);
      queue.push(other);
    }
  return false;
}

// A bare board from its bottom left to its top right corner, with its partial paths, found once.
const bareBoards = new Map();
function bareBoard(rows, cols) {
  const key = `${rows}×${cols}`;
  if (!bareBoards.has(key)) {
    const puzzle = { id: "example", rows, cols, starts: [[0, 0]], goals: [[rows, cols]] };
    const board = makeBoard(puzzle);
    bareBoards.set(key, { puzzle, board, paths: partialPaths(board, MOST_TRIED) });
  }
  return bareBoards.get(key);
}

// For each number of triangles a shortest partial path on a smallest board on which a clause fires,
// as witness/proof/firings.py finds them: from the bottom left to the top right corner.
function picturesOf(place, clause) {
  const found = new Map();
  if (clause.how.why_not) return [];
  let tried = 0;
  for (const [rows, cols] of DATA.boards) {
    const { puzzle: bare, board: empty, paths } = bareBoard(rows, cols);
    const boards = [];
    for (const {
      place: [r, c],
    } of empty.squares)
      for (const count of [1, 2, 3]) {
        if (!found.has(count)) boards.push(makeBoard({ ...bare, triangles: [[r, c, count]] }));
      }
    for (const trail of paths)
      for (const board of boards) {
        const square = board.squares.find((one) => one.triangles);
        if (found.has(square.triangles)) continue;
        if (++tried > MOST_TRIED) return [...found.values()];
        const own = trail.map((v) => board.vertices[v.number]);
        if (clauseFires(place, clause, pathView(board, own), square)) {
          found.set(square.triangles, {
            puzzle: board.puzzle,
            trail: own,
            squares: [square.place],
            words: captionOf(board, own, square),
          });
        }
      }
    if (found.size === 3) break;
  }
  return [...found.keys()].sort().map((count) => found.get(count));
}

// The possible numbers of edges of a square without gaps on a complete path, as far as the square by
// itself tells: witness/logic/configurations.py.
function reachableCounts(path, square) {
  const used = square.edges.filter((e) => path.edges.has(e)).length;
  const unused = square.edges.filter((e) => !path.edges.has(e));
  const room = (v) => (v === path.head ? 1 : path.vertices.includes(v) ? 0 : 2);
  const found = new Set();
  for (let set = 0; set < 1 << unused.length; set++) {
    const further = unused.filter((_, n) => (set >> n) & 1);
    const fits = square.corners.every(
      (v) => further.filter((e) => e.ends.includes(v)).length <= room(v),
    );
    if (fits && used + further.length < 4) found.add(used + further.length);
  }
  return [...found].sort();
}

// Two numbers say why a square is lost: the edges that it needs, and those that it can get.
function captionOf(board, trail, square) {
  const counts = reachableCounts(pathView(board, trail), square);
  const needed = `${square.triangles} needed`;
  if (counts[counts.length - 1] < square.triangles)
    return `${needed}, ${counts[counts.length - 1]} at most`;
  if (counts[0] > square.triangles) return `${needed}, ${counts[0]} at least`;
  if (counts.includes(square.triangles)) return `${needed}, out of reach`;
  return `${needed}: ${counts.join(" or ")}`;
}
