"""What the compiled loops know of regions: tables of marks, and of squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from witness.boards.frontier import arrays
from witness.boards.frontier.arrays import Coloured, Numbers
from witness.boards.frontier.marks import Mark, Questions, answers
from witness.boards.frontier.plan import Plan
from witness.boards.frontier.table import step_table

#: The bits of an integer of a state.
_ROOM = 63

#: The table of what two marks make together has room for this many, in 8 MB.
_MOST_MARKS = 2048


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
        """The bits of a mark, at least one."""
        return max(1, (len(self.numbers) - 1).bit_length())


def fits(plan: Plan) -> bool:
    """Whether the regions of a coloured panel have room in the loops' integers."""
    known = _numbers(plan.questions)
    return known is not None and _shift(plan, max(1, (len(known) - 1).bit_length())) is not None


def coloured(plan: Plan) -> Coloured:
    """Lay out a panel whose symbols ask something of regions, which have to fit."""
    known = marks_of(plan.questions)
    shift = _shift(plan, known.width)
    assert shift is not None
    # Squares that are wrong by themselves are the last in the tables.
    wrong = [mark for mark in plan.questions.singles if min(mark, default=0) < 0]
    numbers = (
        {**known.numbers, **dict.fromkeys(wrong, len(known.numbers))} if wrong else known.numbers
    )
    return Coloured(
        step_table(plan),
        _squares(plan, numbers, known.joined),
        known.joined,
        known.closes,
        np.zeros(arrays.MOST_SUCCESSORS, np.int64),
        known.width,
        shift,
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
def _numbers(asked: Questions) -> dict[Mark, int] | None:
    """Return the number of each mark that single ones make; None if there are too many."""
    found = [asked.empty]
    numbers = {asked.empty: 0}
    for mark in found:
        for other in asked.singles:
            joined = asked.join(mark, other)
            if joined is not None and joined not in numbers:
                numbers[joined] = len(found)
                found.append(joined)
        if len(found) > _MOST_MARKS:
            return None
    return numbers


@lru_cache(maxsize=16)
def marks_of(asked: Questions) -> Marks:
    """Return all marks of regions to which these questions are put; they must not be too many.

    What two of them make together is found question by question: `codes` has the numbers of the
    answers to the questions so far, taken together.
    """
    numbers = _numbers(asked)
    assert numbers is not None
    size = len(numbers)
    codes, joined = np.zeros(size, np.int64), np.zeros((size, size), np.int64)
    for question, part in zip(asked.questions, np.array([*numbers]).T, strict=True):
        table = np.array(answers(question).joined)
        both = table[np.ix_(part, part)]
        known, numbered = np.unique(codes * len(table) + part, return_inverse=True)
        names = np.full((codes.max() + 1) * len(table), -1)
        names[known] = np.arange(len(known))
        possible = (joined >= 0) & (both >= 0)
        joined = np.where(possible, names[np.where(possible, joined * len(table) + both, 0)], -1)
        codes = numbered
    # The codes of all answers are the marks, in another order.
    order = np.zeros(size, np.int64)
    order[codes] = np.arange(size)
    joined = np.where(joined >= 0, order[joined], -1)
    closing = np.array([*map(asked.closes, numbers)], np.int64)
    # What a square that is wrong by itself adds: its region breaks a rule.
    if any(min(mark, default=0) < 0 for mark in asked.singles):
        joined = np.pad(joined, (0, 1), constant_values=-1)
        closing = np.append(closing, 0)
    return Marks(numbers, joined.astype(np.int16), closing)


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
