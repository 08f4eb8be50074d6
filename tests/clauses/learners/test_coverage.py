"""What programs cover whose clauses call what they define."""

from __future__ import annotations

import pytest
from support.learning import make_task

from witness.clauses.language.parser import parse_clauses
from witness.clauses.learners.coverage import coverage, first_covering

LENGTH = """enable_recursion. head_pred(f,2). body_pred(tail,2). body_pred(empty,1).
body_pred(inc,2). body_pred(zero,1).
type(f,(l,n)). type(tail,(l,l)). type(empty,(l,)). type(inc,(n,n)). type(zero,(n,)).
direction(f,(in,out)). direction(tail,(in,out)). direction(empty,(in,)).
direction(inc,(in,out)). direction(zero,(out,)).
"""


@pytest.mark.slow
@pytest.mark.usefixtures("swi_prolog")
def test_a_program_that_calls_itself_three_hundred_times() -> None:
    background = "tail([_|T],T).\nempty([]).\nzero(0).\ninc(A,B) :- B is A+1.\n"
    examples = []
    for number in (0, 7, 150, 190, 300):
        ones = ",".join("1" * number)
        examples += [f"pos(f([{ones}],{number})).", f"neg(f([{ones}],{number + 1}))."]
    task = make_task(background, LENGTH, "\n".join(examples))
    program = parse_clauses("f(A,B) :- zero(B), empty(A). f(A,B) :- tail(A,C), f(C,D), inc(D,B).")
    assert coverage(program, task) == (5, 0)


@pytest.mark.usefixtures("swi_prolog")
def test_a_cycle_that_needs_tables() -> None:
    bias = "enable_recursion. head_pred(path,2). body_pred(red,2).\n"
    facts = "red(a,b).\nred(b,a).\nred(b,c).\n"
    task = make_task(facts, bias, "pos(path(a,c)). neg(path(c,a)).")
    left = "path(A,B) :- red(A,B). path(A,B) :- path(A,C), red(C,B)."
    assert coverage(parse_clauses(left), task) == (1, 0)


@pytest.mark.usefixtures("swi_prolog")
def test_which_clause_of_a_program_that_calls_itself_covers_an_example() -> None:
    """That with which a proof begins, whatever it calls, and however the others are named."""
    background = "tail([_|T],T).\nempty([]).\nzero(0).\ninc(A,B) :- B is A+1.\n"
    task = make_task(background, LENGTH, "pos(f([],0)). pos(f([1,1],2)). neg(f([1],2)).")
    program = parse_clauses(
        "f_0(A) :- inc(A,B). f(A,B) :- tail(A,C), f(C,D), inc(D,B). f(A,B) :- zero(B), empty(A)."
    )
    examples = [*task.positives, *task.negatives]
    assert first_covering(program, task.background, task.bias, examples) == [3, 2, None]
