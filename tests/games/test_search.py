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

from studies.games.compare import compare, settings
from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.games.filters import FILTERS
from witness.games.filters.analyse import analyse, chosen, seals
from witness.games.language.wellformed import read_rulesheet
from witness.games.network.construction import network
from witness.games.network.network import Network
from witness.games.network.state_machine import StateMachine
from witness.games.play.compiled import search
from witness.games.play.plans import Plans, final_score
from witness.games.play.solve import puzzle, solve

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
@pytest.mark.parametrize("seed", seeds(6, 12))
def test_random_games(seed: int) -> None:
    rng = random.Random(5000 + seed)
    for net in random_puzzles(rng, 4):
        same_searches(net, rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(6, 12))
def test_solutions_of_random_games(seed: int) -> None:
    rng = random.Random(9000 + seed)
    for net in random_puzzles(rng, 6):
        brute = Brute(net)
        if brute.stuck:
            continue
        for _, found in in_all_settings(net, rng, seed):
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


def test_the_best_plan_is_kept() -> None:
    net = of(SMALL["counter"])
    machine = StateMachine(net)
    plans = Plans(machine)
    flips = [net.moves.index(m) for m in net.moves if str(m) in ("(flip a)", "(flip b)")]
    assert not plans.keep(flips[:1])  # The game has not ended.
    assert plans.keep(flips)
    assert plans.score == 100
    assert plans.plan == tuple(flips)
    assert final_score(machine, plans.plan) == 100
    assert not plans.keep([*flips[::-1]])  # As good, but later.
    with pytest.raises(ValueError, match="is not legal here"):
        plans.keep([*flips, flips[0]])


@pytest.mark.slow
def test_what_filters_are_good_for() -> None:
    net = shipped("corridor_long")
    rows = {
        row["filters"]: row
        for row in compare(net, None, settings(net, None, solve(net), Limits()), Limits())
    }
    assert set(rows) == {
        "all", "none", "without traps", "without latches", "without targets",
        "only traps", "only latches", "only targets", "without factors", "only factors",
    }  # fmt: skip
    assert {row["score"] for row in rows.values()} == {100}
    assert {row["length"] for row in rows.values()} == {20}
    # Latches see the locked door, traps the one-way street to it.
    assert rows["only traps"]["expansions"] < rows["only latches"]["expansions"]
    assert rows["only latches"]["expansions"] < rows["none"]["expansions"] / 10
    # To factors the lamps behind the door are no part of the way.
    assert rows["only factors"]["expansions"] < rows["none"]["expansions"] / 10


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
