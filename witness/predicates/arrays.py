"""A predicate as arrays over the local configurations: what the compiled engine looks up.

An entry of a table stands for 1–3 triangles, a head at none of the corners or at one of the four,
the set of edges on the path, and the set of visited corners: 3 × 5 × 16 × 16 entries, most of which
are configurations that no path has. If clauses look at the length of the path, there is one such
table for each length.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from witness.logic.configurations import AWAY, CORNER_STEPS, configurations
from witness.predicates.interface import Predicate
from witness.predicates.tables import Tabulation, steps

#: uint8[triangles - 1, head + 1, visited << 4 | edges] → 1 where π′ is true.
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
        self._lengths = np.zeros((0, *SHAPE), np.uint8)

    def _tabulation(self, length: int | None) -> Tabulation:
        found = self._predicate.tabulation(length)
        if found is None:
            raise UntabulatedError(f"{self._predicate.name} {self._predicate.untabulated}")
        return found

    @cached_property
    def local(self) -> Table:
        """π′ without the clauses that look at the length of the path."""
        return _standing(self._local)

    @cached_property
    def crowded(self) -> bool:
        """Whether π′ is true of every square that has more edges on the path than triangles."""
        return all(
            self.local[c.triangles - 1, head + 1, visited << 4 | edges]
            for c in configurations()
            if len(c.edges) > c.triangles
            for edges, visited, head in [c.state]
        )

    def begins(self, crowded: bool) -> npt.NDArray[np.bool_]:
        """Return for which steps π′ can begin to be true: [triangles, head + 1 before, and after].

        If `crowded` is false, squares that get more edges than triangles do not count.
        """
        return self._begins[crowded]

    @cached_property
    def _begins(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        changes = _changes()
        flat = self.local.ravel()
        begins = flat[changes.after] > flat[changes.before]
        found = np.zeros((2, 4, 5, 5), np.bool_)
        found[0].ravel()[changes.kind[begins & ~changes.crowds]] = True
        found[1].ravel()[changes.kind[begins]] = True
        return found[0], found[1]

    def leaving(self, crowded: bool) -> Table:
        """Return the directions in which a step makes π′ true: [triangles - 1, corner, state].

        The head is at a corner; the state is visited << 4 | edges, and bit d stands for a step in
        `witness.puzzle.grid.DIRECTIONS[d]`. `crowded` is as for `begins`.
        """
        return self._leaving[crowded]

    @cached_property
    def _leaving(self) -> tuple[Table, Table]:
        there, crowds = _departures()
        fires = self.local.reshape(3, -1)[:, there] << np.arange(4, dtype=np.uint8)[:, None]
        every = np.bitwise_or.reduce(fires, axis=2)
        return np.bitwise_or.reduce(np.where(crowds, np.uint8(0), fires), axis=2), every

    def of_lengths(self, number: int) -> npt.NDArray[np.uint8]:
        """Return π′ with all clauses, for the lengths below `number` or more: [length, …]."""
        known = len(self._lengths)
        if known < number:
            new = [self.local | _standing(self._tabulation(n)) for n in range(known, number)]
            self._lengths = np.concatenate([self._lengths, np.stack(new)])
        return self._lengths


def _standing(tabulation: Tabulation) -> Table:
    """Return a table of all states in which a condition holds."""
    places = _places()
    holding = np.frombuffer(tabulation.holding.to_bytes(-(-len(places) // 8), "little"), np.uint8)
    found = np.zeros(SHAPE, np.uint8)
    found.ravel()[places] = np.unpackbits(holding, bitorder="little")[: len(places)]
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


@cache
def _changes() -> _Changes:
    rows = [
        (
            _place(c.triangles, c.state[2], c.state[1], c.state[0]),
            _place(c.triangles, head, visited, edges),
            (c.triangles * 5 + c.state[2] + 1) * 5 + head + 1,
            edges.bit_count() > c.triangles,
        )
        for c in configurations()
        for edges, visited, head in steps(c.state)
    ]
    before, after, kind, crowds = (np.array(column) for column in zip(*rows, strict=True))
    return _Changes(before, after, kind, crowds)


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
