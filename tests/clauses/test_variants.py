"""The normal form of clauses, against all renamings and orders."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

from support.hypotheses import random_clause

from witness.clauses.background import Background
from witness.clauses.language.terms import (
    Clause,
    Literal,
    Variable,
    clause_text,
    literal_variables,
    variables,
)
from witness.clauses.language.variants import normal_form


def renamed(clause: Clause, names: dict[Variable, Variable]) -> Clause:
    """Return a clause, of whose literals all arguments are variables, with other names."""
    body = [Literal(x.name, tuple(names[a] for a in x.args), x.negated) for x in clause.body]
    return Clause(clause.name, tuple(names[a] for a in clause.args), tuple(body))


def head(clause: Clause) -> Literal:
    return Literal(clause.name, clause.args)


def same(one: Clause, other: Clause) -> bool:
    """Whether two clauses are variants, by trying all renamings."""
    if sorted(x.name for x in one.body) != sorted(x.name for x in other.body):
        return False
    mine, theirs = (
        list(dict.fromkeys(v for x in (head(c), *c.body) for v in literal_variables(x)))
        for c in (one, other)
    )
    return len(mine) == len(theirs) and any(
        sorted(map(str, renamed(one, dict(zip(mine, names, strict=True))).body))
        == sorted(map(str, other.body))
        for names in permutations(theirs)
        if tuple(names[:2]) == other.args
    )


def test_random_clauses(background: Background) -> None:
    """Renamed and reordered they keep it; two clauses share it only if they are variants."""
    rng = random.Random(3)
    clauses = [random_clause(rng, background) for _ in range(150)]
    forms = [normal_form(clause) for clause in clauses]
    for clause, form in zip(clauses, forms, strict=True):
        used = {v for x in clause.body for a in x.args for v in variables(a)} | set(clause.args)
        old = sorted(used, key=lambda v: v.name)
        new = rng.sample([Variable(f"N{number}") for number in range(20)], len(old))
        other = renamed(clause, dict(zip(old, new, strict=True)))
        other = replace(other, body=tuple(rng.sample(other.body, len(other.body))))
        assert normal_form(other) == form, clause_text(clause)
    equal = 0
    for number, one in enumerate(clauses):
        for place, other in enumerate(clauses[:number]):
            assert same(one, other) == (forms[number] == forms[place])
            equal += forms[number] == forms[place] and str(one) != str(other)
    assert equal > 10
