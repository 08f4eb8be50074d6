"""A predicate as arrays over the local configurations: what the compiled engine looks up.

An entry of a table stands for 1–3 triangles, a head at none of the corners or at one of the four,
the set of edges on the path, and the set of visited corners: 3 × 5 × 16 × 16 entries, most of which
are configurations that no path has. If clauses look at gaps, there is one such table for each set
of gaps that a square can have, and if they look at the length of the path, for each length.

For clauses that look ahead, an entry stands for live edges, reachable corners and whether the path
is cut off from the goals, too, and there is one table for all clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from witness.logic.configurations import (
    AWAY,
    CORNER_STEPS,
    LocalConfiguration,
    SquareState,
    case_of,
    configurations,
)
from witness.logic.dependence import Dependence
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.tables import Tabulation

#: uint8[gaps, triangles - 1, head + 1, visited << 4 | edges] → 1 where π′ is true. There is one set
#: of gaps, the empty one, if nothing looks at them.
Table = npt.NDArray[np.uint8]

SHAPE = (3, 5, 256)


class UntabulatedError(Exception):
    """A predicate depends on more than tables can hold."""


class Lookup:
    """The tables of one predicate. Raises `UntabulatedError` if there are none."""

    def __init__(self, predicate: Predicate) -> None:
        self._predicate = predicate
        self._local = self._tabulation(None)
        self.by_length = predicate.looks_at_length
        self.ahead = predicate.looks_ahead
        if self.by_length and self.ahead:
            raise UntabulatedError(f"{predicate.name} looks at the length of the path, and ahead")
        self._lengths: Table | None = None

    def _tabulation(self, length: int | None) -> Tabulation:
        found = self._predicate.tabulation(length)
        if found is None:
            raise UntabulatedError(f"{self._predicate.name} {self._predicate.untabulated}")
        return found

    @cached_property
    def features(self) -> Dependence:
        """The features of squares that π′ looks at."""
        found = self._local.features
        return found | self._tabulation(0).features if self.by_length else found

    @property
    def by_gaps(self) -> bool:
        """Whether π′ looks at gaps."""
        return bool(self.features & Dependence.GAPS)

    @cached_property
    def local(self) -> Table:
        """π′ without the clauses that look at the length of the path, or ahead."""
        return _standing(self._local, self.by_gaps)

    @cached_property
    def whole(self) -> Table:
        """π′ with the clauses that look ahead.

        uint8[cut off, reachable, live, gaps, triangles - 1, head + 1, visited << 4 | edges].
        """
        found = np.zeros((2, 16, 16, 16 if self.by_gaps else 1, *SHAPE), np.uint8)
        for triangles, (edges, visited, head), (gaps, live, reachable, cut) in self._local.cases:
            found[cut, reachable, live, gaps, triangles - 1, head + 1, visited << 4 | edges] = 1
        if not self._local.features & Dependence.LIVE:
            # Searches look at live edges all the same.
            found[:] = found[:1, :, :1].copy()
        if not self._local.features & Dependence.REACHABLE:
            # What is said of other symbols may look at reachable vertices.
            found[:] = found[:, :1].copy()
        return found

    def holds(self, configuration: LocalConfiguration) -> bool:
        """Return π′ in a configuration, without the clauses that look at the length of the path."""
        return case_of(configuration, self._local.features) in self._local.cases

    @cached_property
    def crowded(self) -> bool:
        """Whether π′ is true of every square that has more edges on the path than triangles."""
        every = configurations(self._local.features)
        return all(self.holds(c) for c in every if len(c.edges) > c.triangles)

    def begins(self, crowded: bool) -> npt.NDArray[np.bool_]:
        """Return for which steps π′ can begin to be true.

        [gaps, triangles, head + 1 before, and after]. If `crowded` is false, squares that get more
        edges than triangles do not count.
        """
        return self._begins[crowded]

    @cached_property
    def _begins(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        changes = _changes()
        found = np.zeros((2, len(self.local), 4, 5, 5), np.bool_)
        for gaps, table in enumerate(self.local):
            flat = table.ravel()
            begins = (flat[changes.after] > flat[changes.before]) & (changes.edges & gaps == 0)
            found[0, gaps].ravel()[changes.kind[begins & ~changes.crowds]] = True
            found[1, gaps].ravel()[changes.kind[begins]] = True
        return found[0], found[1]

    def leaving(self, crowded: bool) -> Table:
        """Return the directions in which a step makes π′ true.

        [gaps, triangles - 1, corner, state]. The head is at a corner; the state is visited << 4 |
        edges, and bit d stands for a step in `witness.puzzle.grid.DIRECTIONS[d]`. `crowded` is as
        for `begins`.
        """
        return self._leaving[crowded]

    @cached_property
    def _leaving(self) -> tuple[Table, Table]:
        there, crowds = _departures()
        shown = self.local.reshape(len(self.local), 3, -1)[:, :, there]
        fires = shown << np.arange(4, dtype=np.uint8)[:, None]
        every = np.bitwise_or.reduce(fires, axis=3)
        return np.bitwise_or.reduce(np.where(crowds, np.uint8(0), fires), axis=3), every

    def of_lengths(self, number: int) -> npt.NDArray[np.uint8]:
        """Return π′ with all clauses, for the lengths below `number` or more: [length, gaps, …]."""
        found = self._lengths  # looked up once, as another thread may make more meanwhile
        if found is None:
            found = np.zeros((0, *self.local.shape), np.uint8)
        if len(found) < number:
            new = [
                _standing(self._local, self.by_gaps) | _standing(self._tabulation(n), self.by_gaps)
                for n in range(len(found), number)
            ]
            self._lengths = found = np.concatenate([found, np.stack(new)])
        return found


def _standing(tabulation: Tabulation, by_gaps: bool) -> Table:
    """Return a table of all states in which a condition holds."""
    places = _places()
    found = np.zeros((16 if by_gaps else 1, *SHAPE), np.uint8)
    if not tabulation.features:
        size = -(-len(places) // 8)
        holding = np.frombuffer(tabulation.holding.to_bytes(size, "little"), np.uint8)
        flags = np.unpackbits(holding, bitorder="little")[: len(places)]
        found.reshape(len(found), -1)[:, places] = flags
    elif not tabulation.features & ~Dependence.GAPS:
        flat = found.reshape(len(found), -1)
        for triangles, (edges, visited, head), (gaps, *_) in tabulation.cases:
            flat[gaps, _place(triangles, head, visited, edges)] = 1
    return found


def _place(triangles: int, head: int, visited: int, edges: int) -> int:
    """Return where a state stands in a flat table."""
    return ((triangles - 1) * 5 + head + 1) << 8 | visited << 4 | edges


@cache
def _places() -> npt.NDArray[np.intp]:
    """Return where each local configuration stands in a flat table."""
    states = ((c.triangles, c.state) for c in configurations())
    return np.array([_place(t, head, visited, edges) for t, (edges, visited, head) in states])


class _Changes(NamedTuple):
    """All pairs of states before and after a step that touches the square."""

    #: Where they stand in a flat table.
    before: npt.NDArray[np.intp]
    after: npt.NDArray[np.intp]
    #: The place of (triangles, head + 1 before, and after) in a flat array of 4 × 5 × 5.
    kind: npt.NDArray[np.intp]
    #: Whether the square has more edges than triangles afterwards.
    crowds: npt.NDArray[np.bool_]
    #: The bit sets of the edges afterwards.
    edges: npt.NDArray[np.intp]


@cache
def _changes() -> _Changes:
    rows = [
        (
            _place(c.triangles, c.state[2], c.state[1], c.state[0]),
            _place(c.triangles, head, visited, edges),
            (c.triangles * 5 + c.state[2] + 1) * 5 + head + 1,
            edges.bit_count() > c.triangles,
            edges,
        )
        for c in configurations()
        for edges, visited, head in _steps(c.state)
    ]
    return _Changes(*(np.array(column) for column in zip(*rows, strict=True)))


def _steps(state: SquareState) -> Iterator[SquareState]:
    """Yield the states that a step touching the square can lead to."""
    edges, visited, head = state
    if head == AWAY:
        for corner in range(4):
            if not visited >> corner & 1:
                yield edges, visited | 1 << corner, corner
        return
    yield edges, visited, AWAY
    for corner, edge in CORNER_STEPS[head]:
        if corner != AWAY and not visited >> corner & 1:
            yield edges | edge, visited | 1 << corner, corner


@cache
def _departures() -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """Return the state after each step: [corner, direction, state], without triangles.

    It is its place in a flat table for one triangle. Also whether the square has more edges than
    triangles then: [triangles - 1, corner, direction, state].
    """
    there = np.zeros((4, 4, 256), np.intp)
    crowds = np.zeros((3, 4, 4, 256), np.bool_)
    for corner, state in product(range(4), range(256)):
        visited, edges = divmod(state, 16)
        for direction, (other, edge) in enumerate(CORNER_STEPS[corner]):
            after = edges | edge
            reached = visited | 1 << other if other != AWAY else visited
            there[corner, direction, state] = _place(1, other, reached, after)
            for triangles in (1, 2, 3):
                crowds[triangles - 1, corner, direction, state] = after.bit_count() > triangles
    return there, crowds
