// Panels as SVG, with the measures and colours of witness/puzzle/svg.py: hundredths of a square's side.
// Everything is made element by element, so that no text can become markup.

const SIDE = 100;
const MARGIN = 62;
const COLOURS = {
  black: "#14161a",
  white: "#fafafa",
  red: "#d8262c",
  orange: "#ff8c1a",
  yellow: "#ffd92e",
  green: "#1f9d3f",
  cyan: "#35e0e6",
  blue: "#1f4fd8",
  purple: "#6f2bb5",
  magenta: "#e83ad0",
  pink: "#ffa8c8",
  brown: "#7a4520",
  gray: "#5f6164",
};
const NEUTRAL = "#d9cfb8";

const namespace = document.querySelector("svg").namespaceURI;

function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const panelSize = ({ rows, cols }) => [SIDE * cols + 2 * MARGIN, SIDE * rows + 2 * MARGIN];
const pointOf = (board, r, c) => [MARGIN + SIDE * c, MARGIN + SIDE * (board.rows - r)];
const vertexPoint = (board, v) => pointOf(board, v.row, v.column);
const lineThrough = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;

function middleOf(board, place) {
  const [[r, c], [r2, c2]] = isEdge(place) ? place : [place, place];
  return pointOf(board, (r + r2) / 2, (c + c2) / 2);
}

// The end of a goal's nub; null for a goal inside the board.
function nubOf(board, v) {
  const [x, y] = vertexPoint(board, v);
  if (v.row === 0 || v.row === board.rows) return [x, v.row === board.rows ? y - 30 : y + 30];
  if (v.column === 0 || v.column === board.cols)
    return [v.column === board.cols ? x + 30 : x - 30, y];
  return null;
}

function polygonAt(x, y, radii) {
  const corners = radii.map((r, n) => [
    x + r * Math.cos((n * 2 * Math.PI) / radii.length),
    y + r * Math.sin((n * 2 * Math.PI) / radii.length),
  ]);
  return `${lineThrough(corners.map(([a, b]) => [a.toFixed(2), b.toFixed(2)]))}Z`;
}

const STAR = Array.from({ length: 16 }, (_, n) =>
  n % 2 ? (25 * Math.cos(Math.PI / 4)) / Math.cos(Math.PI / 8) : 25,
);

// The parts of a panel from the back to the front. `more` may have a trail, another trail that goes on
// from it (shown), squares and dots to mark, and a cursor.
function panelParts(board, more = {}) {
  const [width, height] = panelSize(board);
  return [
    svgElement("rect", {
      class: "ground",
      x: 4,
      y: 4,
      width: width - 8,
      height: height - 8,
      rx: 22,
    }),
    ...gridParts(board),
    ...board.squares.flatMap((square) => symbolParts(board, square)),
    ...(more.solution ? [trailPart(board, more.solution, "solution")] : []),
    ...(more.trail?.length ? trailParts(board, more.trail) : []),
    ...board.dots.map((dot) =>
      svgElement("path", {
        class: "dot",
        d: polygonAt(...middleOf(board, dot.place), Array(6).fill(11)),
      }),
    ),
    ...(more.squares ?? []).map((place) => markPart(board, place)),
    ...(more.dots ?? []).map((place) => ringPart(board, place)),
  ];
}

function gridParts(board) {
  const lines = [];
  for (let r = 0; r <= board.rows; r++)
    lines.push([pointOf(board, r, 0), pointOf(board, r, board.cols)]);
  for (let c = 0; c <= board.cols; c++)
    lines.push([pointOf(board, 0, c), pointOf(board, board.rows, c)]);
  const nubs = board.goals.map((goal) => [goal, nubOf(board, goal)]);
  for (const [goal, nub] of nubs) if (nub) lines.push([vertexPoint(board, goal), nub]);
  const parts = [svgElement("path", { class: "line", d: lines.map(lineThrough).join("") })];
  for (const e of board.edges.filter((one) => board.isGap[one.number])) {
    const [a, b] = e.ends;
    const [x, y] = pointOf(board, (a.row + b.row) / 2, (a.column + b.column) / 2);
    const [w, h] = a.row === b.row ? [30, 26] : [26, 30];
    parts.push(
      svgElement("rect", { class: "gap", x: x - w / 2, y: y - h / 2, width: w, height: h }),
    );
  }
  const disc = (kind, v, r) => {
    const [cx, cy] = vertexPoint(board, v);
    return svgElement("circle", { class: kind, cx, cy, r });
  };
  parts.push(...board.starts.map((v) => disc("start", v, 29)));
  for (const [goal, nub] of nubs)
    if (!nub) parts.push(disc("start", goal, 21), disc("inner-goal", goal, 10.5));
  return parts;
}

