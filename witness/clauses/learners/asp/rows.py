"""Columns of values over classes of examples, on which the enumeration of clauses works.

A literal has at most one answer in each class. So a partial clause is the set of classes in which
its literals hold, and a column of value numbers for each variable, an entry for each class. Columns
are interned in a `Space`, and the effect of a call on them is computed once. Calls with several
answers are for `witness.clauses.learners.asp.relational`.
"""

from __future__ import annotations

from dataclasses import dataclass

from witness.clauses.learners.asp.counts import bits, counts_of
from witness.clauses.learners.asp.saturate import ExampleClass


@dataclass
class Effect:
    """The effect of a call on given columns: the classes kept, and the columns of its outputs."""

    kept: int
    outputs: tuple[int, ...]


class Space:
    """Classes of examples, with interned columns of value numbers.

    `output_counts` has the number of outputs of each predicate.
    """

    def __init__(self, classes: list[ExampleClass], output_counts: list[int]) -> None:
        self.classes = classes
        self.output_counts = output_counts
        self.counts = counts_of(classes)
        self.positive = self.counts.positive
        self.negative = self.counts.negative
        self.everything = (1 << len(classes)) - 1
        self.columns: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._effects: dict[tuple[int, tuple[int, ...]], Effect] = {}
        self._equal: dict[tuple[int, int], int] = {}
        self._restricted: dict[tuple[int, int], int] = {}
        self._restrictions: dict[tuple[int, ...], int] = {}

    def intern(self, column: tuple[int, ...]) -> int:
        """Return the number of a column, a new one if it has none."""
        number = self._numbers.get(column)
        if number is None:
            number = self._numbers[column] = len(self.columns)
            self.columns.append(column)
        return number

    def equal(self, one: int, other: int) -> int:
        """Return the classes in which two columns are equal and defined."""
        key = (one, other) if one <= other else (other, one)
        known = self._equal.get(key)
        if known is None:
            pairs = zip(self.columns[one], self.columns[other], strict=True)
            known = self._equal[key] = bits(a == b and a >= 0 for a, b in pairs)
        return known

    def restricted(self, column: int, alive: int) -> int:
        """Return a number that is the same for columns that are equal in the classes alive."""
        key = (column, alive)
        number = self._restricted.get(key)
        if number is None:
            values = tuple(v for n, v in enumerate(self.columns[column]) if alive >> n & 1)
            number = self._restrictions.setdefault(values, len(self._restrictions))
            self._restricted[key] = number
        return number

    def effect(self, predicate: int, inputs: tuple[int, ...]) -> Effect:
        """Return the effect of calling a predicate on columns."""
        key = (predicate, inputs)
        known = self._effects.get(key)
        if known is None:
            known = self._effects[key] = self._compute(predicate, inputs)
        return known

    def _compute(self, predicate: int, inputs: tuple[int, ...]) -> Effect:
        columns = [self.columns[column] for column in inputs]
        keys = zip(*columns, strict=True) if columns else [()] * len(self.classes)
        answers = [
            known.answers[predicate].get(key, [])
            for known, key in zip(self.classes, keys, strict=True)
        ]
        assert all(len(found) <= 1 for found in answers)
        outputs = tuple(
            self.intern(tuple(found[0][o] if found else -1 for found in answers))
            for o in range(self.output_counts[predicate])
        )
        return Effect(bits(answers), outputs)
