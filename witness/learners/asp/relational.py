"""The enumeration of the clauses of a task whose background knowledge is a set of relations.

Clauses are made of components (see `skeletons`). They are enumerated by their number of literals;
of each, only the examples matter that it covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any, cast

from witness.learners.asp.bound import found_in
from witness.learners.asp.candidates import Candidate
from witness.learners.asp.conditions import Component, Condition, ManyRows, Pools, Rows, rows_of
from witness.learners.asp.facts import Facts
from witness.learners.asp.literals import meet
from witness.learners.asp.nearest import Nearest
from witness.learners.asp.roots import Roots, flags_of
from witness.learners.asp.skeletons import Skeleton, Skeletons
from witness.learners.rendering import Numbered, clause_of
from witness.learners.task import Example
from witness.logic.language.bias import Bias
from witness.logic.language.terms import Clause

#: The types of the head variables, as far as they are known.
Types = tuple[str, ...]

#: Components of a clause: the examples that all of them cover, the head variables that they use,
#: the number of the other variables, the types of the head variables, and the components.
Body = tuple[int, int, int, Types, tuple[Component, ...]]


#: The examples that a clause covers, and the clause.
_Found = tuple[int, tuple[Component, ...]]


class Relational:
    """One run of the enumeration."""

    def __init__(self, facts: Facts, bias: Bias, noisy: bool) -> None:
        self.facts = facts
        self.bias = bias
        self.noisy = noisy
        self.found = found = found_in(facts, noisy)
        self.nearest: Nearest[_Found] = Nearest()
        self.pools = Pools(facts, bias)
        self.arity = len(bias.head.types)
        self.room = bias.max_vars - self.arity
        self._size = 0
        self.roots = Roots(
            bias.head.types,
            facts.constants,
            facts.heads,
            lambda bits: found.may_help(bits, self._size),
        )
        given = [v for v, known in enumerate(bias.head.inputs) if known] if bias.directed else None
        single = frozenset(bias.single_types)
        self.skeletons = Skeletons(
            facts.forms,
            self.roots,
            self.room,
            single,
            bias.max_body,
            bias.allow_singletons,
            given,
        )
        self.rows: list[Rows | ManyRows] = []
        self.components: list[list[Component]] = [[]]
        self.bodies: list[list[Body]] = [[]]
        self._known: dict[tuple[int, int, object], list[int]] = {}

    def run(self) -> None:
        """Go through the clauses by their number of literals until no larger one can help."""
        for size in range(1, self.bias.max_body + 1):
            if self.found.ends_before(size + 1):
                break
            self.level(size)
            self.found.end_level(size + 1)
            if size < self.bias.max_body:
                self.pools.grow()

    def level(self, size: int) -> None:
        """Make the components and bodies with a number of literals."""
        self._prune(size)
        self._size = size + 1
        for skeleton, columns in self.skeletons.next_level():
            if self.pools.generators or self._modes(skeleton, ()):
                literals = self.skeletons.joined(skeleton.literals)
                self.rows.append(rows_of(skeleton, literals, columns, self.roots))
        components: list[Component] = []
        bodies: list[Body] = []
        self.components.append(components)
        self.bodies.append(bodies)
        for rows in self.rows:
            skeleton = rows.skeleton
            for bits, chosen in self.pools.components(rows, size, self.room):
                if not self.found.may_help(bits, size + 1):
                    continue
                modes = self._modes(skeleton, chosen)
                if not modes:
                    continue
                inner = skeleton.inner + sum(c.inner for _, c in chosen)
                component = Component(skeleton, chosen, bits, size, inner, False)
                touched = sum(1 << v for v in skeleton.touched)
                types = skeleton.types[: self.arity]
                if self._is_new(bits, touched, (types, modes), inner):
                    components.append(component)
                    self._add((bits, touched, inner, types, (component,)), size, bodies)
        for smaller in range(1, size):
            for body in self.bodies[size - smaller]:
                for component in self.components[smaller]:
                    self._combine(body, component, size, bodies)

    def _prune(self, size: int) -> None:
        """Drop what cannot be a part of a clause that helps."""
        may_help = self.found.may_help
        for level in self.components:
            level[:] = [c for c in level if may_help(c.bits, size + 1)]
        for bodies in self.bodies:
            bodies[:] = [b for b in bodies if may_help(b[0], size + 1)]

    def _combine(self, body: Body, component: Component, size: int, bodies: list[Body]) -> None:
        bits, touched, inner, types, parts = body
        inner += component.inner
        joint = _met(types, component.skeleton.types)
        if inner > self.room or joint is None:
            return
        bits &= component.bits
        if not self.found.may_help(bits, size + 1):
            return
        for v in component.skeleton.touched:
            touched |= 1 << v
        parts = (*parts, component)
        modes: object = None
        if self.bias.directed and not all(self.bias.head.inputs):
            modes = frozenset(self._modes(p.skeleton, p.conditions) for p in parts)
        if self._is_new(bits, touched, (joint, modes), inner):
            self._add((bits, touched, inner, joint, parts), size, bodies)

    def _is_new(self, bits: int, touched: int, further: object, inner: int) -> bool:
        known = self._known.setdefault((bits, touched, further), [])
        if any(other <= inner for other in known):
            return False
        known.append(inner)
        return True

    def _add(self, body: Body, size: int, bodies: list[Body]) -> None:
        bits, touched, _, _, parts = body
        whole = touched == (1 << self.arity) - 1 or not self.bias.whole_head
        complete = whole and self._has_values(parts)
        if complete:
            self.found.add(bits, size + 1, parts)
            counts = self.facts.counts
            if bits & counts.negative and not self.noisy:
                self.nearest.add(counts.score(bits), (bits, parts))
        if not complete or self.found.may_grow(bits):
            bodies.append(body)

    @property
    def left_out(self) -> int:
        """How many parts of clauses had too many rows to be looked at."""
        return self.roots.left_out + self.pools.left_out

    # ---- directions ---------------------------------------------------------------------------

    def _knowns(self, skeleton: Skeleton) -> list[tuple[int, ...]]:
        """Return which roots may have values: those that are inputs, and any of the others."""
        given = [v for v in skeleton.touched if self.bias.head.inputs[v] or not self.bias.directed]
        found = [tuple(given)]
        for v in skeleton.touched:
            if v not in given:
                found += [(*known, v) for known in found]
        return found

    def _modes(
        self, skeleton: Skeleton, conditions: tuple[tuple[int, Condition], ...]
    ) -> frozenset[tuple[int, ...]]:
        """Return with which roots known all variables of a component get values."""
        return frozenset(
            known
            for known in self._knowns(skeleton)
            if self.pools.closes(skeleton, conditions, known)
        )

    def _has_values(self, parts: tuple[Component, ...]) -> bool:
        """Whether all variables get values when the inputs of the head have them."""
        if not self.bias.directed or all(self.bias.head.inputs):
            return True
        known = {v for v, given in enumerate(self.bias.head.inputs) if given}
        waiting = list(parts)
        while waiting:
            ready = [
                p
                for p in waiting
                if any(known.issuperset(m) for m in self._modes(p.skeleton, p.conditions))
            ]
            if not ready:
                return False
            for part in ready:
                waiting.remove(part)
                known.update(part.skeleton.touched)
        return True

    # ---- clauses ------------------------------------------------------------------------------

    def candidates(self) -> list[Candidate]:
        """Return the clauses found so far that may be of use, by size."""
        return [Candidate(self.clause(k.parts), k.coverage) for k in self.found.candidates()]

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
        return clause_of(self.bias, body)

    def near(self) -> list[dict[str, Any]]:
        """Return what is to be said about the clauses that came nearest."""
        counts, positives = self.facts.counts, self.facts.positives
        negatives = self.facts.examples[positives:]

        def shown(found: _Found) -> tuple[Clause, int, int]:
            return self.clause(found[1]), counts.right(found[0]), counts.wrong(found[0])

        def wrong(found: _Found) -> list[Example]:
            flags = flags_of(found[0] >> positives, len(negatives))
            return list(compress(negatives, flags.tolist()))

        return self.nearest.records(shown, wrong)


def _met(types: Types, others: Sequence[str]) -> Types | None:
    """Return the types of variables that have those of both; None if some differ."""
    met = tuple(meet(one, other) for one, other in zip(types, others, strict=False))
    return None if None in met else cast("Types", met)
