// Places and paths in words, and what clauses see of symbols.

const describePath = (trail) =>
  trail.length === 1
    ? "a path that has just begun"
    : `a path of ${counted(trail.length - 1, "edge")}`;
const describePlace = (place) =>
  isEdge(place) ? `the edge ${placeText(place)}` : placeText(place);

// The facts about a symbol that a clause looks at.
function factsOf(clause, board, path, symbol) {
  const { view, kind } = symbol;
  const { sees } = clause;
  const found = [];
  const live = () => new Set(path.rest.live);
  if (kind === "triangles") {
    const used = view.edges.filter((e) => path.rest.onPath.has(e)).length;
    found.push(counted(view.triangles, "triangle"), `${counted(used, "edge")} on the path`);
    found.push(
      view.corners.includes(path.head) ? "the head is at a corner" : "the head is at no corner",
    );
    if (sees.includes("gaps")) found.push(counted(view.gaps.length, "gap"));
    if (sees.includes("live")) {
      const open = live();
      found.push(
        `${counted(view.edges.filter((e) => open.has(e)).length, "edge")} the path could still take`,
      );
    }
    if (sees.includes("reachable")) {
      const open = new Set(path.rest.reachable);
      found.push(
        `${counted(view.corners.filter((v) => open.has(v)).length, "corner")} within reach`,
      );
    }
  } else if (kind === "dots") {
    const [v] = view.dot_vertices;
    const [e] = view.dot_edges;
    if (v)
      found.push(
        path.vertices.includes(v)
          ? "the path has visited it"
          : path.rest.reachable.includes(v)
            ? "not visited, within reach"
            : "not visited, out of reach",
      );
    else
      found.push(
        path.rest.onPath.has(e)
          ? "it is on the path"
          : live().has(e)
            ? "not on the path, which could still take it"
            : "not on the path, which cannot take it any more",
      );
  } else if (kind === "blocks") {
    const tell = (words, part) => {
      const size = part.flatMap((one) => one.blocks).reduce((sum, n) => sum + n, 0);
      found.push(`${words}: ${counted(part.length, "square")}, blocks of ${size}`);
    };
    found.push(`block of ${counted(view.blocks[0], "square")}`);
    tell("sure to be in its region", path.rest.joined(view));
    tell("possible there", path.rest.region(view));
  } else {
    const colour = view.colours[0];
    const tell = (words, part) => {
      const like = part.filter((one) => one.colours[0] === colour).length;
      const other = part.filter((one) => one.square && one.colours[0] !== colour).length;
      found.push(
        `${words}: ${counted(like, `${colour} symbol`)}, ${counted(other, "square")} of another colour`,
      );
    };
    found.push(`${colour} ${view.symbol.one}`);
    tell("sure to be in its region", path.rest.joined(view));
    tell("possible there", path.rest.region(view));
  }
  if (sees.includes("length")) found.push(`the path has ${counted(path.edges.length, "edge")}`);
  if (path.rest.cut_off) found.push("no goal within reach");
  return found.join("; ");
}

const NOUNS = Object.fromEntries(
  SYMBOLS.map((one) => [one.name, one.where === "square" ? "square" : one.one]),
);

// The possible numbers of edges of a square without gaps on a complete path, as far as the square by
// itself tells, and `open` says which edges it could take: witness/logic/configurations.py.
function reachableCounts(path, square, open = () => true) {
  const used = square.edges.filter((e) => path.rest.onPath.has(e));
  const unused = square.edges.filter((e) => !path.rest.onPath.has(e) && open(e));
  const room = (v) => (v === path.head ? 1 : path.vertices.includes(v) ? 0 : 2);
  const found = new Set();
  for (let set = 0; set < 1 << unused.length; set++) {
    const further = unused.filter((_, n) => (set >> n) & 1);
    const fits = square.corners.every(
      (v) => further.filter((e) => e.ends.includes(v)).length <= room(v),
    );
    if (fits && used.length + further.length < 4) found.add(used.length + further.length);
  }
  return [...found].sort();
}
