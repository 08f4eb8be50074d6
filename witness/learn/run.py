"""What a learner answers, and the settings that it is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from witness.logic.language.terms import Clause


@dataclass(frozen=True)
class Settings:
    """What a learner may be told besides its task.

    `timeout` is in seconds. The others are those of `popper`: `command` is its executable,
    `memory_limit` is in megabytes, `collapse` says whether it gets one example of each kind
    instead of all of them, and None leaves `max_vars` and `max_body` to the bias and `solver`
    (of the combine stage) to Popper.
    """

    timeout: float | None = None
    command: str = "popper-ilp"
    memory_limit: float | None = None
    collapse: bool = True
    max_vars: int | None = None
    max_body: int | None = None
    solver: str | None = None


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


NOTHING = Learned((), 0, 0)


@dataclass(frozen=True)
class Run:
    """One run of a learner: what it learned from how many examples, and how it ended.

    `status` is None for a run that ended by itself, else `timeout`, `memory-limit` or `failed`.
    `log` is what another program has said, to be kept beside the result.
    """

    learned: Learned
    positives: int
    negatives: int
    version: str
    status: str | None = None
    log: str | None = None
