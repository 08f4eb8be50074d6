"""Puzzles of a required difficulty: a range of scores."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from witness.base.errors import InputError, quoted
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.puzzle.generate.algorithms import Requirement
from witness.puzzle.model import Puzzle

#: The limit of states for a drawn puzzle; one that takes more to be rated is drawn again.
MOST_STATES = 200_000

#: The limit of states visited in vain for one puzzle: some seconds, up to a minute on large boards.
PATIENCE = 5_000_000

#: A list of solutions takes as long as this many states.
_LISTED = 10_000

#: Up to this many vertices all states count alike; on larger boards they take longer, and count
#: more.
_SMALL = 100

_RANGE = re.compile(r"(muse|remuse):([0-9]{0,9}\.?[0-9]{0,9})\.\.([0-9]{0,9}\.?[0-9]{0,9})")


@dataclass(frozen=True)
class Range:
    """A measure ("muse" or "remuse"), and its least and greatest score."""

    measure: str
    least: float
    most: float

    def __str__(self) -> str:
        most = "" if self.most == math.inf else f"{self.most:g}"
        return f"{self.measure}:{self.least:g}..{most}"


def read_range(text: str) -> Range:
    """Read a range such as "remuse:3..5"; either end may be left out. Raises `InputError`."""
    match = _RANGE.fullmatch(text)
    ends = ["", ""] if match is None else [match[2], match[3]]
    if match is None or "." in ends or ends == ["", ""]:
        raise InputError(f"a difficulty is like remuse:3..5 or muse:..4, not {quoted(text)}")
    least, most = float(ends[0] or 0), float(ends[1] or math.inf)
    if least > most:
        raise InputError(f"the difficulty {text} has its ends the wrong way round")
    return Range(match[1], least, most)


def score(puzzle: Puzzle, player: Player, measure: str) -> float | None:
    """Return a puzzle's score, None if it is infinite or takes too long to find."""
    found = rate(puzzle, player, max_states=MOST_STATES).score(measure)
    return None if found == math.inf else found


def requirement(wanted: Range, player: Player, patience: int = PATIENCE) -> Requirement:
    """Return the requirement that a puzzle's score is in a range, whose ends belong to it.

    Its test raises `InputError` when it has visited `patience` states since the last puzzle that
    passed.
    """
    visited = drawn = 0
    others = [math.inf, 0.0]

    def failed() -> str:
        low, high = others
        return "" if low > high else f" (they had {low:.3g} to {high:.3g} bits)"

    def holds(puzzle: Puzzle) -> bool:
        nonlocal visited, drawn
        rated = rate(puzzle, player, max_states=MOST_STATES)
        found = rated.score(wanted.measure)
        # Sums of logarithms differ in their last digits.
        if found is not None and wanted.least - 1e-9 <= found <= wanted.most + 1e-9:
            visited = drawn = 0
            return True
        drawn += 1
        if found is not None and found < math.inf:
            others[:] = min(others[0], found), max(others[1], found)
        states = max(rated.states, _LISTED if rated.engine == "solutions" else 0)
        visited += max(1, len(puzzle.grid.vertices) // _SMALL) * states
        if visited > patience:
            raise InputError(
                f"no puzzle with a difficulty in {wanted} was found in {drawn:,} draws{failed()}; "
                "ask for another range, or for smaller boards"
            )
        return False

    return Requirement(holds, f"a difficulty in {wanted}", failed)
