"""Check that a predicate is the best sound one of its bias: `python tools/check.py DIR`.

DIR is the folder of `witness best --bias FILE -o DIR`; only biases about triangles are checked.
This file imports nothing of the package, and needs Python alone for bk/triangles.pl; for other
definitions, `check_with_prolog.py` asks `swipl`. It ends with status 1 at the first thing that does
not hold:

1. Sound: the predicate fires only in states in which the square cannot get its triangles.
2. Boards: on each board of the certificate, the partial path becomes a solution.
3. Best: for each other state there are a board and a map of values under which each literal that
   holds in the state holds on the board. So a clause that fires in the state fires on the board.
4. For bk/triangles.pl: on a board of 2×3, literals say of a path and a square what they say of
   their state.

Panels are flat, with one line, 1 to 3 triangles in a square, and no elimination marks. Taken on
trust: states say all that literals see, and what bk/outlook.pl says of live/2 and cut_off/1. For
bk/triangles.pl the first is plain: literals see four numbers (triangles; edges of the square, the
path, and both) and whether the head is a corner. All numbers but the length of the path are at
most 4, so a length of 5 stands for all longer ones. Each length is tried; states that differ in
nothing else count as one if the certificate says that the bias sees no lengths.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from itertools import combinations, pairwise, product
from pathlib import Path

BK = Path(__file__).parent.parent / "bk"
PRIMITIVES = "square|path|vertices|head_vertex|corner|side|gap|live|cut_off"
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
MODES = {  # inputs: the path (P), the square (S) and others (x); outputs: -
    "square": "S--", "path": "P-", "count": "xx-", "len": "x-", "gte": "xx", "greaterThan": "xx",
    "adjacent": "PS", "notAdjacent": "PS", "one": "x", "two": "x", "three": "x",
}  # fmt: skip


def refuse(reason):
    sys.exit(f"NOT CONFIRMED (it may still be true): {reason}")


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
        full = live and len(used) >= triangles  # without marks, no edge of a full square is live
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
        for length in range(least, longest + 1):
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
        self.types, self.inputs, arities = {}, {}, []
        *lines, end = re.sub(r"%[^\n]*|\s", "", text).split(".")
        for line in lines:
            declared = re.fullmatch(r"(head|body)_pred\((\w+),(\d)\)", line)
            told = re.fullmatch(r"(type|direction)\((\w+),\((\w+(?:,\w+)*),?\)\)", line)
            if declared:
                arities.append(declared.groups())
            elif told and told[2] not in (self.types if told[1] == "type" else self.inputs):
                words = told[3].split(",")
                if told[1] == "type":
                    self.types[told[2]] = words
                else:
                    self.inputs[told[2]] = [{"in": True, "out": False}[word] for word in words]
            elif end or not re.fullmatch(r"max_(vars|body)\(\d+\)|non_datalog", line):
                refuse(f"bias.pl: {line!r} is not known here")
        (self.head,) = [name for kind, name, _ in arities if kind == "head"]
        self.body = [name for kind, name, _ in arities if kind == "body"]
        for _, name, arity in arities:
            if {len(self.types[name]), len(self.inputs[name])} != {int(arity)}:
                refuse(f"bias.pl: {name} has other types or directions than arguments")
        kinds = self.types[self.head]
        if len(kinds) != 2 or kinds.count("path") != 1 or not all(self.inputs[self.head]):
            refuse("bias.pl: expected a head with two inputs, one of type path")
        self.sorts = {kinds[1 - kinds.index("path")]: "S", "path": "P"}

    def clauses(self, text):
        """Return the clauses of a file, each as its atoms and the numbers of the head's values.

        Arguments are variables, of one type each, and inputs have values when they are needed.
        """
        found, atom = [], r"\w+\([A-Z]\w*(?:,[A-Z]\w*)*\)"
        *lines, end = re.sub(r"%[^\n]*|\s", "", text).split(".")
        for line in lines:
            known = re.fullmatch(rf"{atom}:-{atom}(?:,{atom})*", line) and not end
            atoms = [one[:-1].split("(") for one in re.findall(atom, line)]
            head, *body = [(name, row.split(",")) for name, row in atoms] or [("", [])]
            known = known and head[0] == self.head and len({*head[1]}) == len(head[1]) == 2
            kinds = dict(zip(head[1], self.types[self.head]))
            for name, row in body:
                known = known and name in self.body and len(row) == len(self.types[name])
                known = known and all(
                    (v in kinds or not given) and kinds.setdefault(v, kind) == kind
                    for v, kind, given in zip(row, self.types[name], self.inputs[name])
                )
            if not known or text.count(":-") != len(lines):
                refuse(f"hypothesis.pl: {line!r} is not known here")
            found.append((body, {variable: n for n, variable in enumerate(head[1])}))
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
    for name in bias.body:
        kinds = [bias.sorts.get(kind, "x") for kind in bias.types[name]]
        if "".join(k if i else "-" for k, i in zip(kinds, bias.inputs[name])) != MODES[name]:
            refuse(f"bias.pl: {name} has other types or directions than in the paper")
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
    partial, path, starts, goals = (
        [*map(tuple, of)] for of in
        (board["partial_path"], board["solution"], panel["starts"], panel["goals"])
    )  # fmt: skip
    rows, cols, steps = panel["rows"], panel["cols"], edges_of(path)
    gaps = [tuple(map(tuple, gap)) for gap in panel.get("gaps", ())]
    counts = {(r, c): n for r, c, n in panel["triangles"]}
    places = (*partial, *path, *starts, *goals, *counts, square, *(v for gap in gaps for v in gap))
    numbers = [rows, cols, *counts.values(), *(x for place in places for x in place)]
    known = {"id", "rows", "cols", "starts", "goals", "triangles", "gaps"}
    for holds, what in (
        (panel.keys() <= known, f"has something besides {sorted(known)}"),
        (all(type(x) is int for x in numbers), "has a number that is no integer"),
        (0 < rows < 9 and 0 < cols < 9, "is empty or too large"),
        (all(a < b and b in near(a, rows, cols) for a, b in gaps), "has a gap that is no edge"),
        (all(0 <= r <= rows and 0 <= c <= cols for r, c in starts + goals), "has ends elsewhere"),
        (0 < len(partial) < len(path) and path[: len(partial)] == partial, "extends no path"),
        (path[0] in starts, "has a solution that does not begin at a start"),
        ([v in goals for v in path].index(True) == len(path) - 1, "does not end at its first goal"),
        (all(b in near(a, rows, cols) for a, b in pairwise(path)), "has a step to nowhere"),
        (len({*path}) == len(path) and not {*gaps} & {*steps}, "has a crossing, or a gap taken"),
        (len(counts) == len(panel["triangles"]) and square in counts, "has no such square"),
        (all(0 <= r < rows and 0 <= c < cols for r, c in counts), "has a square elsewhere"),
        (all(sum(e in steps for e in sides(*s)[1]) == n for s, n in counts.items()) and
         {*counts.values()} <= {1, 2, 3}, "has triangles that are not satisfied"),
    ):  # fmt: skip
        if not holds:
            refuse(f"board {number} {what}")
    found = on_board(panel, square, partial, gaps, f"b{number}_")
    return found | {"board": (panel, gaps, partial, f"b{number}_")}


def small_boards(rows=2, cols=3):
    """Yield the state, facts and length of each partial path, and if it becomes a solution."""
    todo = [[(0, 0)]]
    while todo:
        path = todo.pop()
        if path[-1] != (rows, cols):
            todo += [[*path, v] for v in near(path[-1], rows, cols) if v not in path]
            continue
        for square, n in product(product(range(rows), range(cols)), range(1, len(path))):
            (corners, edges), part = sides(*square), path[:n]
            signs = ["h" if v == part[-1] else "x" if v in part else "." for v in corners]
            used = ["x" if edge in edges_of(part) else "." for edge in edges]
            count = sum(edge in edges_of(path) for edge in edges)
            for t in (1, 2, 3):
                case = on_board({"triangles": [[*square, t]]}, square, part)
                yield (t, "".join(used), "".join(signs), 0), case, n - 1, t == count


def main(folder, trusted):
    read = lambda name: (folder / name).read_text(encoding="utf-8")
    told = json.loads(read("certificate.json"))
    if {*told["features"]} - {"GAPS", "LIVE", "REACHABLE"}:
        sys.exit("Nothing is checked: only biases about triangles are checked here.")
    bias, bk = Bias(read("bias.pl")), read("bk.pl")
    hypothesis = bias.clauses(read("hypothesis.pl"))
    definitions, facts_of_states = map(str.strip, bk.split("\n% ---- facts of states ----\n"))
    fact = rf"(?:{PRIMITIVES})\([\w,\[\]]*\)( :- fail)?\.\s*"
    if not re.fullmatch(f"({fact})*", facts_of_states):
        refuse("bk.pl: expected nothing but facts of primitives behind its definitions")
    ask, ask_boards, features, longest = by_table, by_table, [], 5
    if definitions != (BK / "triangles.pl").read_text(encoding="utf-8").strip():
        from check_with_prolog import answers

        ask, ask_boards, features, longest = answers(definitions, bias, trusted)
    every = [*states(features, longest)]
    structures = bias.structures([case for _, case, _, _ in every], ask)
    cases = [checked_board(board, n) for n, board in enumerate(told["boards"])]
    boards, looks, same = bias.structures(cases, ask_boards), {}, {0: 0, 1: 1}
    shown = {(*state, length): number for *state, length, number in told["states"]}
    counted = {of: set() for of in ("all", "lost", "fires", "others")}
    for (state, _, length, lost), one in zip(every, structures):
        fires = any(maps(body, one, given) for body, given in hypothesis)
        looks[state, length] = one, fires
        if fires and not lost:
            refuse(f"it fires in the state {state}, which can be completed")
        board = shown.get((*state, length), shown.get((*state, None)))
        if not fires and (board is None or not maps(one, boards[board], same)):
            refuse(f"no board shows that nothing sound fires in the state {state}")
        for of in ("all", *["lost"] * lost, "fires" if fires else "others"):
            counted[of].add((state, min(length, told["most_length"] or 0)))
    if counted["fires"] & counted["others"]:
        refuse("the predicate sees longer paths than the certificate says")
    number = {of: f"{len(states):,}" for of, states in counted.items()}
    print(f"1. Sound: of {number['all']} states of a square, {number['lost']} are lost; the "
          f"predicate fires in {number['fires']} of these, and in no other.")  # fmt: skip
    print(f"2. On each of {len(cases)} boards, the partial path becomes a solution.")
    print(f"3. Best: each of the other {number['others']} states has a board on which all its "
          "literals hold.")  # fmt: skip
    small = [*small_boards()] if ask is by_table else []
    for (state, _, n, solved), one in zip(small, bias.structures([s[1] for s in small], ask)):
        like, fires = looks[state, min(n, longest)]
        if (fires and solved) or not (maps(one, like, same) and maps(like, one, same)):
            refuse(f"a path and a square of a board do not look as their state {state}")
    tried = f"{len(small):,} paths and squares on a board of 2×3 look as their states."
    print(f"4. {tried if small else 'Boards of 2×3 are compared for bk/triangles.pl alone.'}")
    trust = ", if the lemmas of bk/outlook.pl about live/2 and cut_off/1 hold (taken on trust)"
    print("So no predicate of this bias that is sound on all panels fires where this one does not"
          f"{trust * ('LIVE' in features)}.")  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    expected = "the folder of `witness best -o DIR`; only biases about triangles are checked"
    parser.add_argument("folder", metavar="DIR", type=Path, help=expected)
    parser.add_argument("--run", action="store_true", help="let swipl run definitions of others")
    asked = parser.parse_args()
    if not asked.folder.is_dir():
        parser.error(f"{asked.folder}: expected {expected}")
    try:
        main(asked.folder, asked.run)
    except Exception as error:
        refuse(f"a file is missing or not of the form that is expected: {error!r}")
