// Exact search: does some solution extend a partial path? Depth first, with pruning that follows from
// the rules alone, never from a clause. With two lines it searches for the first one. `decide` is a
// generator, so that a page can stay alive: it yields the number of partial paths seen so far and
// returns the answer.

const SLICE = 25;

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
    if (search.isClosed(step[0])) continue;
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

// When a line can come to an edge: never, with its next step, or later.
const NEVER = 0;
const NEXT = 1;
const LATER = 2;

class Search {
  constructor(board) {
    this.board = board;
    this.trail = [];
    this.nodes = 0;
    this.images = board.places.map((one) => one.image.number);
    this.visited = new Uint8Array(board.places.length);
    this.taken = new Uint8Array(board.edges.length);
    this.reached = new Uint8Array(board.places.length);
    this.demands = demandsOf(board);
    this.stack = [];
  }

  get head() {
    return this.trail[this.trail.length - 1];
  }
  get atEnd() {
    return this.board.isEnd[this.head];
  }
  get isSolved() {
    return this.board.isGoal[this.head] && violationsOf(this.board, this.places).length === 0;
  }
  get places() {
    return this.trail.map((number) => this.board.places[number]);
  }
  answer(kind) {
    return { kind, nodes: this.nodes, path: kind === "solution" ? this.places : null };
  }

  push(number) {
    this.mark(number, 1);
    this.trail.push(number);
    this.visited[number] = 1;
  }

  pop() {
    const number = this.trail.pop();
    this.visited[number] = 0;
    this.mark(number, -1);
  }

  mark(number, change) {
    const { places } = this.board;
    const next = places[number];
    const edge = this.trail.length ? stepEdge(this.board, places[this.head], next) : next.edge;
    if (edge) this.taken[edge.number] += change;
  }

  // Whether one of the lines is at a place; and whether it has an edge.
  isClosed(number) {
    return this.visited[number] || this.visited[this.images[number]];
  }
  has({ number, image }) {
    return this.taken[number] || this.taken[image.number];
  }

  // Whether it is plain that no solution extends the path. Each test holds on every board: a
  // continuation visits only vertices that can be reached, and takes only edges between them.
  isLost() {
    const { onPath, onLine, inRegions, fills, marks } = this.demands;
    const tooMany = (one) => Math.max(...one.numbers) < this.numberOf(one);
    if (!marks.length && onPath.some(tooMany)) return true;
    if (!this.reach()) return true;
    const regional = inRegions.length + fills.length + marks.length > 0;
    const { both, divides } = regional ? linesOf(this.board, this.places) : {};
    const possible = regional ? partsOf(this.board, (e) => !divides(e)) : [];
    // A symbol cannot go from where no mark can come.
    const marked = new Set(marks.map(({ view }) => possible[view.number]));
    const stays = ({ around }) =>
      !marked.size || !around.length || around.some(({ number }) => !marked.has(possible[number]));
    return (
      onPath.some((one) => stays(one) && this.isOut(one)) ||
      onLine.some((one) => stays(one) && this.misses(one.view)) ||
      (regional && this.regionsAreLost(possible, both, inRegions.filter(stays)))
    );
  }

  // Whether the number of edges and vertices of which a symbol asks cannot become one that it wants.
  isOut(one) {
    const { numbers } = one;
    const taken = this.numberOf(one);
    if (numbers.every((number) => number < taken)) return true;
    const most = taken + this.moreOf(one);
    return !numbers.some((number) => taken <= number && number <= most);
  }

  // How many of the edges and vertices of which a symbol asks are on the lines.
  numberOf({ edges, vertices }) {
    let found = 0;
    for (const edge of edges) if (this.has(edge)) found++;
    for (const vertex of vertices) if (this.isClosed(vertex.number)) found++;
    return found;
  }

