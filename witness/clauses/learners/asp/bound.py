"""What an enumeration of clauses has found, and what can still help.

A clause is useless if a known clause covers at least the same with at most the same size. Once
known clauses within the limits of a hypothesis cover all positive examples together, with `best`
literals, a clause can only help as the largest one of a hypothesis that is smaller: together with
some known clauses, for which what is left of the size is enough, it has to cover all positive
examples.
"""

from __future__ import annotations

from typing import NamedTuple

from witness.clauses.learners.asp.candidates import Most, covered, description_length, few, greedy
from witness.clauses.learners.asp.components import Component
from witness.clauses.learners.asp.counts import Counts
from witness.clauses.learners.asp.facts import Facts

#: The most unions of known clauses to look at; with more, all of them count as one.
MOST_UNIONS = 500

#: The size of the smallest clause.
SMALLEST = 2


class Kept(NamedTuple):
    """A clause without negative examples, and the positive ones that it covers."""

    size: int
    coverage: int
    parts: tuple[Component, ...]


class Found:
    """The clauses found so far without noise; examples are bits, the positive ones first.

    `most` are the limits of a hypothesis.
    """

    def __init__(self, counts: Counts, coverable: int, most: Most | None = None) -> None:
        self.counts = counts
        self.most = most
        self.positive = counts.positive
        self.coverable = coverable
        self.kept: dict[int, Kept] = {}
        self.best: int | None = None
        self._maximal: list[int] = []
        self._answers: dict[int, bool] = {}
        self._unions: list[int] | None = None
        self._unions_for = 0
        self._changed = False

    def candidates(self) -> list[Kept]:
        """Return the clauses by size, then in the order in which they were found."""
        return sorted(self.kept.values(), key=lambda kept: kept.size)

    def add(self, bits: int, size: int, parts: tuple[Component, ...]) -> None:
        """Take in a clause, unless it covers a negative example or is useless."""
        if bits & ~self.positive or bits in self.kept or self._dominated(bits):
            return
        self.kept[bits] = Kept(size, bits, parts)
        self._maximal = [other for other in self._maximal if other | bits != bits] + [bits]
        self._answers.clear()
        self._changed = True

    def may_grow(self, bits: int) -> bool:
        """Whether a clause with more literals can be better than a complete one."""
        return bool(bits & ~self.positive)

    def may_help(self, bits: int, size: int) -> bool:
        """Whether a clause of at least a size that covers no more than some examples can help."""
        covered = bits & self.positive
        if not covered:
            return False
        known = self._answers.get(covered)
        if known is None:
            known = not self._dominated(covered) and self._fits(covered, size)
            self._answers[covered] = known
        return known

    def _dominated(self, covered: int) -> bool:
        return any(covered | other == other for other in self._maximal)

    def _fits(self, covered: int, size: int) -> bool:
        """Whether known clauses that are small enough cover the rest."""
        unions = self._unions_of(size)
        if unions is None:
            return True
        missing = self.coverable & ~covered
        return any(not missing & ~union for union in unions)

    def _unions_of(self, size: int) -> list[int] | None:
        """Return what known clauses cover beside one of a size; None if any clause may help."""
        if self.best is None:
            return None
        if self._unions_for != size:
            left = self.best - 1 - size
            self._unions_for = size
            self._unions = None if left >= size else self._all_unions(left)
        return self._unions

    def _all_unions(self, left: int) -> list[int]:
        """Return the largest unions of known clauses of some size in total."""
        if left < 0:
            return []
        kept = [k for k in self.candidates() if k.size <= left]
        found = {0: 0}
        for one in kept:
            for union, size in list(found.items()):
                total = size + one.size
                joint = union | one.coverage
                if total <= left and found.get(joint, left + 1) > total:
                    found[joint] = total
            if len(found) > MOST_UNIONS:
                everything = 0
                for other in kept:
                    everything |= other.coverage
                return [everything]
        return list(found)

    def end_level(self, size: int) -> None:
        """Say that all clauses of a size have been enumerated."""
        self._answers.clear()
        self._unions_for = 0
        if not self._changed:
            return
        self._changed = False
        union = 0
        for coverage in self._maximal:
            union |= coverage
        if union == self.coverable:
            self.best = self.smallest()

    def smallest(self) -> int | None:
        """Return the size of a small hypothesis that covers all that can be covered.

        None if none within the limits is known.
        """
        kept = self.candidates()
        sizes = [k.size for k in kept if not self.coverable & ~k.coverage]
        sizes += [] if self.best is None else [self.best]
        good = few(kept, self.coverable)
        if self.most is not None:
            good = greedy(kept, self.counts, most=self.most)
        if not self.coverable & ~covered(good):
            sizes.append(sum(k.size for k in good))
        return min(sizes, default=None)

    def ends_before(self, size: int) -> bool:
        """Whether no clause of a size or more can help."""
        return self.best is not None and size >= self.best


