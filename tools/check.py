"""Check that a predicate is the best sound one of its bias: `python tools/check.py DIR`.

DIR is what `witness best --bias FILE -o DIR` wrote. This file imports nothing of the package, and
needs Python alone for bk/triangles.pl; for other definitions, `check_with_prolog.py` asks `swipl`.
It ends with status 1 at the first thing that does not hold:

1. Soundness: the predicate fires in no state of a square that can be completed.
2. Boards: on each board of the certificate, the partial path becomes a solution.
3. Pairs: for each state in which the predicate does not fire, everything that holds in the state
   holds on one of the boards, too, for some map of the values. So a clause that fires in the state
   fires on the board, and is not sound.
4. For bk/triangles.pl: on all small boards, a path and a square look as their state does.

If states say all that literals see, no sound predicate of the bias fires where this one does not.
For bk/triangles.pl that is plain: literals see the numbers of triangles, of edges of the square, of
the path and of both, and whether the head is a corner. Lengths from 5 on compare alike with 0 to 4.
"""

import json
import re
import sys
from collections import defaultdict
from itertools import combinations, pairwise, product
from pathlib import Path

BK = Path(__file__).parent.parent / "bk"
ENDS = ((0, 1), (2, 3), (0, 2), (1, 3))  # the corners of the bottom, top, left and right edge
TABLE = {  # Table 1 of the paper: the outputs for some inputs, None if the literal does not hold
    "square": lambda s: s["square"][0][1:],
    "path": lambda p: p["path"][0][1:],
    "count": lambda a, b: (len([e for e in a if e in b]),),
    "len": lambda a: (len(a),),
    "gte": lambda a, b: () if a >= b else None,
    "greaterThan": lambda a, b: () if a > b else None,
    "adjacent": lambda p, s: () if (s["square"][0][0], p["head"]) in s["corner"] else None,
    "notAdjacent": lambda p, s: None if (s["square"][0][0], p["head"]) in s["corner"] else (),
    "one": lambda n: () if n == 1 else None,
    "two": lambda n: () if n == 2 else None,
    "three": lambda n: () if n == 3 else None,
}


def refuse(reason):
    sys.exit(f"NOT CONFIRMED: {reason}")


def facts(p, s, triangles, edges, corners, path, vertices, gaps, live=(), cut_off=False):
    """Return what primitives say of a path and a square with names p and s; the head comes last."""
    return {
        "square": [(s, triangles, tuple(edges))], "corner": [(s, corner) for corner in corners],
        "side": [(s, edge, corners[a], corners[b]) for edge, (a, b) in zip(edges, ENDS)],
        "gap": [(s, gap) for gap in gaps], "path": [(p, tuple(path))], "head": vertices[-1],
        "vertices": [(p, tuple(vertices))], "head_vertex": [(p, vertices[-1])],
        "live": [(p, tuple(live))], "cut_off": [(p,)] * cut_off,
    }  # fmt: skip


