// What emitted clauses call (witness/logic/compiler/javascript.py): the operations of Python on the
// values of clauses (values.js). Where Python raises an error, so does this: a clause that has no
// value must not seem false.

const R = (() => {
  const MOST_STEPS = 1_000_000;
  let left = MOST_STEPS;

  const { wrong, isList, number, proper, items, natural, safe, key, eq, truth, Table } = V;
  const { iterate, unpack, unpacked, get, call, item, rank, compare } = V;

  const extreme = (list, better) => {
    proper(list).forEach(rank);
    return list.length ? list.reduce((best, v) => (better(compare(v, best)) ? v : best)) : null;
  };
  const without = (list, other) => {
    const known = frozenset(proper(other));
    return proper(list).filter((v) => !known.has(v));
  };
  const frozenset = (values) => new Table([...iterate(values)].map((v) => [v, true]));
  const list_to_set = (list) => {
    const seen = new Set();
    return proper(list).filter((v) => {
      const k = key(v);
      return !seen.has(k) && seen.add(k);
    });
  };
  const msort = (list) => {
    proper(list).forEach(rank);
    return [...list].sort(compare);
  };
  const nth0 = (n, list) => (number(n) >= 0 && n < items(list).length ? list[n] : null);
  const startsWith = (list, start) =>
    start.length <= list.length && start.every((v, n) => eq(v, list[n]));

  // Steps are counted where the text of a clause does not show that it takes few.
  const spend = (n = 1) => {
    left -= n;
    if (left < 0)
      throw new TooManySteps(
        `it takes more than ${MOST_STEPS.toLocaleString("en")} steps to evaluate`,
      );
  };
  const weight = (list) => {
    for (const v of list) if (isList(v)) spend(weight(v));
    return 1 + list.length;
  };
  const paid = (v) => {
    if (isList(v)) spend(weight(v));
    return v;
  };
  function* steps(values) {
    for (const v of iterate(values)) {
      spend();
      yield v;
    }
  }
  function* paid_steps(values) {
    for (const v of steps(values)) yield paid(v);
  }

  // Tables of recursive predicates, as in witness/logic/language/tabling.py.
  let complete, growing, round, back, added;
  const forget_tables = () => {
    complete = new Map();
    growing = new Map();
    round = new Map();
    back = [];
    added = 0;
  };
  forget_tables();
  const answers = (name, evaluate) => {
    if (complete.has(name)) return [...complete.get(name).values()];
    if (!growing.has(name)) growing.set(name, new Map());
    const known = growing.get(name);
    if (!round.has(name)) answer(name, known, evaluate);
    if (back.length && round.has(name)) back.push(Math.min(back.pop(), round.get(name)));
    return [...known.values()];
  };
  const answer = (name, known, evaluate) => {
    const depth = back.length;
    const before = round.size;
    try {
      for (;;) {
        const start = added;
        round.set(name, depth);
        back.push(depth);
        for (const found of evaluate()) {
          const k = key(found);
          if (!known.has(k)) {
            known.set(k, found);
            added++;
          }
        }
        round.set(name, back.pop());
        if (round.get(name) < depth) return;
        const own = [...round.keys()].slice(before);
        for (const one of own) round.delete(one);
        if (added > start) continue;
        for (const one of own) {
          complete.set(one, growing.get(one));
          growing.delete(one);
        }
        return;
      }
    } catch (error) {
      back.length = depth;
      for (const one of [...round.keys()].slice(before)) {
        round.delete(one);
        growing.delete(one);
      }
      throw error;
    }
  };
  let tables = 0;
  const tabled = (f) => {
    const own = tables++;
    return (...given) => answers(`${own}${key(given)}`, () => f(...given));
  };
  const tabled_test = (f) => {
    const own = tables++;
    return (...given) => answers(`${own}${key(given)}`, () => (f(...given) ? [1] : [])).length > 0;
  };

  return {
    eq,
    truth,
    iterate,
    unpack,
    unpacked,
    get,
    call,
    item,
    number,
    proper,
    items,
    frozenset,
    msort,
    nth0,
    spend,
    paid,
    steps,
    paid_steps,
    forget_tables,
    tabled,
    tabled_test,
    list_to_set,
    begin: () => {
      left = MOST_STEPS;
    },
    lt: (a, b) => number(a) < number(b),
    le: (a, b) => number(a) <= number(b),
    has: (where, v) =>
      where instanceof Table ? where.has(v) : proper(where).some((x) => eq(x, v)),
    table: (rows) => new Table(rows),
    look_up: (table, k, otherwise = null) => table.get(k, otherwise),
    rest: (list, n) => proper(list).slice(n),
    add: (a, b) => (isList(a) && isList(b) ? [...a, ...b] : safe(number(a) + number(b))),
    sub: (a, b) => safe(number(a) - number(b)),
    mul: (a, b) => safe(number(a) * number(b)),
    times: (a, b) => safe(number(a) * number(b)),
    mod: (a, b) =>
      number(b) === 0 ? wrong("a division by zero") : safe(((number(a) % b) + b) % b),
    int_div: (a, b) =>
      number(b) === 0 ? wrong("a division by zero") : safe(Math.trunc(number(a) / b)),
    int_rem: (a, b) => (number(b) === 0 ? wrong("a division by zero") : safe(number(a) % b)),
    negative: (a) => safe(-number(a)),
    order: (a, b) => Math.sign(compare(a, b)),
    is_integer: (v) => typeof v === "number",
    is_number: (v) => typeof v === "number",
    is_atom: (v) => typeof v !== "number" && !isList(v),
    is_items: isList,
    plus: (a, b) => safe(number(a) + number(b)),
    minus: (a, b) => safe(number(a) - number(b)),
    succ: (a) => safe(natural(a) + 1),
    pred: (b) => (natural(b) ? b - 1 : null),
    abs: (a) => Math.abs(number(a)),
    min: (a, b) => Math.min(number(a), number(b)),
    max: (a, b) => Math.max(number(a), number(b)),
    len: (list) => proper(list).length,
    any: (values) => {
      for (const v of values) if (truth(v)) return true;
      return false;
    },
    next: (values, otherwise) => {
      const { value, done } = values.next();
      return done ? otherwise : value;
    },
    tuple: (values) => [...iterate(values)],
    range: function* (a, b) {
      for (let n = number(a); n < number(b); n++) yield n;
    },
    enumerate: function* (values, first = 0) {
      for (const v of iterate(values)) yield [first++, v];
    },
    pairwise: function* (list) {
      for (let n = 1; n < list.length; n++) yield [list[n - 1], list[n]];
    },
    members: items,
    splits: function* (c) {
      if (!isList(c)) yield [[], c];
      else for (let n = 0; n <= c.length; n++) yield [c.slice(0, n), c.slice(n)];
    },
    without_start: (a, c) =>
      isList(a) && !a.length
        ? c
        : isList(a) && isList(c) && startsWith(c, a)
          ? c.slice(a.length)
          : null,
    without_end: (b, c) => {
      if (eq(b, c)) return [];
      if (!isList(b) || !isList(c) || b.length > c.length) return null;
      const place = c.length - b.length;
      return eq(c.slice(place), b) ? c.slice(0, place) : null;
    },
    concatenated: (list) => proper(list).map(proper).flat(1),
    selections: function* (list) {
      for (let n = 0; n < items(list).length; n++)
        yield [list[n], [...list.slice(0, n), ...list.slice(n + 1)]];
    },
    insertions: function* (x, list) {
      for (let n = 0; n <= proper(list).length; n++)
        yield [...list.slice(0, n), x, ...list.slice(n)];
    },
    reverse: (list) => [...proper(list)].reverse(),
    delete: (list, x) => proper(list).filter((v) => !eq(v, x)),
    subset: (list, other) => proper(list).every((v) => proper(other).some((x) => eq(x, v))),
    is_set: (list) => isList(list) && new Set(list.map(key)).size === list.length,
    sort: (list) => list_to_set(msort(list)),
    intersection: (list, other) => {
      const known = frozenset(proper(other));
      return proper(list).filter((v) => known.has(v));
    },
    subtract: without,
    union: (list, other) => [...without(list, other), ...other],
    nth1: (n, list) => nth0(number(n) - 1, list),
    last: (list) => (items(list).length ? list[list.length - 1] : null),
    sum_list: (list) => safe(proper(list).reduce((sum, v) => sum + number(v), 0)),
    max_list: (list) => {
      proper(list).forEach(number);
      return list.length ? list.reduce((a, b) => Math.max(a, b)) : null;
    },
    min_list: (list) => {
      proper(list).forEach(number);
      return list.length ? list.reduce((a, b) => Math.min(a, b)) : null;
    },
    max_member: (list) => extreme(list, (c) => c > 0),
    min_member: (list) => extreme(list, (c) => c < 0),
  };
})();
