// Exact search: does some solution extend a partial path? Depth first, with pruning that follows from
// the rules alone, never from a clause. `decide` is a generator, so that a page can stay alive: it
// yields the number of partial paths seen so far and returns the answer.

const SLICE = 250;

function* decide(board, trail, budget) {
  const search = new Search(board);
  for (const v of trail) search.push(v.number);
  const base = trail.length;
  if (search.isSolved) return search.answer("solution");
  if (search.atEnd || search.isLost()) return search.answer("none");
  const choices = [0];
  while (choices.length) {
    const { head } = search;
    const step = board.near[head][choices[choices.length - 1]++];
    if (step === undefined) {
      choices.pop();
      if (search.trail.length > base) search.pop();
      continue;
    }
    if (search.visited[step[0]]) continue;
    if (search.nodes >= budget) return search.answer("unknown");
    search.push(step[0]);
    search.nodes++;
    if (search.nodes % SLICE === 0) yield search.nodes;
    if (search.isSolved) return search.answer("solution");
    if (search.atEnd || search.isLost()) search.pop();
    else choices.push(0);
  }
  return search.answer("none");
}

class Search {
  constructor(board) {
    this.board = board;
    this.trail = [];
    this.nodes = 0;
    this.visited = new Uint8Array(board.vertices.length);
    this.taken = new Uint8Array(board.edges.length);
    this.used = new Uint8Array(board.squares.length);
    this.reached = new Uint8Array(board.vertices.length);
    this.triangles = board.squares.filter((square) => square.triangles);
    this.coloured = board.squares.some((square) => square.colours.length);
    this.stack = [];
  }

  get head() {
    return this.trail[this.trail.length - 1];
  }
  get atEnd() {
    return this.board.isEnd[this.head];
  }
  get isSolved() {
    return this.board.isGoal[this.head] && violationsOf(this.board, this.vertices).length === 0;
  }
  get vertices() {
    return this.trail.map((number) => this.board.vertices[number]);
  }
  answer(kind) {
    return { kind, nodes: this.nodes, path: kind === "solution" ? this.vertices : null };
  }

  push(number) {
    if (this.trail.length) this.mark(number, 1);
    this.trail.push(number);
    this.visited[number] = 1;
  }

  pop() {
    const number = this.trail.pop();
    this.visited[number] = 0;
    this.mark(number, -1);
  }

  mark(number, change) {
    const { vertices } = this.board;
    const edge = this.board.edgeBetween(
      vertices[this.trail[this.trail.length - 1]],
      vertices[number],
    );
    this.taken[edge.number] += change;
    for (const square of edge.squares) this.used[square.number] += change;
  }

  // Whether it is plain that no solution extends the path. Each test holds on every board: a
  // continuation visits only vertices that can be reached, and takes only edges between them.
  isLost() {
    for (const square of this.triangles)
      if (this.used[square.number] > square.triangles) return true;
    if (!this.reach()) return true;
    const { head } = this;
    for (const square of this.triangles) {
      let more = 0;
      let atHead = 0;
      for (const edge of square.edges) {
        if (!this.canTake(edge)) continue;
        if (edge.ends[0].number === head || edge.ends[1].number === head) atHead = 1;
        else more++;
      }
      if (this.used[square.number] + more + atHead < square.triangles) return true;
    }
    for (const dot of this.board.dots) {
      if (
        dot.dot_edges.length
          ? !this.taken[dot.dot_edges[0].number] && !this.canTake(dot.dot_edges[0])
          : !this.visited[dot.dot_vertices[0].number] && !this.reached[dot.dot_vertices[0].number]
      )
        return true;
    }
    return this.coloured && this.regionsAreLost();
  }

  canTake(edge) {
    if (this.board.isGap[edge.number] || this.taken[edge.number]) return false;
    const [a, b] = edge.ends;
    return this.reached[a.number] === 1 && this.reached[b.number] === 1;
  }

  // Find what the head can come to; return whether a goal is there.
  reach() {
    const { near, isGoal, isEnd } = this.board;
    const { reached, visited, stack } = this;
    reached.fill(0);
    let goal = false;
    stack.push(this.head);
    reached[stack[0]] = 1;
    while (stack.length) {
      for (const [other] of near[stack.pop()]) {
        if (reached[other] || visited[other]) continue;
        reached[other] = 1;
        goal ||= isGoal[other];
        if (!isEnd[other]) stack.push(other);
      }
    }
    return goal;
  }

  regionsAreLost() {
    const sure = new Set(partsOf(this.board, (e) => !this.taken[e.number] && !this.canTake(e)));
    for (const part of sure) {
      const symbols = part.filter((square) => square.colours.length);
      const squares = new Set(
        symbols.filter((square) => !square.star).map((square) => square.colours[0]),
      );
      if (squares.size > 1) return true;
      const most = (colour) => symbols.filter((square) => square.colours[0] === colour).length > 2;
      if (symbols.some((square) => square.star && most(square.colours[0]))) return true;
    }
    const possible = partsOf(this.board, (e) => !this.taken[e.number]);
    return this.board.squares.some(
      (square) =>
        square.star &&
        possible[square.number].filter((other) => other.colours[0] === square.colours[0]).length <
          2,
    );
  }
}