def states(features, longest):
    """Yield each state with its facts, its length, and whether it is lost.

    A state says the triangles, of each edge whether it is on the path (x), a gap (g), live (l) or
    nothing that is known (.), of each corner whether it is the head (h), another vertex of the path
    (x) or not visited (.), and whether the path is cut off from the goals.
    """
    sees_live, number = "LIVE" in features, 0
    signs = product(".x" + "g" * ("GAPS" in features) + "l" * sees_live, repeat=4)
    every = product((1, 2, 3), signs, product(".xh", repeat=4), range(1 + sees_live))
    for triangles, edges, corners, cut in every:
        used, gaps, live, free = ([e for e in range(4) if edges[e] == sign] for sign in "xgl.")
        degree = [sum(k in ENDS[e] for e in used) for k in range(4)]
        wrong = any(d > {".": 0, "h": 1, "x": 2}[c] for c, d in zip(corners, degree))
        closed = any(corners[k] == "x" for e in live for k in ENDS[e])
        full = live and len(used) >= triangles  # shut/2 in bk/outlook.pl: then no edge is live
        if wrong or closed or full or len(used) == 4 or corners.count("h") > 1:
            continue
        room = [{".": 2, "h": 1, "x": 0}[c] for c in corners]
        more = combinations(live if sees_live else free, max(triangles - len(used), 0))
        fit = (all(sum(k in ENDS[e] for e in c) <= room[k] for k in range(4)) for c in more)
        lost = bool(cut) or len(used) > triangles or not any(fit)
        on_path = [f"v{k}" for k in range(4) if corners[k] == "x"]
        head = [f"v{corners.index('h')}" if "h" in corners else "elsewhere"]
        own, gap_names, live_names = ([f"e{e}" for e in of] for of in (range(4), gaps, live))
        least = max(len(used), len(on_path))
        for length in range(least, longest + 1) if longest else (least, 9):
            number += 1
            path = [f"e{e}" for e in used] + [f"far{n}" for n in range(length - len(used))]
            vertices = on_path + [f"away{n}" for n in range(length - len(on_path))] + head
            case = facts(f"p{number}", f"s{number}", triangles, own, ["v0", "v1", "v2", "v3"],
                         path, vertices, gap_names, live_names, cut)  # fmt: skip
            yield (triangles, "".join(edges), "".join(corners), cut), case, length, lost


# ---- the bias and its literals ----


class Bias:
    """The predicates of a bias file, with the types and directions of their arguments."""

    def __init__(self, text):
        text = re.sub(r"%.*", "", text)
        known = r"(head_pred|body_pred|type|direction|max_vars|max_body|non_datalog)\b|$"
        strange = [line for line in text.split(".") if not re.match(known, line.strip())]
        if strange:
            refuse(f"bias.pl: {strange[0].strip()!r} is not known here")
        told = r"\((\w+)\s*,\s*\(([^)]*)\)"
        self.types = {n: re.findall(r"\w+", of) for n, of in re.findall("type" + told, text)}
        ways = {n: re.findall(r"\w+", of) for n, of in re.findall("direction" + told, text)}
        self.inputs = {name: [way == "in" for way in of] for name, of in ways.items()}
        (self.head,), self.body = (re.findall(rf"{w}_pred\((\w+)", text) for w in ("head", "body"))
        told = {self.head, *self.body} <= self.types.keys() & self.inputs.keys()
        if not told or len(self.types[self.head]) != 2 or "path" not in self.types[self.head]:
            refuse("bias.pl: expected types, directions, and a head of two with one of type path")

    def clauses(self, text):
        """Return the clauses of a file, each as its atoms and the numbers of the head's values."""
        found, atom = [], r"(\w+)\(([^()]*)\)"
        for line in filter(str.strip, re.split(r"\.\s", re.sub(r"%.*", "", text) + "\n")):
            atoms = [(name, re.findall(r"[A-Z]\w*", of)) for name, of in re.findall(atom, line)]
            known = all(len(row) == len(self.types.get(name, ())) for name, row in atoms)
            names = [name for name, _ in atoms]
            known = known and names[:1] == [self.head] and {*names[1:]} <= {*self.body}
            if not known or re.sub(rf"{atom}|[\s,]", "", line) != ":-":
                refuse(f"hypothesis.pl: {line.strip()!r} is not known here")
            found.append((atoms[1:], {variable: n for n, variable in enumerate(atoms[0][1])}))
        return found

    def structures(self, cases, ask):
        """Return the atoms that hold of each case, over all values that literals give.

        Values are numbers; the first two are the head's. `ask` answers many calls at once.
        """
        head = [(kind, "P" if kind == "path" else "S") for kind in self.types[self.head]]
        values, atoms, done = [[*head] for _ in cases], [[] for _ in cases], [0] * len(cases)
        while True:
            calls = []
            for n, own in enumerate(values):
                of = defaultdict(list)
                for place, (kind, _) in enumerate(own):
                    of[kind].append(place)
                for name in self.body:
                    kinds = [of[t] for t, i in zip(self.types[name], self.inputs[name]) if i]
                    new = (row for row in product(*kinds) if not done[n] or max(row) >= done[n])
                    calls += [(n, name, row, [own[place][1] for place in row]) for row in new]
                done[n] = len(own)
                if len(own) > 100:
                    refuse("the literals give ever more values")
            if not calls:
                return atoms
            answers = ask(self, [(cases[n], name, inputs) for n, name, _, inputs in calls])
            for (n, name, row, _), answer in zip(calls, answers):
                if answer is None:
                    continue
                inputs, outputs, found = iter(row), iter(answer), []
                for kind, is_input in zip(self.types[name], self.inputs[name]):
                    value = None if is_input else (kind, next(outputs))
                    if not (is_input or value in values[n]):
                        values[n].append(value)
                    found.append(next(inputs) if is_input else values[n].index(value))
                atoms[n].append((name, found))


