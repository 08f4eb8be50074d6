// Panels of witnesspuzzles.com: from the JSON of its pages to a puzzle, as
// witness/puzzle/formats/witnesspuzzles.py reads it.

const SITE = DATA.formats.witnesspuzzles;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const refuseOthers = (value, known, what) => {
  for (const key of Object.keys(value))
    refuseIf(!known.includes(key), `${what} has the key ${plainText(key)}, which is not known`);
};

function sitePuzzle(id, value) {
  refuseIf(!isObject(value), `${plainText(value)} is no JSON object`);
  refuseOthers(value, SITE.keys, "a puzzle");
  const settings = value.settings || {};
  refuseIf(!isObject(settings), "the settings are no object");
  refuseOthers(settings, Object.keys(SITE.settings), "the settings");
  const wraps = Boolean(value.pillar);
  const columns = withOlderPlaces(value, siteColumns(value, wraps));
  const symmetry = siteSymmetry(value.symmetry);
  const [rows, cols] = [Math.floor(columns[0].length / 2), Math.floor(columns.length / 2)];
  const reason = whyNot({ cols, symmetry, wraps });
  refuseIf(reason, reason);
  const board = boardOfSize(rows, cols, { wraps, symmetry });
  const found = { entries: {}, removed: new Set() };
  for (const [column, cells] of columns.entries())
    for (const [row, cell] of [...cells].reverse().entries())
      if (isObject(cell) && (cell.type ?? null) !== null) takeCell(found, board, cell, row, column);
  return finished(id, board, found, { ...SITE.settings, ...settings });
}

function siteColumns({ grid }, wraps) {
  refuseIf(!Array.isArray(grid) || !grid.length, "the grid is missing, empty or no list");
  const heights = new Set(grid.map((cells) => (Array.isArray(cells) ? cells.length : 0)));
  const [height] = heights;
  refuseIf(heights.size > 1 || height % 2 === 0, "the columns of the grid have different lengths");
  refuseIf((grid.length % 2 === 1) === wraps, `the grid has ${grid.length} columns`);
  return grid;
}

// The grid with what older pages have in lists of places.
function withOlderPlaces(value, grid) {
  const listed = { ...value };
  for (const [one, name] of Object.entries(SITE.single))
    if (value[one]) listed[name] = [value[one]];
  const columns = grid.map((cells) => [...cells]);
  for (const [name, [key, what]] of Object.entries(SITE.lists)) {
    const places = listed[name] || [];
    for (const place of Array.isArray(places) ? places : [places]) {
      const [x, y] = isObject(place) ? [place.x, place.y] : [];
      const isCell = Number.isInteger(x) && Number.isInteger(y) && y < columns[0].length;
      refuseIf(!isCell || !columns[x] || y < 0, `${name} has ${plainText(place)}`);
      const cell = columns[x][y];
      const line = isObject(cell) && cell.type ? cell : { type: "line" };
      columns[x][y] = { ...line, [key]: what ?? place.dir };
    }
  }
  return columns;
}

function siteSymmetry(value) {
  if ((value ?? null) === null) return "";
  const isKnown =
    isObject(value) && Object.values(value).every((one) => [true, false, 0, 1].includes(one));
  refuseIf(!isKnown, `the symmetry is ${plainText(value)}; x and y are expected`);
  const turned = [Boolean(value.x), Boolean(value.y)];
  return Object.keys(DATA.symmetries).find((name) => samePlace(DATA.symmetries[name], turned));
}

function takeCell(found, board, cell, row, column) {
  refuseOthers(cell, SITE.cellKeys, "a cell");
  const add = (name, entry) => (found.entries[name] ??= []).push(entry);
  const place = placeAt(board, row, column);
  if (row % 2 && column % 2) takeSquare(cell, place, add);
  else takeLine(cell, place, add, found.removed, board);
}

function takeLine(cell, place, add, removed, board) {
  refuseIf(cell.type !== "line", "a symbol is out of place");
  const meanings = Object.keys(SITE.meanings).map((key) => {
    const meaning = SITE.meanings[key][JSON.stringify(cell[key] ?? null)];
    refuseIf(meaning === undefined, `a cell has the ${key} ${plainText(cell[key])}`);
    return meaning;
  });
  let names = meanings.filter(Boolean);
  if (names.includes("gaps")) {
    names = names.filter((name) => !["starts", "goals"].includes(name)); // out of reach
    refuseIf(names.length > 1 || !isEdge(place), "a gap is out of place");
    if (cell.gap === SITE.full) removed.add(board.edgeOf(place).number);
  }
  for (const name of names) {
    const line = name === "dots" && board.puzzle.symmetry && SITE.lineDots[cell.dot];
    if (line) add("line_dots", [place, line]);
    else add(name, place);
  }
}

