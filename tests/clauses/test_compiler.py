"""Compiled background definitions: answers of all kinds, and errors."""

from __future__ import annotations

import pytest
from support.asked import Interpreter
from support.compiling import compiled

from witness.base.errors import InputError
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program


def test_a_variable_twice_in_a_head() -> None:
    """A variable that first occurs in a list, or is used before it has a value."""
    assert compiled("p([A|_],A).", "p", "ii", (1, 2), 1) == [()]
    assert compiled("p([A|_],A).", "p", "ii", (1, 2), 2) == []
    assert compiled("p(A,A,B) :- B = A.", "p", "oio", 4) == [(4, 4)]
    assert compiled("p(A,A).", "p", "ii", 1, 2) == []


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


# ---- errors -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (
            "p(A) :- p(A).",
            1,
            "cyclic definition: p/1 → p/1; recursion is not supported",
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
        ("p(A) :-\n B = C, q(A,B,C).\nq(1,1,1).", 2, "B = C: B has no value when this is called"),
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


def test_variables_that_python_takes_for_one() -> None:
    """Python reads a ligature, say, as the letters that it is made of; Prolog does not."""
    text = "p(Aﬁ,Afi,A_,Aé,X) :- X = [Aﬁ,Afi,A_,Aé].\n"
    assert compiled(text, "p", "iiiio", 1, 2, 3, 4) == [((1, 2, 3, 4),)]
