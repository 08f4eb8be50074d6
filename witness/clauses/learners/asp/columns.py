"""Columns of numbered values, an entry for each example, and the numbering of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from witness.clauses.language.terms import Ground

#: A column: the number of a value for each example, -1 where there is none.
Column = NDArray[np.int64]

#: Rows of numbers, a column for each argument.
Rows = NDArray[np.int64]


class Values:
    """Numbers for values, so that a value is hashed once and not for every example."""

    def __init__(self) -> None:
        self.known: list[Ground] = []
        self._numbers: dict[Ground, int] = {}

    def number(self, value: Ground) -> int:
        """Return the number of a value, a new one if it has none."""
        number = self._numbers.setdefault(value, len(self.known))
        if number == len(self.known):
            self.known.append(value)
        return number

    def column(self, values: Sequence[Ground]) -> Column:
        """Return the numbers of many values, most of which occur often."""
        number = {value: self.number(value) for value in dict.fromkeys(values)}
        return np.fromiter(map(number.__getitem__, values), np.int64, len(values))

    def rows(self, rows: Sequence[Sequence[Ground]], width: int) -> Rows:
        """Return rows of values as rows of numbers."""
        columns = [self.column([row[place] for row in rows]) for place in range(width)]
        return np.stack(columns, axis=1) if columns else np.zeros((len(rows), 0), np.int64)


def distinct(columns: Iterable[Column], size: int) -> tuple[Column, Column]:
    """Return the rows that are the first of equal ones, and for each row which of these it equals.

    There are `size` rows, given by columns; without columns, they are all equal.
    """
    if size == 1:
        return np.zeros(1, np.int64), np.zeros(1, np.int64)
    code, bound = np.zeros(size, np.int64), 1
    for column in columns:
        row, width = column + 1, int(column.max(initial=-1)) + 2
        if bound * width > _most_codes(size):
            firsts, row = _distinct(row, width)
            width = len(firsts)
        if bound * width > _most_codes(size):
            firsts, code = _distinct(code, bound)
            bound = len(firsts)
        code, bound = code * width + row, bound * width
    return _distinct(code, bound)


def _most_codes(size: int) -> int:
    """Return how many codes a table may have, by which some rows are numbered without sorting."""
    return 8 * size + 1024


def _distinct(code: Column, bound: int) -> tuple[Column, Column]:
    """Return what `distinct` does, for rows given by codes below a bound."""
    size = len(code)
    if bound <= _most_codes(size):
        # What is assigned last stays, so this is the first row of each code.
        rows = np.arange(size)
        table = np.empty(bound, np.int64)
        table[code[::-1]] = rows[::-1]
        firsts = np.flatnonzero(table[code] == rows)
        table[code[firsts]] = rows[: len(firsts)]
        return firsts, table[code]
    _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return first[order], rank[inverse]
