"""What the compiled loops know of regions: tables of marks, and of squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from witness.puzzle.frontier import arrays
from witness.puzzle.frontier.arrays import Coloured, Numbers
from witness.puzzle.frontier.marks import Mark, Questions
from witness.puzzle.frontier.plan import Plan, turn
from witness.puzzle.frontier.table import step_table

#: The bits of an integer of a state.
_ROOM = 63

#: The table of what two marks make together has room for this many, in 8 MB.
_MOST_MARKS = 2048


class Marks(NamedTuple):
    """The marks that regions can have, by number, from that of no symbols on.

    `joined` has for two marks the number of that which they make together, -1 for none; `closes`
    whether a region may close. The last number, which none of them has, is for squares that are
    wrong by themselves.
    """

    numbers: dict[Mark, int]
    joined: Numbers
    closes: Numbers


def fits(plan: Plan) -> bool:
    """Whether the regions of a coloured panel have room in the loops' integers."""
    grown = _grown(plan.questions)
    return grown is not None and _shift(plan, _width(grown[0])) is not None


def coloured(plan: Plan) -> Coloured:
    """Lay out a panel whose symbols ask something of regions, which have to fit."""
    known = marks_of(plan.questions)
    width = _width(known.numbers)
    shift = _shift(plan, width)
    assert shift is not None
    wrong = [mark for mark in plan.questions.singles if min(mark, default=0) < 0]
    numbers = known.numbers | dict.fromkeys(wrong, len(known.numbers))
    return Coloured(
        step_table(plan),
        _squares(plan, numbers, known.joined),
        known.joined,
        known.closes,
        np.zeros(arrays.MOST_SUCCESSORS, np.int64),
        width,
        shift,
        int(bool(plan.puzzle.missing)),
    )


def coloured_without_end(plan: Plan) -> SimpleNamespace:
    """Lay out a panel as `coloured` does, for plain Python; marks get numbers as they come."""
    marks: list[Mark] = []

    def number(mark: Mark) -> int:
        marks.append(mark)
        return len(marks) - 1

    def joined(pair: tuple[int, int]) -> int:
        both = plan.questions.join(marks[pair[0]], marks[pair[1]])
        return -1 if both is None else numbers[both]

    numbers = _Known(number)
    assert numbers[plan.questions.empty] == 0
    table = _Known(joined)
    return SimpleNamespace(
        steps=step_table(plan).tolist(),
        squares=_squares(plan, numbers, table).tolist(),
        joined=table,
        closes=_Known(lambda which: plan.questions.closes(marks[which])),
        lines=[0] * arrays.MOST_SUCCESSORS,
        width=_ROOM,
        shift=_line_bits(plan),
        walled=int(bool(plan.puzzle.missing)),
    )


class _Known(dict[Any, int]):
    """A table that is filled as it is asked."""

    def __init__(self, find: Callable[[Any], int]) -> None:
        self._find = find

    def __missing__(self, key: Any) -> int:
        self[key] = value = self._find(key)
        return value


def _line_bits(plan: Plan) -> int:
    """Return the bits of a state without regions."""
    return 3 * (plan.columns + 1) + 2 + plan.columns


def _width(numbers: dict[Mark, int]) -> int:
    """Return the bits of a mark, at least one."""
    return max(1, (len(numbers) - 1).bit_length())


def _shift(plan: Plan, width: int) -> int | None:
    """Return where the joints begin beside the line, 0 if they are beside the marks.

    None if there is no room for them, or for marks of `width` bits.
    """
    columns = plan.columns - 1
    line = _line_bits(plan)
    if line + 2 * columns <= _ROOM:
        return line if width * columns <= _ROOM else None
    return 0 if (2 + width) * columns <= _ROOM else None


@lru_cache(maxsize=64)
def _grown(asked: Questions) -> tuple[dict[Mark, int], list[list[int]]] | None:
    """Return the number of each mark that single ones make; None if there are too many.

    And for each mark the numbers of those that it makes with each single one, -1 for none.
    """
    found = [asked.empty]
    numbers = {asked.empty: 0}
    steps = []
    for mark in found:
        row = []
        for single in asked.singles:
            joined = asked.join(mark, single)
            if joined is not None and joined not in numbers:
                numbers[joined] = len(found)
                found.append(joined)
            row.append(-1 if joined is None else numbers[joined])
        steps.append(row)
        if len(found) > _MOST_MARKS:
            return None
    return numbers, steps


@lru_cache(maxsize=16)
def marks_of(asked: Questions) -> Marks:
    """Return all marks of regions to which these questions are put; they must not be too many."""
    grown = _grown(asked)
    assert grown is not None
    numbers, steps = grown
    size = len(numbers)
    after = np.array([*steps, [-1] * len(asked.singles)])  # nothing follows what breaks a rule
    joined = np.full((size + 1, size + 1), -1, np.int16)
    joined[:size, 0] = np.arange(size)
    for before, row in enumerate(steps):
        for single, mark in enumerate(row):
            if mark >= 0 and joined[0, mark] < 0:  # it is made here for the first time
                joined[:, mark] = after[joined[:, before], single]
    closing = [*map(asked.closes, numbers), False]
    return Marks(numbers, joined, np.array(closing, np.int64))


def _squares(plan: Plan, known: Mapping[Mark, int], joined: Any) -> Numbers:
    """Return what each step does to the row of squares."""
    table = _bare(plan.rows, plan.columns).copy()
    numbers = {
        row * plan.columns + column: known[mark] for (row, column), mark in plan.marks.items()
    }
    # From the last step with a symbol downwards, what comes after each.
    rest, above = 0, plan.size
    for number in sorted(numbers, reverse=True):
        table[number, arrays.MARK] = numbers[number]
        table[number:above, arrays.REST] = rest
        rest = int(joined[rest, numbers[number]]) if rest >= 0 else -1
        above = number
    table[:above, arrays.REST] = rest
    for square in plan.puzzle.missing:
        row, column = turn(square, plan.turned)
        corner = row * plan.columns + column
        for step, wall in ((corner, 3), (corner + 1, 2), (corner + plan.columns, 1)):
            table[step, arrays.WALLS] |= wall
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
