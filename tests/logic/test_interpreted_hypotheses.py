"""Hypotheses by the interpreter: the order of the body, the head, and Table 3."""

from __future__ import annotations

from itertools import permutations

import pytest
from support.examples import ROOT, TABLE_3

from witness.base.errors import InputError
from witness.logic.interpreter import Interpreter
from witness.logic.language.bias_reader import parse_bias, read_bias
from witness.logic.language.order import in_order
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import parse_program, read_program
from witness.logic.language.terms import (
    Clause,
)

BIAS = parse_bias(
    "head_pred(f,2). body_pred(up,2). body_pred(sum,3). body_pred(odd,1)."
    "type(f,(int,int)). type(up,(int,int)). type(sum,(int,int,int)). type(odd,(int,))."
    "direction(f,(in,in)). direction(up,(in,out)). direction(sum,(in,in,out))."
    "direction(odd,(in,))."
)
NUMBERS = "up(A,B) :- B is A + 1.\nsum(A,B,C) :- C is A + B.\nodd(A) :- 1 is A mod 2.\n"


def test_the_order_of_the_body_does_not_matter_with_a_bias() -> None:
    (clause,) = parse_clauses("f(A,B) :- up(A,C), sum(B,C,D), \\+ odd(D), D > A, E is D, odd(E).")
    (other,) = parse_clauses("f(A,B) :- up(A,C), sum(B,C,D), \\+ odd(D), D > A.")
    interpreter = Interpreter(parse_program(NUMBERS))
    for body in permutations(clause.body):
        shuffled = in_order(Clause("f", clause.args, body), BIAS)
        assert not interpreter.holds(shuffled, (1, 2))
    for body in permutations(other.body):
        shuffled = in_order(Clause("f", clause.args, body), BIAS)
        assert interpreter.holds(shuffled, (1, 2))
        assert not interpreter.holds(shuffled, (1, 1))
        assert not interpreter.holds(shuffled, (2, -1))
    backwards = Clause("f", other.args, other.body[::-1])
    with pytest.raises(InputError, match="is not a number"):
        Interpreter(parse_program(NUMBERS)).holds(backwards, (1, 2))


def test_a_negated_literal_waits_for_variables_of_others() -> None:
    (clause,) = parse_clauses("f(A,B) :- \\+ up(A,C), sum(A,B,C).")
    assert [literal.name for literal in in_order(clause, BIAS).body] == ["sum", "up"]
    (clause,) = parse_clauses("f(A,B) :- \\+ up(A,_), sum(A,B,C).")
    assert [literal.name for literal in in_order(clause, BIAS).body] == ["up", "sum"]


@pytest.mark.parametrize(
    "text",
    [
        "f(A,B) :-\n odd(C).",
        "f(A,B) :-\n sum(A,C,D), up(D,C).",
        "f(A,B) :-\n \\+ up(A,C), odd(C).",
        "f(A,B) :-\n C > 1.",
        "f(A,B) :-\n C is D, D is C.",
    ],
)
def test_a_body_without_an_order_is_an_error(text: str) -> None:
    (clause,) = parse_clauses(text)
    with pytest.raises(InputError, match="nothing gives its inputs a value") as raised:
        in_order(clause, BIAS)
    assert raised.value.line == 2


def test_the_head_is_unified() -> None:
    interpreter = Interpreter(parse_program(NUMBERS))
    (clause,) = parse_clauses("f(1,[A|T],A) :- odd(A).")
    assert interpreter.holds(clause, (1, (3, 4), 3))
    assert not interpreter.holds(clause, (1, (3, 4), 4))
    assert not interpreter.holds(clause, (2, (3, 4), 3))
    assert not interpreter.holds(clause, (1, (2, 4), 2))
    assert not interpreter.holds(clause, (1, (3, 4)))


def test_table_3_of_the_paper() -> None:
    """The path right, right of Figure 1 has one edge of each square; up, right has too."""
    background = read_program(ROOT / "bk" / "triangles.pl")
    facts: dict = {
        ("square", 3): [("c1", 1, ("e1", "e3", "e5", "e6")), ("c2", 2, ("e2", "e4", "e6", "e7"))],
        ("corner", 2): [
            *(("c1", corner) for corner in ("v0_0", "v0_1", "v1_0", "v1_1")),
            *(("c2", corner) for corner in ("v0_1", "v0_2", "v1_1", "v1_2")),
        ],
        ("path", 2): [("up", ("e5",)), ("hook", ("e1", "e6")), ("back", ("e1", "e6", "e3"))],
        ("head_vertex", 2): [("up", "v1_0"), ("hook", "v1_1"), ("back", "v1_0")],
    }
    bias = read_bias(ROOT / "bias" / "paper.pl")
    clauses = [in_order(clause, bias) for clause in parse_clauses(TABLE_3)]
    interpreter = Interpreter(background, facts)
    fires = {
        (path, square): [interpreter.holds(clause, (path, square)) for clause in clauses]
        for path in ("up", "hook", "back")
        for square in ("c1", "c2")
    }
    # Two edges are more than one triangle, three are more still; two triangles can wait.
    assert [pair for pair, found in fires.items() if found[0]] == [("hook", "c1"), ("back", "c1")]
    # No square here has three triangles.
    assert not any(found[1] or found[2] for found in fires.values())
    facts["square", 3][1] = ("c2", 3, ("e2", "e4", "e6", "e7"))
    interpreter = Interpreter(background, facts)
    second = clauses[1]
    assert interpreter.holds(second, ("back", "c2"))
    assert not interpreter.holds(second, ("hook", "c2"))
    assert not interpreter.holds(second, ("up", "c2"))
