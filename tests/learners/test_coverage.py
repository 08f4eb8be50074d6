"""What a hypothesis covers: compiled definitions against the interpreter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from witness.learners.coverage import coverage, covered
from witness.learners.task import read_task
from witness.logic.interpreter import Interpreter
from witness.logic.language.order import in_order
from witness.logic.language.parser import parse_clauses

CASES = sorted((Path(__file__).parents[1] / "data" / "popper_cases").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_numbers_of_popper(case: Path) -> None:
    expected = json.loads((case / "expected.json").read_text())
    clauses = parse_clauses("\n".join(expected["program"]))
    assert coverage(clauses, read_task(case)) == (expected["true_positives"], 0)


@pytest.mark.parametrize("case", CASES[:3], ids=lambda case: case.name)
def test_each_example_as_the_interpreter_has_it(case: Path) -> None:
    task = read_task(case)
    clauses = parse_clauses("\n".join(json.loads((case / "expected.json").read_text())["program"]))
    interpreter = Interpreter(task.background)
    for clause in clauses:
        in_turn = in_order(clause, task.bias)
        found = covered([clause], task.background, task.bias, task.positives)
        for example, holds in zip(task.positives, found, strict=True):
            assert holds == interpreter.holds(in_turn, example), (str(clause), example)


def test_facts_of_the_head_do_not_count() -> None:
    """Clauses of the head predicate in the background are not part of the hypothesis."""
    task = read_task(CASES[0])
    task.background.facts["f", 2] = list(task.positives)
    clauses = parse_clauses("f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).")
    assert coverage(clauses, task)[0] < len(task.positives)
