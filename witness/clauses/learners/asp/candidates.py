"""Candidates: clauses with what they cover, and good sets of them that are found at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import NamedTuple, Protocol, TypeVar

from witness.clauses.language.bias import Bias
from witness.clauses.language.terms import Clause
from witness.clauses.learners.asp.counts import Counts


class Covering(Protocol):
    """What has a number of literals, and covers a bit set of classes or of examples."""

    @property
    def size(self) -> int:
        """The number of literals, including the head."""

    @property
    def coverage(self) -> int:
        """The bit set of what it covers."""


C = TypeVar("C", bound=Covering)


@dataclass(frozen=True)
class Candidate:
    """A clause, and the bit set of the classes, or of the examples, that it covers.

    `repeats` counts the literals that make the call of another one, with the same inputs.
    """

    clause: Clause
    coverage: int
    repeats: int = 0

    @property
    def size(self) -> int:
        """The number of literals, including the head."""
        return self.clause.size


def candidate_of(bias: Bias, clause: Clause, coverage: int) -> Candidate:
    """Return a clause of a bias as a candidate."""
    if not bias.directed:
        return Candidate(clause, coverage)
    given = {signature.key: signature.inputs for signature in bias.body}
    calls = {(one.key, tuple(compress(one.args, given[one.key]))) for one in clause.body}
    return Candidate(clause, coverage, len(clause.body) - len(calls))


def covered(candidates: Iterable[Covering]) -> int:
    """Return the bit set of what some candidates cover together."""
    union = 0
    for candidate in candidates:
        union |= candidate.coverage
    return union


def drop_redundant(chosen: list[C]) -> None:
    """Take out, the longest first, each candidate whose coverage the others have together."""
    for candidate in sorted(chosen, key=lambda c: -c.size):
        others = covered(other for other in chosen if other is not candidate)
        if not candidate.coverage & ~others:
            chosen.remove(candidate)


def few(candidates: Sequence[C], missing: int) -> list[C]:
    """Return a greedy cover of a bit set that the candidates cover together.

    Each one covers the most bits, for its size, of those that are missing by then.
    """
    chosen: list[C] = []
    while missing:
        best = max(candidates, key=lambda c: (c.coverage & missing).bit_count() / c.size)
        chosen.append(best)
        missing &= ~best.coverage
    return chosen


class Most(NamedTuple):
    """The most clauses of a set, and the most literals with heads; None is no limit."""

    clauses: int | None = None
    literals: int | None = None

    def allow(self, clauses: int, literals: int) -> bool:
        """Whether these numbers of clauses and literals are within the limits."""
        return (self.clauses is None or clauses <= self.clauses) and (
            self.literals is None or literals <= self.literals
        )


def greedy(
    candidates: Sequence[C], counts: Counts, noisy: bool = False, most: Most | None = None
) -> list[C]:
    """Return a greedy choice of candidates within limits: no further one would make it better.

    With noise, better is a smaller description length, otherwise more positive examples.
    """
    chosen: list[C] = []
    so_far = size = 0

    def cost(union: int, size: int) -> tuple[int, int]:
        return (counts.length(union, size), 0) if noisy else (-counts.right(union), size)

    while True:
        able = [c for c in candidates if most is None or most.allow(len(chosen) + 1, size + c.size)]
        costs = [cost(so_far | c.coverage, size + c.size) for c in able]
        if min(costs, default=cost(so_far, size)) >= cost(so_far, size):
            return chosen
        best = able[costs.index(min(costs))]
        chosen.append(best)
        so_far |= best.coverage
        size += best.size


def description_length(chosen: Sequence[Covering], counts: Counts) -> int:
    """Return the description length of a hypothesis that consists of some candidates."""
    return counts.length(covered(chosen), sum(c.size for c in chosen))
