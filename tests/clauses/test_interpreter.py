"""The interpreter: the answers of a Prolog system, checked by hand."""

from __future__ import annotations

from itertools import islice

import pytest

from witness.base.errors import InputError
from witness.clauses.interpreter import Interpreter
from witness.clauses.language.builtins import BUILTINS
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import (
    Ground,
    Literal,
    Variable,
)

Answers = list[dict[str, Ground]]


def answers(goal: str, program: str = "", limit: int | None = None) -> Answers:
    (clause,) = parse_clauses(f"goal :- {goal}.")
    interpreter = Interpreter(parse_program(program, "bk.pl"))
    return list(islice(interpreter.solve(clause.body), limit))


def values(goal: str, program: str = "", limit: int | None = None) -> list[Ground]:
    """Return the values of X in the answers."""
    return [answer["X"] for answer in answers(goal, program, limit)]


FAMILY = """\
parent(ann,bob).
parent(bob,cid).
parent(bob,dee).
ancestor(A,B) :- parent(A,B).
ancestor(A,B) :- parent(A,C), ancestor(C,B).
"""

# ---- resolution -----------------------------------------------------------------------------


def test_answers_come_in_prolog_order_with_repetitions() -> None:
    assert values("ancestor(ann,X)", FAMILY) == ["bob", "cid", "dee"]
    assert values("ancestor(X,dee)", FAMILY) == ["bob", "ann"]
    assert answers("ancestor(bob,cid)", FAMILY) == [{}]
    assert answers("ancestor(cid,ann)", FAMILY) == []
    assert values("member(X,[b,a,b])") == ["b", "a", "b"]
    assert answers("member(a,[a,b,a])") == [{}, {}]
    assert values("p(X)", "p(1).\np(2).\np(X) :- q(X).\np(4).\nq(3).\n") == [1, 2, 3, 4]


def test_recursion_may_be_deep() -> None:
    program = "count(0,[]).\ncount(N,[a|T]) :- N > 0, M is N - 1, count(M,T).\n"
    (answer,) = answers("count(400,X), length(X,N)", program)
    assert answer["N"] == 400


# ---- built-ins ------------------------------------------------------------------------------


def test_every_built_in_of_the_compiler_is_known() -> None:
    interpreter = Interpreter(parse_program(""))
    for name, arity in BUILTINS:
        call = Literal(name, tuple(Variable(f"A{i}") for i in range(arity)))
        try:
            next(interpreter.solve([call]), None)
        except InputError as error:
            if "unknown predicate" in error.reason:
                raise


def test_a_program_may_define_a_predicate_of_its_own() -> None:
    """A program's own definition replaces a built-in, but not inside other built-ins."""
    program = "member(none,_).\nmemberchk(_,_).\nreverse(a,b,c).\nboth(x).\n"
    assert values("member(X,[a])", program) == ["none"]
    assert answers("memberchk(c,[a])", program) == [{}]
    assert values("intersection([a,b],[b],X)", program) == [("b",)]
    assert values("reverse([1,2],X)", program) == [(2, 1)]


# ---- errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("nothing(X)", "nothing(X): unknown predicate nothing/1"),
        ("\\+ nothing", "nothing: unknown predicate nothing/0"),
        ("length(X)", "length(X): unknown predicate length/1"),
        ("reverse(a,b,c)", "reverse(a,b,c): unknown predicate reverse/3"),
        ("values([])", "values([]): unknown predicate values/1"),
        ("findall(X,nothing(X),L)", "nothing(X): unknown predicate nothing/1"),
        ("findall(X,3,L)", "findall(X,3,L): the goal must be a predicate"),
        ("X is Y + 1", "X is Y + 1: Y is not a number"),
        ("X is a", "X is a: a is not a number"),
        ("1 < a", "1 < a: a is not a number"),
        ("X is 1 // 0", "X is 1 // 0: 1 // 0 is not a number"),
        ("Y = 0, X is 1 mod Y", "X is 1 mod 0: 1 mod 0 is not a number"),
        ("X is foo(1)", "X is foo(1): foo(1) is not a number"),
        ("length(a,X)", "length(a,X): a proper list is needed"),
        ("length([a|T],X)", "length([a|T],X): a proper list is needed"),
        ("intersection(a,[],X)", "values(a): a list of values is needed"),
        ("intersection([Y],[a],X)", "values([Y]): a list of values is needed"),
        ("sum_list([1|T],X)", "a list of values is needed"),
        ("sum_list([a],X)", "is not a number"),
        ("between(X,2,1)", "is not a number"),
    ],
)
def test_errors(goal: str, message: str) -> None:
    program = f"% one\nrun :-\n  true,\n  {goal}.\n"
    with pytest.raises(InputError) as raised:
        answers("run", program)
    assert (raised.value.file, raised.value.line) == ("bk.pl", 4)
    shown = "".join(c for c in raised.value.reason if c not in "#0123456789")
    assert "".join(c for c in message if c not in "#0123456789") in shown
