// Where a clause fires: pictures as in the paper's Figure 3, found when somebody looks at a clause.

const MOST_TRIED = 30_000;

// Partial paths from a start, the shortest first, then by vertices: those that can still come to a
// goal, or others.
function partialPaths(board, most, wanted = canFinish) {
  const found = [];
  let layer = board.starts.filter((v) => !board.isEnd[v.number]).map((v) => [v]);
  while (layer.length && found.length < most) {
    found.push(...layer.filter((trail) => wanted(board, trail)));
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
function triangleFirings(place, clause) {
  const found = new Map();
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
            dots: [],
            words: captionOf(board, own, square),
          });
        }
      }
    if (found.size === 3) break;
  }
  return [...found.keys()].sort().map((count) => found.get(count));
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

// For each kind of symbol but triangles, the first training panel and shortest partial path on which
// a clause fires; if there is none, a path that cannot come to a goal any more, on a small panel.
function symbolFirings(place, clause) {
  const experiment = DATA.experiments[place];
  const kinds = experiment.kinds.filter((kind) => kind !== "triangles");
  if (!kinds.length) return [];
  const { puzzles } = experiment.sets[0];
  const found = firingsOnPanels(place, clause, kinds, puzzles, canFinish);
  if (found.length) return found;
  const small = puzzles.filter(({ rows, cols }) => rows * cols <= 6).slice(0, 20);
  const cannot = (board, trail) => !canFinish(board, trail);
  return firingsOnPanels(place, clause, kinds, small, cannot);
}

function firingsOnPanels(place, clause, kinds, puzzles, wanted) {
  const found = new Map();
  let tried = 0;
  for (const puzzle of puzzles) {
    const board = makeBoard(puzzle);
    if (unknownToClauses(board, clause.guarded).length) continue;
    const symbols = constraintsOf(board, kinds);
    for (const trail of partialPaths(board, 300, wanted))
      for (const one of symbols) {
        if (found.has(one.kind)) continue;
        if (++tried > MOST_TRIED || found.size === kinds.length) return [...found.values()];
        if (!clauseFires(place, clause, pathView(board, trail), one.view)) continue;
        const dot = one.kind === "dots";
        const [squares, dots] = dot ? [[], [one.place]] : [[one.place], []];
        const words = `it fires for this ${dot ? "dot" : "square"}`;
        found.set(one.kind, { puzzle, trail, squares, dots, words });
      }
  }
  return [...found.values()];
}

// Pictures of where a clause fires. Throws `Mistake` or `TooManySteps` if it has no value somewhere.
function picturesOf(place, clause) {
  const { kinds } = DATA.experiments[place];
  const about = kinds.includes("triangles") ? triangleFirings(place, clause) : [];
  return [...about, ...symbolFirings(place, clause)];
}
