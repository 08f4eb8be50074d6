"""Whether a puzzle has a solution, or exactly one, by the fastest way that knows its symbols."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import islice

from witness.base.errors import InputError
from witness.frontier import plan
from witness.frontier.panel import Frontier
from witness.generate import depth_first, solvable
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path

#: On boards with more squares along both sides, nobody lives to see whether there is a solution.
MOST_DECIDED = 13

#: Symbols that ask for regions, and the longest side of a board that is decided within seconds.
REGION_SYMBOLS = frozenset({"squares", "stars"})
MOST_WITH_REGIONS = 6

#: Up to this many squares a depth-first search is faster, beyond it `witness.frontier`.
SMALL_BOARD = 16


def is_solvable(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a solution. Exact, and the same whatever decides it."""
    if puzzle.rows * puzzle.cols > SMALL_BOARD or not puzzle.features <= depth_first.SUPPORTED:
        return next(_solutions(puzzle), None) is not None
    if puzzle.features <= solvable.SUPPORTED:
        return solvable.is_solvable(puzzle)
    return next(depth_first.solutions(puzzle), None) is not None


def has_one_solution(puzzle: Puzzle) -> bool:
    """Whether a puzzle has exactly one solution.

    Raises `InputError` for boards on which it takes too long to know.
    """
    check_decided(puzzle.rows, puzzle.cols, puzzle.features, "whether there is one solution")
    return len(list(islice(_solutions(puzzle), 2))) == 1


def check_decided(rows: int, cols: int, features: Set[str], what: str) -> None:
    """Raise `InputError` if it takes too long to decide about a board with these features.

    `what` is decided then: the subject of the message.
    """
    if features & REGION_SYMBOLS and max(rows, cols) > MOST_WITH_REGIONS:
        raise InputError(
            f"{what} is decided up to {MOST_WITH_REGIONS} squares along the longer side where "
            f"there are squares or stars, not for {rows}×{cols}"
        )
    if min(rows, cols) > MOST_DECIDED:
        raise InputError(
            f"{what} is decided up to {MOST_DECIDED} squares along the shorter side, not for "
            f"{rows}×{cols}"
        )


def longest_side(features: Set[str]) -> int:
    """Return the longest side of square boards with these features that are decided."""
    return MOST_WITH_REGIONS if features & REGION_SYMBOLS else MOST_DECIDED


def _solutions(puzzle: Puzzle) -> Iterator[Path]:
    if puzzle.features <= plan.SUPPORTED:
        return Frontier(puzzle).solutions()
    return depth_first.solutions(puzzle)
