"""Columns of numbered values, an entry for each example, and the numbering of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from witness.clauses.language.bias import Bias
from witness.clauses.language.terms import Ground

#: A column: the number of a value for each example, -1 where there is none.
Column = NDArray[np.int64]

#: Codes are at most this, so that products of two small ones can be compared without overflow.
_MOST = 1 << 62


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


class Constants:
    """The values that a literal of some bias may have in place of a variable, by type.

    `listed` are those of which the bias says the value.
    """

    def __init__(self, bias: Bias, values: Values) -> None:
        self._any = frozenset(bias.constant_types)
        self.listed: dict[str, list[int]] = {}
        for value, name in bias.constants:
            self.listed.setdefault(name, []).append(values.number(value))

    def code(self, name: str, column: Column) -> Column | None:
        """Return the constants in a column of a type, -1 for other values; None if it has none."""
        if name in self._any:
            return column
        if name not in self.listed:
            return None
        return np.where(np.isin(column, self.listed[name]), column, -1)


def distinct(columns: Iterable[Column], size: int) -> tuple[Column, Column]:
    """Return the places where a row occurs first, and for each row the number of its place.

    There are `size` rows; without columns, they are all the same.
    """
    if size == 1:
        return np.zeros(1, np.int64), np.zeros(1, np.int64)
    code, bound = np.zeros(size, np.int64), 1
    for column in columns:
        row, width = column + 1, int(column.max(initial=-1)) + 2
        if bound * width > _few(size):
            firsts, row = _distinct(row, width)
            width = len(firsts)
        if bound * width > _few(size):
            firsts, code = _distinct(code, bound)
            bound = len(firsts)
        code, bound = code * width + row, bound * width
    return _distinct(code, bound)


def _few(size: int) -> int:
    """Return up to how many different codes of some rows are counted without sorting the rows."""
    return 8 * size + 1024


def _distinct(code: Column, bound: int) -> tuple[Column, Column]:
    """Return the first places of the codes, which are below a bound, and the number of each."""
    size = len(code)
    if bound <= _few(size):
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


class Lists:
    """The items of all values that are lists, numbered and laid out one after another."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._is_list = np.zeros(0, np.bool_)
        self._owners = np.zeros(0, np.int64)
        self._items = np.zeros(0, np.int64)
        self._codes: dict[Ground, int] = {}
        self._known: dict[int, Column | None] = {}

    def in_common(self, column: Column, other: int) -> Column | None:
        """Return codes of the items that lists have in common with another one, in their order.

        None if something is not a list, or the codes would be too large.
        """
        if len(self._is_list) < len(self._values.known):
            self._lay_out()
        if not (self._is_list[other] and self._is_list[column].all()):
            return None
        if other not in self._known:
            self._known[other] = self._in_common(other)
        codes = self._known[other]
        return None if codes is None else codes[column]

    def _lay_out(self) -> None:
        """Add the values that have become known."""
        begun = len(self._is_list)
        new = self._values.known[begun:]
        is_list = np.fromiter((isinstance(value, tuple) for value in new), np.bool_, len(new))
        self._is_list = np.concatenate([self._is_list, is_list])
        lists = [value for value in new if isinstance(value, tuple)]
        if not lists:
            return
        for item in set(chain.from_iterable(lists)) - self._codes.keys():
            self._codes[item] = len(self._codes)
        lengths = np.fromiter(map(len, lists), np.int64, len(lists))
        owners = np.repeat(begun + np.flatnonzero(is_list), lengths)
        items = map(self._codes.__getitem__, chain.from_iterable(lists))
        self._owners = np.concatenate([self._owners, owners])
        self._items = np.concatenate([self._items, np.fromiter(items, np.int64, len(owners))])
        self._known.clear()

    def _in_common(self, other: int) -> Column | None:
        size = len(self._is_list)
        wanted = np.unique(self._items[self._owners == other])
        digit = np.zeros(len(self._codes), np.int64)
        digit[wanted] = np.arange(1, len(wanted) + 1)
        kept = np.flatnonzero((digit > 0)[self._items])
        owners, digits = self._owners[kept], digit[self._items[kept]]
        count = np.bincount(owners, minlength=size)
        place = np.arange(len(owners)) - np.repeat(np.cumsum(count) - count, count)
        base, most = len(wanted) + 1, int(count.max(initial=0))
        if base**most >= _MOST:
            return None
        codes = np.zeros(size, np.int64)
        for number in range(most):
            at = place == number
            codes[owners[at]] += digits[at] * base**number
        return codes
