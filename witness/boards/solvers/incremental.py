"""What solvers share whose models give one solution after another: a shortest one, and all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from witness.puzzle.rules import Path


class Model(Protocol):
    """A panel to which more can be added between two solutions."""

    def next(self) -> Path | None:
        """Return a solution, None when there is none (left)."""

    def shorter_than(self, length: int) -> None:
        """Ask for solutions with fewer edges than this only."""

    def rule_out(self) -> None:
        """Rule out the solution just found."""


def first(model: Model, shortest: bool) -> Path | None:
    """Return a solution, with `shortest` one with as few edges as possible; None without any."""
    best = found = model.next()
    while shortest and found is not None:
        best = found
        model.shorter_than(len(best) - 1)
        found = model.next()
    return best


def each(model: Model) -> Iterator[Path]:
    """Yield all solutions, each of which is ruled out for the rest."""
    while (found := model.next()) is not None:
        yield found
        model.rule_out()
