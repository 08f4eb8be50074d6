// Drawing a path with mouse, finger or keyboard. The places of a board have half coordinates: a vertex
// is at even ones, a square at odd ones, and the middle of an edge at one of each.

// Extend the path to a place: by a step, back along the path, or straight on over several steps.
function moveTo(board, trail, to) {
  if (!trail.length) return board.starts.includes(to) ? [to] : trail;
  const place = trail.indexOf(to);
  if (place >= 0) return trail.slice(0, place + 1);
  let next = trail;
  for (;;) {
    const head = next[next.length - 1];
    if (head === to) return next;
    const [dr, dc] = [Math.sign(to.row - head.row), Math.sign(columnsTo(board, head, to))];
    if (dr && dc) return trail;
    const step = stepOn(board, next, nextTo(head, [dr, dc]));
    if (step === next) return next;
    next = step;
  }
}

// How many columns lead from one place to another, the shorter way round a cylinder.
function columnsTo({ puzzle, cols }, from, to) {
  const apart = to.column - from.column;
  return puzzle.wraps && Math.abs(apart) > cols / 2 ? apart - Math.sign(apart) * cols : apart;
}

// The place to which a step in a direction leads; undefined if there is none.
function nextTo(place, [up, right]) {
  const [name] = DIRECTIONS.find(([, dr, dc]) => dr === up && dc === right);
  return place.steps.find(([way]) => way === name)?.[2];
}

// The path with a step to a neighbour, if that is possible; a step back takes one away.
function stepOn(board, trail, next) {
  const head = trail[trail.length - 1];
  if (next && next === trail[trail.length - 2]) return trail.slice(0, -1);
  const open =
    head &&
    next &&
    !board.isEnd[head.number] &&
    ![next, next.image].some((one) => trail.includes(one)) &&
    head.steps.some(([, , other]) => other === next);
  return open ? [...trail, next] : trail;
}

// The half coordinates [up, right] of the place nearest to a pointer.
function placeUnder(svg, board, event) {
  const box = svg.getBoundingClientRect();
  const [width, height] = panelSize(board);
  const x = ((event.clientX - box.left) / box.width) * width;
  const y = ((event.clientY - box.top) / box.height) * height;
  return [((height - MARGIN - y) / SIDE) * 2, ((x - MARGIN) / SIDE) * 2];
}

const between = (low, n, high) => Math.max(low, Math.min(high, n));

// The place of paths that is nearest to a pointer.
function nearestPlace(svg, board, event) {
  const [up, right] = placeUnder(svg, board, event);
  const distance = ({ row, column }) =>
    Math.min(...columnsOf(board, column).map((one) => Math.hypot(2 * row - up, 2 * one - right)));
  return board.places.reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

// Listen to pointers and keys on the board of a `Bench`, or of a page without tools.
function listen(svg, page) {
  let pressed = null;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button === 1 || (event.button === 2 && !page.edit)) return;
    svg.focus({ preventScroll: true });
    const tool = event.button === 2 ? "erase" : page.tool;
    if (tool !== "path") {
      const { board } = page;
      page.edit(editedPlace({ board, tool }, placeUnder(svg, board, event)), tool);
      return;
    }
    pressed = event.pointerId;
    page.gesture = event;
    svg.setPointerCapture(pressed);
    const v = nearestPlace(svg, page.board, event);
    if (
      page.board.starts.includes(v) &&
      !page.trail.includes(v) &&
      moveTo(page.board, page.trail, v) === page.trail
    )
      page.setTrail([v]);
    else page.setTrail(moveTo(page.board, page.trail, v));
  });
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  svg.addEventListener("pointermove", (event) => {
    if (pressed !== event.pointerId) return;
    const v = nearestPlace(svg, page.board, event);
    if (v !== page.trail[page.trail.length - 1]) page.setTrail(moveTo(page.board, page.trail, v));
  });
  for (const kind of ["pointerup", "pointercancel"])
    svg.addEventListener(kind, () => {
      pressed = null;
      page.endGesture?.();
    });
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (page.tool === "path" ? pathKey(page, event.key) : editKey(page, event.key))
      event.preventDefault();
  });
}

const ARROWS = { ArrowUp: [1, 0], ArrowRight: [0, 1], ArrowDown: [-1, 0], ArrowLeft: [0, -1] };

// What a key does to the path; returns whether it does something.
function pathKey(page, key) {
  const { board, trail } = page;
  if (Object.hasOwn(ARROWS, key)) {
    const from = trail.length ? trail : [board.starts[0]];
    const head = from[from.length - 1];
    page.setTrail(stepOn(board, from, nextTo(head, ARROWS[key])));
  } else if (key === "Backspace") page.setTrail(trail.slice(0, -1));
  else if (key === "Escape") page.setTrail([]);
  else if (key === "Home")
    page.setTrail([
      board.starts[
        trail.length === 1 ? (board.starts.indexOf(trail[0]) + 1) % board.starts.length : 0
      ],
    ]);
  else return false;
  return true;
}

// What a key does to the cursor with which a panel is drawn by hand.
function editKey(page, key) {
  const { board, cursor } = page;
  if (Object.hasOwn(ARROWS, key)) {
    // From square to square, or else by half a side.
    const by = TOOLS[page.tool].on === "square" ? 2 : 1;
    const from = by === 2 ? middleOf(editedPlace(page, cursor)).map((one) => 2 * one) : cursor;
    const to = from.map((one, n) => one + by * ARROWS[key][n]);
    page.setCursor([between(0, to[0], 2 * board.rows), between(0, to[1], 2 * board.cols)]);
  } else if (key === "Enter" || key === " ") page.edit(editedPlace(page, cursor));
  else if (key === "Escape") page.setTool("path");
  else return false;
  return true;
}