function takeSquare(cell, square, add) {
  const isOff = ["start", "end", "dot", "gap"].some((key) => cell[key]);
  refuseIf(isOff, "something of a line is in a square");
  const name = Object.hasOwn(SITE.kinds, cell.type) ? SITE.kinds[cell.type] : undefined;
  refuseIf(name === undefined, `a square has the type ${plainText(cell.type)}, which is not known`);
  refuseIf(SITE.reasons.includes(name), `the panel has ${name}`);
  const symbol = SYMBOLS.find((one) => one.name === name);
  if (!symbol) return;
  const hasColour = symbol.coloured || (cell.color ?? null) !== null;
  const isKnown = SITE.colours.includes(cell.color);
  refuseIf(hasColour && !isKnown, `a symbol has the colour ${plainText(cell.color)}`);
  const own = hasColour ? [cell.color] : [];
  if (symbol.values) add(name, [...square, cell.count, ...own]);
  else if (symbol.rule.on !== "Fills") add(name, [...square, ...own]);
  else {
    const shape = siteShape(cell);
    const [colour] = own;
    const negative = cell.type === SITE.negativeBlock;
    const turns = cell.rot === "all" || Boolean(cell.polyshape & SITE.turns);
    if (shape) add(name, { at: square, shape, turns, negative, ...(colour && { colour }) });
  }
}

// The rows of the shape of a block; null if it is empty.
function siteShape(cell) {
  const bits = cell.polyshape || 0;
  const isShape = Number.isInteger(bits) && bits >= 0 && bits < 2 * SITE.turns;
  refuseIf(!isShape, `a block has the shape ${plainText(bits)}`);
  const side = [...new Array(SITE.shapeSide).keys()];
  const rows = side.map((y) => side.map((x) => ".#"[(bits >> (4 * x + y)) & 1]).join(""));
  return rows.join("").includes("#") ? rows : null;
}

// The puzzle of what was found, without what is outside, and with what that means for regions.
function finished(id, board, { entries, removed }, settings) {
  if (board.puzzle.symmetry) checkSiteEnds(board, entries);
  const more = regionsOfSite(board, entries, removed, settings);
  for (const [setting, name] of Object.entries(SITE.rulesOf))
    refuseIf(
      entries[name]?.length && Boolean(settings[setting]) !== SITE.settings[setting],
      `the setting ${setting} is not that of a new panel`,
    );
  const puzzle = puzzleOfTable(id, board, { ...entries, ...more });
  refuseIf(runsAround(puzzle, removed), "regions lead around squares outside the panel");
  return puzzle;
}

// Refuse starts that are their own image, and ends without image; leave out ends there.
function checkSiteEnds(board, entries) {
  for (const name of ["starts", "goals"]) {
    const things = (entries[name] ?? []).map((place) => board.thing(place));
    const kept = things.filter((one) => !board.meets(one));
    refuseIf(name === "starts" && kept.length < things.length, "the two lines start at one place");
    refuseIf(!things.every((one) => things.includes(one.image)), "an end has no image");
    entries[name] = kept.map((one) => one.place);
  }
}

const isOfRegions = (symbol) => ["InRegion", "Fills", "Removes"].includes(symbol.rule?.on);

// Leave out symbols outside; return which squares are missing, and whether half edges divide, if a
// symbol asks something of regions.
function regionsOfSite(board, entries, removed, settings) {
  const outside = outsideSquares(board, removed);
  const isOutside = (place) => outside.has(board.squareAt(...place));
  for (const { name } of IN_SQUARES)
    entries[name] = (entries[name] ?? []).filter((entry) => !isOutside(squareOf(entry)));
  if (!SYMBOLS.some((one) => isOfRegions(one) && entries[one.name]?.length)) return {};
  const isBetween = (place) =>
    isEdge(place) && board.edgeOf(place).squares.filter((one) => !outside.has(one)).length > 1;
  const [starts, goals] = ["starts", "goals"].map((name) => (entries[name] ?? []).some(isBetween));
  refuseIf(
    starts && settings.FAT_STARTPOINTS,
    "a start in the middle of an edge divides regions there",
  );
  return {
    missing: [...outside].map((square) => square.place),
    ...((starts || goals) && { open_halves: true }),
    ...((starts || goals) && board.puzzle.symmetry && { rules: "witnesspuzzles" }),
  };
}