function symbolParts(board, square) {
  const [x, y] = pointOf(board, square.place[0] + 0.5, square.place[1] + 0.5);
  const parts = [];
  if (square.triangles) {
    const high = y - (20 * Math.sqrt(3)) / 4;
    const low = y + (20 * Math.sqrt(3)) / 4;
    let d = "";
    for (let n = 0; n < square.triangles; n++) {
      const tip = x + (n - (square.triangles - 1) / 2) * 24.5;
      d += `${lineThrough([
        [tip, high.toFixed(2)],
        [tip - 10, low.toFixed(2)],
        [tip + 10, low.toFixed(2)],
      ])}Z`;
    }
    parts.push(svgElement("path", { class: "triangles", d }));
  } else if (square.colours.length) {
    const fill = Object.hasOwn(COLOURS, square.colours[0]) ? COLOURS[square.colours[0]] : NEUTRAL;
    parts.push(
      square.star
        ? svgElement("path", { class: "star", d: polygonAt(x, y, STAR), fill })
        : svgElement("rect", {
            class: "coloured",
            x: x - 20,
            y: y - 20,
            width: 40,
            height: 40,
            rx: 11,
            fill,
          }),
    );
  }
  return parts;
}

function trailPart(board, trail, kind) {
  const points = trail.map((v) => vertexPoint(board, v));
  const head = trail[trail.length - 1];
  const nub = board.isGoal[head.number] ? nubOf(board, head) : null;
  if (nub) points.push(nub);
  if (points.length === 1) points.push(points[0]);
  return svgElement("path", { class: kind, d: lineThrough(points) });
}

function trailParts(board, trail) {
  const [cx, cy] = vertexPoint(board, trail[0]);
  const [hx, hy] = vertexPoint(board, trail[trail.length - 1]);
  return [
    svgElement("circle", { class: "path-start", cx, cy, r: 29 }),
    trailPart(board, trail, "path"),
    svgElement("circle", { class: "head", cx: hx, cy: hy, r: 7 }),
  ];
}

function markPart(board, [r, c]) {
  const [x, y] = pointOf(board, r + 1, c);
  return svgElement("rect", {
    class: "mark",
    x: x + 13.5,
    y: y + 13.5,
    width: SIDE - 27,
    height: SIDE - 27,
    rx: 6,
  });
}

function ringPart(board, place) {
  const [cx, cy] = middleOf(board, place);
  return svgElement("circle", { class: "mark ring", cx, cy, r: 19 });
}

// A small picture of a panel with a caption.
function picture({ puzzle, trail, squares, dots, words }) {
  const board = makeBoard(puzzle);
  const own = trail.map((v) => board.vertexAt(v.row, v.column));
  const size = panelSize(board);
  const drawn = svgElement("svg", {
    viewBox: `0 0 ${size.join(" ")}`,
    width: size[0] * 0.5,
    height: size[1] * 0.5,
    role: "img",
    class: "panel",
  });
  drawn.append(
    svgElement(
      "title",
      {},
      `${words}: ${describePath(own)} on a ${board.rows} by ${board.cols} panel`,
    ),
    ...panelParts(board, { trail: own, squares, dots }),
  );
  return element("figure", {}, drawn, element("figcaption", {}, words));
}

const describePath = (trail) =>
  trail.length === 1
    ? "a path that has just begun"
    : `a path of ${counted(trail.length - 1, "edge")}`;
const describePlace = (place) =>
  isEdge(place) ? `the edge ${placeText(place)}` : placeText(place);
