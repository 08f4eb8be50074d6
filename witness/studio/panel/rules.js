// What is wrong with a path as a solution: witness/puzzle/rules.py, for paths that start at a start
// and take steps of the board, as all paths on the page do. The rules are data of the symbols
// (witness/puzzle/symbols/rule.py); what they mean on a board is in witness/puzzle/rules_on_board.py.

const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

// A sentence of a rule with its parts filled in; numbers are written with a noun.
const said = (sentence, parts) =>
  sentence
    .replace(/\{(\w+)\}/g, (_, name) => parts[name])
    .replace(/\{(\w+):([^{}]*)\}/g, (_, name, noun) => counted(parts[name], noun));

// What the symbols of a board ask of the lines, of one line, and of regions.
function demandsOf(board) {
  if (board.demands) return board.demands;
  const found = { OnPath: [], OnLine: [], InRegion: [], Fills: [], Removes: [] };
  for (const symbol of SYMBOLS) {
    const { rule } = symbol;
    if (!rule) continue; // nothing to check
    for (const view of [...board.squares, ...board.onLines]) {
      if (view.symbol !== symbol) continue;
      const numbers = rule.numbers ?? [view.entry[2]];
      const asked = { view, rule, numbers, around: squaresAround(board, view) };
      if (rule.on === "OnPath") {
        const things = rule.of === "edges" ? view.edges : [view.thing];
        const [edges, vertices] = [
          things.filter((one) => one.ends),
          things.filter((one) => !one.ends),
        ];
        Object.assign(asked, { edges, vertices });
      } else if (rule.on === "InRegion") {
        const [colour] = view.colours; // every symbol with such a rule has one
        const like = board.squares.filter((other) =>
          rule.of === "colour"
            ? other.colours[0] === colour
            : other.symbol === symbol && other.colours[0] !== colour,
        );
        asked.like = new Set(like);
      }
      found[rule.on].push(asked);
    }
  }
  board.filling = new Filling(board);
  board.demands = {
    onPath: found.OnPath,
    onLine: found.OnLine,
    inRegions: found.InRegion,
    fills: found.Fills,
    marks: found.Removes,
  };
  return board.demands;
}

// What is on the lines: edges and places of both, those of the path alone, and the edges that divide
// regions; half edges at their ends may not, those of the second by the rules of whose panel it is.
function linesOf(board, trail) {
  const edges = edgesOf(board, trail);
  const ends = [trail[0], trail[trail.length - 1]].map((one) => one.edge);
  const own = new Set([...edges, ...trail]);
  const both = new Set([...own, ...[...own].map((one) => one.image)]);
  const isOpen = (e) => isOpenHalf(board, e, ends, (v) => both.has(v));
  return { own, both, divides: (e) => both.has(e) && !isOpen(e) };
}

// Whether a half edge at the end of a line does not divide regions; `isOn` says where lines are.
const isOpenHalf = ({ puzzle }, e, ends, isOn) =>
  puzzle.open_halves &&
  (ends.includes(e) ||
    (ends.includes(e.image) && !(puzzle.rules === "witnesspuzzles" && e.ends.every(isOn))));

// Whether one of the two lines is at a vertex or an edge.
const visits = ({ own }, thing, line) => own.has(line === 1 ? thing : thing.image);

// The squares with symbols that have a rule of some kind.
const withRule = (squares, on) => squares.filter(({ symbol }) => symbol?.rule?.on === on);

// How many squares of a part are among those of which a symbol asks.
const amongst = (part, like) => part.filter((square) => like.has(square)).length;

function violationsOf(board, trail) {
  const head = trail[trail.length - 1];
  if (!board.isGoal[head.number])
    return [`the path ends at ${placeText(head.place)}, which is not a goal`];
  const { onPath, onLine, inRegions } = demandsOf(board);
  const lines = linesOf(board, trail);
  const parts = [...new Set(partsOf(board, (e) => !lines.divides(e)))];
  const marksIn = (part) => withRule(part, "Removes");
  // By part with marks: the squares of wrong symbols, and the number of wrong ones on lines.
  const marked = new Map(
    parts.filter((part) => marksIn(part).length).map((part) => [part, { squares: [], more: 0 }]),
  );
  // Whether marks may take a symbol away: each part that it touches needs some.
  const isTaken = ({ view, around }) => {
    const touched = parts.filter((squares) => squares.some((s) => around.includes(s)));
    if (!touched.length || !touched.every((part) => marked.has(part))) return false;
    for (const part of touched.map((one) => marked.get(one)))
      if (board.squares.includes(view)) part.squares.push(view);
      else part.more++;
    return true;
  };
  const wrong = [];
  const missed = ({ view, rule }, parts) => {
    const at = isEdge(view.place) ? "edge" : "vertex";
    wrong.push(said(rule.sentence, { place: placeText(view.place), at, ...parts }));
  };
  for (const one of onPath) {
    const { view, numbers, edges, vertices } = one;
    const found = [...edges, ...vertices].filter((thing) => lines.both.has(thing)).length;
    if (!numbers.includes(found) && !isTaken(one)) missed(one, { wanted: numbers[0], found });
  }
  for (const one of onLine) {
    const { thing, entry } = one.view;
    const [, line] = entry;
    if (visits(lines, thing, line)) continue;
    // Marks take no dot away that the other line visits.
    if (visits(lines, thing, 3 - line) || !isTaken(one)) missed(one, { line });
  }
  for (const part of parts) {
    const demands = inRegions.filter(({ view }) => part.includes(view));
    if (marked.has(part)) {
      const marks = marksIn(part);
      const removal = new Removal(board, part, marked.get(part), marks, demands, lines.both);
      wrong.push(wrongMarks(removal, marks));
    } else wrong.push(...regionViolations(part, demands), wrongBlocks(board, part, lines.both));
  }
  return wrong.filter((one) => one !== null);
}

// The squares around a symbol: its own, or those at its vertex or edge.
function squaresAround(board, view) {
  if (board.squares.includes(view)) return [view];
  const { thing } = view;
  if (thing.ends) return thing.squares;
  const near = edgesAt(board, thing).flatMap((e) => e.squares);
  return near.filter((s) => s.corners.includes(thing));
}

const edgesAt = (board, v) => board.edges.filter((e) => e.ends.includes(v));

const blocksIn = (part) => withRule(part, "Fills");

// What is wrong with the blocks of a part of the board; null if nothing is.
function wrongBlocks(board, part, used) {
  const blocks = blocksIn(part);
  if (board.filling.fills(part, blocks, used)) return null;
  const total = totalOf(blocks);
  const have = blocks.some(({ entry }) => entry.negative) ? "they come to" : "they have";
  const found =
    total === part.length
      ? "they do not fit"
      : `${have} ${counted(total, "square")}, the region ${part.length}`;
  return said(blocks[0].symbol.rule.sentence, { place: placeText(blocks[0].place), found });
}

function regionViolations(part, demands) {
  const wrong = demands
    .map((one) => ({ ...one, found: amongst(part, one.like), colour: one.view.colours[0] }))
    .filter(({ found, numbers }) => !numbers.includes(found));
  return wrong.flatMap(({ view, rule, found, colour }, n) => {
    const same = wrong.filter((one) => one.rule === rule);
    if (rule.once && same[0] !== wrong[n]) return [];
    const last = new Map(same.map((one) => [one.colour, placeText(one.view.place)]));
    const places = [...last]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, place]) => `${name} at ${place}`)
      .join(", ");
    return [said(rule.sentence, { place: placeText(view.place), colour, found, places })];
  });
}
