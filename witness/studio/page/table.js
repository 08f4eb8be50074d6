// The table in which web editors keep a panel (witness/puzzle/formats/table.py), and what their readers
// share: places of its cells, and colours that say nothing.

const refuseIf = (wrong, words) => {
  if (wrong) throw new Error(words);
};

// The bytes of base64, which may lack its padding.
function bytesOf(digits) {
  const bare = digits.replace(/=+$/, "");
  refuseIf(!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1, "the text is not base64");
  return Uint8Array.from(atob(bare), (sign) => sign.charCodeAt(0));
}

// The place of puzzle files in a cell: a vertex, an edge or a square; rows count from the bottom.
function placeAt(board, row, column) {
  const first = [Math.floor(row / 2), Math.floor(column / 2)];
  if (row % 2 === column % 2) return first;
  const second = [Math.floor((row + 1) / 2), board.round(Math.floor((column + 1) / 2))];
  return board.edgeOf([first, second]).place;
}

const bareBoard = (rows, cols, more) =>
  makeBoard({ id: "", rows, cols, starts: [], goals: [], ...more });

// A board that the page can show.
function boardOfSize(rows, cols, more = {}) {
  const fits = (side) => side >= 1 && side <= DATA.side;
  refuseIf(
    !fits(rows) || !fits(cols),
    `the board is ${rows}×${cols}; 1×1 to ${DATA.side}×${DATA.side} is possible on this page`,
  );
  return bareBoard(rows, cols, more);
}

// The puzzle with what was found in the cells; a colour that nothing counts and that the editor gives
// to all such symbols is left out (witness/puzzle/formats/dialects.py).
function puzzleOfTable(id, { rows, cols, puzzle }, found) {
  refuseIf(!found.starts?.length, "the panel has no start");
  refuseIf(!found.goals?.length, "the panel has no goal");
  const some = countedColours(found);
  const { common, negative } = DATA.formats;
  const withOwn = (symbol) => (entry) => {
    const colour = colourOf(symbol, entry);
    const plain = entry.negative ? negative : common[symbol.name];
    if (colour !== plain || some.has(colour)) return entry;
    if (!isBlock(entry)) return entry.slice(0, -1);
    const { colour: _, ...rest } = entry;
    return rest;
  };
  const own = Object.keys(common).map((name) => [
    name,
    (found[name] ?? []).map(withOwn(SYMBOLS.find((one) => one.name === name))),
  ]);
  return readPuzzle({
    id,
    rows,
    cols,
    ...(puzzle.symmetry && { symmetry: puzzle.symmetry }),
    ...(puzzle.wraps && { wraps: true }),
    ...found,
    ...Object.fromEntries(own),
    // A line may run past a nub.
    ...(found.goals.length > 1 && { pass_goals: true }),
  });
}
