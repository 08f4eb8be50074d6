// What a page says of a whole panel: its solutions, how many there are, how hard they are to find.
// One search finds all of that. Questions and findings are those of witness/studio/server.

const AT_MOST = 10_000; // milliseconds
const NEWS = 1000; // milliseconds between two findings about progress
const TOO_LARGE = `not known after ${AT_MOST / 1000} seconds: try a smaller board`;

// Thrown where the time of a question is over; and where all is known that was asked.
class Late extends Error {}
class Enough extends Error {}

// A number, or a text of digits, with commas.
const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
const bitsWords = (bits) => `${bits.toFixed(2)} bits`;
const solutionsWords = (number) => (number === 1 ? "1 solution" : `${grouped(number)} solutions`);

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

// Go through the solutions of a panel, start by start, or those that extend a path: `see` gets the
// search at each, and the number of those before it. Return the scores, the least of the starts.
function goThroughPanel({ panel, path = [] }, tell, clock, see) {
  let solutions = 0;
  const late = () => {
    const { isOver, part } = clock();
    if (part)
      tell({ name: "progress", value: part, words: `at least ${solutionsWords(solutions)}` });
    if (!isOver) return;
    tell({ name: "solutions", value: solutions, more: true });
    throw new Late();
  };
  const boards = path.length ? [makeBoard(panel)] : fromEachStart(panel);
  const scores = boards.map((board) => {
    const search = new Search(board, (one) => see(one, solutions++), late);
    return search.through(path.length ? trailOn(board, path) : board.starts);
  });
  tell({ name: "solutions", value: solutions });
  return [0, 1].map((n) => Math.min(...scores.map((score) => score?.[n] ?? Infinity)));
}

const QUESTIONS = {
  analyse(data, tell, clock) {
    let [number, shortest] = [0, null];
    const scores = goThroughPanel(data, tell, clock, (search, before) => {
      const path = pathOf(search.places);
      if (!shortest || path.length < shortest.length) shortest = path;
      if (before === 0) tell({ name: "solvable", value: true, path });
      if (before === 1) tell({ name: "unique", value: false });
      number = before + 1;
    });
    if (!number) tell({ name: "solvable", value: false });
    else tell({ name: "shortest", value: shortest.length - 1, path: shortest });
    if (number < 2) tell({ name: "unique", value: number === 1 });
    for (const [n, name] of ["muse", "remuse"].entries())
      tell(number ? { name, value: scores[n] } : { name, unknown: "there is no solution" });
  },

  // Tell whether there is a solution, with the first that is found.
  solvable(data, tell, clock) {
    goThroughPanel(data, tell, clock, (search) => {
      tell({ name: "solvable", value: true, path: pathOf(search.places) });
      throw new Enough();
    });
    tell({ name: "solvable", value: false });
  },

  // Tell up to `most` solutions, without the first `from`, and count the others.
  solutions({ from, most, ...data }, tell, clock) {
    goThroughPanel(data, tell, clock, (search, number) => {
      if (from <= number && number < from + most)
        tell({ name: "solution", number, path: pathOf(search.places) });
    });
  },
};

// Answer a question; the last finding says that it is done, or why not.
function answer(question, data, tell, patience = AT_MOST) {
  const begun = performance.now();
  let news = NEWS;
  const clock = () => {
    const spent = performance.now() - begun;
    const isNew = spent > news;
    if (isNew) news = spent + NEWS;
    return { isOver: spent > patience, part: isNew && spent / patience };
  };
  try {
    if (!Object.hasOwn(QUESTIONS, question)) throw new Error(`the page cannot say ${question}`);
    QUESTIONS[question](data, tell, clock);
    tell({ done: true });
  } catch (error) {
    if (error instanceof Enough) tell({ done: true });
    else tell(error instanceof Late ? { limit: TOO_LARGE } : { error: error.message });
  }
}