class NoisyFound(Found):
    """The clauses found so far that may be part of a hypothesis of least description length.

    Each clause of such a hypothesis covers more positive examples than it has literals: without it
    the hypothesis would be no worse. And no known clause covers all of these with so few literals
    and negative examples together that it could replace the clause. With `ties`, clauses that are
    as good as no clause at all count as well.
    """

    def __init__(
        self, counts: Counts, coverable: int, most: Most | None = None, ties: bool = False
    ) -> None:
        super().__init__(counts, coverable, most)
        self._slack = int(ties)
        self._least = counts.positives + self._slack
        self._costs: dict[int, list[int]] = {}
        self._decided: list[int] = []  # for which examples each clause is right

    def add(self, bits: int, size: int, parts: tuple[Component, ...]) -> None:
        """Take in a clause, unless it is useless."""
        right = bits & self.positive
        wrong = bits & ~self.positive
        gain = self.counts.right(right) - size + self._slack
        if gain <= 0 or bits in self.kept:
            return
        decided = bits ^ self.counts.negative
        if any(decided | other == other for other in self._decided):
            return
        self._decided.append(decided)
        self.kept[bits] = Kept(size, bits, parts)
        cost = size + self.counts.wrong(wrong)
        self._costs.setdefault(cost, []).append(right)
        self._answers.clear()
        self._changed = True

    def may_help(self, bits: int, size: int) -> bool:
        """Whether a clause of at least a size that covers no more than some examples can help."""
        right = bits & self.positive
        if self.counts.right(right) + self._slack <= size:
            return False
        known = self._answers.get(right)
        if known is None:
            rest = min(self.counts.right(self.coverable & ~right), SMALLEST)
            known = size + rest < self._least and not any(
                right | other == other
                for cost, coverages in self._costs.items()
                if cost <= size
                for other in coverages
            )
            self._answers[right] = known
        return known

    def end_level(self, size: int) -> None:
        """Say that all clauses of a size have been enumerated."""
        self._answers.clear()
        if self._changed:
            self._changed = False
            kept = list(self.kept.values())
            good = greedy(kept, self.counts, True, self.most)
            length = description_length(good, self.counts) + self._slack
            self._least = min(self._least, length)

    def ends_before(self, size: int) -> bool:
        """Whether no clause of a size or more can help."""
        return size >= self._least


def found_in(facts: Facts, noisy: bool, most: Most | None, ties: bool) -> Found:
    """Return a place for the clauses of a task."""
    if noisy:
        return NoisyFound(facts.counts, facts.counts.positive, most, ties)
    positives = facts.positives
    impossible = set(map(tuple, facts.heads[positives:].tolist()))
    heads = map(tuple, facts.heads[:positives].tolist())
    coverable = sum(1 << place for place, head in enumerate(heads) if head not in impossible)
    return Found(facts.counts, coverable, most)