def maps(atoms, other, given):
    """Whether atoms hold in a structure, for some map that sends the `given` values as it says."""
    rows, images = defaultdict(list), [given]
    for name, row in other:
        rows[name].append(row)
    for name, row in atoms:
        tried = [(dict(image), found) for image in images for found in rows[name]]
        fits = [all(to.setdefault(a, b) == b for a, b in zip(row, found)) for to, found in tried]
        images = [to for (to, _), fit in zip(tried, fits) if fit]
    return bool(images)


def by_table(bias, calls):
    given = [(name, [case if v in ("P", "S") else v for v in row]) for case, name, row in calls]
    return [TABLE[name](*row) for name, row in given]


# ---- boards ----


def edges_of(path):
    return [(min(a, b), max(a, b)) for a, b in pairwise(path)]


def sides(r, c):  # the corners and the edges of a square
    corners = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
    return corners, [(corners[a], corners[b]) for a, b in ENDS]


def near(v, rows, cols):
    found = (v[0] + 1, v[1]), (v[0], v[1] + 1), (v[0] - 1, v[1]), (v[0], v[1] - 1)
    return [(r, c) for r, c in found if r in range(rows + 1) and c in range(cols + 1)]


def name(place, prefix):
    edge = isinstance(place[0], tuple)
    return "__".join(name(v, prefix) for v in place) if edge else f"{prefix}v{place[0]}_{place[1]}"


def on_board(panel, square, path, gaps=(), prefix=""):
    """Return the facts of a path and a square on a panel; all names begin with a prefix."""
    named = lambda places: [name(place, prefix) for place in places]
    triangles = next(n for *place, n in panel["triangles"] if tuple(place) == square)
    corners, edges = sides(*square)
    return facts(
        f"{prefix}p", f"{prefix}s{square[0]}_{square[1]}", triangles, named(edges), named(corners),
        named(edges_of(path)), named(path), named(edge for edge in edges if edge in gaps),
    )  # fmt: skip


def checked_board(board, number):
    """Return the facts of a board, or refuse one whose partial path does not become a solution."""
    panel, square = board["puzzle"], tuple(board["square"])
    partial, path = ([*map(tuple, board[name])] for name in ("partial_path", "solution"))
    rows, cols, steps = panel["rows"], panel["cols"], edges_of(path)
    gaps = {tuple(map(tuple, gap)) for gap in panel.get("gaps", ())}
    places = [(r, c) for r, c, _ in panel["triangles"]]
    known = {"id", "rows", "cols", "starts", "goals", "triangles", "gaps"}
    at_goal = [n for n, v in enumerate(path) if list(v) in panel["goals"]]
    counts = {(*s, sum(edge in steps for edge in sides(*s)[1])) for s in places}
    for holds, what in (
        (panel.keys() <= known, f"has something besides {sorted(known)}"),
        (0 < len(partial) < len(path) and path[: len(partial)] == partial, "extends no path"),
        (list(path[0]) in panel["starts"], "has a solution that does not begin at a start"),
        (at_goal == [len(path) - 1], "has a solution that does not end at its first goal"),
        (all(b in near(a, rows, cols) for a, b in pairwise(path)), "has a step to nowhere"),
        (len({*path}) == len(path) and not gaps & {*steps}, "has a crossing, or a gap on the path"),
        (len({*places}) == len(places) and square in places, "has no square, or one twice"),
        (all(r in range(rows) and c in range(cols) for r, c in places), "has a square elsewhere"),
        (counts == {*map(tuple, panel["triangles"])}, "has triangles that are not satisfied"),
    ):  # fmt: skip
        if not holds:
            refuse(f"board {number} {what}")
    found = on_board(panel, square, partial, gaps, f"b{number}_")
    return found | {"board": (panel, gaps, partial, f"b{number}_")}


