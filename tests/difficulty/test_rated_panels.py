"""Panels turned into games: their scores are those that `rate` has for the panels."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

import pytest
from support.panels import random_panel
from support.sizes import rounds, seeds

from witness.difficulty import rate as panel_rate
from witness.difficulty.entropy.reference import Entropy, Player, entropy_of, muse_of, remuse_of
from witness.difficulty.games.players import GameRule, analysed, rules_of
from witness.difficulty.games.plays import Aimed
from witness.difficulty.games.rate import rate
from witness.difficulty.rules.registry import rules as panel_rules
from witness.gdl.language.from_puzzle import rulesheet_of
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.play.solve import puzzle as alone
from witness.puzzle.model import Puzzle

TINY = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3))


def panel_game(panel: Puzzle) -> Network | None:
    """The game of a panel, None where even its rules exclude a solution."""
    found = network(read_rules(rulesheet_of(panel), "panel"))
    return alone(found) if any(goal.score for goal in found.goals) else None


def by_recursion(net: Network, rules: tuple[GameRule, ...] = ()) -> Entropy:
    return entropy_of(Aimed(net, 100).begin(), Player(rules))


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 30))
def test_panels_have_the_scores_of_their_games(seed: int) -> None:
    """Panels with everything, one start each; and the recursion itself."""
    rng = random.Random(seed)
    seen = Counter[str]()
    for _ in range(10):
        panel = random_panel(rng, TINY, edge_ends=rng.random() < 0.5)
        panel = replace(panel, starts=panel.starts[:1])
        wanted = panel_rate.rate(panel, Player())
        net = panel_game(panel)
        seen[wanted.status] += 1
        if net is None:
            assert wanted.status == "unsolvable"
            continue
        found = rate(net, score=100)
        assert found.status == wanted.status
        assert found.muse == pytest.approx(wanted.muse, abs=1e-9), panel
        assert found.remuse == pytest.approx(wanted.remuse, abs=1e-9), panel
        assert found.solutions == wanted.solutions
        assert found.cyclic in (False, None)
        plain = by_recursion(net)
        assert plain.muse == pytest.approx(wanted.muse)
        assert plain.remuse == pytest.approx(wanted.remuse)
    assert min(seen["rated"], seen["unsolvable"]) > 1


@pytest.mark.slow
@rounds(4, 30)
def test_rules_are_the_derived_predicates(rounds: int) -> None:
    """What latches and extensions prove are the predicates of those names, as rules of players."""
    rng = random.Random(9)
    eased = 0
    for _ in range(rounds):
        panel = random_panel(rng, TINY, edge_ends=False, ends=1)
        net = panel_game(panel)
        for name, predicate in (("latches", "latches"), ("extension", "derived")):
            wanted = panel_rate.rate(panel, Player(panel_rules(predicate)))
            if net is None:
                assert wanted.muse == math.inf
                continue
            found = by_recursion(net, rules_of(analysed(net, 100), (name,)))
            assert found.muse == pytest.approx(wanted.muse)
            assert found.remuse == pytest.approx(wanted.remuse)
            told = rate(net, rules=(name,), score=100)
            assert told.rules == (name,)
            assert (told.muse, told.remuse) == pytest.approx((found.muse, found.remuse))
            eased += found.muse < by_recursion(net).muse
    assert eased > rounds // 6


@pytest.mark.slow
@rounds(8, 60)
def test_the_choice_of_a_start_is_a_move_of_the_game(rounds: int) -> None:
    """A rating of the panel begins at the best start; in the game somebody has to choose it."""
    rng = random.Random(10)
    seen = 0
    for _ in range(rounds):
        panel = random_panel(rng, TINY, edge_ends=False)
        net = panel_game(panel)
        if net is None or len(panel.starts) == 1:
            continue
        each = [panel_rate.rate(replace(panel, starts=(s,)), Player()) for s in panel.starts]
        found = rate(net, score=100)
        assert found.muse == pytest.approx(muse_of([one.muse or 0.0 for one in each]))
        assert found.remuse == pytest.approx(remuse_of([one.remuse or 0.0 for one in each]))
        seen += found.status == "rated"
    assert seen > rounds // 6
