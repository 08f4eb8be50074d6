"""What a learner answers, and the files it is written to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from witness.logic.terms import Clause


@dataclass(frozen=True)
class Learned:
    """A hypothesis and how it does on its own examples. No clauses: nothing was learned."""

    clauses: tuple[Clause, ...]
    true_positives: int
    false_positives: int
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Number of literals, heads counted."""
        return sum(clause.size for clause in self.clauses)
