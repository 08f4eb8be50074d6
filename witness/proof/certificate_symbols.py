"""The cases of coloured squares, stars and dots, for the checker of certificates.

It shares no code with `witness.logic.symbol_cases`, which finds them for the prover. Whether a case
is excluded is worked out again. Whether the cases are all in which a clause fires is tried, not
proved: in every situation of a dot, and of a square in those with up to two more squares of each
class and in random ones, the plain interpreter says that the clause fires where a case does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from witness.logic.language.terms import Ground, Key

Facts = dict[Key, list[tuple[Ground, ...]]]

CLASSES = ("same square", "same star", "other square", "other star", "plain")
LIKE, UNLIKE = ("same square", "same star"), ("other square",)

#: Random situations of a square.
DRAWN = 2500

_EDGES = ("e1", "e2", "e3", "e4")
_CORNERS = ("bl", "br", "tl", "tr")
_ENDS = ((0, 1), (2, 3), (0, 2), (1, 3))


class Situation(NamedTuple):
    """A symbol c on a path p: its facts, and the answers and numbers of which cases speak."""

    facts: Facts
    answers: dict[tuple[Any, ...], Any]
    numbers: dict[tuple[str, str], int]


def situations(kind: str) -> Iterator[Situation]:
    """Yield situations of a symbol of a kind."""
    if kind == "vertex dot":
        flags = [(False, True)] * 4
        for ends in product((None, 0, 1), repeat=3):
            for visited, reachable, elsewhere, cut_off in product(*flags):
                yield _vertex_dot(visited, reachable, ends, elsewhere, cut_off)
    elif kind == "edge dot":
        for state, cut_off in product(("path", "live", "gone"), (False, True)):
            for seen in product((False, True), repeat=4):
                yield _edge_dot(state, seen, cut_off)
    else:
        nothing = (("border", "gone"),) * 4
        for numbers in product(range(3), repeat=6):
            counts = {c: (numbers[2 * n], numbers[2 * n + 1]) for n, c in enumerate(CLASSES[:3])}
            yield _square(kind, nothing, counts, False)
        rng = random.Random(0)
        beyond = ("border", *CLASSES, "other square 2", "other star 2")
        for _ in range(DRAWN):
            sides = tuple((rng.choice(beyond), rng.choice(("path", "live", "gone")))
                          for _ in range(4))  # fmt: skip
            counts = {c: (rng.choice((0, 0, 0, 1, 2)), rng.choice((0, 0, 1))) for c in CLASSES}
            yield _square(kind, sides, counts, rng.random() < 0.2)


def holds(case: Mapping[str, Any], situation: Situation) -> bool:
    """Whether a listed case is that of a situation."""
    answers = (
        situation.answers.get(tuple(question), object()) == given
        for question, given in case["answers"]
    )
    return all(answers) and all(
        _value(low, situation) <= _value(high, situation) + by for low, high, by in case["bounds"]
    )


def _value(name: Any, situation: Situation) -> int:
    if name is None:
        return 0
    where, classes = name
    return sum(situation.numbers.get((where, own), 0) for own in classes)


def excluded(case: Mapping[str, Any]) -> bool:
    """Whether no completion satisfies the constraint of the symbol in a listed case."""
    known = {tuple(question): given for question, given in case["answers"]}
    if known.get(("cut off",)) is True:
        return True
    if case["kind"] == "edge dot":
        return known.get(("edge", 0)) == "gone"
    if case["kind"] == "vertex dot":
        no_way = known.get(("leads", 0)) is False and known.get(("leads", 1)) is False
        never = no_way or known.get(("reachable", 0)) is False
        return known.get(("visited", 0)) is False and never
    return not _can_be_solved(case, known)


def _can_be_solved(case: Mapping[str, Any], known: Mapping[tuple[Any, ...], Any]) -> bool:
    """Whether numbers that satisfy the bounds and the constraint exist, by shortest ways."""
    names: list[Any] = [None]
    apart: dict[tuple[int, int], int] = {}

    def number(name: Any) -> int:
        name = None if name is None else (name[0], tuple(sorted(name[1])))
        if name not in names:
            names.append(name)
        return names.index(name)

    def at_most(low: Any, high: Any, by: int) -> None:
        key = number(low), number(high)
        apart[key] = min(by, apart.get(key, by))

    for low, high, by in case["bounds"]:
        at_most(low, high, by)
    groups = {tuple(sorted(group)) for group in (LIKE, UNLIKE)} | {n[1] for n in names if n}
    for group in groups:
        at_most(None, ("joined", group), 0)
        at_most(("joined", group), ("final", group), 0)
        at_most(("final", group), ("region", group), 0)
        for where in ("joined", "region", "final"):
            for other in groups:
                if {*group} < {*other}:
                    at_most((where, group), (where, other), 0)
        for where, states in (("joined", ("gone",)), ("region", ("gone", "live"))):
            least = sum(
                known.get(("beyond", n)) in group and known.get(("edge", n)) in states
                for n in range(4)
            )
            at_most(None, (where, group), -least)
    if case["kind"] == "square":
        at_most(("final", UNLIKE), None, 0)
    else:
        at_most(("final", LIKE), None, 1)
        at_most(None, ("final", LIKE), -1)
    size = range(len(names))
    length = {(i, j): apart.get((i, j), 0 if i == j else 10**9) for i in size for j in size}
    for k in size:
        for i in size:
            for j in size:
                length[i, j] = min(length[i, j], length[i, k] + length[k, j])
    return all(length[i, i] >= 0 for i in size)


def _vertex_dot(
    visited: bool, reachable: bool, ends: Sequence[int | None], elsewhere: bool, cut_off: bool
) -> Situation:
    live = [f"x{n}" for n, end in enumerate(ends) if end is not None] + ["y"] * elsewhere
    answers: dict[tuple[Any, ...], Any] = {
        ("visited", 0): visited,
        ("reachable", 0): reachable,
        ("leads", 0): 0 in ends,
        ("leads", 1): 1 in ends,
        ("live elsewhere",): elsewhere,
        ("cut off",): cut_off,
        ("head",): -1,
    }
    facts = _path(["far"] + ["v"] * visited, [], live, ["v"] * reachable, cut_off)
    facts["dot_vertex", 2] = [("c", "v")]
    facts["ends", 3] = [(f"x{n}", *(("v", f"w{n}") if end == 0 else (f"w{n}", "v")))
                        for n, end in enumerate(ends) if end is not None]  # fmt: skip
    facts["ends", 3].append(("y", "w8", "w9"))
    return Situation(facts, answers, {})


def _edge_dot(state: str, seen: Sequence[bool], cut_off: bool) -> Situation:
    answers: dict[tuple[Any, ...], Any] = {("edge", 0): state, ("cut off",): cut_off}
    answers |= {("visited", n): seen[n] for n in (0, 1)}
    answers |= {("reachable", n): seen[2 + n] for n in (0, 1)}
    answers["head",] = -1
    path, live = (["e"] * (state == name) for name in ("path", "live"))
    visited, reachable = ([f"v{n}" for n in (0, 1) if seen[first + n]] for first in (0, 2))
    facts = _path(["far", *visited], path, live, reachable, cut_off)
    facts["dot_edge", 2] = [("c", "e")]
    facts["ends", 3] = [("e", "v0", "v1")]
    return Situation(facts, answers, {})


def _square(
    kind: str,
    sides: Sequence[tuple[str, str]],
    counts: Mapping[str, tuple[int, int]],
    cut_off: bool,
) -> Situation:
    """Return a square with something beyond each edge; more squares are joined to it, or near."""
    answers: dict[tuple[Any, ...], Any] = {("cut off",): cut_off, ("head",): -1}
    numbers: dict[tuple[str, str], int] = {}
    joined, region = ["c"], ["c"]
    facts = _path(
        ["far"], [_EDGES[n] for n, (_, state) in enumerate(sides) if state == "path"],
        [_EDGES[n] for n, (_, state) in enumerate(sides) if state == "live"], [], cut_off,
    )  # fmt: skip
    colours: list[tuple[Ground, ...]] = [("c", "own")]
    beside: list[tuple[Ground, ...]] = []
    stars = ["c"] * (kind == "star")

    def add(name: str, known: str, other: str) -> None:
        if known != "plain":
            colours.append((name, "own" if known.startswith("same") else other))
        if known.endswith("star"):
            stars.append(name)

    for n, (what, state) in enumerate(sides):
        answers["edge", n], answers["border", n] = state, what == "border"
        beside.append((_EDGES[n], "c"))
        if what == "border":
            continue
        known, other = what.removesuffix(" 2"), "other" if what.endswith("2") else "third"
        name = f"n{n}"
        answers["beyond", n] = known
        beside.append((_EDGES[n], name))
        add(name, known, other)
        for where, squares, states in (("joined", joined, ("gone",)),
                                       ("region", region, ("gone", "live"))):  # fmt: skip
            if state in states:
                squares.append(name)
                numbers[where, known] = numbers.get((where, known), 0) + 1
    for one, other_side in product(range(4), repeat=2):
        own = {row[0]: row[1] for row in colours}
        if one < other_side and f"n{one}" in own and f"n{other_side}" in own:
            answers["alike", one, other_side] = own[f"n{one}"] == own[f"n{other_side}"]
    for known, (sure, more) in counts.items():
        for number in range(sure + more):
            name = f"{known.replace(' ', '_')}_{number}"
            add(name, known, f"colour_{number % 2}")
            region.append(name)
            joined += [name] * (number < sure)
        for where, count in (("joined", sure), ("region", sure + more)):
            numbers[where, known] = numbers.get((where, known), 0) + count
    facts |= {
        ("square", 3): [("c", 0, _EDGES)],
        ("corner", 2): [("c", corner) for corner in _CORNERS],
        ("side", 4): [("c", edge, *(_CORNERS[end] for end in ends))
                      for edge, ends in zip(_EDGES, _ENDS, strict=True)],
        ("colour", 2): colours,
        ("star", 1): [(name,) for name in stars],
        ("beside", 2): beside,
        ("joined", 3): [("p", "c", tuple(joined))],
        ("region", 3): [("p", "c", tuple(region))],
    }  # fmt: skip
    return Situation(facts, answers, numbers)


def _path(
    vertices: Sequence[str],
    edges: Sequence[str],
    live: Sequence[str],
    reachable: Sequence[str],
    cut_off: bool,
) -> Facts:
    """Return the facts of a path whose head is far away; all others are empty."""
    nothing: Facts = {
        key: []
        for key in (
            ("square", 3), ("corner", 2), ("side", 4), ("gap", 2), ("colour", 2), ("star", 1),
            ("dot_vertex", 2), ("dot_edge", 2), ("joined", 3), ("region", 3), ("beside", 2),
        )
    }  # fmt: skip
    return nothing | {
        ("path", 2): [("p", tuple(edges))],
        ("vertices", 2): [("p", (*vertices[1:], vertices[0]))],
        ("head_vertex", 2): [("p", vertices[0])],
        ("live", 2): [("p", tuple(live))],
        ("reachable", 2): [("p", (vertices[0], *reachable))],
        ("cut_off", 1): [("p",)] if cut_off else [],
    }
