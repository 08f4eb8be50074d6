"""A condition on a path and a square as tables over local configurations.

A condition that depends on nothing else is evaluated once in each of them, and looked up from
then on, on any board. Most squares need not be looked at: a step of the path changes only those at
its two ends, and whether the condition can begin to hold there depends on how the step touches
the square. Leaving a corner can lose a square with three triangles, for example; arriving at one
cannot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_

from witness.logic.configurations import (
    AWAY,
    CORNER_STEPS,
    LocalConfiguration,
    configurations,
)
from witness.logic.language.primitives import PathView, SquareView
from witness.logic.translate import Condition

#: A local configuration without its triangles: bit sets of the edges on the path and of the
#: visited corners, by position, and the position of the head.
SquareState = tuple[int, int, int]

#: The triangles of a square and its state.
Place = tuple[int, SquareState]

#: Where a condition holds: a bit set of edges → the bit sets of visited corners that go with it.
Table = dict[int, frozenset[int]]


@dataclass(frozen=True)
class Tabulation:
    """The states in which a condition holds, for paths of one length or of any.

    `holding` is a bit set over the local configurations, in their order.
    """

    holding: int
    length: int | None = None

    @cached_property
    def _holding(self) -> set[Place]:
        known = _views(self.length)
        return {place for number, place, _, _ in known if self.holding >> number & 1}

    @cached_property
    def standing(self) -> dict[tuple[int, int], Table]:
        """(triangles, head) → the states in which the condition holds."""
        found = defaultdict(set)
        for triangles, state in self._holding:
            found[triangles, state[2]].add(state)
        return {key: _table(states) for key, states in found.items()}

    @cached_property
    def beginning(self) -> dict[tuple[int, int, int], Table]:
        """(triangles, head before a step, head after it) → the states in which it begins to hold.

        For conditions that hold for paths of any length alike.
        """
        found = defaultdict(set)
        for _, (triangles, state), _, _ in _views(self.length):
            if (triangles, state) not in self._holding:
                for later in steps(state):
                    if (triangles, later) in self._holding:
                        found[triangles, state[2], later[2]].add(later)
        return {key: _table(states) for key, states in found.items()}


def tabulate(condition: Condition, length: int | None = None) -> Tabulation:
    """Return a condition as tables, for paths of one length or of any."""
    known = _views(length)
    numbers = (number for number, _, path, square in known if condition(path, square))
    return Tabulation(sum(1 << number for number in numbers), length)


def union(parts: Iterable[Tabulation], length: int | None = None) -> Tabulation:
    """Return the tables of a disjunction, of conditions for paths of one length or of any."""
    return Tabulation(reduce(or_, (part.holding for part in parts), 0), length)


def _table(states: set[SquareState]) -> Table:
    found: dict[int, set[int]] = defaultdict(set)
    for edges, visited, _ in states:
        found[edges].add(visited)
    return {edges: frozenset(sets) for edges, sets in found.items()}


@lru_cache(maxsize=1)
def _places() -> tuple[tuple[Place, LocalConfiguration], ...]:
    return tuple(((c.triangles, c.state), c) for c in configurations())


@lru_cache(maxsize=64)
def _views(length: int | None) -> tuple[tuple[int, Place, PathView, SquareView], ...]:
    """Return the number, place, path and square of each configuration of paths of a length."""
    paths: dict[SquareState, PathView] = {}
    found = []
    for number, (place, configuration) in enumerate(_places()):
        if length is None or configuration.least_length <= length:
            # The path is the same whatever the triangles.
            path = paths.get(place[1])
            if path is None:
                path = paths[place[1]] = configuration.path_view(length)
            found.append((number, place, path, configuration.square_view))
    return tuple(found)


def steps(state: SquareState) -> Iterator[SquareState]:
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
