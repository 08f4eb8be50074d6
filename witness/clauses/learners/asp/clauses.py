"""Enumeration of the consistent clauses of a bias over classes of saturated examples.

A clause is refined literal by literal. As no call has several answers, its effect on the examples
is the bit set of the classes still alive, in which all its literals hold, and a column of value
numbers for each variable (`witness.clauses.learners.asp.rows`).

Two partial clauses have the same refinements if they leave the same classes alive, their variables
have the same values there, and their literals join the same variables: all literals hold in the
classes alive, so it does not matter which ones were used. Only one of them is kept, one with the
fewest calls that are made twice, and of several the first in the order of the bias. A partial
clause is also dropped if

- it covers no positive example;
- its last literal removes no class, adds no variable, and gives no variable the second literal that
  it needs (the clause without it covers the same and is shorter);
- the literals that it may still add cannot give every variable a second literal;
- a consistent clause that was found earlier covers the same examples or more (and is shorter).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import compress
from typing import Any, NamedTuple

from witness.clauses.language.bias import Bias
from witness.clauses.language.terms import Clause
from witness.clauses.learners.asp.candidates import Candidate, candidate_of
from witness.clauses.learners.asp.nearest import Nearest
from witness.clauses.learners.asp.rows import Space
from witness.clauses.learners.asp.saturate import ExampleClass
from witness.clauses.learners.asp.shapes import Addition, Lit, Shape, shapes_of
from witness.clauses.learners.rendering import clause_of
from witness.clauses.learners.task import Example


class _PartialClause(NamedTuple):
    """The classes alive, the column of each variable, and the literals, also as a bit set."""

    alive: int
    columns: tuple[int, ...]
    shape: Shape
    literals: tuple[Lit, ...]
    members: int


class Enumeration:
    """One run of the enumeration."""

    #: No clause has too many rows to be looked at, as in `Relational`.
    left_out = 0

    def __init__(
        self, classes: list[ExampleClass], bias: Bias, forbidden: Collection[Clause] = ()
    ) -> None:
        self.classes = classes
        self.forbidden = forbidden
        self.barred: set[int] = set()  # what the forbidden clauses cover
        self.bias = bias
        self.shapes = shapes_of(bias)
        self.space = Space(classes, [s.inputs.count(False) for s in bias.body])
        self.arity = len(bias.head.types)
        self.found: dict[int, Candidate] = {}
        self.best: list[int] = []
        self.nearest: Nearest[_PartialClause] = Nearest()
        self._dominated: dict[int, bool] = {}

    def run(self) -> None:
        """Go through the partial clauses by their number of literals."""
        columns = tuple(
            self.space.intern(tuple(c.heads[position] for c in self.classes))
            for position in range(self.arity)
        )
        level = [_PartialClause(self.space.everything, columns, self.shapes.first, (), 0)]
        for left in reversed(range(self.bias.max_body)):
            level, consistent = self.refined(level, left)
            if self.forbidden:
                told = ((self.clause(one), one.alive & self.space.positive) for one in consistent)
                self.barred |= {covered for clause, covered in told if clause in self.forbidden}
            for state in consistent:
                self.record(state)
            self._dominated.clear()
            level = [state for state in level if not self.dominated(state.alive)]

    def candidates(self) -> list[Candidate]:
        """Return the consistent clauses found so far, by their rank."""
        return sorted(self.found.values(), key=lambda candidate: candidate.rank)

    def refined(
        self, level: list[_PartialClause], left: int
    ) -> tuple[list[_PartialClause], list[_PartialClause]]:
        """Return the partial clauses with one literal more, and those of them to record.

        `left` is the number of literals that they may still get.
        """
        space = self.space
        same: set[int] = set()
        seen: dict[object, int] = {}
        following: list[_PartialClause] = []
        consistent: list[_PartialClause] = []
        for state in level:
            for alive, columns, addition in self.refinements(state, left):
                complete = addition.shape.complete
                done = complete and not alive & space.negative
                near = complete and not done and self.nearest.is_near(space.counts.score(alive))
                if not (done or left or near):
                    continue
                members = state.members | addition.bit
                if members in same:
                    continue
                same.add(members)
                if self.dominated(alive):
                    continue
                child = _child(state, alive, columns, addition)
                if done:
                    consistent.append(child)
                    continue
                if near:
                    self.nearest.add(space.counts.score(alive), child)
                if not left:
                    continue
                if left == 1 and not self.can_be_completed(child):
                    continue
                key = _key(child, space, self.shapes.kind_count)
                place = seen.setdefault(key, len(following))
                if place == len(following):
                    following.append(child)
                elif self.repeats(child) < self.repeats(following[place]):
                    following[place] = child
        return following, consistent

    def can_be_completed(self, state: _PartialClause) -> bool:
        """Whether one more literal makes a consistent clause that is not dominated."""
        for alive, columns, addition in self.refinements(state, 0):
            if not alive & self.space.negative:
                if not self.dominated(alive):
                    return True
            elif self.nearest.is_near(score := self.space.counts.score(alive)):
                self.nearest.add(score, _child(state, alive, columns, addition))
        return False

    def dominated(self, alive: int) -> bool:
        """Whether a clause that was found earlier covers all that one with these classes does."""
        covered = alive & self.space.positive
        known = self._dominated.get(covered)
        if known is None:
            known = any(covered | coverage == coverage for coverage in self.best)
            self._dominated[covered] = known
        return known

    def record(self, state: _PartialClause) -> None:
        """Keep a consistent clause unless a better one of the same coverage is known."""
        covered = state.alive & self.space.positive
        if covered in self.barred:
            return
        candidate = candidate_of(self.bias, self.clause(state), covered)
        known = self.found.get(covered)
        if known is None or candidate.rank < known.rank:
            self.found[covered] = candidate
        if not any(covered | coverage == coverage for coverage in self.best):
            self.best = [c for c in self.best if c | covered != covered] + [covered]

    def repeats(self, state: _PartialClause) -> int:
        """Return how many literals make the call of another one, with the same inputs."""
        inputs = [signature.inputs for signature in self.bias.body]
        calls = {(number, *compress(vs, inputs[number])) for number, vs in state.literals}
        return len(state.literals) - len(calls)

    def clause(self, state: _PartialClause) -> Clause:
        """Return a partial clause as a clause."""
        return clause_of(self.bias, [(*literal, ()) for literal in sorted(state.literals)])

    def near(self) -> list[dict[str, Any]]:
        """Return what is to be said about the clauses that came nearest."""

        counts = self.space.counts

        def shown(state: _PartialClause) -> tuple[Clause, int, int]:
            alive = state.alive
            return self.clause(state), counts.right(alive), counts.wrong(alive)

        def wrong(state: _PartialClause) -> list[Example]:
            alive = [c for n, c in enumerate(self.classes) if state.alive >> n & 1]
            return [example for c in alive for example in c.all_negatives()]

        return self.nearest.records(shown, wrong)

    def refinements(
        self, state: _PartialClause, left: int
    ) -> Iterator[tuple[int, tuple[int, ...], Addition]]:
        """Yield what a literal more leads to: the classes alive, the columns, and the addition.

        Without literals that remove no class and that no variable needs.
        """
        space = self.space
        alive_before, columns, shape, _, members = state
        for predicate, inputs, additions in shape.calls(left):
            effect = space.effect(predicate, tuple([columns[v] for v in inputs]))
            alive = alive_before & effect.kept
            if not alive & space.positive:
                continue
            restricts = alive != alive_before
            outputs = effect.outputs
            for addition in additions:
                if members & addition.bit:
                    continue
                still = alive
                for output, variable in addition.joins:
                    still &= space.equal(outputs[output], columns[variable])
                if not still & space.positive:
                    continue
                if restricts or addition.useful or still != alive:
                    if addition.new:
                        new = tuple([outputs[output] for output in addition.new])
                        yield still, columns + new, addition
                    else:
                        yield still, columns, addition


def _child(
    state: _PartialClause, alive: int, columns: tuple[int, ...], addition: Addition
) -> _PartialClause:
    """Return a partial clause with a literal more."""
    literals = (*state.literals, addition.literal)
    members = state.members | addition.bit
    return _PartialClause(alive, columns, addition.shape, literals, members)


def _key(state: _PartialClause, space: Space, kind_count: int) -> object:
    """Return a key that is equal only for partial clauses with the same refinements."""
    alive, columns, shape, literals, _ = state
    labels = [
        space.restricted(column, alive) * kind_count + kind
        for column, kind in zip(columns, shape.kinds, strict=True)
    ]
    ordered = sorted(labels)
    # A number with a byte for each label counts the variables of a literal that have it.
    byte = {label: 1 << 8 * place for place, label in enumerate(ordered)}
    marks = [byte[label] for label in labels]
    edges = [sum([marks[v] for v in variables]) for _, variables in literals]
    if len(byte) < len(labels):
        # Variables with the same label are told apart by their literals.
        joins = [
            sorted([edge for edge, (_, vs) in zip(edges, literals, strict=True) if v in vs])
            for v in range(len(labels))
        ]
        order = sorted(range(len(labels)), key=lambda v: (marks[v], joins[v]))
        for place, v in enumerate(order):
            marks[v] = 1 << place
        edges = [sum([marks[v] for v in variables]) for _, variables in literals]
    return (alive, tuple(ordered), tuple(sorted(edges)))


def consistent_clauses(classes: list[ExampleClass], bias: Bias) -> list[Candidate]:
    """Return a shortest consistent clause for each set of positive classes that one covers.

    A clause is consistent if it covers no negative example. Clauses whose coverage a shorter clause
    includes are left out. The result is sorted by size, then by text. No call may have several
    answers in a class (`class_facts.has_choices`).
    """
    enumeration = Enumeration(classes, bias)
    enumeration.run()
    return enumeration.candidates()
