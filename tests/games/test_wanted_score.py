"""A plan with so many points or more: found if there is one, and never called the best in vain."""

from __future__ import annotations

import random

import pytest
from support.brute_games import Brute
from support.game_searches import of, random_puzzles

from witness.base.errors import InputError
from witness.games.play.plans import final_score
from witness.games.play.solve import puzzle, solve


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_random_games(seed: int) -> None:
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
