"""What the compiled loops know of coloured squares and stars: tables of marks, and of squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from witness.frontier import arrays
from witness.frontier.arrays import Coloured, Numbers
from witness.frontier.marks import Colours, Count, Mark, closes, join
from witness.frontier.plan import Plan
from witness.frontier.table import step_table

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
    known = _numbers(plan.colours)
    return known is not None and _shift(plan, max(1, (len(known) - 1).bit_length())) is not None


def coloured(plan: Plan) -> Coloured:
    """Lay out a panel with coloured squares or stars; regions have to fit."""
    known = marks_of(plan.colours)
    shift = _shift(plan, known.width)
    assert shift is not None
    return Coloured(
        step_table(plan),
        _squares(plan, known.numbers, known.joined),
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
        both = join(marks[pair[0]], marks[pair[1]])
        return -1 if both is None else numbers[both]

    numbers = _Known(number)
    assert numbers[plan.colours.empty] == 0
    table = _Known(joined)
    return SimpleNamespace(
        steps=step_table(plan).tolist(),
        squares=_squares(plan, numbers, table).tolist(),
        joined=table,
        closes=_Known(lambda which: closes(marks[which])),
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
def _numbers(colours: Colours) -> dict[Mark, int] | None:
    """Return the number of each mark that symbols of these colours make; None if too many."""
    with_stars = colours.both + colours.stars
    single = [colours.of("star", colour) for colour in range(1, with_stars + 1)]
    single += [
        colours.of("square", colour)
        for colour in range(1, sum(colours) + 1)
        if not colours.both < colour <= with_stars
    ]
    found = [colours.empty]
    numbers = {colours.empty: 0}
    for mark in found:
        for other in single:
            joined = join(mark, other)
            if joined is not None and joined not in numbers:
                numbers[joined] = len(found)
                found.append(joined)
        if len(found) > _MOST_MARKS:
            return None
    return numbers


@lru_cache(maxsize=8)
def marks_of(colours: Colours) -> Marks:
    """Return all marks of regions with symbols of these colours, which must not be too many.

    What two of them make together is found for one part of all marks at a time: the colour of
    squares, and each count.
    """
    numbers = _numbers(colours)
    assert numbers is not None
    parts = [np.array([mark.colour for mark in numbers])]
    parts += [np.array(part) for part in _counts(numbers)]
    tables = [_joined_colours(int(parts[0].max()) + 1), *[_joined_counts()] * (len(parts) - 1)]
    joined = np.zeros((len(numbers), len(numbers)), np.int64)
    codes = np.zeros(len(numbers), np.int64)
    possible = np.ones(joined.shape, np.bool_)
    for part, table in zip(parts, tables, strict=True):
        both = table[np.ix_(part, part)]
        possible &= both >= 0
        joined = joined * len(table) + both
        codes = codes * len(table) + part
    names = np.zeros(codes.max() + 1, np.int64)
    names[codes] = np.arange(len(codes))
    joined = np.where(possible, names[np.where(possible, joined, 0)], -1)
    return Marks(numbers, joined.astype(np.int16), np.array([*map(closes, numbers)], np.int64))


#: All counts of one colour, in the order of their numbers in `_joined_counts`.
_COUNTS: tuple[Count, ...] = ((0, False), (1, False), (2, False), (1, True), (2, True))


def _counts(marks: Iterable[Mark]) -> list[list[int]]:
    """Return for each colour with stars the numbers of the marks' counts."""
    counts = zip(*(mark.counts for mark in marks), strict=True)
    return [[_COUNTS.index(count) for count in of_colour] for of_colour in counts]


def _joined_counts() -> Numbers:
    """Return for two counts of a colour the number of what they are together, -1 for none."""
    marks = [Mark(0, (count,)) for count in _COUNTS]
    pairs = [[join(one, other) for other in marks] for one in marks]
    return np.array(
        [[-1 if both is None else _COUNTS.index(both.counts[0]) for both in row] for row in pairs]
    )


def _joined_colours(size: int) -> Numbers:
    """Return for two colours of squares, 0 for none, that of both together, -1 for two."""
    pairs = [[join(Mark(one, ()), Mark(other, ())) for other in range(size)] for one in range(size)]
    return np.array([[-1 if both is None else both.colour for both in row] for row in pairs])


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
