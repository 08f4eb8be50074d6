"""Collapsed examples: to every hypothesis of the bias they are equivalent to all examples."""

from __future__ import annotations

import random
import tracemalloc
from pathlib import Path

import pytest
from support.examples import ROOT
from support.learning import labelled_task
from support.sizes import rounds, some

from witness.clauses.learners.asp import learner, saturate
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.popper.learner import collapsed
from witness.clauses.learners.task import read_task
from witness.puzzle.examples.examples import puzzle_task
from witness.puzzle.generate.algorithms import algorithm_3

CASES = sorted((Path(__file__).parents[2] / "data" / "popper_cases").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("case", some(3, CASES), ids=lambda case: case.name)
def test_what_is_learned_from_the_collapsed_is_as_good_on_all(case: Path) -> None:
    task = read_task(case)
    kept = collapsed(task)
    assert {*kept.positives} <= {*task.positives}
    assert {*kept.negatives} <= {*task.negatives}
    assert sum(kept.counts) < sum(task.counts)
    few = learner.learn(kept)
    whole = learner.learn(task)
    assert coverage(few.clauses, task) == (whole.true_positives, 0)
    assert few.size == whole.size


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_one_of_each_class_and_sign(case: Path) -> None:
    task = read_task(case)
    kept = collapsed(task)
    classes = saturate.saturate(task)
    assert len(kept.positives) == sum(right > 0 for right, _ in classes.sizes)
    assert len(kept.negatives) == sum(wrong > 0 for _, wrong in classes.sizes)
    # Collapsed examples have the same classes.
    again = saturate.saturate(kept)
    assert len(again.sizes) == len(classes.sizes)
    assert all(right <= 1 and wrong <= 1 for right, wrong in again.sizes)


@pytest.mark.slow
@rounds(2, 10)
def test_some_examples_at_a_time(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(3)
    tasks = [labelled_task(rng, limit=50)[0] for _ in range(rounds)] + list(
        map(read_task, CASES[: rounds // 2])
    )
    for task in tasks:
        classes, whole = saturate.saturate(task), learner.learn(task)
        for part in (7, 40):
            most = (len(task.positives) + len(task.negatives)) // part + 2
            with monkeypatch.context() as patch:
                patch.setattr(saturate, "AT_ONCE", most)
                patch.setattr(saturate, "WITH_FACTS", 1)
                assert saturate.saturate(task) == classes
                assert learner.learn(task) == whole


@pytest.mark.slow
def test_the_memory_of_equal_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saturate, "AT_ONCE", 1000)
    monkeypatch.setattr(saturate, "WITH_FACTS", 1000)
    puzzle = algorithm_3(2, 3, random.Random(1))
    how = {"bk": ROOT / "bk" / "triangles.pl", "bias": ROOT / "bias" / "paper.pl"}
    peaks = []
    for copies in (5, 20):
        task = puzzle_task([puzzle] * copies, labels="puzzle", **how).task()
        tracemalloc.start()
        assert len(saturate.saturate(task).sizes) == 29
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2.5 * peaks[0]
