"""The thesis' pictures of panels, with panels that its text determines: Figures 3.2 and 4.2.

The thesis draws panels of the Windmill and of the game. Its text describes them, and here are
panels to which the same words apply. The functions choose; `sheets` draws what they chose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from witness.base.errors import InputError, quoted
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.sheets import sheet

#: Digits to which scores are the same.
_DIGITS = 6


@dataclass(frozen=True)
class Board:
    """A puzzle with its scores in bits, its number of solutions, and their average length."""

    puzzle: Puzzle
    muse: float
    remuse: float
    solutions: int
    length: float


def rated(puzzle: Puzzle, player: Player) -> Board:
    """Return a puzzle with its scores. Raises `InputError` if it has none."""
    found = rate(puzzle, player)
    if found.status != "rated":
        raise InputError(f"puzzle {quoted(puzzle.id)} has no scores: it is {found.status}")
    scores = (found.score("muse"), found.score("remuse"))
    muse, remuse = (round(score or 0.0, _DIGITS) for score in scores)
    return Board(puzzle, muse, remuse, found.solutions or 0, found.length or 0.0)


def board(puzzle: Puzzle, record: Mapping[str, Any]) -> Board:
    """Return a puzzle with the scores of its record, which must have them."""
    muse, remuse = (round(record[measure], _DIGITS) for measure in ("muse", "remuse"))
    return Board(puzzle, muse, remuse, record["solutions"], record["length"])


def widening(cols: int) -> Puzzle:
    """Return a panel that is solved from [0, 2], [1, 2] on, however wide it is (Figure 3.2).

    It has two rows and two dots: on the first edge upwards, and on the first edge of the top. A
    player who has both has nothing left to think about. The thesis' own symbols are not known.
    """
    dots = (((0, 0), (1, 0)), ((2, 0), (2, 1)))
    return Puzzle(2, cols, ((0, 0),), ((2, cols),), dots=dots, id=f"wide-{cols}")


def alike(boards: Sequence[Board], number: int = 4) -> list[Board]:
    """Return boards that differ in ReMUSE, and in no measure that is told otherwise (Figure 4.2).

    They have the same number of solutions, of the same length, and the same number of symbols of
    each colour. Of such groups it is the one whose scores lie farthest apart; the scores of those
    returned grow in equal steps. Raises `InputError` if no group has that many different scores.
    """
    groups: dict[object, list[Board]] = {}
    for board in boards:
        colours = Counter(colour for *_, colour in board.puzzle.squares)
        size = (board.puzzle.rows, board.puzzle.cols)
        key = (size, board.solutions, board.length, tuple(sorted(colours.items())))
        groups.setdefault(key, []).append(board)
    large = [group for group in groups.values() if len({b.remuse for b in group}) >= number]
    if not large:
        raise InputError(f"no {number} boards differ in ReMUSE alone")

    def spread(group: Sequence[Board]) -> float:
        scores = [board.remuse for board in group]
        return max(scores) - min(scores)

    group = max(large, key=spread)
    return [group[at] for at in equal_steps([board.remuse for board in group], number)]


def equal_steps(scores: Sequence[float], steps: int) -> list[int]:
    """Choose from puzzles with these scores `steps` of them whose scores grow in equal steps.

    The easiest and the hardest are the first and the last; between them, each step takes the
    puzzle whose score is nearest to it, of equal ones the first, and no puzzle twice. Returns their
    positions, from easy to hard. Raises `InputError` if there are too few scores.
    """
    if steps < 2:
        raise InputError(f"there are two steps or more, not {steps}")
    if len(set(scores)) < steps:
        raise InputError(
            f"{len(scores)} puzzles have {len(set(scores))} different scores, too few for "
            f"{steps} steps; ask for fewer steps or more puzzles"
        )
    left = dict(enumerate(scores))
    chosen = []
    order = [0, steps - 1, *range(1, steps - 1)]
    wanted = np.linspace(min(scores), max(scores), steps)
    for step in order:
        nearest = min(left, key=lambda at: (abs(left[at] - wanted[step]), at))
        chosen.append(nearest)
        # A puzzle of the same score would be no step.
        left = {at: score for at, score in left.items() if score != left[nearest]}
    return sorted(chosen, key=lambda at: scores[at])


def sheets(threes: Sequence[Board], player: Player) -> dict[str, str]:
    """Return drawings by name, as SVG; `threes` are all boards of two colours of 3×3 squares."""
    wide = [rated(widening(cols), player) for cols in range(1, 5)]
    return {
        "width": sheet(
            [(b.puzzle, None, f"MUSE {_bits(b.muse)}, ReMUSE {_bits(b.remuse)}") for b in wide]
        ),
        "alike": sheet(
            [
                (b.puzzle, next(solutions(b.puzzle)), f"ReMUSE {_bits(b.remuse)}")
                for b in alike(threes)
            ]
        ),
    }


def _bits(score: float) -> str:
    return f"{score:.2f}".rstrip("0").rstrip(".")
