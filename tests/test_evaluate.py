"""Records of the test set and budgets in paper-minutes."""

from __future__ import annotations

import random

from witness.evaluate import Run, budget, evaluate, paper_minutes, within
from witness.generate import random_set
from witness.predicates import BASELINE, PAPER
from witness.search import Limits
from witness.search.reference import solve


def test_thirty_minutes_of_the_paper() -> None:
    assert paper_minutes(30) == 33_120_000
    assert paper_minutes(0.1) == 110_400


def test_budgets_of_both_clocks() -> None:
    assert budget(30, "paper", 5) == Limits(33_120_000, None, 5)
    assert budget(0.5, "wall", 5) == Limits(None, 30, 5)
    solved = {"status": "solved", "expansions": 18_400 * 60, "seconds": 120.0}
    assert within(solved, 1, "paper")
    assert not within(solved, 0.99, "paper")
    assert within(solved, 2, "wall")
    assert not within(solved, 1.99, "wall")
    assert not within({**solved, "status": "time-limit"}, 5, "wall")


def test_records() -> None:
    puzzles = random_set(5, 2, 3, random.Random(1), "test")
    runs = [Run("baseline", BASELINE, "prune"), Run("pi", PAPER, "prune")]
    steps: list[int] = []
    records = list(evaluate(puzzles, runs, solve, Limits(), lambda: steps.append(1)))
    assert [(r["id"], r["run"]) for r in records] == [
        (p.id, run.name) for p in puzzles for run in runs
    ]
    assert len(steps) == 5
    for record, puzzle in zip(records[::2], puzzles, strict=True):
        expected = solve(puzzle, BASELINE)
        assert record["expansions"] == expected.expansions
        assert record["length"] == expected.length
        assert (record["status"], record["engine"]) == ("solved", "reference")
        assert (record["rows"], record["cols"]) == (puzzle.rows, puzzle.cols)
