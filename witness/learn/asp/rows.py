"""Relations between examples and values: the rows on which the enumeration of clauses works.

A partial clause is a relation: one row for each way to satisfy its literals in one class of
examples, one column of value numbers for each variable. Rows are never copied: all relations over
the same rows share a `Space`, and each has its own set of rows still alive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from witness.learn.asp.saturate import ExampleClass


def bits(flags: Iterable[object]) -> int:
    """Return the bit set of the positions of true flags."""
    digits = "".join(["1" if flag else "0" for flag in flags])
    return int(digits[::-1] or "0", 2)


def _masks(weights: Sequence[int]) -> list[tuple[int, int]]:
    """Return the different weights, each with the bit set of its positions."""
    return [(w, bits(w == weight for weight in weights)) for w in sorted(set(weights)) if w]


def _sum(masks: Sequence[tuple[int, int]], chosen: int) -> int:
    """Return the sum of the weights of a bit set."""
    return sum(weight * (chosen & mask).bit_count() for weight, mask in masks)


class Spaces:
    """The spaces of one enumeration; `output_counts` has the number of outputs of each predicate.

    `positive` is the bit set of the classes with positive examples only.
    """

    def __init__(self, classes: list[ExampleClass], output_counts: list[int]) -> None:
        self.classes = classes
        self.output_counts = output_counts
        self.positive = bits(c.positives and not c.negatives for c in classes)
        self.made = 0
        self._right = _masks([c.positives for c in classes])
        self._wrong = _masks([c.negatives for c in classes])
        self._scores: dict[int, float] = {}

    def score(self, covered: int) -> float:
        """Return the part of the positive examples of classes, less that of the others."""
        known = self._scores.get(covered)
        if known is None:
            everything = (1 << len(self.classes)) - 1
            right, wrong = (
                _sum(masks, covered) / max(1, _sum(masks, everything))
                for masks in (self._right, self._wrong)
            )
            known = self._scores[covered] = right - wrong
        return known

    def new(self, classes: list[int]) -> Space:
        """Return a new space; `classes` has the class of each row."""
        self.made += 1
        return Space(self.made - 1, classes, self)


@dataclass
class Effect:
    """The effect of a call on given columns: the rows kept, and the columns of its outputs."""

    kept: int
    outputs: tuple[int, ...]
    space: Space | None = None


class Space:
    """A set of rows, each belonging to one class, with interned columns of value numbers."""

    def __init__(self, number: int, classes: list[int], family: Spaces) -> None:
        self.number = number
        self.classes = classes
        self.family = family
        self.columns: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._effects: dict[tuple[int, tuple[int, ...]], Effect] = {}
        self._equal: dict[tuple[int, int], int] = {}
        self._restricted: dict[tuple[int, int], int] = {}
        self._restrictions: dict[tuple[int, ...], int] = {}
        self.parents: list[int] = []
        self.positive = bits(family.positive >> c & 1 for c in classes)
        self.negative = bits(family.classes[c].negatives for c in classes)
        rows_of: dict[int, int] = {}
        for row, c in enumerate(classes):
            rows_of[c] = rows_of.get(c, 0) | 1 << row
        self._rows = [(1 << c, rows) for c, rows in rows_of.items()]
        self.rows_of = [(1 << c, rows) for c, rows in rows_of.items() if family.positive >> c & 1]

    def intern(self, column: tuple[int, ...]) -> int:
        """Return the number of a column, a new one if it has none."""
        number = self._numbers.get(column)
        if number is None:
            number = self._numbers[column] = len(self.columns)
            self.columns.append(column)
        return number

    def equal(self, one: int, other: int) -> int:
        """Return the rows in which two columns are equal and defined."""
        key = (one, other) if one <= other else (other, one)
        rows = self._equal.get(key)
        if rows is None:
            pairs = zip(self.columns[one], self.columns[other], strict=True)
            rows = self._equal[key] = bits(a == b and a >= 0 for a, b in pairs)
        return rows

    def restricted(self, column: int, alive: int) -> int:
        """Return a number that is the same for columns that are equal on the rows alive."""
        key = (column, alive)
        number = self._restricted.get(key)
        if number is None:
            values = tuple(v for row, v in enumerate(self.columns[column]) if alive >> row & 1)
            number = self._restrictions.setdefault(values, len(self._restrictions))
            self._restricted[key] = number
        return number

    def covered(self, alive: int) -> int:
        """Return the bit set of the positive classes that have a row alive."""
        if self.number == 0:
            return alive & self.positive
        return sum(c for c, rows in self.rows_of if alive & rows)

    def score(self, alive: int) -> float:
        """Return the part of the positive examples with a row alive, less that of the others."""
        if self.number == 0:
            return self.family.score(alive)
        return self.family.score(sum(c for c, rows in self._rows if alive & rows))

    def effect(self, predicate: int, inputs: tuple[int, ...]) -> Effect:
        """Return the effect of calling a predicate on columns."""
        key = (predicate, inputs)
        known = self._effects.get(key)
        if known is None:
            known = self._effects[key] = self._compute(predicate, inputs)
        return known

    def _compute(self, predicate: int, inputs: tuple[int, ...]) -> Effect:
        classes = self.family.classes
        outputs = self.family.output_counts[predicate]
        given = [self.columns[column] for column in inputs]
        answers: list[list[tuple[int, ...]]] = []
        for row, number in enumerate(self.classes):
            key = tuple(column[row] for column in given)
            answers.append(classes[number].answers[predicate].get(key, []))
        kept = bits(answers)
        if all(len(found) <= 1 for found in answers):
            columns = tuple(
                self.intern(tuple(found[0][o] if found else -1 for found in answers))
                for o in range(outputs)
            )
            return Effect(kept, columns)
        # Several answers: a row for each, in a space of its own.
        parents = [row for row, found in enumerate(answers) for _ in found]
        space = self.family.new([self.classes[row] for row in parents])
        space.parents = parents
        flat = [answer for found in answers for answer in found]
        columns = tuple(space.intern(tuple(a[o] for a in flat)) for o in range(outputs))
        return Effect(kept, columns, space)
