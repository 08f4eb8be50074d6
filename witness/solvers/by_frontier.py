"""The frontier algorithm as a solver: triangles, gaps and dots, on boards of any shape."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from witness.base.limits import Budget
from witness.frontier import plan
from witness.frontier.panel import SMALL, Frontier
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path

NAME = "frontier"
SUPPORTED = plan.SUPPORTED


def skip() -> str | None:
    """Return None: it can always be used."""
    return None


def prepare(puzzle: Puzzle) -> None:
    """Load the machine code, if it is needed; its first call takes a moment, too."""
    if len(puzzle.grid.vertices) > SMALL:
        _warm_up()


@cache
def _warm_up() -> None:
    Frontier(Puzzle(4, 4, ((0, 0),), ((4, 4),))).count()


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any, and the engine."""
    panel = Frontier(puzzle, budget)
    path = panel.shortest() if shortest else next(panel.solutions(), None)
    return path, panel.engine


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions."""
    return Frontier(puzzle, budget).solutions()


def count(puzzle: Puzzle, budget: Budget) -> int:
    """Return the number of solutions."""
    return Frontier(puzzle, budget).count()
