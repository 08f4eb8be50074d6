// What is wrong with a path as a solution: witness/puzzle/rules.py, for paths that start at a start
// and take steps of the board, as all paths on the page do. The rules are data of the symbols
// (witness/puzzle/symbols/rule.py); what they mean on a board is in witness/puzzle/demands.py.

const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

// A sentence of a rule with its parts filled in; numbers are written with a noun.
const said = (sentence, parts) =>
  sentence
    .replace(/\{(\w+)\}/g, (_, name) => parts[name])
    .replace(/\{(\w+):([^{}]*)\}/g, (_, name, noun) => counted(parts[name], noun));

// What the symbols of a board ask of the path, and of regions.
function demandsOf(board) {
  if (board.demands) return board.demands;
  const onPath = [];
  const inRegions = [];
  for (const symbol of SYMBOLS) {
    const { rule } = symbol;
    const views = [...board.squares, ...board.onLines].filter((view) => view.symbol === symbol);
    for (const view of ["OnPath", "InRegion"].includes(rule?.on) ? views : []) {
      const asked = { view, rule, numbers: rule.numbers ?? [view.entry[2]] };
      if (rule.on === "InRegion") {
        const [colour] = view.colours; // every symbol with such a rule has one
        const like = board.squares.filter((other) =>
          rule.of === "colour"
            ? other.colours[0] === colour
            : other.symbol === symbol && other.colours[0] !== colour,
        );
        inRegions.push({ ...asked, like: new Set(like) });
      } else if (rule.of === "edges") onPath.push({ ...asked, edges: view.edges, vertices: [] });
      else onPath.push({ ...asked, edges: view.dot_edges, vertices: view.dot_vertices });
    }
  }
  board.demands = { onPath, inRegions };
  return board.demands;
}

// How many squares of a part are among those of which a symbol asks.
const amongst = (part, like) => part.filter((square) => like.has(square)).length;

function violationsOf(board, trail) {
  const head = trail[trail.length - 1];
  if (!board.isGoal[head.number])
    return [`the path ends at ${placeText([head.row, head.column])}, which is not a goal`];
  const used = new Set(trail.slice(1).map((v, n) => board.edgeBetween(trail[n], v)));
  const { onPath, inRegions } = demandsOf(board);
  const parts = [...new Set(partsOf(board, (e) => !used.has(e)))];
  const marksIn = (part) => part.filter((square) => square.elimination);
  // By part with marks: the squares of wrong symbols, and the number of wrong ones on lines.
  const marked = new Map(
    parts.filter((part) => marksIn(part).length).map((part) => [part, { squares: [], more: 0 }]),
  );
  const wrong = [];
  for (const one of onPath) {
    const { view, rule, numbers, edges, vertices } = one;
    const found =
      edges.filter((e) => used.has(e)).length + vertices.filter((v) => trail.includes(v)).length;
    if (numbers.includes(found)) continue;
    const around = squaresAround(board, view);
    // Each part that it touches needs marks, which may take it away there.
    const touched = parts.filter((squares) => squares.some((s) => around.includes(s)));
    if (touched.length && touched.every((part) => marked.has(part))) {
      for (const part of touched.map((one) => marked.get(one)))
        if (board.squares.includes(view)) part.squares.push(view);
        else part.more++;
      continue;
    }
    const place = placeText(view.place);
    const at = isEdge(view.place) ? "edge" : "vertex";
    wrong.push(said(rule.sentence, { place, at, wanted: numbers[0], found }));
  }
  for (const part of parts) {
    const demands = inRegions.filter(({ view }) => part.includes(view));
    if (marked.has(part)) {
      const { squares, more } = marked.get(part);
      const marks = marksIn(part);
      const gone = new Set([...squares, ...marks]);
      const forced = squares.length + more;
      wrong.push(wrongMarks(new Removal(board, part, demands, gone, forced, used), marks));
    } else wrong.push(...regionViolations(part, demands), wrongBlocks(board, part, used));
  }
  return wrong.filter((one) => one !== null);
}

// The squares around a symbol: its own, or those at its vertex or edge.
function squaresAround(board, view) {
  if (board.squares.includes(view)) return [view];
  const edges = [...view.dot_edges, ...view.dot_vertices.flatMap((v) => [...edgesAt(board, v)])];
  const corners = new Set(view.dot_vertices);
  const near = edges.flatMap((e) => e.squares);
  return corners.size ? near.filter((s) => s.corners.some((v) => corners.has(v))) : near;
}

const edgesAt = (board, v) => board.edges.filter((e) => e.ends.includes(v));

const blocksIn = (part) => part.filter((square) => square.block);

// What is wrong with the blocks of a part of the board; null if nothing is.
function wrongBlocks(board, part, used) {
  const blocks = blocksIn(part);
  const found = unfilled(board, part, blocks, used);
  if (found === null) return null;
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