  // How many more of them a continuation can have: of the edges at the head of a line, one.
  moreOf({ edges, vertices }) {
    let more = 0;
    let first = NEVER;
    let second = NEVER;
    for (const edge of edges) {
      const { image } = edge;
      const when = this.whenTaken(edge);
      const later = image === edge ? NEVER : this.whenTaken(image);
      if (when === LATER || later === LATER) more++;
      else {
        first ||= when;
        second ||= later;
      }
    }
    for (const { number, image } of vertices)
      if (!this.isClosed(number) && (this.reached[number] || this.reached[image.number])) more++;
    return more + first + second;
  }

  // When the path can take an edge. It can come to a goal in the middle from both ends.
  whenTaken(edge) {
    if (this.board.isShut[edge.number] || this.has(edge)) return NEVER;
    const { head, reached } = this;
    const [a, b] = edge.ends;
    if (edge.middle) return reached[edge.middle.number] ? LATER : NEVER;
    if (!reached[a.number] || !reached[b.number]) return NEVER;
    return a.number === head || b.number === head ? NEXT : LATER;
  }

  // Whether the line of a symbol cannot come to its vertex or edge.
  misses({ thing, entry: [, line] }) {
    const one = line === 1 ? thing : thing.image; // where the path must come
    if (one.ends) return !this.taken[one.number] && this.whenTaken(one) === NEVER;
    return !this.visited[one.number] && !this.reached[one.number];
  }

  // Find what the head can come to; return whether a goal is there.
  reach() {
    const { near, isGoal, isEnd } = this.board;
    const { reached, stack } = this;
    reached.fill(0);
    let goal = false;
    stack.push(this.head);
    reached[stack[0]] = 1;
    while (stack.length) {
      for (const [other] of near[stack.pop()]) {
        if (reached[other] || this.isClosed(other)) continue;
        reached[other] = 1;
        goal ||= isGoal[other];
        if (!isEnd[other]) stack.push(other);
      }
    }
    return goal;
  }

  regionsAreLost(possible, both, inRegions) {
    const tooFew = ({ view, like, numbers }) =>
      amongst(possible[view.number], like) < Math.min(...numbers);
    if (inRegions.some(tooFew)) return true;
    const sure = partsOf(this.board, (e) => this.isFree(e));
    const tooMany = ({ view, like, numbers }) =>
      amongst(sure[view.number], like) > Math.max(...numbers);
    if (inRegions.some(tooMany)) return true;
    // A region to which nothing can be added, and from which nothing can be taken, is as it will be.
    const isFinal = (part) => part.length === sure[part[0].number].length;
    return [...new Set(possible)].some((part) => isFinal(part) && this.finalIsWrong(part, both));
  }

  // Whether no line will come to an edge.
  isFree(e) {
    return !this.has(e) && !this.whenTaken(e) && !this.whenTaken(e.image);
  }

  // Whether the blocks of a region do not fill it; more lines in it would not help. Or whether its marks
  // are too many or too few, if all that symbols there ask of lines is settled.
  finalIsWrong(part, both) {
    const marks = withRule(part, "Removes");
    if (!marks.length) return !this.board.filling.fills(part, blocksIn(part), both);
    const { onPath, onLine, inRegions } = this.demands;
    const asked = [...onPath, ...onLine].filter(({ around }) =>
      around.some((square) => part.includes(square)),
    );
    const wrong = asked.filter((one) => (one.edges ? this.isOut(one) : this.misses(one.view)));
    const isSettled = (one) => (one.edges ? !this.moreOf(one) : both.has(one.view.thing));
    const inner = this.board.edges.filter(
      ({ squares }) => squares.length === 2 && squares.every((one) => part.includes(one)),
    );
    if (
      !asked.every((one) => wrong.includes(one) || isSettled(one)) ||
      !inner.every((e) => this.has(e) || this.isFree(e))
    )
      return false;
    const squares = wrong.map(({ view }) => view).filter((view) => part.includes(view));
    const found = { squares, more: wrong.length - squares.length };
    const demands = inRegions.filter(({ view }) => part.includes(view));
    return !new Removal(this.board, part, found, marks, demands, both).right;
  }
}
