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
    this.reached = new Uint8Array(board.vertices.length);
    this.demands = demandsOf(board);
    this.marks = board.squares.some((square) => square.elimination); // then symbols can be wrong
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
  }

  // Whether it is plain that no solution extends the path. Each test holds on every board: a
  // continuation visits only vertices that can be reached, and takes only edges between them.
  isLost() {
    const { onPath, inRegions } = this.demands;
    const taken = onPath.map((one) => this.numberOf(one));
    if (
      !this.marks &&
      onPath.some(({ numbers }, n) => numbers.every((number) => number < taken[n]))
    )
      return true;
    if (!this.reach()) return true;
    if (this.marks) return false;
    const lost = (one, n) => {
      const most = taken[n] + this.moreOf(one);
      return !one.numbers.some((number) => taken[n] <= number && number <= most);
    };
    return onPath.some(lost) || (inRegions.length > 0 && this.regionsAreLost());
  }

  // How many of the edges and vertices of which a symbol asks are on the path.
  numberOf({ edges, vertices }) {
    let found = 0;
    for (const edge of edges) if (this.taken[edge.number]) found++;
    for (const vertex of vertices) if (this.visited[vertex.number]) found++;
    return found;
  }

  // How many more of them a continuation can have: of the edges at the head, one.
  moreOf({ edges, vertices }) {
    const { head } = this;
    let more = 0;
    let atHead = 0;
    for (const edge of edges) {
      if (!this.canTake(edge)) continue;
      if (edge.ends[0].number === head || edge.ends[1].number === head) atHead = 1;
      else more++;
    }
    for (const vertex of vertices)
      if (this.reached[vertex.number] && !this.visited[vertex.number]) more++;
    return more + atHead;
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
    const { inRegions } = this.demands;
    const sure = partsOf(this.board, (e) => !this.taken[e.number] && !this.canTake(e));
    const tooMany = ({ view, like, numbers }) =>
      amongst(sure[view.number], like) > Math.max(...numbers);
    if (inRegions.some(tooMany)) return true;
    const possible = partsOf(this.board, (e) => !this.taken[e.number]);
    return inRegions.some(
      ({ view, like, numbers }) => amongst(possible[view.number], like) < Math.min(...numbers),
    );
  }
}
