// The log of a player: an attempt a line, as witness/difficulty/attempt_schema.py says. The browser
// keeps one for each set of panels.

const MOST = 10_000_000;

const isCount = (value) => Number.isInteger(value) && value >= 0 && value <= MOST;
const isNumber = (value) => typeof value === "number" && value >= 0 && value <= MOST;
const ATTEMPT = {
  id: [(value) => DATA.panels.some((one) => one.puzzle.id === value), "the id of a panel here"],
  seconds: [isNumber, "a number from 0 on"],
  undone: [isCount, "a whole number from 0 on"],
  hints: [isCount, "a whole number from 0 on"],
  solved: [(value) => typeof value === "boolean", "true or false"],
  level: [isNumber, "a number from 0 on"],
  time: [(value) => typeof value === "string" && !Number.isNaN(Date.parse(value)), "a time"],
};

// The attempts of a log. Throws an error that says what is wrong with which line.
function readLog(text) {
  return text.split("\n").flatMap((line, n) => {
    if (!line.trim()) return [];
    const wrong = (what) => {
      throw new Error(`line ${n + 1}: ${what}`);
    };
    let found = null;
    try {
      found = JSON.parse(line);
    } catch {
      wrong("not JSON; an attempt a line is expected");
    }
    for (const [key, [fits, words]] of Object.entries(ATTEMPT))
      if (!fits(found?.[key])) wrong(`${key} is ${JSON.stringify(found?.[key])}, not ${words}`);
    return [Object.fromEntries(Object.keys(ATTEMPT).map((key) => [key, found[key]]))];
  });
}

const logText = (log) => log.map((one) => `${JSON.stringify(one)}\n`).join("");

// All attempts of two logs, each once, in the order of their times.
function merged(log, more) {
  const all = new Map([...log, ...more].map((one) => [JSON.stringify(one), one]));
  return [...all.values()].sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
}

// What the browser keeps; it may refuse to.
class Kept {
  constructor() {
    this.key = `witness-play-${DATA.set}`;
    this.trouble = "";
  }

  read() {
    try {
      return readLog(localStorage.getItem(this.key) ?? "");
    } catch (error) {
      this.trouble = `What this browser kept cannot be read (${error.message}).`;
      return [];
    }
  }

  write(log) {
    try {
      localStorage.setItem(this.key, logText(log));
    } catch {
      this.trouble = "This browser keeps nothing: export the log before you leave.";
    }
  }
}
