"""The settings and the result of a run of a learner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from witness.base.limits import check_amount
from witness.clauses.language.terms import Clause

#: The settings that limit what a hypothesis may be.
LIMITS = ("max_vars", "max_body", "max_clauses", "max_literals")

#: The settings without which a learner looks for something else.
OBJECTIVE = ("noisy", *LIMITS)


@dataclass(frozen=True)
class Settings:
    """The settings of learners; each takes some of them (`registry.taken`).

    `timeout` is in seconds, `memory_limit` in megabytes. `noisy` asks for the hypothesis of least
    description length. `allow_singletons` says whether a variable may occur only once; None leaves
    it to the bias. `command` is Popper's executable, and `hypotheses` the folder of recorded ones.
    `collapse` says whether Popper gets some examples of each class instead of all. `max_vars`,
    `max_body` (of a clause) and `max_clauses` come from the bias if they are None, and there is no
    limit `max_literals` of a whole hypothesis, heads counted. `options` are further ones of Popper,
    as it calls them; True gives one without a value. No clause of the hypothesis covers the same
    positive examples as one of the `forbidden`.
    """

    timeout: float | None = None
    memory_limit: float | None = None
    noisy: bool = False
    allow_singletons: bool | None = None
    command: str = "popper-ilp"
    collapse: bool = True
    max_vars: int | None = None
    max_body: int | None = None
    max_clauses: int | None = None
    max_literals: int | None = None
    options: Mapping[str, str | float | bool] = field(default_factory=dict)
    hypotheses: str | None = None
    forbidden: tuple[Clause, ...] = ()

    def __post_init__(self) -> None:
        check_amount("timeout", self.timeout, least=-inf)  # what is left may be less than 0
        check_amount("memory_limit", self.memory_limit)
        for name in LIMITS:
            least = 2 if name == "max_literals" else 1  # a head and a literal
            check_amount(name, getattr(self, name), whole=True, least=least)


@dataclass(frozen=True)
class Learned:
    """A hypothesis and its coverage of the examples; without clauses, nothing was learned.

    `details` are further entries of the record.
    """

    clauses: tuple[Clause, ...]
    true_positives: int
    false_positives: int
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of literals, including heads."""
        return sum(clause.size for clause in self.clauses)

    def description_length(self, positives: int) -> int:
        """Return what a learner with noise minimises; `positives` counts all positive examples."""
        return self.size + self.false_positives + positives - self.true_positives


@dataclass(frozen=True)
class Run:
    """One run of a learner: what it learned, the numbers of its examples, and how it ended.

    `status` is None for a run that was not cut short, else `timeout`, `memory-limit`, `interrupted`
    or `failed`. `log` is the output of another program, which is kept beside the result. `notices`
    say what is odd about the task. `limits` held for the hypothesis; those that are `assumed` were
    given neither by the bias nor by the settings.
    """

    learned: Learned
    positives: int
    negatives: int
    version: str
    status: str | None = None
    log: str | None = None
    notices: tuple[str, ...] = ()
    limits: Mapping[str, int] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while a learner ran; `best` returns a run that ends with what was found by then."""

    def __init__(self, best: Callable[[], Run]) -> None:
        super().__init__()
        self.best = best
