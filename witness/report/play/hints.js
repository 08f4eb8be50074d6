// Hints: the first clause that fires for a path, and why. All clauses of the page are proved: where
// one fires, no solution begins like the path (witness/report/play/hints.py).

const ORDINALS = ["first", "second", "third", "fourth"];

// What a clause says of a path: { words, facts, clause, symbol }; null if none fires. `symbol` is null
// if the clause looks at the path alone.
function hintFor(board, trail) {
  for (const [place, { clauses }] of DATA.experiments.entries()) {
    const found = firingsOf(place, [...clauses.keys()], board, trail);
    const number = found.findIndex(({ fires }) => fires.length);
    if (number >= 0) return hintOf(board, trail, clauses[number], found[number].fires[0]);
  }
  return null;
}

// Whether some clause can be evaluated on a board.
const isKnown = (board) =>
  DATA.experiments.some(({ clauses }) =>
    clauses.some(({ guarded }) => !unknownToClauses(board, guarded).length),
  );

function hintOf(board, trail, clause, symbol) {
  const reason = clause.english[0].toLowerCase() + clause.english.slice(1);
  if (!clause.about_symbol)
    return { words: `No solution begins like this: ${reason}`, facts: "", clause, symbol: null };
  const path = pathView(board, trail);
  const on = isEdge(symbol.place) ? "on " : "";
  const subject = `the ${NOUNS[symbol.kind]} ${on}${describePlace(symbol.place)}`;
  const lost = whyLost(path, symbol);
  const words = lost
    ? `${capital(subject)} ${lost}, because ${reason}`
    : `Because of ${subject}, no solution begins like this: ${reason}`;
  return { words, facts: factsOf(clause, board, path, symbol), clause, symbol };
}

// What a symbol has too much of, or can no longer get; empty if that is not so plain.
function whyLost(path, { kind, view }) {
  const live = new Set(path.rest.live);
  if (kind === "triangles") {
    const used = view.edges.filter((e) => path.rest.onPath.has(e)).length;
    if (used > view.triangles) return `has ${counted(used, "edge")} on the path`;
    const most = Math.max(...reachableCounts(path, view, (e) => live.has(e)));
    return most < view.triangles ? `can no longer get its ${ORDINALS[most]} edge` : "";
  }
  if (kind !== "dots") return "";
  const [v] = view.dot_vertices;
  const [e] = view.dot_edges;
  const isOpen = v
    ? path.vertices.includes(v) || path.rest.reachable.includes(v)
    : path.rest.onPath.has(e) || live.has(e);
  return isOpen ? "" : "can no longer be on the path";
}
