"""One example of each class: what is learned is the same as from all examples."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.sizes import some

from witness.base.errors import InputError
from witness.clauses.background import definitions_for
from witness.clauses.learners import learned
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.task import LearningTask, read_task
from witness.puzzle.examples.examples import puzzle_task
from witness.puzzle.examples.puzzle_task import PuzzleTask
from witness.puzzle.generate.algorithms import algorithm_3

KINDS = {"paper": "triangles", "extended": "triangles", "squares": "squares", "dots": "dots"}


def made(bias: str, number: int, **how: Any) -> PuzzleTask:
    rng = random.Random(number)
    drawn = [algorithm_3(2, 2 + n % 2, rng, kind=KINDS[bias]) for n in range(number)]
    file = ROOT / "bias" / f"{bias}.pl"
    shown = [puzzle for puzzle in drawn if getattr(puzzle, KINDS[bias])]
    return puzzle_task(shown, bk=definitions_for(file), bias=file, labels="puzzle", **how)


@pytest.mark.slow
@pytest.mark.parametrize("bias", some(2, KINDS))
def test_the_same_is_learned(bias: str) -> None:
    every, fewer = made(bias, 5), made(bias, 5, classes=True)
    assert fewer.counts["kept"] < sum(map(len, (every.positives, every.negatives))) / 4
    assert fewer.counts == {**every.counts, "kept": fewer.counts["kept"]}
    runs = [learned("", task=one.task())[0] for one in (every, fewer)]
    first, second = ((run.learned, run.positives, run.negatives) for run in runs)
    assert (first[0].clauses, first[1:]) == (second[0].clauses, second[1:])
    assert first[0].true_positives == second[0].true_positives > 0
    counted = [coverage(first[0].clauses, one.task()) for one in (every, fewer)]
    assert counted[0] == counted[1] == (first[0].true_positives, 0)


def test_a_weight_that_is_none(tmp_path: Path) -> None:
    made("paper", 2, classes=True).write(tmp_path)
    text = (tmp_path / "bk.pl").read_text()
    line = next(n for n, one in enumerate(text.split("\n"), 1) if one.startswith("stands_for"))
    for value in ("0", "many", "9" * 20):
        changed = text.split("\n")
        changed[line - 1] = changed[line - 1].rpartition(",")[0] + f",{value})."
        (tmp_path / "bk.pl").write_text("\n".join(changed))
        with pytest.raises(InputError, match=rf"bk.pl: line {line}: .*no number of examples"):
            read_task(tmp_path)


def test_a_relational_task(tmp_path: Path) -> None:
    """A task that is joined rather than saturated counts in the same way."""
    (tmp_path / "bias.pl").write_text("head_pred(f,1).\nbody_pred(p,2).\nbody_pred(q,1).\n")
    facts = "p(a,x). p(b,x). p(c,y). q(x).\nstands_for(a,7). stands_for(c,3)."
    (tmp_path / "bk.pl").write_text(facts)
    (tmp_path / "exs.pl").write_text("pos(f(a)). pos(f(b)). neg(f(c)).")
    task: LearningTask = read_task(tmp_path)
    run, record = learned("", task=task)
    assert (record["true_positives"], record["positives"], record["negatives"]) == (8, 8, 3)
    assert run.learned.size == 3
