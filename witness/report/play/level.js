// The player's level, in bits as the scores of panels, and the panel that comes next. The level begins
// at the score of the easiest panel. What an attempt is worth is 1 for a panel that is solved at once
// and 0 for one that is given up; ten edges taken back, two hints or two minutes halve it. It moves the
// level by twice what it is more, or less, than expected: of a panel as hard as the level is high, a
// half is, and with each bit more the odds halve. Attempts at panels that are solved already, or that
// have no score, move nothing.

const PACE = 2;

const worth = ({ solved, seconds, undone, hints }) =>
  solved ? 1 / (1 + undone / 10 + hints / 2 + seconds / 120) : 0;

const expected = (level, bits) => 1 / (1 + 2 ** (bits - level));

function levelAfter(level, bits, attempt) {
  const moved = level + PACE * (worth(attempt) - expected(level, bits));
  return Math.max(0, Math.round(moved * 1000) / 1000);
}

// The level after the attempts of a log.
function levelOf(log) {
  const bits = new Map(DATA.panels.map((one) => [one.puzzle.id, one.bits]));
  const known = [...bits.values()].filter((one) => one !== null);
  const solved = new Set();
  let level = known.length ? Math.min(...known) : 0;
  for (const attempt of log) {
    const { id } = attempt;
    if ((bits.get(id) ?? null) !== null && !solved.has(id))
      level = levelAfter(level, bits.get(id), attempt);
    if (attempt.solved) solved.add(id);
  }
  return level;
}

const solvedIn = (log) => new Set(log.filter((one) => one.solved).map((one) => one.id));

// The number of the panel after another one (-1 for none): of those that are not solved the next one
// in order, or the one whose score is nearest to the level, and the first of these. Panels without a
// score come last.
function nextPanel(log, current, inOrder) {
  const solved = solvedIn(log);
  const number = DATA.panels.length;
  const after = (from) => DATA.panels.map((_, n) => (from + 1 + n) % number);
  const open = after(inOrder ? current : -1).filter(
    (n) => n !== current && !solved.has(DATA.panels[n].puzzle.id),
  );
  if (!open.length) return after(current)[0];
  if (inOrder) return open[0];
  const level = levelOf(log);
  const distance = (n) =>
    DATA.panels[n].bits === null ? Infinity : Math.abs(DATA.panels[n].bits - level);
  return open.reduce((a, b) => (distance(b) < distance(a) ? b : a));
}
