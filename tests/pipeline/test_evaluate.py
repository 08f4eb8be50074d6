"""Records of the test set and budgets in paper-minutes."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.pipeline.evaluate import Run, budget, evaluate, paper_minutes, stronger_runs, within
from witness.puzzle.generate.algorithms import path_set, random_set
from witness.puzzle.model import Puzzle
from witness.puzzle.views.translate import translate
from witness.searches import Limits, Mode, SearchResult, engine
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.interface import BoundPredicate, Predicate
from witness.searches.predicates.registry import predicate as read_predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER, TABLE_3
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
    records = list(evaluate(puzzles, runs, solve, Limits()))
    assert [(r["id"], r["run"]) for r in records] == [
        (p.id, run.name) for p in puzzles for run in runs
    ]
    for record, puzzle in zip(records[::2], puzzles, strict=True):
        expected = solve(puzzle, BASELINE)
        assert record["expansions"] == expected.expansions
        assert record["length"] == expected.length
        assert (record["status"], record["engine"]) == ("solved", "reference")
        assert (record["rows"], record["cols"]) == (puzzle.rows, puzzle.cols)


EXTENDED = read_predicate("examples/extended.pl", bk="bk/extended.pl", bias="bias/extended.pl")


def given(*clauses: str) -> FilePredicate:
    background = read_background()
    translation = translate(parse_clauses("\n".join(clauses)), background)
    return FilePredicate("given", translation, background)


PREDICATES: dict[str, Predicate] = {
    "none": NONE,
    "baseline": BASELINE,
    "first two": given(*TABLE_3[:2]),
    "last two": given(*TABLE_3[1:]),
    "paper": PAPER,
    "extended": EXTENDED,
}
RUNS = [Run(name, predicate, "prune") for name, predicate in PREDICATES.items()]


def plain(record: dict[str, Any]) -> dict[str, Any]:
    left_out = ("seconds", "times", "engine", "implied")
    return {key: value for key, value in record.items() if key not in left_out}


def test_which_runs_are_stronger() -> None:
    found = stronger_runs(tuple(RUNS), 80)
    assert found == {
        "none": ["baseline", "first two", "last two", "paper", "extended"],
        "baseline": ["first two", "paper", "extended"],
        "first two": ["paper", "extended"],
        "last two": ["paper", "extended"],
        "paper": ["extended"],
        "extended": [],
    }


@pytest.mark.parametrize("mode", ["prune", "sort"])
def test_only_a_sound_predicate_that_prunes_is_stronger(mode: Mode) -> None:
    unsound = given("f(A,B) :- notAdjacent(A,B).", TABLE_3[0])
    runs = (Run("weak", BASELINE, "prune"), Run("strong", unsound, "prune"))
    assert stronger_runs(runs, 80) == {"weak": [], "strong": []}
    runs = (Run("weak", BASELINE, "prune"), Run("strong", PAPER, mode))
    assert stronger_runs(runs, 80).get("weak") == (["strong"] if mode == "prune" else [])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), [("reference", 5), ("compiled", 20)])
def test_records_are_those_of_all_runs(name: str, number: int) -> None:
    rng = random.Random(7)
    puzzles = [*random_set(number, 2, 5, rng), *path_set(5, 6, number // 5, rng)]
    implied = 0
    for limit in (1, 7, 60, 400):
        for order in (RUNS, RUNS[::-1]):
            given = (puzzles, order, engine(name), Limits(limit))
            every = list(evaluate(*given))
            fewer = list(evaluate(*given, imply=True))
            assert [plain(r) for r in fewer] == [plain(r) for r in every]
            assert not any("implied" in record for record in every)
            for record in fewer:
                if "implied" in record:
                    assert record["implied"] is True
                    assert (record["status"], record["expansions"]) == ("expansion-limit", limit)
                    assert record["seconds"] is record["engine"] is record["length"] is None
                    implied += 1
    assert implied > number


def test_a_stronger_run_never_needs_more_expansions() -> None:
    """This is why: the weaker one expands the same nodes in the same order, and others between."""
    puzzles = random_set(300, 2, 4, random.Random(3))
    stronger = stronger_runs(tuple(RUNS), 24)
    fewer = 0
    found: dict[str, dict[str, int]] = {}
    for record in evaluate(puzzles, RUNS, engine("compiled"), Limits(1_000_000)):
        assert record["status"] == "solved"
        found.setdefault(record["id"], {})[record["run"]] = record["expansions"]
    for expansions in found.values():
        for weak, names in stronger.items():
            for strong in names:
                assert expansions[strong] <= expansions[weak]
                fewer += expansions[strong] < expansions[weak]
    assert fewer > 300


def searched(*runs: Run, limits: Limits) -> list[str]:
    """Return the runs that are made, in their order, on a puzzle with many partial paths."""
    made: list[str] = []
    names = {run.predicate: run.name for run in runs}

    def watched(puzzle: Puzzle, predicate: Predicate, *given: Any, **named: Any) -> Any:
        made.append(names[predicate])
        return engine("compiled")(puzzle, predicate, *given, **named)

    puzzle = Puzzle(8, 8, ((0, 0),), ((8, 8),), ((0, 0, 2), (7, 7, 3), (4, 4, 3)), id="many")
    list(evaluate([puzzle], runs, watched, limits, imply=True))
    return list(dict.fromkeys(made))


@pytest.mark.parametrize("order", list(permutations(["none", "baseline", "paper"])))
def test_the_strongest_is_run_first_and_alone(order: tuple[str, ...]) -> None:
    runs = [Run(name, PREDICATES[name], "prune") for name in order]
    assert searched(*runs, limits=Limits(5000)) == ["paper"]


def test_other_limits_imply_nothing() -> None:
    """A limit of time is another one for each run, and so is one of memory."""
    runs = [Run(name, PREDICATES[name], "prune") for name in ("baseline", "paper")]
    assert set(searched(*runs, limits=Limits(5000, memory_limit=0.01))) == {"baseline", "paper"}
    assert set(searched(*runs, limits=Limits(5000, time_limit=100))) == {"baseline", "paper"}
