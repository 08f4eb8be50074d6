// The values of clauses: lists are arrays, atoms strings, vertices and edges objects with a name, and
// squares, dots and paths objects without one. What is done with them in the wrong way is a mistake.

class Mistake extends Error {}
class TooManySteps extends Error {}

const V = (() => {
  const wrong = (what) => {
    throw new Mistake(what);
  };
  const isList = Array.isArray;
  const isName = (v) =>
    typeof v === "string" || (v !== null && typeof v === "object" && typeof v.name === "string");
  const nameOf = (v) => (typeof v === "string" ? v : v.name);
  const shown = (v) =>
    typeof v === "number"
      ? String(v)
      : isName(v)
        ? nameOf(v)
        : isList(v)
          ? `[${v.map(shown).join(",")}]`
          : "no plain value";
  const number = (v) =>
    typeof v === "number" ? v : wrong(`a number is needed, found ${shown(v)}`);
  const proper = (v) => (isList(v) ? v : wrong(`a list is needed, found ${shown(v)}`));
  const items = (v) => (isList(v) ? v : []);
  const natural = (v) => (number(v) >= 0 ? v : wrong(`a number from 0 on is needed, found ${v}`));
  const safe = (n) =>
    Number.isSafeInteger(n) ? n + 0 : wrong("a number that is too large for this page");

  // The same text for what is equal; squares and dots are only equal to themselves.
  const numbers = new WeakMap();
  const key = (v) => {
    if (typeof v === "number") return `n${v}`;
    if (isName(v)) {
      const name = nameOf(v);
      return `s${name.length}:${name}`;
    }
    if (isList(v)) return `l(${v.map(key).join(",")})`;
    if (v === null || typeof v !== "object") return wrong("no value");
    if (!numbers.has(v)) numbers.set(v, (key.count = (key.count ?? 0) + 1));
    return `o${numbers.get(v)}`;
  };
  const eq = (a, b) => {
    if (a === b) return true;
    if (isList(a) || isList(b))
      return isList(a) && isList(b) && a.length === b.length && a.every((x, n) => eq(x, b[n]));
    return isName(a) && isName(b) && nameOf(a) === nameOf(b);
  };
  const truth = (v) => {
    if (typeof v === "boolean") return v;
    if (typeof v === "number") return v !== 0;
    return isList(v) ? v.length > 0 : wrong("neither true nor false");
  };

  class Table {
    constructor(rows) {
      this.rows = new Map(rows.map(([k, v]) => [key(k), v]));
    }
    has(k) {
      return this.rows.has(key(k));
    }
    get(k, otherwise) {
      const found = this.rows.get(key(k));
      return found === undefined ? otherwise : found;
    }
  }

  const iterate = (v) =>
    isList(v)
      ? v
      : v !== null && typeof v === "object" && typeof v.next === "function"
        ? v
        : wrong("no list");
  const unpack = (v, n) => (isList(v) && v.length === n ? v : wrong(`${n} parts are needed`));
  function* unpacked(values, n) {
    for (const v of values) yield unpack(v, n);
  }
  const get = (v, name) =>
    v !== null && typeof v === "object" && !isList(v) && name in v ? v[name] : wrong(`no ${name}`);
  const call = (method, v, ...given) => get(v, method).call(v, ...given);
  const item = (v, n) => (isList(v) && n >= 0 && n < v.length ? v[n] : wrong("no such item"));

  // Prolog's standard order of terms: numbers, [], names, then lists item by item.
  const rank = (v) =>
    typeof v === "number"
      ? 0
      : isList(v)
        ? v.length
          ? 3
          : 1
        : isName(v)
          ? 2
          : wrong("a number, a name or a list is needed");
  const points = (text) => Array.from(text, (c) => c.codePointAt(0));
  const compareLists = (a, b, by) => {
    for (let n = 0; n < Math.min(a.length, b.length); n++) {
      const c = by(a[n], b[n]);
      if (c) return c;
    }
    return a.length - b.length;
  };
  const compare = (a, b) => {
    const [p, q] = [rank(a), rank(b)];
    if (p !== q) return p - q;
    if (p === 0) return a - b;
    if (p === 2) return compareLists(points(nameOf(a)), points(nameOf(b)), (x, y) => x - y);
    return compareLists(a, b, compare);
  };

  return {
    wrong,
    isList,
    number,
    proper,
    items,
    natural,
    safe,
    key,
    eq,
    truth,
    Table,
    iterate,
    unpack,
    unpacked,
    get,
    call,
    item,
    rank,
    compare,
  };
})();
