"""What the compiled loops know of coloured squares and stars: tables of marks, and of squares."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from witness.frontier import arrays
from witness.frontier.arrays import Coloured, Numbers
from witness.frontier.marks import Colours, Mark, closes, join
from witness.frontier.plan import Plan
from witness.frontier.table import step_table

#: The bits of a row of squares.
_ROOM = 62

#: More kinds of marks than this would take too long to join with one another beforehand.
_MOST_MARKS = 512


class Marks(NamedTuple):
    """The marks that regions can have, by number, from that of no symbols on.

    `joined` has for two marks the number of that which they make together, -1 for none; `closes`
    whether a region may close.
    """

    numbers: dict[Mark, int]
    joined: Numbers
    closes: Numbers

    @property
    def width(self) -> int:
        """The bits of a column in a row of squares: two, and those of a mark."""
        return 2 + (len(self.numbers) - 1).bit_length()


def fits(plan: Plan) -> bool:
    """Whether the regions of a coloured panel have room in the loops' integers."""
    known = marks_of(plan.colours)
    return known is not None and known.width * (plan.columns - 1) <= _ROOM


@lru_cache(maxsize=64)
def marks_of(colours: Colours) -> Marks | None:
    """Return all marks of regions with symbols of these colours, None if they are too many."""
    single = [
        colours.of(kind, colour)
        for colour in range(1, sum(colours) + 1)
        for kind, has in (
            ("star", colour <= colours.both + colours.stars),
            ("square", not colours.both < colour <= colours.both + colours.stars),
        )
        if has
    ]
    found = [colours.empty]
    numbers = {colours.empty: 0}
    for mark in found:
        for joined in (join(mark, other) for other in single):
            if joined is not None and joined not in numbers:
                numbers[joined] = len(found)
                found.append(joined)
        if len(found) > _MOST_MARKS:
            return None
    pairs = [[join(mark, other) for other in found] for mark in found]
    return Marks(
        numbers,
        np.array([[-1 if m is None else numbers[m] for m in row] for row in pairs], np.int64),
        np.array([closes(mark) for mark in found], np.int64),
    )


def coloured(plan: Plan) -> Coloured:
    """Lay out a panel with coloured squares or stars; regions have to fit."""
    known = marks_of(plan.colours)
    assert known is not None
    return Coloured(
        step_table(plan),
        _squares(plan, known),
        known.joined,
        known.closes,
        np.zeros(arrays.MOST_SUCCESSORS, np.int64),
        known.width,
    )


def _squares(plan: Plan, known: Marks) -> Numbers:
    """Return what each step does to the row of squares."""
    table = _bare(plan.rows, plan.columns).copy()
    numbers = {
        row * plan.columns + column: known.numbers[mark]
        for (row, column), mark in plan.marks.items()
    }
    # From the last step with a symbol downwards, what comes after each.
    rest, above = 0, plan.size
    for number in sorted(numbers, reverse=True):
        table[number, arrays.MARK] = numbers[number]
        table[number:above, arrays.REST] = rest
        rest = int(known.joined[rest, numbers[number]]) if rest >= 0 else -1
        above = number
    table[:above, arrays.REST] = rest
    return table


@lru_cache(maxsize=32)
def _bare(rows: int, columns: int) -> Numbers:
    """Return the steps of a board without symbols."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    table = np.zeros((rows * columns, arrays.SQUARES_SIZE), np.int64)
    table[:, arrays.INSIDE] = np.where(column < columns - 1, column + 1, 0)
    table[:, arrays.ENTERS] = (row < rows - 1) & (column < columns - 1)
    # Of the last row of squares, those from this one on are together with those to come.
    last = (row == rows - 2) & (column < columns - 2)
    table[:, arrays.JOINS_FROM] = np.where(row < rows - 2, 0, np.where(last, column, columns))
    return table
