"""The clauses that came nearest to what is asked for, and what they cover wrongly.

A clause is near if it covers a larger part of the positive examples than of the negative ones: the
difference of the two parts is its score (Youden's J). A clause that covers everything has the score
0, however few negative examples there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")

#: The number of clauses that a record has.
SHOWN = 3

#: The number of clauses that are kept; of several that cover the same, one is shown.
KEPT = 12


class Nearest(Generic[T]):
    """The clauses with the best scores so far, in any form."""

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

    def records(self, shown: Callable[[T], dict[str, Any]]) -> list[dict[str, Any]]:
        """Return what is said about the best ones; `shown` says it of one."""
        self._cut()
        found: dict[object, dict[str, Any]] = {}
        for _, clause in self._kept:
            record = shown(clause)
            key = tuple(value for name, value in record.items() if name != "clause")
            found.setdefault(key, record)
        return list(found.values())[:SHOWN]
