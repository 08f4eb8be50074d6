"""The normal form of clauses, against all renamings and orders."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest
from support.hypotheses import random_clause

from witness.logic.background import Background
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import (
    Clause,
    Literal,
    Variable,
    clause_text,
    literal_variables,
    variables,
)
from witness.logic.language.variants import normal_form, numbered


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


def text_form(text: str) -> str:
    return normal_form(parse_clauses(text)[0])


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("f(A,B) :- p(A,C), q(B,C).", "f(X,Y) :- q(Y,Z), p(X,Z).", True),
        ("f(A,B) :- p(A,C), q(B,C).", "f(A,B) :- p(B,C), q(A,C).", False),
        ("f(A,B) :- p(C,D), p(D,C).", "f(A,B) :- p(D,C), p(C,D).", True),
        ("f(A,B) :- p(C,D), p(D,E), p(E,C).", "f(A,B) :- p(D,C), p(E,D), p(C,E).", True),
        (
            "f(A,B) :- p(C,D), p(D,C), p(E,F), p(F,E).",
            "f(A,B) :- p(C,D), p(D,E), p(E,F), p(F,C).",
            False,
        ),
        ("f(A,B) :- p(C), p(D).", "f(A,B) :- p(C), p(C).", False),
        ("f(A,B) :- p(A), \\+ q(B).", "f(A,B) :- p(A), q(B).", False),
        ("f(A,B) :- C is 2 * D - 1, q([C|D]).", "f(A,B) :- q([D|C]), D is 2 * C - 1.", True),
        ("f(A,B) :- C is 2 * D - 1, q([C|D]).", "f(A,B) :- q([C|D]), D is 2 * C - 1.", False),
        ("f(A,B).", "f(B,A).", True),
        ("f(A,B) :- p(A,1).", "f(A,B) :- p(A,x).", False),
    ],
)
def test_by_hand(one: str, other: str, equal: bool) -> None:
    assert (text_form(one) == text_form(other)) is equal


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


def test_variables_that_are_all_alike() -> None:
    """As many as a clause may have: it ends."""
    body = ", ".join(f"p(X{number},Y{number})" for number in range(60))
    assert text_form(f"f(A,B) :- {body}.").count("p(") == 60


def test_numbered() -> None:
    def of(text: str) -> str:
        return clause_text(numbered(parse_clauses(text)[0]))

    assert of("f(B,V1) :- p(B,C), \\+ q([C|V1],g(V2)), V2 = 1.") == of(
        "f(A,B) :- p(A,V1), \\+ q([V1|B],g(C)), C = 1."
    )
    assert of("f(A,B) :- p(A,C), q(C,D).") != of("f(A,B) :- p(A,C), q(D,C).")
