"""Raw ASP in a bias allows what a reading of its statements by hand allows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import pytest

from witness.base.errors import UnsupportedError
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, Literal, Term, Variable
from witness.clauses.learners.asp.raw import RawStatements

BIAS = """
head_pred(f,2). body_pred(p,1). body_pred(q,2). enable_recursion. max_vars(3). max_clauses(2).
type(f,(t,u)). type(p,(t,)). type(q,(t,u)). direction(f,(in,out)). direction(p,(in,)).
direction(q,(in,out)).
"""

A, B, C = (Variable(name) for name in "ABC")


def clauses() -> list[Clause]:
    """Return all clauses of one or two literals over three variables."""
    literals = [Literal("p", (one,)) for one in (A, B, C)]
    literals += [Literal(name, two) for name in "qf" for two in product((A, B, C), repeat=2)]
    bodies = [*((one,) for one in literals), *combinations(literals, 2)]
    return [Clause("f", (A, B), body) for body in bodies]


def recursive(clause: Clause) -> bool:
    return any(literal.name == "f" for literal in clause.body)


def programs() -> list[list[Clause]]:
    """Return each clause alone, and some pairs of a clause and a recursive one."""
    single = clauses()
    pairs = list(product([c for c in single if not recursive(c)], filter(recursive, single)))
    return [*([one] for one in single), *map(list, pairs[::111])]


def inner_of(clause: Clause) -> set[Term]:
    return {term for literal in clause.body for term in literal.args} - {A, B}


#: Statements, and what they say of a program whose recursive clause comes last.
READINGS: dict[str, Callable[[list[Clause]], bool]] = {
    ":- body_literal(C,p,_,(0,)).": lambda program: (
        not any(Literal("p", (A,)) in clause.body for clause in program)
    ),
    ":- body_literal(0,q,_,_).": lambda program: (
        not any(one.name == "q" for one in program[0].body)
    ),
    ":- not body_var(_,1).": lambda program: any(
        B in one.args for clause in program for one in clause.body
    ),
    "bad_body(q,Vars) :- vars(2,Vars), Vars = (X,_), X != 0.": lambda program: all(
        one.args[0] == A for clause in program for one in clause.body if one.name == "q"
    ),
    ":- clause(C), #count { P,Vars : body_literal(C,P,_,Vars) } != 2.": lambda program: all(
        len(clause.body) == 2 for clause in program
    ),
    ":- size(N), N > 4.": lambda program: sum(clause.size for clause in program) <= 4,
    ":- recursive.": lambda program: not any(map(recursive, program)),
    "once(p). once(q). :- once(P), #count { C,Vars : body_literal(C,P,_,Vars) } > 1.": (
        lambda program: all(
            sum(one.name == name for clause in program for one in clause.body) <= 1 for name in "pq"
        )
    ),
    ":- body_literal(C,P,_,Vars), var_member(V,Vars), V > 1, direction_(P,0,in), P != q.": (
        lambda program: (
            not any(
                {*one.args} & inner_of(clause)
                for clause in program
                for one in clause.body
                if one.name != "q"
            )
        )
    ),
    ":- var_type(_,0,u).": lambda program: (
        not any(one.args[1] == A for clause in program for one in clause.body if len(one.args) == 2)
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("statements", READINGS)
def test_programs_are_allowed_as_a_reading_by_hand_allows_them(statements: str) -> None:
    raw = RawStatements(parse_bias(BIAS + statements))
    reading = READINGS[statements]
    answers = [(raw.allow(program), reading(program)) for program in programs()]
    assert all(found == expected for found, expected in answers)
    assert len(set(answers)) == 2


def test_the_variables_of_the_body_may_have_any_numbers() -> None:
    bias = BIAS.replace("max_vars(3)", "max_vars(4)") + ":- not body_literal(0,p,_,(2,))."
    raw = RawStatements(parse_bias(bias))
    for one in (
        "f(A,B) :- q(A,C), q(A,D), p(C), q(D,B).",
        "f(A,B) :- q(A,C), q(A,D), p(D), q(C,B).",
    ):
        assert raw.allow(parse_clauses(one, "x"))
    assert not raw.allow(parse_clauses("f(A,B) :- p(A), q(A,B), q(A,C).", "x"))


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        (":- unheard_of(P), body_pred(P,_).", "unheard_of/1, which nothing defines,"),
        ("clause(7) :- p.", "a rule for clause/1"),
        ("{ odd(P) } :- body_pred(P,_).", "a choice or a disjunction"),
    ],
)
def test_what_is_not_understood_is_named(statement: str, named: str) -> None:
    with pytest.raises(UnsupportedError, match=named.replace("(", r"\(").replace(")", r"\)")):
        RawStatements(parse_bias(BIAS + statement))
