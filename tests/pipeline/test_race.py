"""Races: what is measured are the searches of Algorithm 1, each as often as there are rounds."""

from __future__ import annotations

import random
from dataclasses import asdict

import pytest
from support.candidates import candidate
from support.examples import TABLE_3

from witness.base.limits import Budget
from witness.clauses.background import Background
from witness.pipeline.race import LONG, Entrant, Totals, as_entrants, race, references
from witness.puzzle.generate.algorithms import random_set
from witness.searches import Limits, SearchResult
from witness.searches.predicates.written import BASELINE, NONE, PAPER
from witness.searches.reference import solve
from witness.searches.registry import WARM_UP

LINES = TABLE_3.splitlines()


@pytest.fixture(scope="module")
def puzzles():
    return random_set(12, 2, 3, random.Random(5), "filter")


@pytest.mark.parametrize("variant", ["plain", "baseline"])
def test_totals_are_sums_of_searches(variant, puzzles, background: Background) -> None:
    candidates = [candidate("pi", LINES), candidate("first", LINES[:1])]
    entrants = references(variant) | as_entrants(candidates, background)
    found = race(entrants, puzzles, variant, solve, Limits())
    layer = variant == "baseline"

    def total(predicate, mode: str = "sort") -> int:
        return sum(solve(p, predicate, mode, baseline_layer=layer).expansions for p in puzzles)

    assert found["pi"].expansions == total(PAPER)
    assert found["first"].expansions == total(BASELINE)
    assert found["baseline"].expansions == sum(solve(p, BASELINE).expansions for p in puzzles)
    assert found["baseline"].expansions > found["pi"].expansions
    if layer:  # A* without a predicate is the search with π_baseline
        assert "none" not in found
        assert found["baseline"].expansions == total(NONE) == found["first"].expansions
    else:
        assert found["none"].expansions == total(NONE) > found["first"].expansions


def stopwatch(times: list[float], calls: list[str]):
    """Return an engine whose searches take the times given, in turn, and note who searched."""
    left = iter(times)

    def search(puzzle, predicate, mode, *, baseline_layer, limits) -> SearchResult:
        if limits.max_expansions == WARM_UP:
            return SearchResult(
                status="solved", path=None, expansions=7, seconds=0.0, engine="stopwatch"
            )
        calls.append(f"{puzzle.id} {predicate.name}")
        return SearchResult(
            status="solved", path=None, expansions=7, seconds=next(left), engine="stopwatch"
        )

    return search


def test_entrants_take_turns_and_the_least_time_counts(puzzles) -> None:
    one, two = puzzles[:2]
    calls: list[str] = []
    unit = LONG / 64  # so that no search is long
    times = [unit * n for n in (4, 24, 8, 2, 1, 2, 1, 4)]
    entrants = {"none": Entrant(NONE), "baseline": Entrant(BASELINE)}
    found = race(entrants, [one, two], "plain", stopwatch(times, calls), Limits(), rounds=2)
    # On each puzzle both entrants search in the first round, then both in the second, and whoever
    # was second in one round is first in the next.
    assert calls == [
        f"{one.id} none", f"{one.id} baseline", f"{one.id} baseline", f"{one.id} none",
        f"{two.id} baseline", f"{two.id} none", f"{two.id} none", f"{two.id} baseline",
    ]  # fmt: skip
    assert found["none"].rounds == pytest.approx((6 * unit, 3 * unit))
    assert found["none"].seconds == pytest.approx(3 * unit)
    assert found["baseline"].rounds == pytest.approx((25 * unit, 12 * unit))
    assert found["baseline"].seconds == pytest.approx(9 * unit)
    assert found["none"].expansions == 14
    assert found["none"].spread == pytest.approx(1.0)


def test_a_search_that_is_long_in_two_rounds_is_not_made_again(puzzles) -> None:
    """In the rounds that are left, its least time counts, which is no part of the spread."""
    calls: list[str] = []
    times = [3 * LONG, 0.6 * LONG, 2 * LONG, 0.5 * LONG, 0.7 * LONG, 0.8 * LONG]
    entrants = {"none": Entrant(NONE), "baseline": Entrant(BASELINE)}
    found = race(entrants, puzzles[:1], "plain", stopwatch(times, calls), Limits(), rounds=4)
    assert len(calls) == 6
    assert found["none"].rounds == (3 * LONG, *[2 * LONG] * 3)
    assert found["none"].spread == pytest.approx(0.5)
    assert found["baseline"].rounds == tuple(n * LONG for n in (0.6, 0.5, 0.7, 0.8))
    assert found["baseline"].spread == pytest.approx(0.2)
    assert found["baseline"].seconds == 0.5 * LONG
    assert found["baseline"].expansions == 7


@pytest.mark.parametrize("stalled", [1, 4, 6, 9, 13, 16])
def test_a_stall_changes_no_ratio(puzzles, monkeypatch: pytest.MonkeyPatch, stalled: int) -> None:
    """The processor loses a second in one search, of the first round or of a later one."""
    clock, searches = [0.0], [0]
    monkeypatch.setattr("time.thread_time", lambda: clock[0])
    ticks = {"none": 30e-6, "baseline": 10e-6}

    def search(puzzle, predicate, mode, *, baseline_layer, limits) -> SearchResult:
        budget = Budget(limits)
        if limits.max_expansions != WARM_UP:
            searches[0] += 1
            clock[0] += ticks[predicate.name] + (searches[0] == stalled)
        seconds = budget.seconds
        return SearchResult(
            status="solved", path=None, expansions=7, seconds=seconds, engine="stopwatch"
        )

    entrants = {"none": Entrant(NONE), "baseline": Entrant(BASELINE)}
    found = race(entrants, puzzles[:2], "plain", search, Limits(), rounds=4)
    assert searches == [16]
    assert found["none"].seconds / found["baseline"].seconds == pytest.approx(3)


def test_searches_at_a_limit_are_counted(puzzles, background: Background) -> None:
    entrants = references("plain") | as_entrants([candidate("pi", LINES)], background)
    found = race(entrants, puzzles, "plain", solve, Limits(max_expansions=3))
    assert found["pi"].capped > 0
    assert found["none"].capped >= found["pi"].capped


def test_parts_of_a_set_add_up(puzzles, background: Background) -> None:
    entrants = as_entrants([candidate("pi", LINES)], background)

    def of(chosen) -> Totals:
        return race(entrants, chosen, "plain", solve, Limits(), rounds=2)["pi"]

    whole, parts = of(puzzles), of(puzzles[::2]) + of(puzzles[1::2])
    assert (parts.expansions, parts.capped) == (whole.expansions, whole.capped)
    assert len(parts.rounds) == 2
    assert parts.seconds <= min(parts.rounds)
    assert Totals() + whole == whole
    assert Totals.from_json(asdict(whole)) == whole
    assert Totals().spread is None
