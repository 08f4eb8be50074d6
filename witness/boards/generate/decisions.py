"""Whether a puzzle has a solution, or exactly one."""

from __future__ import annotations

from collections.abc import Set
from contextlib import suppress
from itertools import islice

from witness.base.errors import InputError
from witness.boards import solvers
from witness.boards.frontier.panel import Frontier
from witness.boards.frontier.plan import SUPPORTED as OF_FRONTIER
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.symbols import OF_REGIONS, SYMBOLS

#: On boards with more squares along both sides, nobody lives to see whether there is a solution.
MOST_DECIDED = 13

#: Symbols that ask for regions, and the longest side of a board that is decided within seconds.
REGION_SYMBOLS = frozenset(OF_REGIONS)
MOST_WITH_REGIONS = 6


def is_solvable(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a solution; exact."""
    if puzzle.features <= OF_FRONTIER:
        return next(Frontier(puzzle).solutions(), None) is not None
    return solvers.solve(puzzle).path is not None


def has_one_solution(puzzle: Puzzle) -> bool:
    """Whether a puzzle has exactly one solution.

    Raises `InputError` for boards on which it takes too long to know.
    """
    check_decided(puzzle.rows, puzzle.cols, puzzle.features, "whether there is one solution")
    if puzzle.features <= OF_FRONTIER:
        return len(list(islice(Frontier(puzzle).solutions(), 2))) == 1
    return solvers.is_unique(puzzle)


def check_decided(rows: int, cols: int, features: Set[str], what: str) -> None:
    """Raise `InputError` if it takes too long to decide about a board with these features.

    So it does if no solver that is here knows them all. `what` is decided then: the subject of the
    message.
    """
    if unknown := set() if features <= OF_FRONTIER else _unknown(features):
        words = " and ".join(one.words for name, one in FEATURES.items() if name in unknown)
        raise InputError(f"{what} is decided by a solver, and none that is here knows {words}")
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


def _unknown(features: Set[str]) -> Set[str]:
    """Return those of some features that the solver that is here and knows most does not know."""
    found = features
    for name, known in solvers.feature_table().items():
        unknown = {feature for feature in features if not known[feature]}
        if len(unknown) < len(found):
            with suppress(InputError):
                solvers.named(name)
                found = unknown
    return found


def longest_side(features: Set[str]) -> int:
    """Return the longest side of square boards with these features that are decided."""
    return MOST_WITH_REGIONS if features & REGION_SYMBOLS else MOST_DECIDED
