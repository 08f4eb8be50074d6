"""Compiled background definitions: answers of all kinds, and errors."""

from __future__ import annotations

from typing import Any

import pytest
from support.compiling import compiled, relation

from witness.base.errors import InputError
from witness.logic.compiler.compiler import Compiler
from witness.logic.compiler.load import Relation
from witness.logic.interpreter import Interpreter
from witness.logic.language.parser import parse_clauses
from witness.logic.language.primitives import PRIMITIVES
from witness.logic.language.reader import parse_program
from witness.logic.language.terms import (
    Ground,
)


def test_tests_are_functions_that_say_yes_or_no() -> None:
    found = relation(parse_program("p(A) :- member(B,[1,2]), A > B.\n"), ("p", 1), "i")
    assert found.kind == "test"
    assert [found.function(n) for n in (1, 2, 3)] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "mode", "kind", "inputs", "returned"),
    [
        ("p(A,B) :- length(A,B).", "io", "det", ((1, 2),), 2),
        ("p(A,B) :- last(A,B).", "io", "semidet", ((),), None),
        ("p(A,B) :- last(A,B), B > 1.", "io", "semidet", ((1, 2),), 2),
        ("p(A,B) :- member(B,A).", "io", "nondet", ((1, 2, 1),), (1, 2, 1)),
        ("p(1,a).\np(2,b).", "io", "semidet", (2,), "b"),
        ("p(1,a).\np(1,b).", "io", "nondet", (1,), ("a", "b")),
        ("p(1,a).\np(1,b).", "ii", "test", (1, "c"), False),
        ("p(1,a).\np(1,b).", "oo", "nondet", (), ((1, "a"), (1, "b"))),
        ("p(1,a).", "oo", "semidet", (), (1, "a")),
        ("p(A,B) :- B = A.\np(A,B) :- B = [A].", "io", "nondet", (1,), (1, (1,))),
    ],
)
def test_kinds(text: str, mode: str, kind: str, inputs: tuple[Any, ...], returned: Any) -> None:
    found = relation(parse_program(text), ("p", 2), mode)
    assert found.kind == kind
    assert found.function(*inputs) == returned
    assert found.outputs == mode.count("o")


def test_answers_of_all_kinds_have_one_form() -> None:
    assert list(Relation(bool, "test", 0).answers(True)) == [()]
    assert list(Relation(bool, "test", 0).answers(False)) == []
    assert list(Relation(bool, "det", 1).answers(3)) == [(3,)]
    assert list(Relation(bool, "semidet", 1).answers(None)) == []
    assert list(Relation(bool, "det", 2).answers((3, 4))) == [(3, 4)]
    assert list(Relation(bool, "nondet", 1).answers((3, 4))) == [(3,), (4,)]
    assert list(Relation(bool, "nondet", 2).answers(((3, 4),))) == [(3, 4)]


@pytest.mark.parametrize(
    ("name", "mode", "inputs", "expected"),
    [
        ("length", "io", ((5, 6),), [(2,)]),
        ("memberchk", "ii", (5, (5, 6)), [()]),
        ("memberchk", "ii", (7, (5, 6)), []),
        ("member", "oi", ((5, 6),), [(5,), (6,)]),
        ("intersection", "iio", ((1, 2, 3), (3, 1)), [((1, 3),)]),
        ("between", "iio", (1, 3), [(1,), (2,), (3,)]),
    ],
)
def test_a_built_in_may_be_asked_for_by_itself(
    name: str, mode: str, inputs: tuple[Ground, ...], expected: list[tuple[Ground, ...]]
) -> None:
    """A bias may declare one as a body predicate."""
    assert compiled("", name, mode, *inputs) == expected


def test_a_variable_twice_in_a_head() -> None:
    """A variable that first occurs in a list, or is used before it has a value."""
    assert compiled("p([A|_],A).", "p", "ii", (1, 2), 1) == [()]
    assert compiled("p([A|_],A).", "p", "ii", (1, 2), 2) == []
    assert compiled("p(A,A,B) :- B = A.", "p", "oio", 4) == [(4, 4)]
    assert compiled("p(A,A).", "p", "ii", 1, 2) == []


