"""A predicate as arrays over the local configurations: what the compiled engine looks up.

An entry of a table stands for 1–3 triangles, a head at none of the corners or at one of the four,
the set of edges on the path, and the set of visited corners: 3 × 5 × 16 × 16 entries, most of which
are configurations that no path has. If clauses look at gaps, there is one such table for each set
of gaps that a square can have, and if they look at the length of the path, for each length.

For clauses that look ahead, an entry stands for live edges, reachable corners and whether the path
is cut off from the goals, too, and there is one table for all clauses.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from witness.clauses.dependence import Dependence
from witness.puzzle.views.configurations import AWAY, CORNER_STEPS, case_of, configurations
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

    @cached_property
    def crowded(self) -> bool:
        """Whether π′ is true of every square that has more edges on the path than triangles."""
        features = self._local.features
        every = (c for c in configurations(features) if len(c.edges) > c.triangles)
        return all(case_of(c, features) in self._local.cases for c in every)

    def begins(self, crowded: bool) -> npt.NDArray[np.bool_]:
        """Return for which steps π′ can begin to be true.

        [gaps, triangles, head + 1 before, and after]. If `crowded` is false, squares that get more
        edges than triangles do not count.
        """
        return self._by_steps[crowded][0]

    def leaving(self, crowded: bool) -> Table:
        """Return the directions in which a step makes π′ true.

        [gaps, triangles - 1, corner, state]. The head is at a corner; the state is visited << 4 |
        edges, and bit d stands for a step in `witness.puzzle.grid.DIRECTIONS[d]`. `crowded` is as
        for `begins`.
        """
        return self._by_steps[crowded][1]

    @cached_property
    def _by_steps(self) -> tuple[tuple[npt.NDArray[np.bool_], Table], ...]:
        """`begins` and `leaving`, without squares that are crowded then and with them."""
        steps = _steps()
        found = []
        for counted in (~steps.crowds, np.ones_like(steps.crowds)):
            begins = np.zeros((len(self.local), 4, 5, 5), np.bool_)
            leaving = np.zeros((len(self.local), 3 * 5 * 256), np.uint8)
            for gaps, table in enumerate(self.local):
                flat = table.ravel()
                fires = flat[steps.after] & counted
                begun = (fires > flat[steps.before]) & (steps.edges & gaps == 0)
                begins[gaps].ravel()[steps.kind[begun]] = True
                for direction in range(4):
                    away = steps.direction == direction
                    leaving[gaps, steps.before[away]] |= fires[away] << direction
            at_corners = leaving.reshape(-1, *SHAPE)[:, :, 1:]
            found.append((begins, np.ascontiguousarray(at_corners)))
        return tuple(found)

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
    """Return a table of all states in which a condition holds; nothing of one that looks ahead."""
    found = np.zeros((16 if by_gaps else 1, 3 * 5 * 256), np.uint8)
    if not tabulation.features & ~Dependence.GAPS:
        gaps, places = _places(tabulation.features)
        holding = tabulation.holding.to_bytes(-(-len(places) // 8), "little")
        flags = np.unpackbits(np.frombuffer(holding, np.uint8), bitorder="little")[: len(places)]
        found[gaps if tabulation.features else slice(None), places] = flags
    return found.reshape(-1, *SHAPE)


def _place(triangles: int, head: int, visited: int, edges: int) -> int:
    """Return where a state stands in a flat table."""
    return ((triangles - 1) * 5 + head + 1) << 8 | visited << 4 | edges


@cache
def _places(features: Dependence) -> npt.NDArray[np.intp]:
    """Return the gaps of each local configuration, and where it stands in a flat table."""
    found = []
    for configuration in configurations(features):
        edges, visited, head = configuration.state
        place = _place(configuration.triangles, head, visited, edges)
        found.append((configuration.features[0], place))
    return np.array(found).T


class _Steps(NamedTuple):
    """All steps that touch a square, with its states before and after."""

    #: Where the states stand in a flat table.
    before: npt.NDArray[np.intp]
    after: npt.NDArray[np.intp]
    #: Where the step leads (`witness.puzzle.grid.DIRECTIONS`), -1 if it comes from elsewhere.
    direction: npt.NDArray[np.intp]
    #: The place of (triangles, head + 1 before, and after) in a flat array of 4 × 5 × 5.
    kind: npt.NDArray[np.intp]
    #: Whether the square has more edges than triangles afterwards.
    crowds: npt.NDArray[np.bool_]
    #: The bit sets of the edges afterwards.
    edges: npt.NDArray[np.intp]


@cache
def _steps() -> _Steps:
    rows = []
    for configuration in configurations():
        triangles, (edges, visited, head) = configuration.triangles, configuration.state
        ways = [(-1, (corner, 0)) for corner in range(4)]
        if head != AWAY:
            ways = [*enumerate(CORNER_STEPS[head])]
        for direction, (corner, edge) in ways:
            reached = 0 if corner == AWAY else 1 << corner
            if visited & reached:
                continue
            rows.append(
                (
                    _place(triangles, head, visited, edges),
                    _place(triangles, corner, visited | reached, edges | edge),
                    direction,
                    (triangles * 5 + head + 1) * 5 + corner + 1,
                    (edges | edge).bit_count() > triangles,
                    edges | edge,
                )
            )
    return _Steps(*(np.array(column) for column in zip(*rows, strict=True)))
