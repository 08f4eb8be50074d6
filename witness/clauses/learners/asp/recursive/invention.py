"""Definitions of a predicate that the bias does not have, over relations.

The invented predicate is a set of rows: those of its clauses. So a program with it is a program of
the bias with one more relation, and definitions with the same rows are one, the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from witness.base.errors import UnsupportedError
from witness.clauses.language.bias import INVENTION, Bias, Signature
from witness.clauses.language.terms import Clause
from witness.clauses.learners.asp.recursive.bodies import Body, Language
from witness.clauses.learners.asp.recursive.predicates import Row, Source, TablePredicate
from witness.clauses.learners.asp.recursive.running import Base
from witness.clauses.learners.rendering import clause_of

#: The most arguments of an invented predicate.
MOST_ARGUMENTS = 2

#: Its name; `inv2` and so on if something else is called so.
NAME = "inv"


def require_undirected(bias: Bias) -> None:
    """Raise `UnsupportedError` for a bias with directions that asks for invented predicates."""
    for demand in bias.demands:
        if demand.kind == INVENTION and bias.directed:
            what = f"{demand.statement} ({INVENTION}) with directions"
            reason = f"{what} is not supported by the asp learner"
            raise UnsupportedError(reason, file=bias.file, line=demand.line)


class Definition(NamedTuple):
    """The clauses of an invented predicate, and its rows."""

    signature: Signature
    clauses: tuple[Clause, ...]
    rows: frozenset[Row]


class Inventions:
    """The definitions of one invented predicate, by their numbers of literals."""

    def __init__(self, bias: Bias, source: Source, most_clauses: int) -> None:
        self._most = most_clauses - 1
        taken = {one.name for one in (bias.head, *bias.body)}
        name = next(n for i in range(1, len(taken) + 2) if (n := f"{NAME}{i}") not in taken)
        known = dict.fromkeys(t for one in (bias.head, *bias.body) for t in one.types)
        self._languages = []
        for arity in range(1, MOST_ARGUMENTS + 1):
            for types in product(known, repeat=arity):
                head = Signature(name, types, (False,) * arity, 0)
                own = replace(bias, head=head)
                self._languages.append(Language(own, source.predicates))
        self._bodies: list[list[dict[Body, Base]]] = [
            [{(): Base(one, (), None, (0, ()), checked=False)}] for one in self._languages
        ]
        self._parts: list[dict[int, dict[frozenset[Row], Clause]]] = [{} for _ in self._languages]
        tables = [one for one in source.predicates if isinstance(one, TablePredicate)]
        self._seen = {(one.types, frozenset(one.rows)) for one in tables}

    def of_size(self, size: int) -> Iterator[Definition]:
        """Yield the definitions of some size, after all smaller ones."""
        for number, language in enumerate(self._languages):
            self._grow(number, size)
            parts = self._parts[number]
            signature = language.bias.head
            for count in range(1, self._most + 1):
                for sizes in combinations_with_replacement(sorted(parts), count):
                    if sum(sizes) == size and (count > 1 or size > 2):
                        yield from self._unions(signature, [parts[one] for one in sizes])

    def _grow(self, number: int, size: int) -> None:
        """Make the clauses of a size."""
        language, bodies = self._languages[number], self._bodies[number]
        if size - 1 > language.bias.max_body:
            return
        while len(bodies) < size:
            longer: dict[Body, Base] = {}
            for body, base in bodies[-1].items():
                for literal in language.additions(body):
                    made = language.canonical((*body, literal))[0]
                    if made not in longer:
                        longer[made] = Base(language, made, base, literal, checked=False)
            bodies.append(longer)
        found: dict[frozenset[Row], Clause] = {}
        for body in sorted(bodies[size - 1]):
            if language.is_legal(body):
                answers = bodies[size - 1][body].answers((), {})
                rows = frozenset(row for row in answers if row is not None)
                if rows and rows not in found:
                    literals = [(language.predicates[n], variables) for n, variables in body]
                    numbered = [(p.number, vs, p.constants) for p, vs in literals]
                    found[rows] = clause_of(language.with_head, numbered)
        self._parts[number][size] = found

    def _unions(
        self, signature: Signature, parts: Sequence[dict[frozenset[Row], Clause]]
    ) -> Iterator[Definition]:
        for chosen in product(*(part.items() for part in parts)):
            rows = frozenset().union(*(rows for rows, _ in chosen))
            types = signature.types
            mirrored = types[::-1], frozenset(row[::-1] for row in rows)
            if (types, rows) not in self._seen and mirrored not in self._seen:
                self._seen.add((types, rows))
                yield Definition(signature, tuple(clause for _, clause in chosen), rows)
