"""Systems of bounds of differences between whole numbers, and whether they have a solution."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple


class Bound(NamedTuple):
    """That `low` is at most `high` plus `by`; None stands for zero."""

    low: Hashable | None
    high: Hashable | None
    by: int


def solution(bounds: Iterable[Bound]) -> dict[Hashable, int] | None:
    """Return whole numbers that satisfy all bounds, None if there are none.

    The shortest ways in the graph of the bounds, by Bellman and Ford: there is a solution unless
    some cycle has a negative length.
    """
    known = list(bounds)
    names = {name for bound in known for name in (bound.low, bound.high)} | {None}
    value: dict[Hashable | None, int] = dict.fromkeys(names, 0)
    for _ in range(len(names) + 1):
        changed = False
        for low, high, by in known:
            if value[low] > value[high] + by:
                value[low] = value[high] + by
                changed = True
        if not changed:
            zero = value[None]
            return {name: number - zero for name, number in value.items() if name is not None}
    return None


def feasible(bounds: Iterable[Bound]) -> bool:
    """Whether some whole numbers satisfy all bounds."""
    return solution(bounds) is not None
