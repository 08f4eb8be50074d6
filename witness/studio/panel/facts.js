// What clauses see of a square, in words.

// The facts about a square that a clause looks at.
function factsOf({ sees }, path, square) {
  const used = square.edges.filter((e) => path.edges.has(e)).length;
  const found = [
    counted(square.triangles, "triangle"),
    `${counted(used, "edge")} on the path`,
    square.corners.includes(path.head) ? "the head is at a corner" : "the head is at no corner",
  ];
  if (sees.includes("gaps")) found.push(counted(square.gaps.length, "gap"));
  if (sees.includes("length")) found.push(`the path has ${counted(path.edges.size, "edge")}`);
  return found.join("; ");
}
