// Exact search on typed arrays: all solutions that extend a path, and how hard they are to find. Depth
// first, with pruning that follows from the rules alone, never from a clause. Each test holds on every
// board: a continuation visits only places that can be reached, and takes only edges between them.
//
// A set of squares is a row of bits, 32 to a word: square n is bit n % 32 of word n >> 5.
//
//     +---+---+---+
//     | 6 # 7 | 8 |
//     +   +   +   +      the region left of the line # has squares 0, 1, 3 and 6:
//     | 3 # 4 | 5 |
//     +   + # +   +      square   8 7 6 5 4 3 2 1 0
//     | 0 | 1 # 2 |         bit   0 0 1 0 0 1 0 1 1   = 75
//     +---+---+---+

// When a line can come to an edge: never, with its next step, or later.
const [NEVER, NEXT, LATER] = [0, 1, 2];

// What becomes of two squares beside an edge: they stay together, perhaps, or a line divides them.
const [JOINED, OPEN, DIVIDED] = [0, 1, 2];

// How often something is on the path (at most twice: both halves of an edge), and on its image.
const [OWN, IMAGE, OF_OWN] = [1, 4, 3];

const NONE = -1; // no square, edge or place
const EACH = 64; // partial paths between two looks at the clock

// The number of bits of a word that are set.
function bitsIn(word) {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const numbersOf = (things) => Int16Array.from(things, (one) => one?.number ?? NONE);

function squareBits(squares, words) {
  const bits = new Int32Array(words);
  for (const { number } of squares) bits[number >> 5] |= 1 << (number & 31);
  return bits;
}

const isBetween = (numbers, least, most) => numbers.some((one) => least <= one && one <= most);

// The parts into which a board falls at some edges.
class Parts {
  constructor(squares, words) {
    this.of = new Int16Array(squares); // the part of each square
    this.area = new Int16Array(squares); // the number of squares of each part
    this.isOpen = new Uint8Array(squares); // whether a line may come into each part
    this.bits = new Int32Array(squares * words); // the squares of each part, as bits
    this.stack = new Int16Array(squares);
    this.words = words;
  }

  // Let those squares be together that are beside edges with at most the fate `most`.
  divide({ edgesAround, across, fate }, most) {
    const { of, area, isOpen, bits, stack, words } = this;
    of.fill(NONE);
    let part = 0;
    for (let first = 0; first < of.length; first++) {
      if (of[first] !== NONE) continue;
      bits.fill(0, part * words, (part + 1) * words);
      area[part] = isOpen[part] = 0;
      of[first] = part;
      stack[0] = first;
      for (let top = 1; top;) {
        const square = stack[--top];
        bits[part * words + (square >> 5)] |= 1 << (square & 31);
        area[part]++;
        for (let n = 4 * square; n < 4 * square + 4; n++) {
          const other = across[n];
          if (other === NONE || fate[edgesAround[n]] > most) continue;
          if (fate[edgesAround[n]] === OPEN) isOpen[part] = 1;
          if (of[other] !== NONE) continue;
          of[other] = part;
          stack[top++] = other;
        }
      }
      part++;
    }
    this.count = part;
  }

  // How many squares of a part are in a set.
  amongst(part, set) {
    let found = 0;
    for (let w = 0; w < this.words; w++) found += bitsIn(this.bits[part * this.words + w] & set[w]);
    return found;
  }
}

class Search {
  // `see` gets the search at each solution; `late` is called now and then, and may throw.
  constructor(board, see, late) {
    const { places, edges, squares, near } = board;
    const { onPath, onLine, inRegions, fills, marks } = demandsOf(board);
    Object.assign(this, { board, see, late, nodes: 0, length: 0 });

    // Of each place: its neighbours, the edges to them, its image.
    this.near = near.map((steps) => Int16Array.from(steps, ([place]) => place));
    this.edgesTo = near.map((steps) => Int16Array.from(steps, ([, edge]) => edge));
    this.image = numbersOf(places.map((one) => one.image));
    // Of each edge: its image, its ends, the place in its middle; and which are between two squares.
    this.imageOfEdge = numbersOf(edges.map((one) => one.image));
    [this.oneEnd, this.otherEnd] = [0, 1].map((n) => numbersOf(edges.map(({ ends }) => ends[n])));
    this.middle = numbersOf(edges.map((one) => one.middle));
    this.inner = numbersOf(edges.filter((one) => one.squares.length === 2));
    // Of each square: its edges, at 4n to 4n + 3, and the squares across these.
    const across = (one, e) => (one.missing ? null : e.squares.find((other) => other !== one));
    this.edgesAround = numbersOf(squares.flatMap((one) => one.edges));
    this.across = numbersOf(squares.flatMap((one) => one.edges.map((e) => across(one, e))));

    // What changes with the path.
    this.trail = new Int16Array(places.length + 1); // its places
    this.steps = new Int16Array(places.length + 1); // the edges of the steps to these
    this.visited = new Uint8Array(places.length); // OWN, IMAGE or both of each place
    this.taken = new Uint8Array(edges.length); // sums of OWN and IMAGE of each edge
    this.fate = new Uint8Array(edges.length); // JOINED, OPEN or DIVIDED
    this.reached = new Uint8Array(places.length); // 1 where the head may come
    this.stack = new Int16Array(places.length);
    const words = (squares.length + 31) >> 5;
    this.possible = new Parts(squares.length, words); // regions as large as they can become
    this.sure = new Parts(squares.length, words); // and as small
    this.known = new Map(); // by the bits of final regions: whether they are wrong

    // What the symbols ask.
    const bits = (those) => squareBits(those, words);
    const asked = ({ edges: some = [], vertices = [], ...one }) => ({
      ...one,
      edges: numbersOf(some),
      vertices: numbersOf(vertices),
    });
    this.ofLines = [...onPath, ...onLine].map(asked);
    this.inRegions = inRegions.map((one) => ({ ...one, bits: bits(one.like) }));
    [this.fills, this.marks] = [fills, marks].map((all) => bits(all.map(({ view }) => view)));
    this.hasMarks = marks.length > 0;
    this.hasRegions = inRegions.length + fills.length + marks.length > 0;
    const isSummed = !this.hasMarks && !fills.some(({ view }) => view.entry.negative);
    this.blockSize = new Int16Array(squares.length); // of the block in each square, in squares
    if (isSummed) for (const { view } of fills) this.blockSize[view.number] = totalOf([view]);
    this.blocks = new Int16Array(squares.length); // of each part: the squares that its blocks have
  }

  get places() {
    return Array.from(this.trail.subarray(0, this.length), (number) => this.board.places[number]);
  }

  // Go through the solutions that extend a path; return as `go`.
  through(path) {
    path.forEach((one, n) => {
      const edge = n ? stepEdge(this.board, path[n - 1], one) : one.edge;
      this.push(one.number, edge?.number ?? NONE);
    });
    return this.go();
  }

  // Return MUSE and ReMUSE of the path for a player without rules, a pair of bits
  // (witness/difficulty/entropy/reference.py); null if no solution extends it.
  go() {
    if (++this.nodes % EACH === 0) this.late();
    const head = this.trail[this.length - 1];
    const isSolved = this.board.isGoal[head] && this.isSolved();
    if (isSolved) this.see(this);
    const scores = [];
    let moves = 0;
    if (!this.board.isEnd[head] && this.flood() && !this.isWrong(false)) {
      const near = this.near[head];
      for (let n = 0; n < near.length; n++) {
        if (this.visited[near[n]]) continue;
        moves++;
        this.push(near[n], this.edgesTo[head][n]);
        const score = this.go();
        if (score) scores.push(score);
        this.pop();
      }
    }
    return isSolved ? [0, 0] : scores.length ? entropyOf(scores, moves) : null;
  }

  push(place, edge) {
    this.steps[this.length] = edge;
    this.trail[this.length++] = place;
    this.mark(1);
  }

  pop() {
    this.mark(-1);
    this.length--;
  }

  mark(sign) {
    const [place, edge] = [this.trail[this.length - 1], this.steps[this.length - 1]];
    this.visited[place] += sign * OWN;
    this.visited[this.image[place]] += sign * IMAGE;
    if (edge === NONE) return;
    this.taken[edge] += sign * OWN;
    this.taken[this.imageOfEdge[edge]] += sign * IMAGE;
  }

  // Whether the path, which is at a goal, is a solution. What marks take away has exceptions of its own.
  isSolved() {
    this.reached.fill(0);
    if (this.isWrong(true)) return false;
    return !this.hasMarks || !violationsOf(this.board, this.places).length;
  }

  // Find the places to which the head can come; return whether a goal is there.
  flood() {
    const { near, reached, visited, stack } = this;
    const { isGoal, isEnd } = this.board;
    reached.fill(0);
    let goal = false;
    stack[0] = this.trail[this.length - 1];
    reached[stack[0]] = 1;
    for (let top = 1; top;) {
      const row = near[stack[--top]];
      for (let n = 0; n < row.length; n++) {
        const place = row[n];
        if (reached[place] || visited[place]) continue;
        reached[place] = 1;
        goal ||= isGoal[place];
        if (!isEnd[place]) stack[top++] = place;
      }
    }
    return goal;
  }

  // Whether something is wrong that no continuation puts right; `atGoal` if there is none.
  isWrong(atGoal) {
    if (this.hasRegions) {
      this.findFates(atGoal);
      this.possible.divide(this, OPEN);
      this.sure.divide(this, JOINED);
    }
    for (const one of this.ofLines) if (this.stays(one) && this.fails(one)) return true;
    return this.hasRegions && this.regionsAreLost();
  }

  // Whether no marks may take a symbol away: it touches a part to which no mark can come.
  stays({ around }) {
    const isMarked = ({ number }) => this.possible.amongst(this.possible.of[number], this.marks);
    return !this.hasMarks || !around.length || !around.every(isMarked);
  }

  // Whether the lines cannot come to do what a symbol asks of them, or do so already.
  fails(one) {
    return one.rule.on === "OnPath" ? this.isOut(one) : this.misses(one);
  }
  isSettled(one) {
    if (one.rule.on === "OnPath") return !this.moreOf(one);
    const { ends, number } = one.view.thing;
    return (ends ? this.taken : this.visited)[number] > 0;
  }

  // Whether the number of edges and vertices of which a symbol asks cannot become one that it wants.
  isOut(one) {
    const least = this.onLines(one);
    return !isBetween(one.numbers, least, least + this.moreOf(one));
  }

  // How many of the edges and vertices of which a symbol asks are on the lines.
  onLines({ edges, vertices }) {
    let found = 0;
    for (const edge of edges) if (this.taken[edge]) found++;
    for (const vertex of vertices) if (this.visited[vertex]) found++;
    return found;
  }

  // How many more of them a continuation can have: of the edges at the head of a line, one.
  moreOf({ edges, vertices }) {
    const { image, imageOfEdge, reached } = this;
    let [more, first, second] = [0, NEVER, NEVER];
    for (const edge of edges) {
      const other = imageOfEdge[edge];
      const when = this.whenTaken(edge);
      const later = other === edge ? NEVER : this.whenTaken(other);
      if (when === LATER || later === LATER) more++;
      else {
        first ||= when;
        second ||= later;
      }
    }
    for (const vertex of vertices)
      if (!this.visited[vertex] && (reached[vertex] || reached[image[vertex]])) more++;
    return more + first + second;
  }

  // When the path can take an edge. It can come to a goal in the middle from both ends.
  whenTaken(edge) {
    if (this.taken[edge] || this.board.isShut[edge]) return NEVER;
    const { reached } = this;
    const middle = this.middle[edge];
    if (middle !== NONE) return reached[middle] ? LATER : NEVER;
    const [a, b] = [this.oneEnd[edge], this.otherEnd[edge]];
    if (!reached[a] || !reached[b]) return NEVER;
    const head = this.trail[this.length - 1];
    return a === head || b === head ? NEXT : LATER;
  }

  // Whether the line of a symbol cannot come to its vertex or edge.
  misses({ view: { thing, entry } }) {
    const { ends, number } = entry[1] === 1 ? thing : thing.image; // where the path must come
    return (
      !((ends ? this.taken : this.visited)[number] & OF_OWN) &&
      !(ends ? this.whenTaken(number) : this.reached[number])
    );
  }

  // Find what becomes of the edges between two squares. Half edges at the ends of lines may not divide.
  findFates(atGoal) {
    const { board, inner, fate, taken, imageOfEdge, length, trail } = this;
    const ends = [trail[0], trail[length - 1]].map((number) => board.places[number].edge);
    const isOn = ({ number }) => this.visited[number] > 0;
    for (const edge of inner) {
      if (!taken[edge])
        fate[edge] = this.whenTaken(edge) || this.whenTaken(imageOfEdge[edge]) ? OPEN : JOINED;
      else if (!isOpenHalf(board, board.edges[edge], ends, isOn)) fate[edge] = DIVIDED;
      else fate[edge] = atGoal ? JOINED : OPEN;
    }
  }

  regionsAreLost() {
    const { possible, sure } = this;
    for (const { view, bits, numbers } of this.inRegions) {
      const [large, small] = [possible.of[view.number], sure.of[view.number]];
      if (this.hasMarks && possible.amongst(large, this.marks)) continue;
      const [least, most] = [sure.amongst(small, bits), possible.amongst(large, bits)];
      if (!isBetween(numbers, least, most)) return true;
    }
    if (this.blocksAreTooMany()) return true;
    // A region to which nothing can be added, and from which nothing can be taken, is as it will be.
    let next = 0; // parts are numbered by their first squares
    return sure.of.some((part, square) => {
      const number = possible.of[square];
      if (number !== next || sure.area[part] !== possible.area[next++]) return false;
      return this.finalIsWrong(number);
    });
  }

  // Whether a part has no room for its blocks, or more squares than all blocks that may come into it.
  blocksAreTooMany() {
    const { possible, sure, blockSize, blocks } = this;
    blocks.fill(0);
    for (let n = 0; n < blockSize.length; n++) blocks[possible.of[n]] += blockSize[n];
    for (let part = 0; part < possible.count; part++)
      if (blocks[part] > possible.area[part]) return true;
    for (let n = 0; n < blockSize.length; n++)
      if (blockSize[n] && sure.area[sure.of[n]] > blocks[possible.of[n]]) return true;
    return false;
  }

  // Whether the blocks of a region do not fill it; more lines in it would not help. Or whether its marks
  // are too many or too few, if all that symbols there ask of lines is settled.
  finalIsWrong(number) {
    const { board, possible, known } = this;
    const { words, bits } = possible;
    const isMarked = this.hasMarks && possible.amongst(number, this.marks) > 0;
    if (!isMarked && !possible.amongst(number, this.fills)) return false;
    const isIn = (square) => possible.of[square.number] === number;
    const asked = isMarked ? this.ofLines.filter(({ around }) => around.some(isIn)) : [];
    const wrong = asked.filter((one) => this.fails(one));
    if (isMarked && possible.isOpen[number]) return false;
    if (!asked.every((one) => wrong.includes(one) || this.isSettled(one))) return false;
    const lines = this.inner.filter((e) => this.taken[e] && board.edges[e].squares.every(isIn));
    const places = wrong.map(({ view }) => view.place);
    const key = [bits.subarray(number * words, (number + 1) * words), lines, ...places].join(";");
    if (!known.has(key)) known.set(key, this.isWrongRegion(board.squares.filter(isIn), wrong));
    return known.get(key);
  }

  isWrongRegion(part, wrong) {
    const { board, taken, visited } = this;
    const used = new Set([
      ...board.edges.filter((one) => taken[one.number]),
      ...board.places.filter((one) => visited[one.number]),
    ]);
    const marks = withRule(part, "Removes");
    if (!marks.length) return !board.filling.fills(part, blocksIn(part), used);
    const squares = wrong.map(({ view }) => view).filter((view) => part.includes(view));
    const found = { squares, more: wrong.length - squares.length };
    const demands = this.inRegions.filter(({ view }) => part.includes(view));
    return !new Removal(board, part, found, marks, demands, used).right;
  }
}

// The scores of a state, from those of the moves after which a solution is left, and the number of moves.
function entropyOf(scores, moves) {
  const least = (n) => Math.min(...scores.map((one) => one[n]));
  const [muse, remuse] = [least(0), least(1)];
  const weights = scores.map((one) => Math.exp(remuse - one[1]));
  const shares = weights.map((weight) => weight / sum(weights)).filter((share) => share > 0);
  const divergence = sum(shares.map((share) => share * Math.log2(share * moves)));
  return [Math.log2(moves) + muse, Math.max(0, divergence) + remuse];
}
