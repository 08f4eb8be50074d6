// A partial path as clauses see it, and what it can still reach: witness/puzzle/outlook.py, which
// follows bk/outlook.pl. `trail` lists the vertices of a path from its start to its head.

function pathView(board, trail) {
  const edges = edgesOf(board, trail);
  const rest = new RestOfBoard(board, trail, edges);
  return {
    edges,
    vertices: trail,
    head: trail[trail.length - 1],
    rest,
    unmarked: (symbol) => rest.unmarked(symbol),
  };
}

class RestOfBoard {
  constructor(board, trail, edges) {
    this.board = board;
    this.trail = trail;
    this.goals = board.goals;
    this.ends = board.ends;
    this.onPath = new Set(edges);
  }
  get outlook() {
    const unmarked = (square) => this.unmarked(square);
    return (this.found ??= outlookOf(this.board, this.trail, this.onPath, unmarked));
  }
  get live() {
    return this.board.edges.filter((e) => this.outlook.live.has(e));
  }
  get reachable() {
    return this.board.vertices.filter((v) => this.outlook.reachable.has(v));
  }
  get cut_off() {
    return this.outlook.cutOff;
  }
  // The squares that are in one region with a square whatever the path does; and those that may be.
  joined(square) {
    this.sure ??= partsOf(this.board, (e) => !this.onPath.has(e) && !this.outlook.live.has(e));
    return this.sure[R.get(square, "number")];
  }
  region(square) {
    this.possible ??= partsOf(this.board, (e) => !this.onPath.has(e));
    return this.possible[R.get(square, "number")];
  }
  // Whether no mark may be in a region of a symbol in the end.
  unmarked(symbol) {
    const [v] = symbol.dot_vertices;
    const [e] = symbol.dot_edges;
    const touches = (one) => one === symbol || one.corners.includes(v) || one.edges.includes(e);
    return !this.board.squares
      .filter(touches)
      .some((square) => this.region(square).some((one) => one.elimination));
  }
  joined_to(symbol) {
    return "number" in symbol ? [this.joined(symbol)] : [];
  }
  region_of(symbol) {
    return "number" in symbol ? [this.region(symbol)] : [];
  }
}

function outlookOf(board, trail, onPath, unmarked) {
  const head = trail[trail.length - 1];
  const free = new Set(board.vertices);
  for (const v of trail) if (v !== head) free.delete(v);
  const allowed = new Set(
    board.edges.filter((e) => !board.isShut[e.number] && e.ends.every((v) => free.has(v))),
  );
  const reachable = reachedFrom(board, head, allowed);
  // No edge of a square that has as many edges as it has triangles can be taken, unless a mark may
  // take these away.
  for (const square of board.squares) {
    const used = square.edges.filter((e) => onPath.has(e)).length;
    if (square.triangles && used >= square.triangles && unmarked(square))
      for (const e of square.edges) allowed.delete(e);
  }
  // A vertex with one edge left is a dead end, unless the path is there or may end there.
  for (let changed = true; changed;) {
    changed = false;
    for (const v of free) {
      const out = v.steps.filter(([, e]) => allowed.has(e));
      if (out.length >= 2 || v === head || board.isGoal[v.number]) continue;
      free.delete(v);
      for (const [, e] of out) allowed.delete(e);
      changed = true;
    }
  }
  const seen = reachedFrom(board, head, allowed);
  const live = new Set([...allowed].filter((e) => e.ends.every((v) => seen.has(v))));
  return { reachable, live, cutOff: !board.goals.some((goal) => seen.has(goal)) };
}

// The vertices to which the head can come over some edges; at an end the way is over.
function reachedFrom(board, head, allowed) {
  const seen = new Set([head]);
  for (const v of seen) {
    if (board.isEnd[v.number]) continue;
    for (const [, e, other] of v.steps) if (allowed.has(e)) seen.add(other);
  }
  return seen;
}
