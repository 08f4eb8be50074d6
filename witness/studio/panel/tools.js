// The tools beside the board, each with a sign of what it puts there, and what says more of a tool.

// A panel of one square, on which signs are drawn.
const SIGN_BOARD = () =>
  makeBoard({ id: "sign", rows: 1, cols: 1, starts: [[0, 0]], goals: [[1, 1]] });

function signParts(name) {
  const board = SIGN_BOARD();
  const at = pointOf(board, 0.5, 0.5);
  const line = (...points) =>
    svgElement("path", {
      class: "line",
      d: lineThrough(points.map(([r, c]) => pointOf(board, r, c))),
    });
  const across = line([0.5, 0], [0.5, 1]);
  const symbol = SYMBOLS.find((one) => one.name === name);
  if (symbol?.where === "square") {
    const brush = { colour: "black", own: "", shape: ["##", "#."] };
    return [symbolPart(symbol, entryAfter(symbol, [0, 0], null, brush), at)];
  }
  if (symbol) {
    const edge = [
      [0, 0],
      [0, 1],
    ];
    return [across, symbolPart(symbol, lineEntryAfter(symbol, edge, null), at)];
  }
  const own = {
    path: () => [
      disc("path-start", pointOf(board, 0.1, 0.1), 20),
      svgElement("path", {
        class: "path",
        d: lineThrough([
          pointOf(board, 0.1, 0.1),
          pointOf(board, 0.1, 0.9),
          pointOf(board, 0.9, 0.9),
        ]),
      }),
    ],
    missing: () => [missingPart(board, board.squares[0])],
    starts: () => [across, disc("start", at, 29)],
    goals: () => [line([0.5, 0], [0.5, 0.75])],
    erase: () => [line([0.15, 0.15], [0.85, 0.85]), line([0.85, 0.15], [0.15, 0.85])],
  };
  return own[name]();
}

function toolButton(name, page) {
  const radio = element("input", {
    type: "radio",
    name: "tool",
    value: name,
    onchange: () => page.setTool(name),
  });
  const { words } = TOOLS[name];
  const isSmall = SYMBOLS.some((one) => one.name === name);
  const [from, side] = isSmall ? [MARGIN + SIDE / 5, (SIDE * 3) / 5] : [MARGIN, SIDE];
  const sign = svgElement(
    "svg",
    { viewBox: `${from} ${from} ${side} ${side}`, "aria-hidden": "true" },
    ...signParts(name),
  );
  const face = element("span", { class: "face" }, sign, element("span", { class: "words" }, words));
  return element("label", { class: "tool", title: words }, radio, face);
}

// What changes a setting of the panel: a box to tick, or a list to choose from; and how to show it.
function settingControl(setting, page) {
  const { name, words, values } = setting;
  const isBox = values[0] === false;
  const onchange = () => page.change({ [name]: isBox ? control.checked : control.value });
  const options = values.map((value) => element("option", { value }, value || "none"));
  const control = isBox
    ? element("input", { type: "checkbox", id: name, onchange })
    : element("select", { id: name, onchange }, ...options);
  const show = (puzzle) => {
    control[isBox ? "checked" : "value"] = valueOfSetting(puzzle, setting);
  };
  const parts = isBox ? [control, ` ${capital(words)}`] : [`${capital(words)} `, control];
  return { label: element("label", {}, ...parts), show };
}

// Squares to click on, which write a shape into the field beside them, and show what is written there.
const SHAPE_SIDE = 5;

function listenToShape(field, squares) {
  const side = [...new Array(SHAPE_SIDE).keys()];
  let rows = [];
  const show = () =>
    squares.replaceChildren(
      ...side.flatMap((y) =>
        side.map((x) =>
          svgElement("rect", {
            class: rows[y]?.[x] === "#" ? "full" : "",
            x: x + 0.05,
            y: y + 0.05,
            width: 0.9,
            height: 0.9,
          }),
        ),
      ),
    );
  const read = () => {
    rows = shapeOf(field.value) ?? [];
    show();
  };
  squares.addEventListener("click", (event) => {
    event.preventDefault(); // the label would give the focus to the field
    const box = squares.getBoundingClientRect();
    const at = (offset, length) =>
      between(0, Math.floor((offset / length) * SHAPE_SIDE), SHAPE_SIDE - 1);
    const [x, y] = [
      at(event.clientX - box.left, box.width),
      at(event.clientY - box.top, box.height),
    ];
    const height = Math.max(rows.length, y + 1);
    const width = Math.max(rows[0]?.length ?? 0, x + 1);
    const filled = (r, c) => (rows[r]?.[c] === "#") !== (r === y && c === x);
    const row = (r) => Array.from({ length: width }, (_, c) => (filled(r, c) ? "#" : ".")).join("");
    const made = Array.from({ length: height }, (_, r) => row(r));
    field.value = made.join("").includes("#") ? withoutMargin(made).join("/") : "";
    field.dispatchEvent(new Event("change"));
    rows = made; // where it was clicked
    show();
  });
  field.addEventListener("change", read);
  read();
}

// The edges and corners of the board, each of which can be dragged to change its size.
const HANDLES = ["n", "e", "s", "w", "ne", "nw", "se", "sw"];

function listenToFrame(frame, page) {
  for (const sides of HANDLES) {
    const handle = element("div", { class: `handle ${sides}`, "aria-hidden": "true" });
    frame.append(handle);
    handle.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      event.preventDefault();
      const before = page.board.puzzle;
      const box = page.svg.getBoundingClientRect();
      const step = (box.width / panelSize(page.board)[0]) * SIDE; // pixels a row or a column
      handle.setPointerCapture(event.pointerId);
      handle.classList.add("held");
      page.gesture = handle;
      const move = (later) => {
        const right = Math.round((later.clientX - event.clientX) / step);
        const up = Math.round((event.clientY - later.clientY) / step);
        const more = (plus, minus, by) =>
          sides.includes(plus) ? by : sides.includes(minus) ? -by : 0;
        const rows = between(1, before.rows + more("n", "s", up), DATA.side);
        const cols = between(1, before.cols + more("e", "w", right), DATA.side);
        page.take(
          changed(before, { rows, cols }, [
            sides.includes("s") ? rows - before.rows : 0,
            sides.includes("w") ? cols - before.cols : 0,
          ]),
        );
      };
      handle.addEventListener("pointermove", move);
      const end = () => {
        handle.removeEventListener("pointermove", move);
        handle.classList.remove("held");
        page.endGesture();
      };
      handle.addEventListener("pointerup", end, { once: true });
      handle.addEventListener("pointercancel", end, { once: true });
    });
  }
}
