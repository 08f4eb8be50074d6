"""The frontier algorithm as a solver, for all symbols, on boards of any shape."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from witness.base.limits import Budget
from witness.puzzle.frontier import plan
from witness.puzzle.frontier.panel import answers_of, is_fast, is_plain
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path

NAME = "frontier"
SUPPORTED = plan.SUPPORTED


#: With symbols that ask for regions, the most squares along the shorter side of a board up to which
#: this is the fastest to decide (`benchmarks/solvers.py`).
MOST_DECIDED = 7


def slow(puzzle: Puzzle, listing: bool) -> bool:
    """Whether others are faster to decide a panel, or to list all solutions if `listing`."""
    if not puzzle.regional:
        return False
    large = min(puzzle.rows, puzzle.cols) > MOST_DECIDED
    return (large and not listing) or not is_fast(puzzle)


def prepare(puzzle: Puzzle) -> None:
    """Load the machine code, if it is needed; its first call takes a moment, too."""
    regions = puzzle.regional
    if is_plain(puzzle):
        return
    if not regions or is_fast(puzzle):
        _warm_up(regions=regions)


@cache
def _warm_up(*, regions: bool) -> None:
    squares = ((0, 0, "black"), (3, 3, "white")) if regions else ()
    answers_of(Puzzle(4, 4, ((0, 0),), ((4, 4),), squares=squares)).count()


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any, and the engine."""
    panel = answers_of(puzzle, budget)
    path = panel.shortest() if shortest else next(panel.solutions(), None)
    return path, panel.engine


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions."""
    return answers_of(puzzle, budget).solutions()


def count(puzzle: Puzzle, budget: Budget) -> int:
    """Return the number of solutions."""
    return answers_of(puzzle, budget).count()
