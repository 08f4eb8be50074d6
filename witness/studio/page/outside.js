// Squares outside a panel of witnesspuzzles.com (witness/puzzle/formats/outside.py). `removed` are the
// numbers of the edges without a line.

// The squares that edges without a line connect to the outside.
function outsideSquares(board, removed) {
  const joined = partsOf(board, (e) => removed.has(e.number));
  const border = board.edges.filter((e) => removed.has(e.number) && e.squares.length === 1);
  return new Set(border.flatMap((e) => joined[e.squares[0].number]));
}

// Whether regions of the site may go along lines around missing squares. A region is a set of squares,
// and of dots that are beside no square.
function runsAround(puzzle, removed) {
  if (!puzzle.missing.length) return false;
  const board = makeBoard(puzzle);
  const isRemoved = (e) => removed.has(e.number);
  let dots = new Set(board.onLines.map((view) => view.thing));
  let bare = board.edges.filter((e) => !e.squares.length);
  const closed = new Set(
    bare.filter(isRemoved).flatMap((e) => e.ends.filter((end) => !dots.has(end))),
  );
  if (!puzzle.eliminations.length) {
    // Who misses a dot is wrong anyway.
    for (const vertex of board.vertices) if (dots.has(vertex)) closed.add(vertex);
    bare = bare.filter((e) => !dots.has(e));
    dots = new Set();
  }
  const groups = new Map();
  for (const vertex of board.vertices) {
    const found = [];
    for (const e of edgesAt(board, vertex)) {
      if (e.squares.length) join(found, new Set(e.squares));
      else if (dots.has(e) && bare.includes(e)) join(found, new Set([e]));
    }
    if (dots.has(vertex) && !found.length) found.push(new Set([vertex]));
    groups.set(vertex, found);
  }
  const lines = bare.filter((e) => !isRemoved(e));
  return (
    comeTogether(groups, lines, closed) &&
    comeTogether(groups, lines, new Set([...closed, ...alwaysPassed(board)]))
  );
}

// Add what is in one region to others, none of which meet.
function join(found, region) {
  const met = found.filter((other) => [...other].some((one) => region.has(one)));
  const rest = found.filter((other) => !met.includes(other));
  found.splice(0, found.length, ...rest, new Set([region, ...met].flatMap((one) => [...one])));
}

// Whether several regions come together at open vertices that some lines connect.
function comeTogether(groups, lines, closed) {
  const found = new Map();
  for (const [vertex, group] of groups) if (!closed.has(vertex)) found.set(vertex, [...group]);
  for (const {
    ends: [one, other],
  } of lines) {
    const [to, from] = [found.get(one), found.get(other)];
    if (!to || !from || to === from) continue;
    for (const region of from) join(to, region);
    for (const [vertex, group] of found) if (group === from) found.set(vertex, to);
  }
  return [...found.values()].some((group) => group.length > 1);
}

// The vertices that are on a line whatever the path.
function alwaysPassed(board) {
  const isAvoidable = (vertex) => {
    const seen = new Set([vertex.number, vertex.image.number]);
    const todo = board.starts.map((one) => one.number).filter((number) => !seen.has(number));
    const reached = new Set(todo);
    for (const number of todo)
      for (const [next] of board.near[number])
        if (!seen.has(next) && !reached.has(next)) {
          reached.add(next);
          todo.push(next);
        }
    return board.goals.some((goal) => reached.has(goal.number));
  };
  return board.vertices.filter((vertex) => !isAvoidable(vertex));
}
