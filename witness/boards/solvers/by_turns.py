"""Solvers in turns, until one has the answer: `sat`, a walk through all lines, and `clingo`.

They are slow on different panels. Answers say which of them had it, as their engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from witness.base.limits import Budget
from witness.boards.solvers import by_clingo, by_sat, walk
from witness.boards.solvers.turns import first_of
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path

NAME = "turns"
SUPPORTED = by_sat.SUPPORTED
skip, prepare = by_sat.skip, by_sat.prepare

#: The largest boards on which the walk takes turns. On larger ones it hardly ever has the answer.
MOST_SQUARES = 36


def slow(puzzle: Puzzle, listing: bool) -> bool:
    """Whether others are faster to decide a panel, or to list all solutions if `listing`."""
    return listing


def solve(puzzle: Puzzle, budget: Budget, shortest: bool) -> tuple[Path | None, str | None]:
    """Return a solution, None without any, and whose answer it is."""
    if shortest:
        return by_sat.solve(puzzle, budget, shortest)
    runners = {"sat": by_sat.turns(puzzle, budget)}
    if puzzle.rows * puzzle.cols <= MOST_SQUARES:
        runners["walk"] = walk.turns(puzzle, budget)
    runners["clingo"] = by_clingo.turns(puzzle, budget)
    return first_of(runners)


def solutions(puzzle: Puzzle, budget: Budget) -> Iterator[Path]:
    """Yield all solutions."""
    return walk.solutions(puzzle, budget)
