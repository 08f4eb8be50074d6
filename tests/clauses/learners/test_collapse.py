"""Collapsed examples: to every hypothesis of the bias they are equivalent to all examples."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from witness.clauses.learners.asp import learner
from witness.clauses.learners.asp.saturate import saturate
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.programs import collapse
from witness.clauses.learners.task import read_task

CASES = sorted((Path(__file__).parents[2] / "data" / "popper_cases").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_learned_from_the_collapsed_is_as_good_on_all(case: Path) -> None:
    task = read_task(case)
    positives, negatives = collapse(task)
    assert set(positives) <= set(task.positives)
    assert set(negatives) <= set(task.negatives)
    assert len(positives) + len(negatives) < len(task.positives) + len(task.negatives)
    few = learner.learn(replace(task, positives=positives, negatives=negatives))
    whole = learner.learn(task)
    assert coverage(few.clauses, task) == (whole.true_positives, 0)
    assert few.size == whole.size


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_one_of_each_class_and_sign(case: Path) -> None:
    task = read_task(case)
    positives, negatives = collapse(task)
    classes = saturate(task)
    assert len(positives) == sum(c.positives > 0 for c in classes)
    assert len(negatives) == sum(c.negatives > 0 for c in classes)
    # Collapsed examples have the same classes.
    again = saturate(replace(task, positives=positives, negatives=negatives))
    assert len(again) == len(classes)
    assert all(c.positives <= 1 and c.negatives <= 1 for c in again)
