"""A condition on a path and a square as tables over local configurations.

A condition that depends on nothing else is evaluated once in each of them, and looked up from
then on, on any board. Gaps do not change while a path grows, so there is a table for each set of
gaps that a square can have. Most squares need not be looked at: a step of the path changes only
those at its two ends, and whether the condition can begin to hold there depends on how the step
touches the square. Leaving a corner can lose a square with three triangles, for example; arriving
at one cannot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_

from witness.base.limits import current
from witness.logic.configurations import (
    AWAY,
    CORNER_STEPS,
    Case,
    SquareState,
    case_of,
    configurations,
)
from witness.logic.dependence import Dependence
from witness.logic.language.views import PathView, SquareView
from witness.logic.translate import Condition

#: The triangles of a square and its state.
Place = tuple[int, SquareState]

#: Where a condition holds: a bit set of edges → the bit sets of visited corners that go with it.
Table = dict[int, frozenset[int]]


@dataclass(frozen=True)
class Tabulation:
    """The states in which a condition holds, for paths of one length or of any.

    `holding` is a bit set over the local configurations with some `features`, in their order.
    """

    holding: int
    length: int | None = None
    features: Dependence = Dependence.LOCAL

    @cached_property
    def cases(self) -> frozenset[Case]:
        """The configurations in which the condition holds; features that do not matter are 0."""
        known = _views(self.length, self.features)
        return frozenset(case for number, case, _, _ in known if self.holding >> number & 1)

    def with_gaps(self, gaps: int) -> Places:
        """Return where the condition holds in squares with a set of gaps.

        For conditions that depend on no other features.
        """
        assert not self.features & ~Dependence.GAPS
        seen = gaps if self.features else 0
        if seen not in self._by_gaps:
            states = {(t, state) for t, state, (own, *_) in self.cases if own == seen}
            self._by_gaps[seen] = Places(states, seen)
        return self._by_gaps[seen]

    @cached_property
    def _by_gaps(self) -> dict[int, Places]:
        return {}


class Places:
    """The states in which a condition holds in squares with a set of gaps."""

    def __init__(self, holding: set[Place], gaps: int) -> None:
        self._holding = holding
        self._gaps = gaps

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
        for _, (triangles, state, _), _, _ in _views(None, Dependence.LOCAL):
            if (triangles, state) not in self._holding and not state[0] & self._gaps:
                for later in steps(state, self._gaps):
                    if (triangles, later) in self._holding:
                        found[triangles, state[2], later[2]].add(later)
        return {key: _table(states) for key, states in found.items()}


def tabulate(
    condition: Condition, length: int | None = None, features: Dependence = Dependence.LOCAL
) -> Tabulation:
    """Return a condition as tables, for paths of one length or of any.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    known = current().each(_views(length, features), every=1)
    numbers = (number for number, _, path, square in known if condition(path, square))
    return Tabulation(sum(1 << number for number in numbers), length, features)


def union(
    parts: Iterable[Tabulation],
    length: int | None = None,
    features: Dependence = Dependence.LOCAL,
) -> Tabulation:
    """Return the tables of a disjunction, of conditions that depend on no other features."""
    parts = list(parts)
    if all(part.features is features for part in parts):
        return Tabulation(reduce(or_, (part.holding for part in parts), 0), length, features)
    wanted = [_places_of(part.features) for part in parts]
    holding = 0
    for number, configuration in enumerate(configurations(features)):
        for part, of in zip(parts, wanted, strict=True):
            if part.holding >> of[case_of(configuration, part.features)] & 1:
                holding |= 1 << number
                break
    return Tabulation(holding, length, features)


@lru_cache(maxsize=8)
def _places_of(features: Dependence) -> dict[Case, int]:
    """Return the number of each configuration with some features."""
    return {case_of(c, features): n for n, c in enumerate(configurations(features))}


def _table(states: set[SquareState]) -> Table:
    found: dict[int, set[int]] = defaultdict(set)
    for edges, visited, _ in states:
        found[edges].add(visited)
    return {edges: frozenset(sets) for edges, sets in found.items()}


@lru_cache(maxsize=64)
def _views(
    length: int | None, features: Dependence
) -> tuple[tuple[int, Case, PathView, SquareView], ...]:
    """Return the number, case, path and square of each configuration of paths of a length."""
    paths: dict[tuple[SquareState, tuple[int, int, int, int]], PathView] = {}
    found = []
    for number, configuration in current().each(enumerate(configurations(features))):
        if length is None or configuration.least_length <= length:
            # The path is the same whatever the triangles.
            case = case_of(configuration, features)
            path = paths.get(case[1:])
            if path is None:
                path = paths[case[1:]] = configuration.path_view(length)
            found.append((number, case, path, configuration.square_view))
    return tuple(found)


def steps(state: SquareState, gaps: int = 0) -> Iterator[SquareState]:
    """Yield the states that a step touching the square can lead to; none crosses a gap."""
    edges, visited, head = state
    if head == AWAY:
        for corner in range(4):
            if not visited >> corner & 1:
                yield edges, visited | 1 << corner, corner
        return
    yield edges, visited, AWAY
    for corner, edge in CORNER_STEPS[head]:
        if corner != AWAY and not visited >> corner & 1 and not edge & gaps:
            yield edges | edge, visited | 1 << corner, corner
