"""Enumeration of the consistent clauses of a bias over classes of saturated examples.

A clause is refined literal by literal. Its effect on the examples is a relation: one row for each
way to satisfy the literals so far in one class, one column of value numbers for each variable. The
rows of a relation are in a `Space`, in which columns are interned and the effect of a literal is
computed once; the rows still alive are a bit set. A literal with several answers in some row leads
to a new space with more rows.

Two partial clauses have the same refinements if they leave the same rows alive, their variables
have the same values there, and their literals join the same variables: all literals hold on the
rows alive, so it does not matter which ones were used. Only one of them is kept. A partial clause
is also dropped if

- it covers no positive example;
- its last literal removes no row, adds no variable, and gives no variable the second literal that
  it needs (the clause without it covers the same and is shorter);
- the literals that it may still add cannot give every variable a second literal;
- a consistent clause that was found earlier covers the same examples or more (and is shorter).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import NamedTuple

from witness.learn.asp.rows import Effect, Space, Spaces, bits
from witness.learn.asp.saturate import ExampleClass
from witness.logic.language.bias import Bias
from witness.logic.language.terms import Clause, Literal, Variable

#: A literal of a partial clause: the number of its predicate, and its variables.
_Lit = tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class Candidate:
    """A consistent clause; `coverage` is the bit set of the positive classes that it covers."""

    clause: Clause
    coverage: int


class _PartialClause(NamedTuple):
    """The rows alive, the literals, and for each variable its type, its column and its uses."""

    space: Space
    alive: int
    types: tuple[str, ...]
    columns: tuple[int, ...]
    uses: tuple[int, ...]
    literals: tuple[_Lit, ...]


@dataclass
class _Enumeration:
    """One run of the enumeration."""

    classes: list[ExampleClass]
    bias: Bias
    output_counts: list[int] = field(default_factory=list)
    inputs: list[list[int]] = field(default_factory=list)
    outputs: list[list[int]] = field(default_factory=list)
    found: dict[int, tuple[int, str, Clause]] = field(default_factory=dict)
    best: list[int] = field(default_factory=list)
    labels: dict[tuple[str, int, int], int] = field(default_factory=dict)
    choices: dict[tuple[tuple[str, ...], int], list[tuple[int, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for signature in self.bias.body:
            self.inputs.append([i for i, given in enumerate(signature.inputs) if given])
            self.outputs.append([i for i, given in enumerate(signature.inputs) if not given])
            self.output_counts.append(len(self.outputs[-1]))
        self.arity = len(self.bias.head.types)
        self.widest = max(len(signature.types) for signature in self.bias.body)
        self.spaces = Spaces(self.classes, self.output_counts)
        self.positive = self.spaces.positive

    def run(self) -> list[Candidate]:
        """Return the candidates; goes through the partial clauses by their number of literals."""
        space = self.spaces.new(list(range(len(self.classes))))
        columns = tuple(
            space.intern(tuple(c.heads[position] for c in self.classes))
            for position in range(self.arity)
        )
        everything = (1 << len(self.classes)) - 1
        level = [
            _PartialClause(space, everything, self.bias.head.types, columns, (0,) * self.arity, ())
        ]
        for size in range(1, self.bias.max_body + 1):
            left = self.bias.max_body - size
            same: set[frozenset[_Lit]] = set()
            seen: set[object] = set()
            following: list[_PartialClause] = []
            consistent: list[_PartialClause] = []
            for state in level:
                for child in self.refinements(state):
                    literals = frozenset(child.literals)
                    if literals in same:
                        continue
                    same.add(literals)
                    if not child.alive & child.space.negative and self.complete(child):
                        if not self.dominated(child):
                            consistent.append(child)
                    elif self.completable(child, left) and not self.dominated(child):
                        key = self.key(child)
                        if key not in seen:
                            seen.add(key)
                            following.append(child)
            for state in consistent:
                self.record(state)
            level = [state for state in following if not self.dominated(state)]
        return [
            Candidate(clause, coverage)
            for coverage, (_, _, clause) in sorted(self.found.items(), key=lambda e: e[1][:2])
        ]

    def complete(self, state: _PartialClause) -> bool:
        """Whether the body uses all head variables, and no variable occurs in one literal only."""
        if 0 in state.uses[: self.arity]:
            return False
        return self.bias.allow_singletons or 1 not in state.uses[self.arity :]

    def completable(self, state: _PartialClause, left: int) -> bool:
        """Whether `left` more literals can make the clause complete."""
        open_ends = state.uses[: self.arity].count(0)
        if not self.bias.allow_singletons:
            open_ends += state.uses[self.arity :].count(1)
        return left > 0 and open_ends <= left * self.widest

    def dominated(self, state: _PartialClause) -> bool:
        """Whether a clause that was found earlier covers all that this one does."""
        covered = state.space.covered(state.alive)
        return any(covered | coverage == coverage for coverage in self.best)

    def record(self, state: _PartialClause) -> None:
        """Keep a consistent clause unless a better one of the same coverage is known."""
        covered = state.space.covered(state.alive)
        clause = self.clause(state)
        rank = (clause.size, str(clause))
        if covered not in self.found or rank < self.found[covered][:2]:
            self.found[covered] = (*rank, clause)
        if not any(covered | coverage == coverage for coverage in self.best):
            self.best = [c for c in self.best if c | covered != covered] + [covered]

    def key(self, state: _PartialClause) -> object:
        """Return a key that is equal only for partial clauses with the same refinements."""
        space, alive = state.space, state.alive
        labels = []
        for number, (name, column) in enumerate(zip(state.types, state.columns, strict=True)):
            head = number if number < self.arity else -1
            label = (name, space.restricted(column, alive), head)
            labels.append(self.labels.setdefault(label, len(self.labels)))
        joins: list[list[tuple[int, ...]]] = [[] for _ in labels]
        for _, variables in state.literals:
            join = tuple(sorted([labels[v] for v in variables]))
            for variable in variables:
                joins[variable].append(join)
        marks = [(label, sorted(join)) for label, join in zip(labels, joins, strict=True)]
        order = sorted(range(len(labels)), key=marks.__getitem__)
        rank = [0] * len(order)
        for place, number in enumerate(order):
            rank[number] = place
        edges = sorted([tuple(sorted([rank[v] for v in vs])) for _, vs in state.literals])
        return (space.number, alive, tuple(sorted(labels)), tuple(edges))

    def refinements(self, state: _PartialClause) -> Iterator[_PartialClause]:
        """Yield the refinements of a partial clause by one literal that are not dropped."""
        used = set(state.literals)
        for predicate in range(len(self.bias.body)):
            for inputs in self._choices(state.types, predicate):
                effect = state.space.effect(predicate, tuple(state.columns[v] for v in inputs))
                alive = state.alive & effect.kept
                if not alive & state.space.positive:
                    continue
                if self.outputs[predicate]:
                    yield from self._with_outputs(state, predicate, inputs, effect, alive, used)
                    continue
                literal = (predicate, inputs)
                if literal not in used and (
                    alive != state.alive or any(state.uses[v] < self._enough(v) for v in inputs)
                ):
                    uses = list(state.uses)
                    for variable in inputs:
                        uses[variable] += 1
                    yield state._replace(
                        alive=alive, uses=tuple(uses), literals=(*state.literals, literal)
                    )

    def _enough(self, variable: int) -> int:
        """Return the number of body literals in which a variable has to occur."""
        return 1 if variable < self.arity else 2

    def _choices(self, types: tuple[str, ...], predicate: int) -> list[tuple[int, ...]]:
        """Return every choice of distinct variables of the right types as inputs of a predicate."""
        known = self.choices.get((types, predicate))
        if known is None:
            signature = self.bias.body[predicate]
            wanted = [signature.types[place] for place in self.inputs[predicate]]
            known = self.choices[types, predicate] = [
                chosen
                for chosen in permutations(range(len(types)), len(wanted))
                if all(types[v] == t for v, t in zip(chosen, wanted, strict=True))
            ]
        return known

    def _with_outputs(
        self,
        state: _PartialClause,
        predicate: int,
        inputs: tuple[int, ...],
        effect: Effect,
        alive: int,
        used: set[_Lit],
    ) -> Iterator[_PartialClause]:
        """Yield the refinements by a literal whose outputs are old or new variables."""
        places = self.outputs[predicate]
        space, columns = state.space, state.columns
        restricts = alive != state.alive
        if effect.space is not None:
            restricts, space = True, effect.space
            alive = bits(alive >> parent & 1 for parent in space.parents)
            columns = tuple(
                space.intern(tuple(state.space.columns[c][parent] for parent in space.parents))
                for c in columns
            )
        by_place = dict(zip(self.inputs[predicate], inputs, strict=True))
        for choice in self._output_choices(state.types, predicate, inputs):
            still = alive
            types, all_columns = list(state.types), list(columns)
            for place, column, variable in zip(places, effect.outputs, choice, strict=True):
                if variable >= 0:
                    still &= space.equal(column, all_columns[variable])
                    by_place[place] = variable
                else:
                    by_place[place] = len(types)
                    types.append(self.bias.body[predicate].types[place])
                    all_columns.append(column)
            literal = (predicate, tuple(by_place[place] for place in range(len(by_place))))
            if literal in used or not still & space.positive:
                continue
            uses = [*state.uses, *(0 for _ in range(choice.count(-1)))]
            helps = restricts or still != alive or -1 in choice
            for variable in literal[1]:
                helps = helps or uses[variable] < self._enough(variable)
                uses[variable] += 1
            if helps:
                literals = (*state.literals, literal)
                yield _PartialClause(
                    space, still, tuple(types), tuple(all_columns), tuple(uses), literals
                )

    def _output_choices(
        self, types: tuple[str, ...], predicate: int, inputs: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yield every choice of distinct variables as outputs; -1 stands for a new variable."""
        wanted = self.bias.body[predicate].types
        options = [
            [-1, *(v for v, name in enumerate(types) if name == wanted[place] and v not in inputs)]
            for place in self.outputs[predicate]
        ]
        for choice in product(*options):
            old = [v for v in choice if v >= 0]
            new = len(choice) - len(old)
            if len(set(old)) == len(old) and len(types) + new <= self.bias.max_vars:
                yield choice

    def clause(self, state: _PartialClause) -> Clause:
        """Return the clause of a state, with variables A, B, C, … in order of occurrence."""
        names: dict[int, Variable] = {}
        for variable in range(self.arity):
            names[variable] = Variable(_letter(variable))
        body = []
        for predicate, variables in state.literals:
            for variable in variables:
                names.setdefault(variable, Variable(_letter(len(names))))
            name = self.bias.body[predicate].name
            body.append(Literal(name, tuple(names[v] for v in variables)))
        head = tuple(names[v] for v in range(self.arity))
        return Clause(self.bias.head.name, head, tuple(body))


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"V{number}"


def consistent_clauses(classes: list[ExampleClass], bias: Bias) -> list[Candidate]:
    """Return a shortest consistent clause for each set of positive classes that one covers.

    A clause is consistent if it covers no negative example. Clauses whose coverage a shorter clause
    includes are left out. The result is sorted by size, then by text.
    """
    return _Enumeration(classes, bias).run()