def small_boards(rows=2, cols=3):
    """Yield the state, the facts and the length of each partial path from corner to corner."""
    todo = [[(0, 0)]]
    while todo:
        path = todo.pop()
        if path[-1] != (rows, cols):
            todo += [[*path, v] for v in near(path[-1], rows, cols) if v not in path]
            continue
        for square, n in product(product(range(rows), range(cols)), range(1, len(path))):
            (corners, edges), part = sides(*square), path[:n]
            count = sum(edge in edges_of(path) for edge in edges)
            if count:
                signs = ["h" if v == part[-1] else "x" if v in part else "." for v in corners]
                used = ["x" if edge in edges_of(part) else "." for edge in edges]
                case = on_board({"triangles": [[*square, count]]}, square, part)
                yield (count, "".join(used), "".join(signs), 0), case, n - 1


def main(folder, *switch):
    read = lambda name: (Path(folder) / name).read_text(encoding="utf-8")
    bias, told = Bias(read("bias.pl")), json.loads(read("certificate.json"))
    hypothesis, definitions = bias.clauses(read("hypothesis.pl")), read("bk.pl")
    definitions = definitions.partition("\n% ---- facts of")[0].strip()
    ask, ask_boards, features, longest = by_table, by_table, [], 5
    if definitions != (BK / "triangles.pl").read_text(encoding="utf-8").strip():
        from check_with_prolog import answers

        ask, ask_boards, features = answers(definitions, switch == ("--run",))
        longest = told["most_length"]
    every = [*states(features, longest)]
    structures = bias.structures([case for _, case, _, _ in every], ask)
    cases = [checked_board(board, n) for n, board in enumerate(told["boards"])]
    boards, looks, same = bias.structures(cases, ask_boards), {}, {0: 0, 1: 1}
    shown = {(*state, length): number for *state, length, number in told["states"]}
    for (state, _, length, lost), one in zip(every, structures):
        fires = any(maps(body, one, given) for body, given in hypothesis)
        looks[state, length] = one, fires
        if fires and not lost:
            refuse(f"it fires in the state {state}, which can be completed")
        board = shown.get((*state, length), shown.get((*state, None)))
        if not fires and (board is None or not maps(one, boards[board], same)):
            refuse(f"no board shows that nothing sound fires in the state {state}")
    number = sum(fires for _, fires in looks.values())
    print(f"1. Sound: it fires in {number:,} of {len(every):,} states, all of which are lost.")
    print(f"2. On each of {len(cases)} boards, the partial path becomes a solution.")
    print(f"3. Best: all that holds in one of the {len(every) - number:,} others holds on a board.")
    small = [*small_boards()] if ask is by_table else []
    for (state, _, n), one in zip(small, bias.structures([case for _, case, _ in small], ask)):
        like, fires = looks[state, min(n, longest)]
        if fires or not (maps(one, like, same) and maps(like, one, same)):
            refuse(f"a path and a square of a board do not look as their state {state}")
    print(f"4. {len(small):,} paths on boards look as their states (0: that was not tried).\n"
          "So no sound predicate of this bias fires where this one does not.")  # fmt: skip


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError) as error:
        refuse(f"a file is missing or not of the form that is expected: {error!r}")
