"""Algorithm 2 on a few candidates whose order is known."""

from __future__ import annotations

import random

import pytest
from conftest import TABLE_3

from witness.candidates import Candidate
from witness.generate import random_set
from witness.logic.background import Background
from witness.predicates import BASELINE, NONE, PAPER
from witness.search import Limits
from witness.search.reference import solve
from witness.triage import Measurement, measure, rank

LINES = TABLE_3.splitlines()


def candidate(name: str, program: list[str], *tracks: str) -> Candidate:
    chosen = tracks or ("all", "proved")
    sources = {track: ["train-0000"] for track in chosen}
    return Candidate(name, dict.fromkeys(chosen, program), sources)


@pytest.fixture(scope="module")
def puzzles():
    return random_set(12, 2, 3, random.Random(5), "filter")


@pytest.mark.parametrize("variant", ["plain", "baseline"])
def test_measurements_are_sums_of_searches(variant, puzzles, background: Background) -> None:
    candidates = [candidate("pi", LINES), candidate("first", LINES[:1])]
    found = measure(candidates, puzzles, variant, background, solve, Limits())
    layer = variant == "baseline"

    def total(predicate) -> int:
        return sum(solve(p, predicate, "sort", baseline_layer=layer).expansions for p in puzzles)

    by_name = {m.candidate: m for m in found}
    assert by_name["pi"].expansions == total(PAPER)
    assert by_name["first"].expansions == total(BASELINE)
    assert all(m.baseline_expansions == total(NONE) for m in found)
    if layer:
        assert by_name["first"].expansion_speedup == 1
    else:
        assert by_name["pi"].expansion_speedup > by_name["first"].expansion_speedup > 1


def test_capped_searches_are_counted(puzzles, background: Background) -> None:
    limits = Limits(max_expansions=3)
    found = measure([candidate("pi", LINES)], puzzles, "plain", background, solve, limits)
    assert found[0].capped > 0
    assert found[0].baseline_capped >= found[0].capped


def made(name: str, expansions: int, seconds: float = 1.0) -> Measurement:
    return Measurement(name, expansions, seconds, 1000, 10.0, 0, 0)


def test_rank_and_ties() -> None:
    short, long = LINES[:1], LINES
    candidates = [
        candidate("slow", short),
        candidate("b", long),
        candidate("a", short),
        candidate("learned", short, "all"),
    ]
    measurements = [made("slow", 500), made("b", 100), made("a", 100), made("learned", 50)]
    ranking, kept = rank(candidates, measurements, 2)
    assert [r.measurement.candidate for r in ranking] == ["learned", "a", "b", "slow"]
    assert kept == {"all": ["learned", "a"], "proved": ["a", "b"]}
    assert ranking[0].places == {"all": 1}
    assert ranking[1].places == {"all": 2, "proved": 1}


def test_rank_by_time() -> None:
    candidates = [candidate("x", LINES[:1]), candidate("y", LINES)]
    measurements = [made("x", 10, seconds=2.0), made("y", 20, seconds=1.0)]
    assert rank(candidates, measurements, 1)[1]["all"] == ["x"]
    assert rank(candidates, measurements, 1, rank_by="time")[1]["all"] == ["y"]


def test_later_stages_race_those_that_came_through() -> None:
    candidates = [candidate("x", LINES[:1]), candidate("y", LINES)]
    alive = {"all": {"y"}, "proved": {"x"}}
    _, kept = rank(candidates, [made("x", 10), made("y", 20)], 5, alive=alive)
    assert kept == {"all": ["y"], "proved": ["x"]}


def test_nothing_to_rank(background: Background) -> None:
    assert measure([], [], "plain", background, solve, Limits()) == []
    assert rank([], [], 5) == ([], {"all": [], "proved": []})
