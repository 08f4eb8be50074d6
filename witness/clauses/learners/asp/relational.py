"""The enumeration of the clauses of a bias over relations.

Clauses are made of components (see `skeletons`). They are enumerated by their number of literals;
of each, only the examples matter that it covers.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from itertools import compress
from operator import itemgetter, or_
from typing import Any

from witness.clauses.language.bias import Bias
from witness.clauses.language.terms import Clause, term_text
from witness.clauses.learners.asp.bound import found_in
from witness.clauses.learners.asp.candidates import Candidate, Most, candidate_of
from witness.clauses.learners.asp.components import Component, Condition
from witness.clauses.learners.asp.conditions import Growth, Pools
from witness.clauses.learners.asp.facts import Facts
from witness.clauses.learners.asp.literals import Skeleton
from witness.clauses.learners.asp.roots import Roots, flags_of
from witness.clauses.learners.rendering import Numbered, atom_of, clause_of

#: How many of the clauses that came nearest a record shows, and how many are kept.
SHOWN, KEPT = 3, 12

#: The examples that a clause covers, and the clause.
_Found = tuple[int, tuple[Component, ...]]


class Relational(Growth):
    """One run of the enumeration: the bodies of clauses are conditions on the head variables.

    No clause found covers the same positive examples as one of `forbidden`.
    """

    def __init__(
        self,
        facts: Facts,
        bias: Bias,
        noisy: bool = False,
        most: Most | None = None,
        ties: bool = False,
        forbidden: Collection[Clause] = (),
    ) -> None:
        self.facts = facts
        self.bias = bias
        self.noisy = noisy
        self.found = found = found_in(facts, noisy, most, ties)
        self.forbidden = forbidden
        self.barred: set[int] = set()  # what the forbidden clauses cover
        #: The clauses with the best scores so far, and the least score that counts.
        self._near: list[tuple[float, _Found]] = []
        self._least = 0.0
        self.arity = len(bias.head.types)
        self._size = 0
        #: The number of literals of the bodies of which all have been seen, or cannot help.
        self.seen = 0
        roots = Roots(
            bias.head.types,
            facts.constants,
            facts.heads,
            lambda bits: found.may_help(bits, self._size),
        )
        given = [v for v, known in enumerate(bias.head.inputs) if known] if bias.directed else None
        room = bias.max_vars - self.arity
        super().__init__(Pools(facts, bias), roots, room, bias.max_body, given)

    def run(self) -> None:
        """Go through the clauses by their number of literals while larger ones can help."""
        for size in range(1, self.bias.max_body + 1):
            if self.found.ends_before(size + 1):
                break
            self._size = size + 1
            self._prune()
            self.grow(size)
            self.found.end_level(size + 1)
            self.seen = size
            if size < self.bias.max_body:
                self.pools.grow()
        self.seen = self.bias.max_body

    @property
    def is_done(self) -> bool:
        """Whether no clause beyond the limits can help, whatever else follows from the examples."""
        if not self.found.ends_before(self.bias.max_body + 2):
            return False
        counts = self.facts.counts
        union = reduce(or_, (kept.coverage for kept in self.found.candidates()), 0)
        return self.noisy or counts.right(union) == counts.positives

    def _prune(self) -> None:
        """Drop what cannot be a part of a clause that helps."""
        for components in self.components:
            components[:] = [c for c in components if self.roots.may_help(c.bits)]
        for bodies in self.conditions:
            bodies[:] = [body for body in bodies if self.roots.may_help(body.bits)]

    def mark(self, parts: tuple[Component, ...]) -> object:
        """Return with which head variables known others get values, if that matters."""
        if len(parts) == 1:
            return parts[0].modes
        if self.bias.directed and not all(self.bias.head.inputs):
            return frozenset(part.modes for part in parts)
        return None

    def keeps(self, condition: Condition) -> bool:
        """Take in the clause with a body; return whether a longer one may be better."""
        bits, parts = condition.bits, condition.parts
        whole = condition.touched == (1 << self.arity) - 1 or not self.bias.whole_head
        if not whole or not self._has_values(parts):
            return True
        counts = self.facts.counts
        if self.forbidden and self.clause(parts) in self.forbidden:
            self.barred.add(bits)
        if bits in self.barred:
            return True
        self.found.add(bits, self._size, parts)
        if bits & counts.negative and not self.noisy and counts.score(bits) > self._least:
            self._near.append((counts.score(bits), (bits, parts)))
            if len(self._near) > 4 * KEPT:
                self._drop_worse()
        return self.found.may_grow(bits)

    @property
    def left_out(self) -> int:
        """How many parts of clauses had too many rows to be looked at."""
        return self.roots.left_out + self.pools.left_out

    # ---- directions ---------------------------------------------------------------------------

    def knowns(self, skeleton: Skeleton) -> list[tuple[int, ...]]:
        """Return which roots may have values: those that are inputs, and any of the others."""
        given = [v for v in skeleton.touched if self.bias.head.inputs[v] or not self.bias.directed]
        found = [tuple(given)]
        for v in skeleton.touched:
            if v not in given:
                found += [(*known, v) for known in found]
        return found

    def _has_values(self, parts: tuple[Component, ...]) -> bool:
        """Whether all variables get values when the inputs of the head have them."""
        if not self.bias.directed or all(self.bias.head.inputs):
            return True
        known = {v for v, given in enumerate(self.bias.head.inputs) if given}
        waiting = list(parts)
        while waiting:
            ready = [p for p in waiting if any(known.issuperset(m) for m in p.modes)]
            if not ready:
                return False
            for part in ready:
                waiting.remove(part)
                known.update(part.skeleton.touched)
        return True

    # ---- clauses ------------------------------------------------------------------------------

    def candidates(self) -> list[Candidate]:
        """Return the clauses found so far that may be of use, by size."""
        found = [kept for kept in self.found.candidates() if kept.coverage not in self.barred]
        return [candidate_of(self.bias, self.clause(k.parts), k.coverage) for k in found]

    def clause(self, parts: tuple[Component, ...]) -> Clause:
        """Return the clause that consists of some components."""
        count = self.arity
        body: list[Numbered] = []

        def write(component: Component, roots: tuple[int, ...]) -> None:
            nonlocal count
            skeleton = component.skeleton
            names = [*roots, *range(count, count + skeleton.inner)]
            count += skeleton.inner
            for number, vs in skeleton.literals:
                form = self.facts.forms[number]
                body.append((form.predicate, tuple(names[v] for v in vs), form.constants))
            for v, condition in component.conditions:
                for part in condition.parts:
                    write(part, (names[v],))

        for part in parts:
            write(part, tuple(range(self.arity)))
        return clause_of(self.bias, sorted(body, key=itemgetter(0)))

    def near(self) -> list[dict[str, Any]]:
        """Return what is to be said about the clauses that came nearest, the first few of them.

        A clause is near if it covers a larger part of the positive examples than of the negative
        ones (`Counts.score`). Of those with the same numbers one is shown.
        """
        self._drop_worse()
        counts, positives = self.facts.counts, self.facts.positives
        negatives = self.facts.examples[positives:]
        found: dict[tuple[int, int], dict[str, Any]] = {}
        for _, (bits, parts) in self._near:
            clause, right, wrong = self.clause(parts), counts.right(bits), counts.wrong(bits)
            covered = compress(negatives, flags_of(bits >> positives, len(negatives)).tolist())
            record = {
                "clause": str(clause),
                "true_positives": right,
                "false_positives": wrong,
                "false_positive": term_text(atom_of(clause.name, min(covered, key=str))),
            }
            found.setdefault((right, wrong), record)
        return list(found.values())[:SHOWN]

    def _drop_worse(self) -> None:
        self._near.sort(key=lambda entry: -entry[0])
        del self._near[KEPT:]
        self._least = self._near[-1][0] if len(self._near) == KEPT else 0.0
