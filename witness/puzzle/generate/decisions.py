"""Whether a puzzle has a solution, or exactly one."""

from __future__ import annotations

from collections.abc import Set

from witness.base.errors import InputError
from witness.puzzle import solvers
from witness.puzzle.frontier.panel import answers_of
from witness.puzzle.frontier.plan import SUPPORTED as OF_FRONTIER
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import OF_REGIONS, SYMBOLS

#: On boards with more squares along both sides, nobody lives to see whether there is a solution.
MOST_DECIDED = 13

#: Symbols that ask for regions, and the longest side of a board that is decided within seconds.
REGION_SYMBOLS = frozenset(OF_REGIONS)
MOST_WITH_REGIONS = 6


def is_solvable(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a solution; exact."""
    if puzzle.features <= OF_FRONTIER:
        return next(answers_of(puzzle).solutions(), None) is not None
    return solvers.solve(puzzle).path is not None


def has_one_solution(puzzle: Puzzle) -> bool:
    """Whether a puzzle has exactly one solution.

    Raises `InputError` for boards on which it takes too long to know.
    """
    check_decided(puzzle.rows, puzzle.cols, puzzle.features, "whether there is one solution")
    return solvers.is_unique(puzzle)


def check_decided(rows: int, cols: int, features: Set[str], what: str) -> None:
    """Raise `InputError` if it takes too long to decide about a board with these features.

    `what` is decided then: the subject of the message.
    """
    if features & REGION_SYMBOLS and max(rows, cols) > MOST_WITH_REGIONS:
        words = " or ".join(
            one.words for name, one in SYMBOLS.items() if name in features & REGION_SYMBOLS
        )
        raise InputError(
            f"{what} is decided up to {MOST_WITH_REGIONS} squares along the longer side where "
            f"there are {words}, not for {rows}×{cols}"
        )
    if min(rows, cols) > MOST_DECIDED:
        raise InputError(
            f"{what} is decided up to {MOST_DECIDED} squares along the shorter side, not for "
            f"{rows}×{cols}"
        )


def longest_side(features: Set[str]) -> int:
    """Return the longest side of square boards with these features that are decided."""
    return MOST_WITH_REGIONS if features & REGION_SYMBOLS else MOST_DECIDED
