"""Wherever a clause holds, one of its ways does."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from support.asked import Interpreter
from support.random_programs import VALUES, Declared, programs

from witness.base.errors import InputError
from witness.clauses.datalog import are_relations
from witness.clauses.language.bias import Bias, Signature
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.order import in_order, weakens
from witness.clauses.language.reader import Program, parse_program
from witness.clauses.language.terms import Clause, Key, Literal, Variable, clause_text
from witness.clauses.language.unfolding import Way, ways


def bias_of(declared: list[Declared]) -> Bias:
    body = tuple(
        Signature(one.name, one.types, tuple(mode == "i" for mode in one.design), 0)
        for one in declared
    )
    return Bias("bias.pl", Signature("goal", (), (), 0), body, 9, 9)


@pytest.mark.slow
@given(programs())
@settings(max_examples=30)
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


# ---- Which definitions are Datalog, so that the learner can join them.


BIAS = parse_bias("head_pred(f,1). body_pred(p,1). body_pred(q,1).")


@pytest.mark.parametrize(
    ("text", "finite"),
    [
        ("p(a).\nq(A) :- p(A).\n", True),
        ("p(A) :- q(A).\nq(a).\nq(A) :- r(A,_).\nr(a,b).\n", True),
        ("p(A) :- r(A).\nq(A) :- r(A).\nr(A) :- s(A).\ns(a).\n", True),
        ("p(a).\nq(A) :- q(A).\n", True),
        ("p(A) :- q(A).\nq(A) :- p(A).\nq(a).\n", True),
        ("p(a).\nq(A) :- r(A).\nr(A) :- s(A).\nr(a).\ns(A) :- r(A).\n", True),
        ("p(a).\nq(A) :- p(A), member(A,[a]).\n", False),
        ("p(a).\nq(A) :- p(A), \\+ r(A).\nr(b).\n", True),
        ("p([a]).\nq([A]) :- p(A).\n", False),
        ("p(a).\nq(_).\n", True),
        ("p(a).\nq(A) :- p(A), \\+ q(A).\n", False),
        ("p(a).\n", False),
    ],
)
def test_what_has_a_finite_model(text: str, finite: bool) -> None:
    assert are_relations(BIAS, parse_program(text)) is finite


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
