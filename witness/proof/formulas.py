"""Clauses of first-order logic: what axioms, definitions and lemmas say.

A formula is a disjunction of literals; its variables stand for everything. Terms are those of
`witness.logic.language.terms`, where compounds are functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from witness.base.errors import InputError
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import (
    Compound,
    Key,
    Literal,
    Term,
    Variable,
    literal_variables,
    substitute,
)

#: What stands for a variable.
Substitution = Mapping[Variable, Term]


@dataclass(frozen=True)
class Formula:
    """A disjunction of literals, with the name by which certificates refer to it."""

    name: str
    literals: tuple[Literal, ...]

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables, in order of occurrence."""
        found = (v for literal in self.literals for v in literal_variables(literal))
        return tuple(dict.fromkeys(found))

    def with_values(self, values: Substitution) -> tuple[Literal, ...]:
        """Return the literals with terms in place of variables."""
        return tuple(substituted(literal, values) for literal in self.literals)


def substituted(literal: Literal, values: Substitution) -> Literal:
    """Return a literal with terms in place of variables."""
    args = tuple(in_term(argument, values) for argument in literal.args)
    return Literal(literal.name, args, literal.negated)


def in_term(term: Term, values: Substitution) -> Term:
    """Return a term with others in place of its variables."""
    return substitute(term, lambda variable: values.get(variable, variable))


def paired(terms: Sequence[Term], values: Sequence[Term]) -> dict[Variable, Term]:
    """Return the values of terms that are variables."""
    pairs = zip(terms, values, strict=True)
    return {term: value for term, value in pairs if isinstance(term, Variable)}


def opposite(literal: Literal) -> Literal:
    """Return the negation of a literal."""
    return Literal(literal.name, literal.args, not literal.negated)


def read_implication(
    text: str, file: str, line: int
) -> tuple[tuple[Literal, ...], tuple[Literal, ...]]:
    """Read "conditions => conclusions": some literals, and those of which one follows.

    Commas part conditions, semicolons conclusions; `fail` is no conclusion. Raises `InputError`.
    """
    before, arrow, after = text.partition("=>")
    if not arrow:
        raise InputError(f"expected conditions => conclusions, found {text}", file=file, line=line)
    conditions = _literals(before, file, line)
    conclusions = [li for part in after.split(";") for li in _literals(part, file, line)]
    return conditions, tuple(li for li in conclusions if li.key != ("fail", 0))


def _literals(text: str, file: str, line: int) -> tuple[Literal, ...]:
    if not text.strip():
        return ()
    (clause,) = parse_clauses(f"x :- {text.strip()}.", file, line)
    return clause.body


def read_axioms(text: str, file: str) -> list[Formula]:
    """Read axioms, one a line; a full stop ends each. Raises `InputError`."""
    found: list[Formula] = []
    for line, content in enumerate(text.split("\n"), start=1):
        said = content.strip()
        if said and not said.startswith("%"):
            before, after = read_implication(said.removesuffix("."), file, line)
            literals = (*map(opposite, before), *after)
            found.append(Formula(f"axiom {len(found) + 1}", literals))
    return found


def recursive_groups(calls: Mapping[Key, Iterable[Key]]) -> dict[Key, frozenset[Key]]:
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
        for other in calls.get(todo.pop(), ()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def ground_terms(literals: Sequence[Literal]) -> Iterator[Term]:
    """Yield the terms in some literals, with all parts."""
    todo = [argument for literal in literals for argument in literal.args]
    while todo:
        term = todo.pop()
        yield term
        if isinstance(term, Compound):
            todo.extend(term.args)
