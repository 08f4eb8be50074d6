"""Experiments in which the prover teaches: a puzzle each with a pool, or all puzzles together."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from support.examples import ROOT

from witness.base.files import read_json
from witness.boards.generate.algorithms import algorithm_3
from witness.experiments.taught import fastest, teach_together
from witness.experiments.training import Training
from witness.learners.settings import Settings
from witness.logic.background import Background, read_background
from witness.logic.language.parser import parse_clauses
from witness.proof.certificate import check_certificate
from witness.puzzle.model import Puzzle
from witness.report.paper import CLAUSES
from witness.searches import Limits, engine

FILES = {"bk": str(ROOT / "bk" / "triangles.pl"), "bias": str(ROOT / "bias" / "paper.pl")}


@pytest.fixture(scope="module")
def background() -> Background:
    return read_background(FILES["bk"], FILES["bias"])


def panels(number: int) -> list[Puzzle]:
    rng = random.Random(3)
    drawn = [replace(algorithm_3(2, 2 + n % 2, rng), id=f"p{n}") for n in range(2 * number)]
    return [puzzle for puzzle in drawn if puzzle.triangles][:number]


@pytest.mark.slow
def test_later_puzzles_begin_with_the_counterexamples_of_earlier_ones(tmp_path: Path) -> None:
    puzzles = panels(4)
    first, again, alone = (Training(**FILES, until_proved=True) for _ in range(3))
    runs = [first.run(puzzle, tmp_path / puzzle.id) for puzzle in puzzles]
    numbers = [len(run.result["until_proved"]["counterexamples"]) for run in runs]
    assert numbers == sorted(numbers)
    assert numbers[0] > 0
    for run in runs:
        assert run.clauses == run.core
        assert run.result["until_proved"]["ended"] == "proved"
    # What is finished is not learned again, and teaches what comes after it.
    times = [(tmp_path / puzzle.id / "result.json").stat().st_mtime_ns for puzzle in puzzles]
    (tmp_path / puzzles[-1].id / "core.pl").unlink()
    reread = [again.run(puzzle, tmp_path / puzzle.id) for puzzle in puzzles]
    assert [run.clauses for run in reread] == [run.clauses for run in runs]
    new = [(tmp_path / puzzle.id / "result.json").stat().st_mtime_ns for puzzle in puzzles]
    assert [a == b for a, b in zip(times, new, strict=True)] == [True, True, True, False]
    last = reread[-1].result["until_proved"]
    assert last["counterexamples"] == runs[-1].result["until_proved"]["counterexamples"]
    # The pool saves rounds, and changes nothing else.
    single = alone.run(puzzles[-1], tmp_path / "alone")
    assert single.clauses == runs[-1].clauses
    assert len(single.result["until_proved"]["rounds"]) >= len(last["rounds"])


def test_all_puzzles_together(tmp_path: Path, background: Background) -> None:
    record = teach_together(
        panels(8), tmp_path, **FILES, labels="puzzle", unreachable=False, learner="asp",
        settings=Settings(),
    )  # fmt: skip
    taught = record["until_proved"]
    assert (taught["ended"], taught["best"]) == ("proved", True)
    clauses = parse_clauses((tmp_path / "hypothesis.pl").read_text())
    assert check_certificate(taught["proof"], clauses, background) == []
    assert read_json(tmp_path / "result.json") == record


def race(texts: Sequence[str], background: Background) -> dict:
    return fastest(
        parse_clauses("\n".join(texts)), background, panels(12), engine("compiled"), Limits(),
        rank_by="expansions", rounds=1, margin=0.0,
    )  # fmt: skip


def test_without_times_the_whole_predicate_is_best(background: Background) -> None:
    found = race(CLAUSES, background)
    every = ["+".join(own) for n in (1, 2, 3) for own in combinations("123", n)]
    assert sorted(one["candidate"] for one in found["race"]) == sorted(every)
    least = min(one["expansions"] for one in found["race"])
    assert found["race"][0]["expansions"] == least
    chosen = next(one for one in found["race"] if one["program"] == found["program"])
    assert chosen["expansions"] == least
    # Of those that are as good, the smallest.
    equal = [one["size"] for one in found["race"] if one["expansions"] == least]
    assert chosen["size"] == min(equal)


def test_of_many_clauses_those_are_dropped_that_add_nothing(background: Background) -> None:
    weaker = [
        "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), three(F), two(C).",
        "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), two(F), one(C).",
    ]
    found = race([*weaker, *CLAUSES], background)
    assert not {*found["program"]} & {*weaker}
    assert {*found["program"]} <= {*CLAUSES}
    assert found["race"][0]["program"] == found["program"]


def test_without_clauses_there_is_no_race(background: Background) -> None:
    assert race([], background) == {"program": [], "race": []}