def test_two_choices_in_a_row() -> None:
    text = "q(1,2).\nq(2,3).\np(A) :- q(A,B), q(B,C), C > 2.\np(A) :- q(C,_), q(C,D), D > A.\n"
    assert [compiled(text, "p", "i", n) for n in (1, 2, 3)] == [[()], [()], []]


def test_many_arguments() -> None:
    names = [f"X{i}" for i in range(40)]
    text = f"p({','.join(names)}) :- X0 < X39.\nq({','.join('1' for _ in names)}).\n"
    text += f"q({','.join(['[]', *names[1:]])}).\n"
    for name in "pq":
        assert compiled(text, name, "i" * 40, *range(40)) == ([()] if name == "p" else [])
    assert compiled(text, "q", "i" * 40, (), *range(39)) == [()]


@pytest.mark.parametrize(
    "text",
    [
        "q(1).\nq(1).\np(A) :- findall(x,q(1),L), length(L,A).",
        "q(1).\nq(X) :- X > 0.\np(A) :- findall(x,q(1),L), length(L,A).",
        "q(X) :- member(X,[1,1]).\np(A) :- findall(x,q(1),L), length(L,A).",
        "q(X) :- between(0,X,Y), Y >= 0.\np(A) :- findall(x,q(1),L), length(L,A).",
        "r(1).\nr(1).\nq(X) :- r(1), X = 2.\np(A) :- findall(X,q(X),L), length(L,A).",
        "p(A) :- findall(x,member(1,[1,1]),L), length(L,A).",
    ],
)
def test_findall_over_a_goal_that_holds_in_several_ways(text: str) -> None:
    """Prolog counts two proofs; a compiled test has one answer, and findall must not take it."""
    assert list(Interpreter(parse_program(text)).solve(parse_clauses("x :- p(A).")[0].body)) == [
        {"A": 2}
    ]
    with pytest.raises(InputError, match=r"bk.pl: line [1-4]: .*hold in several ways"):
        compiled(text, "p", "o")


def test_findall_counts_every_answer() -> None:
    text = "q(1,a).\nq(1,b).\nq(2,c).\nr(X) :- q(X,_).\np(A) :- findall(X,r(X),A).\n"
    assert compiled(text, "p", "o") == [((1, 1, 2),)]
    assert compiled("q(1).\np(A) :- findall(x,q(1),A).", "p", "o") == [(("x",),)]
    assert compiled("p(A,B) :- findall(X,member(X,A),B).", "p", "io", (1, 1)) == [((1, 1),)]


