"""Which definitions are Datalog, so that the learner can join them."""

from __future__ import annotations

import pytest

from witness.logic.language.bias_reader import parse_bias
from witness.logic.language.definitions import are_relations
from witness.logic.language.reader import Program, parse_program
from witness.logic.language.terms import Key

BIAS = parse_bias("head_pred(f,1). body_pred(p,1). body_pred(q,1).")


@pytest.mark.parametrize(
    ("text", "datalog"),
    [
        ("p(a).\nq(A) :- p(A).\n", True),
        ("p(A) :- q(A).\nq(a).\nq(A) :- r(A,_).\nr(a,b).\n", True),
        ("p(A) :- r(A).\nq(A) :- r(A).\nr(A) :- s(A).\ns(a).\n", True),
        ("p(a).\nq(A) :- q(A).\n", False),
        ("p(A) :- q(A).\nq(A) :- p(A).\nq(a).\n", False),
        ("p(a).\nq(A) :- r(A).\nr(A) :- s(A).\nr(a).\ns(A) :- r(A).\n", False),
        ("p(a).\nq(A) :- p(A), member(A,[a]).\n", False),
        ("p(a).\nq(A) :- p(A), \\+ r(A).\nr(b).\n", False),
        ("p([a]).\nq([A]) :- p(A).\n", False),
        ("p(a).\nq(_).\n", False),
        ("p(a).\n", False),
    ],
)
def test_what_is_datalog(text: str, datalog: bool) -> None:
    assert are_relations(BIAS, parse_program(text)) is datalog


class Counted(Program):
    """A program that counts how often somebody asks whether it defines a predicate."""

    asked = 0

    def defines(self, key: Key) -> bool:
        self.asked += 1
        return super().defines(key)


@pytest.mark.parametrize("depth", [10, 40])
def test_every_definition_is_looked_at_once(depth: int) -> None:
    """Each of these calls the one below twice, so there are 2**depth ways down."""
    steps = "".join(f"s{i + 1}(A) :- s{i}(A), s{i}(A).\n" for i in range(depth))
    read = parse_program(f"s0(a).\n{steps}p(A) :- s{depth}(A).\nq(A) :- s{depth}(A).\n")
    program = Counted(read.file, read.rules, read.facts, read.lines)
    assert are_relations(BIAS, program)
    assert program.asked == depth + 3
