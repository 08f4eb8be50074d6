// Panels in texts that are pasted or opened: puzzle files, links of this page, links and dumps of the
// Windmill, and texts, links and pages of witnesspuzzles.com.

const WINDMILL_LINK = /^(?:https?:\/\/)?[^/\s]+\/(?:witness\/)?build(?:\/|\.html#)(\S+)$/;
const KNOWN_TEXTS =
  "a line of a puzzle file, a link of this page or of the Windmill, or a text of witnesspuzzles.com is expected";

// All puzzles of a text. Throws an error that names the line for anything else.
function puzzlesOfText(text) {
  const called = [...text.matchAll(/Puzzle\.deserialize\(\s*("(?:[^"\\]|\\.)*")/g)];
  if (called.length) return called.map(([, literal]) => puzzleOfLine(JSON.parse(literal)));
  const whole = parsed(text);
  const nothing = `nothing is there; ${KNOWN_TEXTS}`;
  if (whole !== undefined) {
    const values = Array.isArray(whole) ? whole : [whole];
    refuseIf(!values.length, nothing);
    return values.map(puzzleOfValue);
  }
  const lines = text.split("\n").map((line, n) => [line.trim(), n + 1]);
  const full = lines.filter(([line]) => line);
  refuseIf(!full.length, nothing);
  return full.map(([line, number]) => {
    try {
      return puzzleOfLine(line);
    } catch (error) {
      throw full.length > 1 ? new Error(`line ${number}: ${error.message}`) : error;
    }
  });
}

// The value of a text in JSON; undefined if it is none.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function puzzleOfValue(value) {
  if (typeof value === "string") return puzzleOfLine(value);
  if (isObject(value) && Object.hasOwn(value, "grid")) return sitePuzzle(nameOf(value.name), value);
  if (isObject(value) && typeof value.contents === "string")
    return windmillPuzzle(nameOf(value.id), value.contents);
  return readPuzzle(value);
}

// A name as the id of a puzzle, if it can be one.
const nameOf = (name) =>
  typeof name === "string" && name.trim() && isPrintable(name) ? name : "puzzle";

// The puzzle of a line, which may have an id and a tab before it.
function puzzleOfLine(line) {
  const [, id, text] = /^(?:([^\t{]*)\t)?(.*)$/s.exec(line);
  const named = (puzzle) => (id ? { ...puzzle, id: nameOf(id) } : puzzle);
  if (text.includes(PANEL)) return named(panelFromHash(text.slice(text.indexOf(PANEL))));
  if (text.startsWith("{")) {
    const value = parsed(text);
    refuseIf(value === undefined, "the text is no JSON, or it is cut off");
    return named(puzzleOfValue(value));
  }
  if (/^_[A-Za-z0-9+/]/.test(text)) {
    const value = siteObject(text);
    return named(sitePuzzle(nameOf(value.name), value));
  }
  const link = WINDMILL_LINK.exec(text);
  if (link) {
    const contents = decodeURIComponent(link[1]);
    refuseIf(!contents.endsWith("_0"), "the link is damaged: it does not end in _0");
    return named(windmillPuzzle("puzzle", contents));
  }
  const asked = /[?&]puzzle=([^&#\s]+)/.exec(text);
  refuseIf(!asked, `${plainText(text)} is no panel; ${KNOWN_TEXTS}`);
  return named(puzzleOfLine(decodeURIComponent(asked[1].replaceAll("+", " "))));
}
