// Panels as SVG, with the measures and colours of witness/puzzle/svg.py: hundredths of a square's side.
// Everything is made element by element, so that no text can become markup.

const SIDE = 100;
const MARGIN = 62;
const { "": NEUTRAL, ...COLOURS } = DATA.colours;

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

const middleOfSquare = (board, { place: [r, c] }) => pointOf(board, r + 0.5, c + 0.5);

// The end of a goal's nub; null for a goal inside the board.
function nubOf(board, v) {
  const [x, y] = vertexPoint(board, v);
  if (v.row === 0 || v.row === board.rows) return [x, v.row === board.rows ? y - 30 : y + 30];
  if (v.column === 0 || v.column === board.cols)
    return [v.column === board.cols ? x + 30 : x - 30, y];
  return null;
}

// The squares of a block as witness/puzzle/symbols/blocks.py draws them; those that turn are askew.
function blockShape({ shapes: [{ paint, box }], widest, turned }, { shape, turns }) {
  const [rows, cols] = [shape.length, shape[0].length];
  const step = Math.min(1.25 * box[0], widest / Math.max(rows, cols));
  const half = 0.4 * step;
  const [cos, sin] =
    turns && turnedShapes(shape).length > 1 ? [Math.cos(turned), Math.sin(turned)] : [1, 0];
  const polygons = squaresOfShape(shape).map(([r, c]) => {
    const [x, y] = [(c - (cols - 1) / 2) * step, ((rows - 1) / 2 - r) * step];
    return [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ].map(([a, b]) => [a * cos - b * sin, a * sin + b * cos]);
  });
  return { paint, polygons, box: null };
}

// A symbol around a point: one of its shapes (witness/puzzle/symbols/shapes.py).
function symbolPart(symbol, entry, [x, y]) {
  const inSquare = symbol.where === "square";
  const upwards = symbol.where === "edge" && entry[0][0] !== entry[1][0];
  const look = symbol.values ? symbol.values.indexOf(entry[2]) : Number(upwards);
  const { paint, polygons, box } = isBlock(entry) ? blockShape(symbol, entry) : symbol.shapes[look];
  const attributes = { class: symbol.kind, ...paint };
  const colour = inSquare ? colourOf(symbol, entry) : null;
  if (colour) {
    attributes.fill = Object.hasOwn(COLOURS, colour) ? COLOURS[colour] : NEUTRAL;
    if (paint.stroke) attributes.stroke = attributes.fill;
  }
  if (box) {
    const [width, height] = box;
    const corner = { x: x - width / 2, y: y - height / 2 };
    return svgElement("rect", { ...attributes, ...corner, width, height });
  }
  const lines = polygons.map((corners) =>
    lineThrough(corners.map(([dx, dy]) => [(x + dx).toFixed(2), (y + dy).toFixed(2)])),
  );
  return svgElement("path", { ...attributes, d: lines.map((line) => `${line}Z`).join("") });
}

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
    ...board.squares.filter((square) => square.missing).map((square) => missingPart(board, square)),
    ...gridParts(board),
    ...board.squares
      .filter((square) => square.symbol)
      .map((square) => symbolPart(square.symbol, square.entry, middleOfSquare(board, square))),
    ...(more.solution ? [trailPart(board, more.solution, "solution")] : []),
    ...(more.trail?.length ? trailParts(board, more.trail) : []),
    ...board.onLines.map(({ symbol, entry }) => symbolPart(symbol, entry, middleOf(board, entry))),
    ...(more.squares ?? []).map((place) => markPart(board, place)),
    ...(more.dots ?? []).map((place) => ringPart(board, place)),
  ];
}

function missingPart(board, { place: [r, c] }) {
  const [x, y] = pointOf(board, r + 1, c);
  return svgElement("rect", { class: "missing", x, y, width: SIDE, height: SIDE });
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
  for (const [e, symbol] of board.barred) {
    const entry = e.ends.map((v) => [v.row, v.column]);
    parts.push(symbolPart(symbol, entry, middleOf(board, entry)));
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
