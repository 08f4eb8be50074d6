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
const pointsOf = (board, { row, column }) =>
  columnsOf(board, column).map((one) => pointOf(board, row, one));
const lineThrough = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;

const middleOfSquare = (board, { place: [r, c] }) => pointOf(board, r + 0.5, c + 0.5);

// The nubs of a goal as lines: none of a goal inside the board, two at the ends of a cylinder.
function nubsOf(board, goal) {
  const { row, column } = goal;
  const { rows, cols, puzzle } = board;
  const [dx, dy] =
    row === 0 || row === rows
      ? [0, row === rows ? -30 : 30]
      : !puzzle.wraps && (column === 0 || column === cols)
        ? [column === cols ? 30 : -30, 0]
        : [0, 0];
  return dx || dy
    ? pointsOf(board, goal).map(([x, y]) => [
        [x, y],
        [x + dx, y + dy],
      ])
    : [];
}

// The squares of a block as witness/puzzle/symbols/blocks.py draws them; those that turn are askew.
function blockShape({ shapes, widest, turned }, { shape, turns, negative }) {
  const { paint, box } = shapes[Number(negative ?? false)];
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
  const look = symbol.values
    ? symbol.values.indexOf(entry[2])
    : ofOneLine(symbol)
      ? entry[1] - 1
      : Number(upwards);
  const { paint, polygons, box } = isBlock(entry) ? blockShape(symbol, entry) : symbol.shapes[look];
  const attributes = { class: symbol.kind, ...paint };
  const colour = inSquare ? colourOf(symbol, entry) : null;
  if (colour) {
    const drawn = Object.hasOwn(COLOURS, colour) ? COLOURS[colour] : NEUTRAL;
    if (paint.fill !== "none") attributes.fill = drawn;
    if (paint.stroke) attributes.stroke = drawn;
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
// from it (shown), and squares to mark.
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
    ...(more.solution ? linesThrough(board, more.solution, lineParts("solution")) : []),
    ...(more.trail?.length ? linesThrough(board, more.trail, trailParts) : []),
    ...board.onLines.flatMap((view, n) => lineSymbols(board, view, n)),
    ...(more.squares ?? []).map((place) => markPart(board, place)),
    ...writtenParts(board),
  ];
}

// A symbol on lines, beside others that are at the same place.
function lineSymbols(board, { symbol, entry, thing }, number) {
  const others = board.onLines.slice(0, number).filter((one) => one.thing === thing);
  return pointsOf(board, thing).map(([x, y]) =>
    symbolPart(symbol, entry, [x + DATA.beside * others.length, y]),
  );
}

// What no sign shows, at the lower end of a panel.
function writtenParts(board) {
  const [width, height] = panelSize(board);
  const words = chosenSettings(board.puzzle)
    .filter((one) => one.unseen)
    .map((one) => settingWords(board.puzzle, one))
    .join(" · ");
  const size = Math.min(13, (width - 32) / (0.58 * words.length));
  return words ? [svgElement("text", { x: 16, y: height - 12, "font-size": size }, words)] : [];
}

function missingPart(board, { place: [r, c] }) {
  const [x, y] = pointOf(board, r + 1, c);
  return svgElement("rect", { class: "missing", x, y, width: SIDE, height: SIDE });
}

const disc = (kind, [cx, cy], r) => svgElement("circle", { class: kind, cx, cy, r });

