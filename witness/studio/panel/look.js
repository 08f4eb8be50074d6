// What a page says of a whole panel: its solutions, how many there are, how hard they are to find.
// One search finds all of that. Questions and findings are those of witness/studio/server.

const AT_MOST = 1000; // milliseconds
const TOO_LARGE = "too large for the page: `witness studio`";

// Thrown where the time of a question is over.
class Late extends Error {}

// The panel from each of its starts alone, as ratings have it (witness/difficulty/state.py): a player
// who begins at one passes the others like any place, and nothing is behind the only goal.
const fromEachStart = (puzzle) =>
  makeBoard(puzzle).starts.map(({ place }) =>
    makeBoard({
      ...puzzle,
      starts: [place],
      pass_goals: Boolean(puzzle.pass_goals) && puzzle.goals.length > 1,
    }),
  );

// Go through all solutions that extend the path of a search; `see` gets each of them, and `late` is
// called for each partial path. Return MUSE and ReMUSE of the path for a player without rules
// (witness/difficulty/entropy/reference.py).
function goThrough(search, see, late) {
  const { board } = search;
  late();
  const isSolved = search.isSolved;
  if (isSolved) see(search.places);
  const children = [];
  if (!search.atEnd)
    for (const [number] of board.near[search.head]) {
      if (search.isClosed(number)) continue;
      search.push(number);
      const goesOn = search.isSolved || (!search.atEnd && !search.isLost());
      children.push(goesOn ? goThrough(search, see, late) : { muse: Infinity, remuse: Infinity });
      search.pop();
    }
  return isSolved ? { muse: 0, remuse: 0 } : entropyOf(children);
}

function entropyOf(children) {
  const least = (name) => Math.min(Infinity, ...children.map((one) => one[name]));
  const remuse = least("remuse");
  if (remuse === Infinity) return { muse: Infinity, remuse };
  const weights = children.map((one) => Math.exp(remuse - one.remuse));
  const shares = weights.map((weight) => weight / sum(weights)).filter((share) => share > 0);
  const divergence = sum(shares.map((share) => share * Math.log2(share * children.length)));
  return {
    muse: Math.log2(children.length) + least("muse"),
    remuse: Math.max(0, divergence) + remuse,
  };
}

// Go through all solutions of a panel, start by start, or those that extend a path; return the scores,
// the least of the starts.
function goThroughPanel(puzzle, see, late, path = []) {
  const isBegun = (board) => !path.length || samePlace(board.puzzle.starts[0], path[0]);
  const found = fromEachStart(puzzle)
    .filter(isBegun)
    .map((board) => {
      const search = new Search(board);
      for (const { number } of path.length ? trailOn(board, path) : board.starts)
        search.push(number);
      return goThrough(search, (places) => see(pathOf(places)), late);
    });
  const least = (name) => Math.min(...found.map((one) => one[name]));
  return { muse: least("muse"), remuse: least("remuse") };
}

// How many edges a path has; half ones at its ends count.
const lengthOf = (path) => Math.max(path.length - 1, 0);

const QUESTIONS = {
  analyse({ panel, path }, tell, late) {
    let solutions = 0;
    let shortest = null;
    const scores = goThroughPanel(
      panel,
      (one) => {
        if (++solutions === 1) tell({ name: "solvable", value: true, path: one });
        if (solutions === 2) tell({ name: "unique", value: false });
        if (!shortest || lengthOf(one) < lengthOf(shortest)) shortest = one;
      },
      late,
      path,
    );
    if (!solutions) tell({ name: "solvable", value: false });
    tell({ name: "solutions", value: solutions });
    if (solutions < 2) tell({ name: "unique", value: solutions === 1 });
    if (shortest) tell({ name: "shortest", value: lengthOf(shortest), path: shortest });
    for (const name of ["muse", "remuse"]) tell(scoreFinding(name, scores[name]));
  },

  // Tell up to `most` solutions, without the first `from`.
  solutions({ panel, from, most }, tell, late) {
    let number = 0;
    const enough = {};
    const see = (path) => {
      if (number === from + most) throw enough;
      if (number >= from) tell({ name: "solution", number, path });
      number++;
    };
    try {
      goThroughPanel(panel, see, late);
      tell({ name: "solutions", value: number });
    } catch (error) {
      if (error !== enough) throw error;
    }
  },
};

const scoreFinding = (name, bits) =>
  bits === Infinity ? { name, unknown: "there is no solution" } : { name, value: bits };

// Answer a question; the last finding says that it is done, or why not.
function answer(question, data, tell, patience = AT_MOST) {
  const end = performance.now() + patience;
  const late = () => {
    if (performance.now() > end) throw new Late();
  };
  try {
    if (!Object.hasOwn(QUESTIONS, question)) throw new Error(`the page cannot say ${question}`);
    QUESTIONS[question](data, tell, late);
    tell({ done: true });
  } catch (error) {
    tell(error instanceof Late ? { limit: TOO_LARGE } : { error: error.message });
  }
}
