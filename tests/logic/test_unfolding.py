"""Wherever a clause holds, one of its ways does."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from support.random_programs import VALUES, Declared, programs

from witness.base.errors import InputError
from witness.logic.interpreter import Interpreter
from witness.logic.language.bias import Bias, Signature
from witness.logic.language.order import in_order, weakens
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import Program, parse_program
from witness.logic.language.terms import Clause, Literal, Variable, clause_text, literal_text
from witness.logic.language.unfolding import MOST_WAYS, Way, ways


def bias_of(declared: list[Declared]) -> Bias:
    body = tuple(
        Signature(one.name, one.types, tuple(mode == "i" for mode in one.design), 0)
        for one in declared
    )
    return Bias("bias.pl", Signature("goal", (), (), 0), body, 9, 9)


@pytest.mark.slow
@given(programs())
@settings(max_examples=300)
def test_random_programs(drawn: tuple[list[Clause], list[Declared]]) -> None:
    """Also if literals that cannot be used are left out, and the others stand in another order."""
    clauses, declared = drawn
    program = parse_program("\n".join(map(clause_text, clauses)), "bk.pl")
    bias = bias_of(declared)
    interpreter = Interpreter(program)
    for predicate in declared:
        names = [Variable(f"A{place}") for place in range(len(predicate.types))]
        given_ = [n for n, mode in zip(names, predicate.design, strict=True) if mode == "i"]
        clause = Clause("goal", tuple(given_), (Literal(predicate.name, tuple(names)),))
        try:
            found = ways(clause, bias, program)
        except InputError:
            continue
        kept = [one for way in found for one in (usable(way, bias, program),) if one]
        sure = len(kept) == len(found)
        whole = sure and all(len(way.used) == len(way.clause.body) for way in found)
        tables = [VALUES[t] for t, m in zip(predicate.types, predicate.design, strict=True)
                  if m == "i"]  # fmt: skip
        for inputs in product(*tables):
            holds = interpreter.holds(clause, inputs)
            one_holds = any(interpreter.holds(one, inputs) for one in kept)
            if sure and holds:
                assert one_holds, (clause_text(clause), inputs)
            if whole and one_holds:
                assert holds, (clause_text(clause), inputs)


def usable(way: Way, bias: Bias, program: Program) -> Clause | None:
    """Return what can be used of a way, in another order; None if that has no order."""
    part = Clause(way.clause.name, way.clause.args, way.used[::-1])
    if not weakens(part, way.clause, bias, program.defines):
        return None
    try:
        return in_order(part, bias, program.defines)
    except InputError:
        return None


PROGRAM = """
p(1, 2). p(2, 3).
twice(X) :- p(X, Y), p(Y, _).
twice(9).
same(X, X).
early(X, N) :- findall(Y, p(N, Y), L), length(L, 2), member(N, [1, X]).
late(X, N) :- member(N, [1, X]), findall(Y, p(N, Y), L), length(L, 1).
none(X) :- \\+ p(Y, X), member(Y, [1]).
never(X) :- \\+ p(_, X).
few(X, L) :- findall(Y, p(X, Y), L), findall(Y, p(Y, X), L).
big(X) :- same(X, Y), Y > 1, length([X], N), length([X], M), N =< M.
no(X) :- p(X, _), fail.
either(X, 1) :- p(X, _).
either(X, 2) :- p(_, X).
many(X) :- many1(X), many1(X), many1(X), many1(X).
many1(1). many1(2). many1(X) :- p(X, _). many1(X) :- p(_, X).
"""


@pytest.mark.parametrize(
    ("call", "bodies", "left_out"),
    [
        ("twice(A)", ["p(A,V1), p(V1,V2)", "A = 9"], []),
        ("late(A,N)", ["member(N,[1,A]), findall(V1,p(N,V1),V2), length(V2,1)"], []),
        # Before N has a value, findall counts more than after that.
        ("early(A,N)", ["length(V2,2), member(N,[1,A])"], ["findall(V1,p(N,V1),V2)"]),
        ("none(A)", ["member(V1,[1])"], ["\\+ p(V1,A)"]),
        ("never(A)", ["\\+ p(V1,A)"], []),
        # What two findall have in common by its name only gets two names.
        ("few(A,B)", ["findall(V2,p(A,V2),B), findall(V3,p(V3,A),B)"], []),
        ("big(A)", ["V1 = A, V1 > 1, length([A],V2), V2 =< V2"], []),
        # A value is 1 or 2, and not both.
        ("either(A,N), either(A,N)", ["N = 1, p(A,V1), p(A,V3)", "N = 2, p(V2,A), p(V6,A)"], []),
        ("N = 1, N = 2", ["N = 1, N = 2"], []),
        ("same(1,2)", [], []),
        ("no(A)", [], []),
    ],
)
def test_ways(call: str, bodies: list[str], left_out: list[str]) -> None:
    (clause,) = parse_clauses(f"goal(A) :- {call}.")
    found = ways(clause, bias_of([]), parse_program(PROGRAM))
    assert [", ".join(map(literal_text, way.used)) for way in found] == bodies
    others = [li for way in found for li in way.clause.body if li not in way.used]
    assert [literal_text(li) for li in others] == left_out


def test_too_many_ways() -> None:
    (clause,) = parse_clauses("goal(A) :- many(A).")
    with pytest.raises(InputError, match="in too many ways"):
        ways(clause, bias_of([]), parse_program(PROGRAM))
    assert MOST_WAYS < 4**4