function gridParts(board) {
  const { rows, cols, puzzle } = board;
  const around = puzzle.wraps ? 0.26 : 0; // the lines of a cylinder lead on
  const lines = [];
  for (let r = 0; r <= rows; r++)
    lines.push([pointOf(board, r, -around), pointOf(board, r, cols + around)]);
  for (let c = 0; c <= cols; c++) lines.push([pointOf(board, 0, c), pointOf(board, rows, c)]);
  lines.push(...board.goals.flatMap((goal) => nubsOf(board, goal)));
  const parts = [svgElement("path", { class: "line", d: lines.map(lineThrough).join("") })];
  if (puzzle.wraps) {
    const ends = [0, cols].map((c) => [pointOf(board, 0, c), pointOf(board, rows, c)]);
    parts.push(svgElement("path", { class: "seam", d: ends.map(lineThrough).join("") }));
  }
  for (const [e, symbol] of board.barred)
    parts.push(...pointsOf(board, e).map((point) => symbolPart(symbol, e.place, point)));
  for (const start of board.starts)
    parts.push(...pointsOf(board, start).map((point) => disc("start", point, 29)));
  for (const goal of board.goals.filter((one) => !nubsOf(board, one).length))
    for (const point of pointsOf(board, goal))
      parts.push(disc("start", point, 21), disc("inner-goal", point, 10.5));
  return parts;
}

// The parts of the path, and of the second line below it.
function linesThrough(board, trail, partsThrough) {
  if (!board.puzzle.symmetry) return partsThrough(board, trail, "");
  const second = trail.map((one) => one.image);
  return [...partsThrough(board, second, " second"), ...partsThrough(board, trail, " first")];
}

// The (row, column) of a line's places. On a cylinder it leaves at one end, and goes on at the other;
// along the seam it is drawn at both ends.
function strokesOf(board, trail) {
  const { cols } = board;
  const places = withoutMiddles(trail).map(({ row, column }) => [row, column]);
  if (!board.puzzle.wraps) return [places];
  const lines = [[places[0]]];
  for (const [row, column] of places.slice(1)) {
    const line = lines[lines.length - 1];
    if (Math.abs(column - line[line.length - 1][1]) <= 1) line.push([row, column]);
    else if (column === 0) {
      line.push([row, cols]);
      lines.push([[row, 0]]);
    } else
      lines.push([
        [row, cols],
        [row, column],
      ]);
  }
  places.forEach(([row, column], n) => {
    const [next, other] = places[n + 1] ?? [row, column];
    if (column === 0) lines.push([[row, cols], ...(other === 0 ? [[next, cols]] : [])]);
  });
  return lines;
}

const lineParts = (kind) => (board, trail, which) => {
  const head = trail[trail.length - 1];
  const lines = strokesOf(board, trail).map((line) => line.map((at) => pointOf(board, ...at)));
  for (const nub of board.isGoal[head.number] ? nubsOf(board, head) : []) {
    const line = lines.find((points) => samePlace(points[points.length - 1], nub[0]));
    if (line) line.push(nub[1]);
    else lines.push(nub);
  }
  const strokes = lines.map((line) => lineThrough(line.length > 1 ? line : [...line, ...line]));
  return [svgElement("path", { class: kind + which, d: strokes.join("") })];
};

function trailParts(board, trail, which) {
  const head = trail[trail.length - 1];
  return [
    ...pointsOf(board, trail[0]).map((point) => disc(`path-start${which}`, point, 29)),
    ...lineParts("path")(board, trail, which),
    ...pointsOf(board, head).map((point) => disc("head", point, 7)),
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

// A small picture of a panel with a caption.
function picture({ puzzle, path, squares, words }) {
  const board = makeBoard(puzzle);
  const own = trailOn(board, path);
  const size = panelSize(board);
  const drawn = svgElement("svg", {
    viewBox: `0 0 ${size.join(" ")}`,
    width: size[0] * 0.5,
    height: size[1] * 0.5,
    role: "img",
    class: "panel",
  });
  const length = own.length > 1 ? `of ${counted(own.length - 1, "edge")}` : "that has just begun";
  const on = `a ${board.rows} by ${board.cols} panel`;
  drawn.append(
    svgElement("title", {}, `${words}: a path ${length} on ${on}`),
    ...panelParts(board, { trail: own, squares }),
  );
  return element("figure", {}, drawn, element("figcaption", {}, words));
}
