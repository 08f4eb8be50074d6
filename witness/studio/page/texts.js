// Panels in texts that are pasted or opened: puzzle files, links of this page, links and dumps of the
// Windmill, and texts, links and pages of witnesspuzzles.com.

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
  const puzzle = puzzleIn(text.startsWith("{") ? text : textInAddress(text));
  return id ? { ...puzzle, id: nameOf(id) } : puzzle;
}

// The puzzle of a text of an editor (witness/puzzle/formats/addresses.py).
function puzzleIn(text) {
  if (text.startsWith("{")) {
    const value = parsed(text);
    refuseIf(value === undefined, "the text is no JSON, or it is cut off");
    return puzzleOfValue(value);
  }
  return windmillPuzzle("puzzle", text);
}

// The text of the panel that is in an address. Throws an error that says what the address is.
function textInAddress(address) {
  const place = address.replace(/^(?:[a-z][a-z0-9+.-]*:\/{1,3})?(?:www\.)?/i, "");
  refuseIf(
    !/[./#]/.test(place) || /\s|^[^/?#]*:(?!\d)/.test(place),
    `${plainText(address)} is no panel; ${KNOWN_TEXTS}`,
  );
  const build = /\/(?:build\/(?:%23)?|(?:build|main)(?:\.html)?#)(\S+)/.exec(place);
  const isOwn = /^(?:windmill\.)?thefifthmatt\.com\//.test(place);
  if (build && (isOwn || build[1].endsWith("_0"))) {
    const contents = decodeURIComponent(build[1]).replace(/_0[?#&].*$/, "_0");
    refuseIf(!contents.endsWith("_0"), "the link is damaged: it does not end in _0");
    return contents;
  }
  const parts = place.matchAll(/([?&#])(?:([A-Za-z]\w{0,15})=)?([^?&#]{8,})|\/([^/?#]{8,})/g);
  for (const [, sign, name, part, piece] of parts) {
    const text = textOfPart(sign, name, part ?? piece);
    if (text) return text;
  }
  const kinds = DATA.formats.addresses;
  const [, words] = kinds.find(([site]) =>
    new RegExp(`^(?:${site})`, "i").test(place.slice(0, 200)),
  );
  throw new Error(`the address ${words}`);
}

// The text of the panel that a part of an address is; null if it is none.
function textOfPart(sign, name, part) {
  const decoded = (text) => decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  const text = decoded(part);
  if (text.startsWith("{")) return sign === "#" ? text : decoded(part.replaceAll("+", " "));
  if (/^C.*_0$/.test(text)) return text;
  let json = "";
  try {
    const bytes = bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
    json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // it is no base64 of a text
  }
  const isJson = json.startsWith("{");
  refuseIf(name === "panel" && !isJson, "the link is damaged: it is not what this page writes");
  return isJson ? json : null;
}