# ---- errors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            "p(A) :- p(A).",
            1,
            "cyclic definition: p/1 → p/1; recursion is supported for predicates of a directive",
        ),
        (
            "p(A) :-\n q(A).\nq(A) :-\n r(A).\nr(A) :-\n q(A).",
            6,
            "cyclic definition: q/1 → r/1 → q/1",
        ),
        ("p(A) :- q(A).\nq(A) :-\n \\+ p(A).", 3, "cyclic definition: p/1 → q/1 → p/1"),
        ("p(A) :- findall(B,p(B),A).", 1, "cyclic definition: p/1 → p/1"),
        ("p(A) :-\n q(A).", 2, "unknown predicate q/1"),
        ("p(A) :-\n A > 1,\n \\+ q(A).\nq(1,2).", 3, "unknown predicate q/1"),
        ("p(A) :-\n findall(B,q(B),A).", 2, "unknown predicate q/1"),
        ("p(A) :-\n findall(B,q,A).", 2, "unknown predicate q/0"),
        ("p(A) :-\n maplist(q,A).", 2, "unknown predicate q/1"),
        ("p(A) :-\n aggregate_all(sum(B),is_list(B),A).", 2, "aggregate_all/3 cannot be compiled"),
        ("p(A) :- A > 0.\nr(A) :-\n length(A).", 3, "unknown predicate length/1"),
        (
            "p(A) :-\n \\+ q(B), r(A,B).\nq(1).\nr(1,1).",
            2,
            "\\+ q(B): B has no value when this is called",
        ),
        ("p(A) :-\n A > 0,\n \\+ q(A,[B]), q(B,B).\nq(1,1).", 3, "\\+ q(A,[B]): B has no value"),
        ("p(A) :-\n \\+ q(B,B), A > B.\nq(1,1).", 2, "\\+ q(B,B): B has no value when this"),
        ("p(A) :-\n \\+ A = B.", 2, "\\+ A = B: B has no value when this is called"),
        ("p(A) :-\n A \\= B.", 2, "A \\= B: B has no value when this is called"),
        ("p(A) :-\n A > B.", 2, "B has no value here"),
        ("p(A) :-\n B is C + A, B > 1.", 2, "C has no value here"),
        ("p(A) :-\n B = C, q(A,B,C).\nq(1,1,1).", 2, "B has no value here"),
        ("p(A) :-\n length(B,A).", 2, "length(B,A): B has no value when this is called"),
        ("p(A) :-\n append(A,B,C), B = C.", 2, "append(A,B,C): B, C have no value when this is"),
        ("p(A) :-\n member(B,C), C = A.", 2, "member(B,C): C has no value when this is called"),
        ("p(A) :-\n A = f(a).", 2, "the term f(a) is not supported here"),
        ("p(f(A)) :- q(A).\nq(1).", 1, "the term f(A) is not supported here"),
        ("p(A) :-\n q(f(A)).\nq(1).", 2, "the term f(A) is not supported here"),
        ("p(A) :-\n A > foo.", 2, "the term foo is not supported here"),
        ("p(A) :-\n A > foo(1).", 2, "the term foo(1) is not supported here"),
        ("p(A) :-\n A > [1].", 2, "the term [1] is not supported here"),
        ("p(A) :-\n A == 1 + 1.", 2, "the term 1 + 1 is not supported here"),
        ("p(A) :-\n findall(B,C,A).", 2, "the goal of findall must be one predicate"),
        ("p(A) :-\n findall(B,q(C),A).\nq(1).", 2, "this findall is not supported"),
        ("p(A) :- A > 0.\nq(A) :- A > 0, 'x'.", 2, "unknown predicate x/0"),
        (
            "p(A) :-\n" + "\n".join(f"  member(X{i},A)," for i in range(30)) + " A = [X1].",
            21,
            "more than 19",
        ),
    ],
)
def test_errors(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as raised:
        compiled(text, "p", "i", 1)
    assert raised.value.reason.startswith(message)
    assert (raised.value.file, raised.value.line) == ("bk.pl", line)


def test_an_output_that_nothing_binds() -> None:
    with pytest.raises(InputError, match=r"bk\.pl: line 2: p/2 does not bind its output B$"):
        compiled("q(1).\np(A,B) :- q(A).\n", "p", "io", 1)


def test_a_long_chain_of_definitions() -> None:
    def chain(length: int) -> str:
        rules = [f"p{i}(A) :- p{i + 1}(A)." for i in range(length)]
        return "\n".join([*rules, f"p{length}(A) :- A > 0."])

    assert compiled(chain(40), "p0", "i", 1) == [()]
    with pytest.raises(InputError, match="more than 50 definitions call each other") as raised:
        compiled(chain(2000), "p0", "i", 1)
    assert raised.value.line == 50


def test_constants_as_subjects_of_primitives() -> None:
    for subject in ("c1", "7"):
        program = parse_program(f"p(A) :-\n square({subject},A,_).", "bk.pl")
        with pytest.raises(InputError, match=f"the term {subject} is not supported") as raised:
            Compiler(program, PRIMITIVES).function(("p", 1), "o")
        assert raised.value.line == 2


def test_variables_that_python_takes_for_one() -> None:
    """Python reads a ligature, say, as the letters that it is made of; Prolog does not."""
    text = "p(Aﬁ,Afi,A_,Aé,X) :- X = [Aﬁ,Afi,A_,Aé].\n"
    assert compiled(text, "p", "iiiio", 1, 2, 3, 4) == [((1, 2, 3, 4),)]
