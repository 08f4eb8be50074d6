"""The clauses that came nearest to what is asked for, and what they cover wrongly.

A clause is near if it covers a larger part of the positive examples than of the negative ones: the
difference of the two parts is its score (Youden's J). A clause that covers everything has the score
0, however few negative examples there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from witness.clauses.language.terms import Clause, term_text
from witness.clauses.learners.rendering import atom_of
from witness.clauses.learners.task import Example

T = TypeVar("T")

#: The number of clauses that a record has.
SHOWN = 3

#: The number of clauses that are kept; of several that cover the same, one is shown.
KEPT = 12


class Nearest(Generic[T]):
    """The clauses with the best scores so far; `T` is whatever stands for a clause."""

    def __init__(self) -> None:
        self._kept: list[tuple[float, T]] = []
        self._least = 0.0

    def add(self, score: float, clause: T) -> None:
        """Take in a clause that covers some negative examples, if it is among the best."""
        if score <= self._least:
            return
        self._kept.append((score, clause))
        if len(self._kept) > 4 * KEPT:
            self._cut()

    def _cut(self) -> None:
        self._kept.sort(key=lambda entry: -entry[0])
        del self._kept[KEPT:]
        self._least = self._kept[-1][0] if len(self._kept) == KEPT else 0.0

    def records(
        self,
        shown: Callable[[T], tuple[Clause, int, int]],
        wrong: Callable[[T], Iterable[Example]],
    ) -> list[dict[str, Any]]:
        """Return records of the best ones, the first for each pair of numbers of examples.

        `shown` returns a clause and the numbers of positive and negative examples that it covers,
        `wrong` the negative ones, or some of them.
        """
        self._cut()
        found: dict[tuple[int, int], tuple[Clause, T]] = {}
        for _, kept in self._kept:
            clause, right, errors = shown(kept)
            found.setdefault((right, errors), (clause, kept))
        return [
            {
                "clause": str(clause),
                "true_positives": right,
                "false_positives": errors,
                "false_positive": term_text(atom_of(clause.name, min(wrong(kept), key=str))),
            }
            for (right, errors), (clause, kept) in list(found.items())[:SHOWN]
        ]
