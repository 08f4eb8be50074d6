"""What has to be proved of the lemmas of a background, for every board of any size and shape.

A lemma is proved by cases. One about the vertices of a completion goes by induction along it: it
holds for the head, and for a vertex if it does for the one before. One about a predicate of the
background goes by induction over its rules: it holds for the head of each if the lemmas about the
same recursion do for its body. In each case some formulas have to contradict each other: axioms and
definitions (`witness.proof.definitions`), lemmas that are proved already ("lemma TEXT"), and

- "assumption N": what the case assumes, which ends with the denied conclusion;
- "hypothesis N TEXT": what a lemma about the same recursion says of the N-th literal of a rule.

The prover (`witness.proof.lemmas`) and the checker of its certificates
(`witness.proof.lemma_checker`) both start from here. A lemma is as true as these files are right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from witness.base.errors import InputError
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import Program
from witness.clauses.language.terms import (
    Atom,
    Clause,
    Compound,
    Key,
    Literal,
    Term,
    Variable,
    clause_in_short,
    term_of,
)
from witness.proof.definitions import (
    Formula,
    Formulas,
    Substitution,
    definition,
    expressible,
    formula_variables,
    in_term,
    of_completions,
    opposite,
    paired,
    read_implication,
    substituted,
    with_cells,
)

#: Relations between the completions of a path and vertices or edges.
_FINAL: frozenset[Key] = frozenset({("visits", 2), ("takes", 2)})


@dataclass(frozen=True)
class Lemma:
    """A lemma of a background: its conditions, of which the first comes first, and what follows.

    Without a `conclusion` the conditions exclude each other.
    """

    text: str
    line: int
    conditions: Formula
    conclusion: Formula

    @property
    def name(self) -> str:
        """The name by which certificates refer to it."""
        return f"lemma {self.text}"

    @property
    def formula(self) -> Formula:
        """The lemma as a formula."""
        return (*map(opposite, self.conditions), *self.conclusion)

    @property
    def subject(self) -> Key:
        """The predicate of the first condition."""
        return self.conditions[0].key

    def denied(self, values: Substitution) -> Formula:
        """Return the conditions, and the opposite of the conclusion, for some values."""
        return substituted((*self.conditions, *map(opposite, self.conclusion)), values)

    def constants(self, article: str) -> dict[Variable, Term]:
        """Return a constant for each variable."""
        return {v: Atom(f"{article}_{v.name}") for v in formula_variables(self.formula)}


class Theory:
    """The definitions and the lemmas of a background file. Raises `InputError` for wrong ones."""

    def __init__(self, program: Program) -> None:
        self._file = program.file
        self._axioms, given_rules = of_completions()
        own = {key: _clauses(key, program) for key in program.rules}
        self._rules = {**own, **given_rules}
        calls = {k: [li.key for rule in rs for li in rule.body] for k, rs in self._rules.items()}
        self._recursion = _recursive_groups(calls)
        given = {literal.key for axiom in self._axioms.values() for literal in axiom}
        for key, rules in own.items():
            if key in given | given_rules.keys():
                self._refuse(f"{key[0]}/{key[1]} is given, and cannot be defined", rules[0].line)
            for rule in rules:
                if any(li.negated and li.key in self._recursion[key] for li in rule.body):
                    said = "a recursion through a negation has no least fixed point"
                    self._refuse(f"{clause_in_short(rule)}: {said}", rule.line)
        self.lemmas = [self._lemma(*found) for found in program.lemmas]

    def _refuse(self, reason: str, line: int) -> None:
        raise InputError(reason, file=self._file, line=line)

    def _lemma(self, line: int, text: str) -> Lemma:
        conditions, conclusions = read_implication(text, self._file, line)
        if not conditions or conditions[0].negated or len(conclusions) > 1:
            self._refuse(
                f"a lemma has conditions, the first without \\+, and one conclusion: {text}", line
            )
        for literal in (*conditions, *conclusions):
            known = literal.key in self._rules or literal.key in PRIMITIVES or literal.key in _FINAL
            if not known and literal.name != "=":
                self._refuse(f"unknown predicate {literal.name}/{len(literal.args)}", line)
        return Lemma(text, line, conditions, conclusions)

    def known(self) -> Formulas:
        """Return the axioms and the definitions, without those that cannot be expressed."""
        found = dict(self._axioms)
        for key, rules in self._rules.items():
            try:
                found |= definition(key, rules)
            except InputError:
                continue
        return found

    def in_groups(self) -> list[list[Lemma]]:
        """Return the lemmas in the order of their proofs; those of one recursion stand together."""
        groups: list[list[Lemma]] = []
        for lemma in self.lemmas:
            recursion = self._recursion.get(lemma.subject, frozenset())
            group = next((group for group in groups if group[0].subject in recursion), None)
            if group is None:
                groups.append([lemma])
            else:
                group.append(lemma)
        return groups

    def cases(self, lemma: Lemma, group: Sequence[Lemma]) -> Iterator[tuple[str, Formulas]]:
        """Yield the cases of a proof, each with what it assumes of itself and of its group.

        Raises `InputError` for a lemma that depends on what cannot be expressed.
        """
        upwards = bool(lemma.conclusion) and not lemma.conclusion[0].negated
        try:
            if lemma.subject == ("visits", 2) and upwards:
                yield from _along_the_path(lemma)
            elif lemma.subject in self._rules:
                for number, rule in enumerate(self._rules[lemma.subject], start=1):
                    yield f"rule {number}", self._over_a_rule(lemma, rule, group)
            else:
                yield "all", _assumptions(lemma.denied(lemma.constants("the")))
        except InputError as error:
            raise error.at(file=self._file, line=lemma.line) from None

    def _over_a_rule(self, lemma: Lemma, rule: Clause, group: Sequence[Lemma]) -> Formulas:
        """Return what is assumed where a rule makes the first condition of a lemma true."""
        first = lemma.conditions[0].args
        if len(paired(first, first)) < len(first):
            raise InputError(
                f"the first condition of a lemma has different variables: {lemma.text}"
            )
        body, bound = expressible(rule)
        own: dict[Variable, Term] = {v: Atom(f"the_{v.name}") for v in bound}
        heads = [with_cells(in_term(argument, own)) for argument in rule.args]
        holding = substituted(body, own)
        denied = lemma.denied({**lemma.constants("its"), **paired(first, heads)})
        found = _assumptions([*holding, *denied[1:]])
        for place, literal in enumerate(holding, start=1):
            for other in group:
                recursive = literal.key in self._recursion[lemma.subject] and not literal.negated
                if recursive and other.subject == literal.key:
                    values = paired(other.conditions[0].args, literal.args)
                    found[f"hypothesis {place} {other.text}"] = substituted(
                        other.formula[1:], values
                    )
        return found


def _clauses(key: Key, program: Program) -> list[Clause]:
    """Return the facts of a predicate as clauses, and its rules."""
    line = program.lines.get(key, 0)
    facts = [
        Clause(key[0], tuple(map(term_of, values)), (), line)
        for values in program.facts.get(key, ())
    ]
    return [*facts, *program.rules.get(key, ())]


def _assumptions(literals: Iterable[Literal]) -> Formulas:
    return {f"assumption {n}": (literal,) for n, literal in enumerate(literals, start=1)}


def _along_the_path(lemma: Lemma) -> Iterator[tuple[str, Formulas]]:
    (condition, *others) = lemma.conditions
    if others or len(paired(condition.args, condition.args)) < 2:
        raise InputError(f"a lemma about visits/2 has no other condition: {lemma.text}")
    values = lemma.constants("the")
    path, vertex = (in_term(argument, values) for argument in condition.args)
    at_head = Literal("=", (vertex, Compound("head", (path,))))
    denied = lemma.denied(values)
    yield "the head", _assumptions([*denied, at_head])
    earlier = paired(condition.args, [path, Compound("before", (path, vertex))])
    holds = substituted(lemma.conclusion, {**values, **earlier})
    yield "a step", _assumptions([*denied, opposite(at_head), *holds])


def _recursive_groups(calls: Mapping[Key, Iterable[Key]]) -> dict[Key, frozenset[Key]]:
    """Return for each predicate those that call it and are called by it, directly or not."""
    reach = {key: _reached(key, calls) for key in calls}
    return {
        key: frozenset(other for other in found if key in reach.get(other, ()))
        for key, found in reach.items()
    }


def _reached(key: Key, calls: Mapping[Key, Iterable[Key]]) -> set[Key]:
    found: set[Key] = set()
    todo = [key]
    while todo:
        new = {*calls.get(todo.pop(), ())} - found
        found |= new
        todo += new
    return found
