"""A predicate as arrays over the local configurations: what the compiled engine looks up.

An entry of a table stands for 1–3 triangles, a head at none of the corners or at one of the four,
the set of edges on the path, and the set of visited corners: 3 × 5 × 16 × 16 entries, most of which
are configurations that no path has. If clauses look at the length of the path, there is one such
table for each length.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

from witness.logic.configurations import AWAY, CORNER_STEPS, configurations
from witness.predicates.interface import Predicate
from witness.predicates.tables import Tabulation

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
        return self._beginning(False), self._beginning(True)

    def _beginning(self, crowded: bool) -> npt.NDArray[np.bool_]:
        found = np.zeros((4, 5, 5), np.bool_)
        for (triangles, before, after), table in self._local.beginning.items():
            if crowded or any(edges.bit_count() <= triangles for edges in table):
                found[triangles, before + 1, after + 1] = True
        return found

    def leaving(self, crowded: bool) -> Table:
        """Return the directions in which a step makes π′ true: [triangles - 1, corner, state].

        The head is at a corner; the state is visited << 4 | edges, and bit d stands for a step in
        `witness.puzzle.grid.DIRECTIONS[d]`. `crowded` is as for `begins`.
        """
        return self._leaving[crowded]

    @cached_property
    def _leaving(self) -> tuple[Table, Table]:
        return self._steps(False), self._steps(True)

    def _steps(self, crowded: bool) -> Table:
        found = np.zeros((3, 4, 256), np.uint8)
        for triangles, corner, edges in product((1, 2, 3), range(4), range(16)):
            for direction, (other, edge) in enumerate(CORNER_STEPS[corner]):
                after = edges | edge
                if not crowded and after.bit_count() > triangles:
                    continue
                for visited in range(16):
                    there = visited | 1 << other if other != AWAY else visited
                    if self.local[triangles - 1, other + 1, there << 4 | after]:
                        found[triangles - 1, corner, visited << 4 | edges] |= 1 << direction
        return found

    def of_lengths(self, number: int) -> npt.NDArray[np.uint8]:
        """Return π′ with all clauses, for the lengths below `number` or more: [length, …]."""
        known = len(self._lengths)
        if known < number:
            new = [self.local | _standing(self._tabulation(n)) for n in range(known, number)]
            self._lengths = np.concatenate([self._lengths, np.stack(new)])
        return self._lengths


def _standing(tabulation: Tabulation) -> Table:
    """Return a table of all states in which a condition holds."""
    found = np.zeros(SHAPE, np.uint8)
    for (triangles, head), table in tabulation.standing.items():
        assert AWAY <= head <= 3
        for edges, corner_sets in table.items():
            for visited in corner_sets:
                found[triangles - 1, head + 1, visited << 4 | edges] = 1
    return found
