"""At any limit the best plan seen is the answer: never less than `first` finds with as much."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.brute_games import Brute
from support.game_searches import SMALL, check_solution, of
from support.random_games import random_rulesheet
from support.sizes import seeds, some

from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play import compiled
from witness.gdl.play.plans import Plans, final_score
from witness.gdl.play.result import Interrupted, PlanSearch, Solution
from witness.gdl.play.solve import puzzle, solve

GAMES = Path(__file__).parents[2] / "examples" / "games"

#: Games of several kinds whose analysis takes little time.
EASY = ("hanoi", "sudoku4", "treasure", "two_knights")


def points(found: Solution) -> int:
    """Return the score of a plan, -1 without one, after checking that the plan has it."""
    if found.plan is None:
        assert found.score is None
        return -1
    assert final_score(StateMachine(found.puzzle), found.plan) == found.score
    assert found.score is not None
    return found.score


def never_below_first(net: Network, budgets: list[int], **settings: Any) -> list[Solution]:
    """Solve a game at several limits with and without `first`; return what was found without."""
    answers = []
    for most in budgets:
        limits = Limits(max_expansions=most)
        first = solve(net, first=True, limits=limits, **settings)
        found = solve(net, limits=limits, **settings)
        assert points(found) >= points(first), (most, settings)
        assert found.expansions >= first.expansions
        assert found.maximal >= first.maximal
        if points(found) == points(first) >= 0:
            assert len(found.plan or ()) <= len(first.plan or ())
        answers.append(found)
    return answers


def tour(rng: random.Random) -> str:
    """A walk through places that ends where there is no new one beside; the points are its length.

    Best is to see as many places as can be seen, which is hard to plan. There may be a clock.
    """
    size = rng.randint(6, 8)
    beside = {(n, rng.randrange(n)) for n in range(1, size)}
    beside |= {tuple(rng.sample(range(size), 2)) for _ in range(rng.randint(1, size))}
    lines = ["(role player)", "(init (at 0))", "(init (been 0))", "(init (seen 1))"]
    lines += [f"(way {a} {b}) (way {b} {a})" for a, b in sorted(beside)]
    lines += [f"(more {n} {n + 1})" for n in range(1, size)]
    lines += [
        "(<= (legal player (go ?b)) (true (at ?a)) (way ?a ?b) (not (true (been ?b))))",
        "(<= (next (at ?b)) (does player (go ?b)))",
        "(<= (next (been ?b)) (does player (go ?b)))",
        "(<= (next (been ?b)) (true (been ?b)))",
        "(<= (next (seen ?m)) (true (seen ?n)) (more ?n ?m))",
        "(<= open (legal player ?m))",
        "(<= terminal (not open))",
    ]
    if rng.random() < 0.3:
        lines.append(f"(<= terminal (true (seen {rng.randint(2, size)})))")
    lines += [f"(<= (goal player {100 * n // size}) (true (seen {n})))" for n in range(1, size + 1)]
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 12))
def test_random_games_at_every_limit(seed: int) -> None:
    rng = random.Random(7100 + seed)
    for turn in range(2):
        try:
            net = puzzle(of(tour(rng) if turn % 2 else random_rulesheet(rng)))
        except InputError:
            continue
        brute = Brute(net)
        if brute.stuck:
            continue
        for without in ((), ("plans",), ("plans", "targets", "latches")):
            found = never_below_first(net, [1, 3, 8, 20, 10_000], without=without, seed=seed)
            check_solution(found[-1], brute, net)
            for before, after in pairwise(found):
                assert points(before) <= points(after)
                assert before.maximal <= (points(before) == brute.best[net.initial])


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.stem, marks=[] if path.stem in EASY else [pytest.mark.long])
        for path in sorted(GAMES.glob("*.kif"))
    ],
)
def test_shipped_games_at_several_limits(name: str) -> None:
    net = network(read_rulesheet(GAMES / f"{name}.kif"))
    found: list[Solution] = []
    for without in ((), ("plans",)):
        found = never_below_first(net, [10, 500], without=without)
    for before, after in pairwise(found):
        assert (points(before), before.maximal) <= (points(after), after.maximal)


@pytest.mark.slow
@pytest.mark.parametrize("name", some(2, list(SMALL)))
def test_the_answer_is_that_of_a_search_for_a_shortest_plan_alone(name: str) -> None:
    net = puzzle(of(SMALL[name]))
    for without in ((), ("plans",), ("factors",), ("latches", "plans")):
        found, plain = solve(net, without=without), solve(net, without=("greedy", *without))
        for answer in (found, plain):
            assert answer.status == "solved"
            assert answer.maximal
            assert answer.shortest
        assert (found.score, len(found.plan or ())) == (plain.score, len(plain.plan or ()))
        assert solve(net, without=without).plan == found.plan


def test_a_plan_is_there_long_before_the_shortest_one() -> None:
    net = network(read_rulesheet(GAMES / "lights_out.kif"))
    limits = Limits(max_expansions=4_500)
    alone = solve(net, without=("plans", "greedy"), limits=limits)
    assert (alone.status, alone.plan) == ("expansion-limit", None)
    found = solve(net, without=("plans",), limits=limits)
    assert (found.status, found.score, found.maximal) == ("expansion-limit", 100, True)
    assert not found.shortest


def test_parts_that_must_be_solved_in_time() -> None:
    # Any plans of the two parts take too long together, shortest ones do not.
    lines = ["(role player)", "(init (clock 0))", "(init (at a 0))", "(init (at b 0))"]
    lines += [f"(tick {n} {n + 1})" for n in range(12)]
    lines += [f"(way {n} {n + 1})" for n in range(6)] + ["(way 0 6)"]
    lines += [
        "(<= (legal player (go ?who ?n)) (true (at ?who ?m)) (way ?m ?n))",
        "(legal player wait)",
        "(<= (next (at ?who ?n)) (does player (go ?who ?n)))",
        "(<= (next (at ?who ?n)) (true (at ?who ?n)) (not (moved ?who)))",
        "(<= (moved ?who) (does player (go ?who ?n)))",
        "(<= (next (clock ?n)) (true (clock ?m)) (tick ?m ?n))",
        "(<= there (true (at a 6)) (true (at b 6)))",
        "(<= terminal there) (<= terminal (true (clock 7)))",
        "(<= (goal player 100) there) (<= (goal player 0) (not there))",
    ]
    net = puzzle(of("\n".join(lines)))
    for first in (False, True):
        found = solve(net, first=first, without=("plans",))
        assert (found.score, found.maximal) == (100, True)
        assert len(found.plan or ()) <= 7
    assert found.filters[0] == "factors"


def test_ctrl_c_keeps_the_best_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    net = network(read_rulesheet(GAMES / "lights_out.kif"))
    search = compiled.search

    def stopped(*arguments: Any) -> PlanSearch:
        """Search for any plan; stop the search for a shortest one."""
        if arguments[3] == "turns":
            return search(*arguments)
        raise Interrupted(replace(search(*arguments), status="interrupted"))

    monkeypatch.setattr(compiled, "search", stopped)
    with pytest.raises(Interrupted) as caught:
        solve(net, without=("plans",))
    found = caught.value.found
    assert isinstance(found, Solution)
    assert (found.status, points(found), found.maximal) == ("interrupted", 100, True)
    assert not found.shortest


def test_ctrl_c_during_a_playout(monkeypatch: pytest.MonkeyPatch) -> None:
    net = puzzle(of(SMALL["counter"]))

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Plans, "play_narrowly", stop)
    with pytest.raises(Interrupted) as caught:
        solve(net)
    assert isinstance(caught.value.found, Solution)
    assert points(caught.value.found) >= 0
