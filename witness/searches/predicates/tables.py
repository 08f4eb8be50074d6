"""A condition on a path and a square as tables over local configurations.

A condition that depends on nothing else is evaluated once in each of them, and looked up from
then on, on any board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_

from witness.base.limits import current
from witness.clauses.dependence import Dependence
from witness.puzzle.views.board import PathView, SquareView
from witness.puzzle.views.configurations import Case, SquareState, case_of, configurations
from witness.puzzle.views.translate import Condition


@dataclass(frozen=True)
class Tabulation:
    """The states in which a condition holds, for paths of one length or of any.

    `holding` is a bit set over the local configurations with some `features`, in their order.
    """

    holding: int
    features: Dependence = Dependence.LOCAL

    @cached_property
    def cases(self) -> frozenset[Case]:
        """The configurations in which the condition holds; features that do not matter are 0."""
        known = enumerate(configurations(self.features))
        return frozenset(case_of(c, self.features) for n, c in known if self.holding >> n & 1)


#: Tables by the text of a clause and the length of the path; None stands for any length.
Tabulations = Mapping[str, Mapping[int | None, Tabulation | None]]


def tabulate(
    condition: Condition, length: int | None = None, features: Dependence = Dependence.LOCAL
) -> Tabulation:
    """Return a condition as tables, for paths of one length or of any.

    Raises `LimitReachedError` at the limit of the budget in force.
    """
    known = current().each(_views(length, features), every=1)
    return Tabulation(sum(1 << n for n, path, square in known if condition(path, square)), features)


def union(parts: Sequence[Tabulation], features: Dependence) -> Tabulation:
    """Return the tables of a disjunction, of conditions that depend on no other features."""
    if all(part.features is features for part in parts):
        return Tabulation(reduce(or_, (part.holding for part in parts), 0), features)
    wanted = [_places_of(part.features) for part in parts]
    holding = 0
    for number, configuration in enumerate(configurations(features)):
        for part, of in zip(parts, wanted, strict=True):
            if part.holding >> of[case_of(configuration, part.features)] & 1:
                holding |= 1 << number
                break
    return Tabulation(holding, features)


@lru_cache(maxsize=8)
def _places_of(features: Dependence) -> dict[Case, int]:
    """Return the number of each configuration with some features."""
    return {case_of(c, features): n for n, c in enumerate(configurations(features))}


@lru_cache(maxsize=64)
def _views(
    length: int | None, features: Dependence
) -> tuple[tuple[int, PathView, SquareView], ...]:
    """Return the number, path and square of each configuration of paths of a length."""
    paths: dict[tuple[SquareState, tuple[int, int, int, int]], PathView] = {}
    found = []
    for number, configuration in current().each(enumerate(configurations(features))):
        if length is None or configuration.least_length <= length:
            # The path is the same whatever the triangles.
            state = case_of(configuration, features)[1:]
            path = paths.get(state)
            if path is None:
                path = paths[state] = configuration.path_view(length)
            found.append((number, path, configuration.square_view))
    return tuple(found)
