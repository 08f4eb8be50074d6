"""Records of the test set and budgets in paper-minutes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from witness.boards.generate.algorithms import random_set
from witness.experiments.evaluate import Run, budget, evaluate, paper_minutes, within
from witness.puzzle.model import Puzzle
from witness.searches import Limits, SearchResult
from witness.searches.predicates.interface import BoundPredicate, Predicate
from witness.searches.predicates.written import BASELINE, PAPER
from witness.searches.reference import solve


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


def test_every_search_is_timed_in_rounds_over_all_puzzles_and_the_least_counts() -> None:
    puzzles = random_set(2, 2, 2, random.Random(1), "test")
    # The first search warms the engine and does not count. One of the first round is interrupted.
    times = iter([0.0001, 0.001, 0.002, 7, 0.004, 5, 0.003, 0.002, 0.005, 0.002, 0.003, 0.3, 3])
    calls: list[str] = []

    def timed(puzzle: Puzzle, *given: object, **named: Any) -> SearchResult:
        calls.append(puzzle.id)
        return replace(solve(puzzle, BASELINE), seconds=next(times))

    runs = [Run("one", BASELINE, "prune"), Run("two", BASELINE, "prune")]
    records = list(evaluate(puzzles, runs, timed, Limits(), rounds=3))
    one, two = (puzzle.id for puzzle in puzzles)
    assert calls == [one, *[one, one, two, two] * 3]
    assert [record["seconds"] for record in records] == [0.001, 0.002, 0.002, 0.004]
    assert records[0]["times"] == [0.001, 5, 0.002]
    assert records[2]["times"] == [7, 0.002, 0.3]


def test_a_search_that_meets_a_limit_is_made_once() -> None:
    puzzles = random_set(2, 2, 2, random.Random(1), "test")
    runs = [Run("one", BASELINE, "prune")]
    records = list(evaluate(puzzles, runs, solve, Limits(1), rounds=3))
    assert [(r["status"], len(r["times"])) for r in records] == [("expansion-limit", 1)] * 2


def test_set_up_is_no_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    for name in ("perf_counter", "thread_time"):
        monkeypatch.setattr(f"time.{name}", lambda: clock[0])

    class Slow(Predicate):
        name, when = "slow", "never"

        def bind(self, puzzle: Puzzle) -> BoundPredicate:
            clock[0] += 100
            return lambda head, vertices, edges: bool(self.tick())

        def tick(self) -> None:
            clock[0] += 1

    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),))
    result = solve(puzzle, Slow(), limits=Limits(time_limit=50))
    assert result.status == "solved"
    assert 0 < result.seconds < 50


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
