"""Searching games: compiled loops against the plain definition, solutions against all states."""

import random
from pathlib import Path

import pytest
from support.brute_games import Brute
from support.game_searches import (
    SMALL,
    check_solution,
    facts,
    in_all_settings,
    of,
    random_puzzles,
    same_searches,
)
from support.reference_search import Filtered, reference
from support.sizes import seeds

from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.gdl.filters import FILTERS
from witness.gdl.filters.analyse import analyse, chosen, seals
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.play.compiled import search
from witness.gdl.play.plans import final_score
from witness.gdl.play.solve import puzzle, solve

GAMES = Path(__file__).parents[2] / "examples" / "games"


def shipped(name: str) -> Network:
    return network(read_rulesheet(GAMES / f"{name}.kif"))


@pytest.mark.parametrize("name", list(SMALL))
def test_small_games(name: str) -> None:
    same_searches(puzzle(of(SMALL[name])), random.Random(name))


@pytest.mark.parametrize("name", ["treasure", "sudoku4", "corridor_long"])
def test_shipped_games(name: str) -> None:
    net = shipped(name)
    found = analyse(net, net.scores(0)[0])
    for names in (chosen(found), [n for n in chosen(found) if n != "targets"]):
        seal = seals(found, names, "shortest")
        same = reference(Filtered(found, names), found.score, seal=seal)
        assert facts(search(found, names)) == facts(same)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 12))
def test_random_games(seed: int) -> None:
    rng = random.Random(5000 + seed)
    for net in random_puzzles(rng, 4):
        same_searches(net, rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 12))
def test_solutions_of_random_games(seed: int) -> None:
    rng = random.Random(9000 + seed)
    for net in random_puzzles(rng, 6):
        brute = Brute(net)
        if brute.stuck:
            continue
        for found in in_all_settings(net, rng, seed):
            check_solution(found, brute, net)


def test_limits() -> None:
    net = shipped("lights_out")
    found = solve(net, without=("plans",), limits=Limits(max_expansions=50))
    assert (found.status, found.plan, found.maximal) == ("expansion-limit", None, False)
    # The search takes half a minute, laying out the network some milliseconds.
    found = solve(net, without=("targets", "plans"), limits=Limits(time_limit=1))
    assert found.status == "time-limit"
    found = solve(net, without=("targets", "plans"), limits=Limits(memory_limit=0.1))
    assert found.status == "memory-limit"


def test_a_playout_may_win() -> None:
    net = shipped("corridor")
    found = solve(net, first=True, seed=1)
    assert (found.score, found.maximal, found.expansions) == (100, True, 0)
    assert solve(net, first=True, seed=1).plan == found.plan
    assert solve(net, first=True, seed=1, without=("plans",)).expansions > 0


def test_a_state_without_any_move() -> None:
    text = SMALL["cells"].replace("(<= terminal (not open))", "(<= terminal (not hole))")
    net = of(text.replace("(colour g)", "").replace("(goal player 10) hole", "(goal player 10)"))
    with pytest.raises(InputError, match="no move of player is legal, and it has not ended"):
        solve(net, without=[*FILTERS, "plans"])


def test_a_game_that_goes_on_for_ever() -> None:
    # Its end is possible as long as nobody asks which of two things are true together.
    text = SMALL["street"].replace(
        "(<= terminal (true (at 4)))", "(<= terminal (true (at 4)) (true (at 1)))"
    )
    found = solve(of(text))
    assert (found.status, found.plan) == ("never-ends", None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 8))
def test_wanted_scores_of_random_games(seed: int) -> None:
    rng = random.Random(6000 + seed)
    wanted = 0
    for net in random_puzzles(rng, 6):
        brute = Brute(net)
        best = brute.best[net.initial]
        if brute.stuck or best < 0:
            continue
        for score in net.scores(0):
            if not score:
                continue
            found = solve(net, score=score, seed=seed)
            wanted += 1
            if best < score:  # then the answer is that of a search for the best score
                assert (found.score, found.maximal) == (best, True)
                continue
            assert found.score is not None
            assert score <= found.score <= best
            if found.maximal:
                assert found.score == best
            assert found.plan is not None
            assert final_score(brute.machine, found.plan) == found.score
            if found.shortest:
                least = brute.moves_to(found.score)[net.initial]
                assert len(found.plan) == least
    assert wanted


@pytest.mark.parametrize(("score", "found"), [(10, 30), (30, 30), (31, 100), (100, 100)])
def test_a_score_between_two_is_the_greater_one(score: int, found: int) -> None:
    net = puzzle(of(THREE))
    answer = solve(net, score=score, without=["plans"])
    assert answer.score is not None
    assert answer.score >= found
    with pytest.raises(InputError, match="no score of 101 or more; the best is 100"):
        solve(net, score=101)


THREE = """
    (role player) (init start) (legal player take) (legal player leave)
    (<= (next took) (does player take)) (<= (next left) (does player leave))
    (<= terminal (true took)) (<= terminal (true left))
    (<= (goal player 100) (true took)) (<= (goal player 30) (true left))
    (<= (goal player 0) (true start))
"""
