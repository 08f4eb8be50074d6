"""The cases of a proof, enumerated for the checker of certificates.

It shares no code with `witness.puzzle.views.configurations`, which enumerates them for the prover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from witness.clauses.language.terms import Key


class State(NamedTuple):
    """A case: triangles, the edges on the path, the states of the corners, and features.

    Edges and corners go by their numbers. Features are None if the clause does not look at them.
    """

    triangles: int
    edges: tuple[int, ...]
    corners: tuple[str, ...]
    gaps: tuple[int, ...] = ()
    live: tuple[int, ...] | None = None
    reachable: tuple[int, ...] | None = None
    cut_off: bool = False
    #: The corner on the path at which a second line has its head.
    second: int | None = None


#: The ends of each edge of a square: bottom, top, left, right.
ENDS = ((0, 1), (2, 3), (0, 2), (1, 3))


def listed_case(case: Mapping[str, Any]) -> State:
    """Return a case of a certificate."""
    live, reachable = (
        tuple(case[name]) if name in case else None for name in ("live", "reachable")
    )
    return State(
        case["triangles"],
        tuple(case["edges"]),
        tuple(case["corners"]),
        tuple(case.get("gaps", ())),
        live,
        reachable,
        case.get("cut_off", False),
    )


def case_text(state: State) -> str:
    """Return a case in words."""
    names = ("bottom left", "bottom right", "top left", "top right")
    places = ", ".join(f"{c}: {s}" for c, s in zip(names, state.corners, strict=True))
    known = {"gaps": state.gaps or None, "live": state.live, "reachable": state.reachable}
    features = "".join(f", {k} {list(v)}" for k, v in known.items() if v is not None)
    cut_off = ", cut off" if state.cut_off else ""
    if state.second is not None:
        features += f", the head of a second line {names[state.second]}"
    return (
        f"{state.triangles} triangles, edges {list(state.edges)} on the path, corners {places}"
        f"{features}{cut_off}"
    )


def states(
    called: set[Key], counts: Sequence[int] = (1, 2, 3), *, second: bool = False
) -> Iterator[State]:
    """Yield every possible case, with the features that the predicates called look at.

    `counts` are the numbers of triangles that the square may have. With `second` the cases are
    those in which a corner on the path is the head of a second line.
    """
    for plain in _plain(counts):
        degree = [sum(corner in ENDS[edge] for edge in plain.edges) for corner in range(4)]
        heads = [n for n in range(4) if plain.corners[n] == "path" and degree[n] < 2]
        for other in heads if second else [None]:
            yield from _with_features(plain._replace(second=other), called)


@cache
def _plain(counts: Sequence[int]) -> tuple[State, ...]:
    """Return every possible case without features."""
    limits = {"unvisited": 0, "path": 2, "head": 1}
    found = []
    for edges in _some_of((0, 1, 2, 3)):
        degree = [sum(corner in ENDS[edge] for edge in edges) for corner in range(4)]
        for corners in product(limits, repeat=4):
            fits = all(d <= limits[s] for d, s in zip(degree, corners, strict=True))
            if fits and corners.count("head") <= 1 and len(edges) < 4:
                found.append((edges, corners))
    return tuple(State(triangles, *one) for triangles in counts for one in found)


def _with_features(plain: State, called: set[Key]) -> Iterator[State]:
    """Yield a case with all features that the predicates called look at."""
    heads = {n for n in range(4) if plain.corners[n] == "head" or n == plain.second}
    closed = {n for n in range(4) if plain.corners[n] == "path"} - heads
    others = tuple(number for number in range(4) if number not in plain.edges)
    looks = ("live", 2) in called or ("cut_off", 1) in called
    reachable_sets = _reachable(plain, heads) if ("reachable", 2) in called else [None]
    ahead = [*product(reachable_sets, (False, True) if looks else (False,))]
    for gaps in _some_of(others) if ("gap", 2) in called else [()]:
        free = tuple(edge for edge in others if edge not in gaps and not closed & {*ENDS[edge]})
        for live in _some_of(free) if looks else [None]:
            for reachable, cut_off in ahead:
                yield plain._replace(gaps=gaps, live=live, reachable=reachable, cut_off=cut_off)


def _reachable(plain: State, heads: set[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of corners that the heads may be able to reach; they reach themselves."""
    for found in _some_of(tuple(n for n in range(4) if plain.corners[n] == "unvisited")):
        yield tuple(sorted({*found} | heads))


def _some_of(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of some numbers."""
    for pattern in product((False, True), repeat=len(numbers)):
        yield tuple(number for number, chosen in zip(numbers, pattern, strict=True) if chosen)


def final_counts(state: State) -> set[int]:
    """Return the possible numbers of the square's edges on a complete path, by brute force."""
    return _final_counts(state._replace(triangles=0))


@cache
def _final_counts(state: State) -> set[int]:
    if state.cut_off:
        return set()
    room = {"unvisited": 2, "path": 0, "head": 1}
    most = [1 if n == state.second else room[s] for n, s in enumerate(state.corners)]
    if state.reachable is not None:
        most = [m if n in state.reachable else 0 for n, m in enumerate(most)]
    free = {0, 1, 2, 3} - {*state.edges, *state.gaps}
    if state.live is not None:
        free &= {*state.live}
    counts = set()
    for added in _some_of(tuple(free)):
        ends = [corner for edge in added for corner in ENDS[edge]]
        if all(ends.count(corner) <= m for corner, m in enumerate(most)):
            counts.add(len(state.edges) + len(added))
    return counts - {4}
