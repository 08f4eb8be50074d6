"""Columns of numbered values, an entry for each example, and the numbering of their rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from witness.clauses.language.bias import Bias
from witness.clauses.language.terms import Ground, Key

#: A column: the number of a value for each example, -1 where there is none.
Column = NDArray[np.int64]

#: The answers to a call: tuples of values by number. A test that holds has an empty one.
Found = tuple[tuple[int, ...], ...]

#: Codes are at most this, so that products of two small ones can be compared without overflow.
_MOST = 1 << 62


class Values:
    """Numbers for values, so that a value is hashed once and not for every example.

    `lists` are those among them; `answers` are what predicates of one value answer.
    """

    def __init__(self) -> None:
        self.known: list[Ground] = []
        self.lists = Lists(self.known)
        self.answers: dict[Key, dict[int, Found]] = defaultdict(dict)
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

    def __init__(self, known: Sequence[Ground]) -> None:
        self._known = known
        self._is_list = np.zeros(0, np.bool_)
        self._lengths = np.zeros(0, np.int64)
        self._items = np.zeros(0, np.int64)
        self._numbers: dict[Ground, int] = {}
        self._last: tuple[Column, Column, Column | None] | None = None

    def in_common(self, column: Column, others: Column) -> Column | None:
        """Return codes of the items that lists have in common with others, row by row.

        Lists of the same code have the same items in common with the same other one, in the same
        order. None if something is not a list, or the codes would be too large.
        """
        if self._last is None or self._last[0] is not column or self._last[1] is not others:
            self._last = (column, others, self._in_common(column, others))
        return self._last[2]

    def _lay_out(self) -> None:
        """Add the values that have become known."""
        new = self._known[len(self._is_list) :]
        lists = [value if isinstance(value, tuple) else () for value in new]
        for item in dict.fromkeys(chain.from_iterable(lists)):
            self._numbers.setdefault(item, len(self._numbers))
        is_list = np.fromiter((isinstance(value, tuple) for value in new), np.bool_, len(new))
        lengths = np.fromiter(map(len, lists), np.int64, len(new))
        items = map(self._numbers.__getitem__, chain.from_iterable(lists))
        self._is_list = np.concatenate([self._is_list, is_list])
        self._lengths = np.concatenate([self._lengths, lengths])
        self._items = np.concatenate([self._items, np.fromiter(items, np.int64, lengths.sum())])

    def _in_common(self, column: Column, others: Column) -> Column | None:
        self._lay_out()
        if not (self._is_list[column].all() and self._is_list[others].all()):
            return None
        firsts, number = distinct([others], len(others))
        rows, items = self._items_of(others[firsts])
        wanted = np.unique(rows * len(self._numbers) + items)
        first = np.searchsorted(wanted, np.arange(len(firsts)) * len(self._numbers))
        rows, items = self._items_of(column)
        keys = number[rows] * len(self._numbers) + items
        found = np.searchsorted(wanted, keys)
        common = np.flatnonzero(np.append(wanted, -1)[found] == keys)
        rows, found = rows[common], found[common]
        digits = found - first[number[rows]] + 1
        count = np.bincount(rows, minlength=len(column))
        place = np.arange(len(rows)) - np.repeat(np.cumsum(count) - count, count)
        base, most = int(digits.max(initial=0)) + 1, int(count.max(initial=0))
        if base**most >= _MOST:
            return None
        codes = np.zeros(len(column), np.int64)
        for one in range(most):
            at = place == one
            codes[rows[at]] += digits[at] * base**one
        return codes

    def _items_of(self, column: Column) -> tuple[Column, Column]:
        """Return the items of the lists of a column, each after the number of its row."""
        lengths = self._lengths[column]
        rows = np.repeat(np.arange(len(column)), lengths)
        starts = (np.cumsum(self._lengths) - self._lengths)[column] - np.cumsum(lengths) + lengths
        return rows, self._items[np.arange(len(rows)) + starts[rows]]
