"""MUSE and ReMUSE of games: against the recursion, brute force, and models of the games."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.brute_games import Brute
from support.random_games import random_rulesheet
from support.sizes import seeds

from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.difficulty.entropy.reference import Player, entropy_of, muse_of, remuse_of
from witness.difficulty.games.players import analysed, rule_names, rules_of
from witness.difficulty.games.plays import Aimed
from witness.difficulty.games.rate import MOST_STATES, GameRating, rate
from witness.gdl.language.rulesheet import Term, read_rules
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play.solve import puzzle as alone

GAMES = Path(__file__).parents[2] / "examples" / "games"


def game(name: str) -> Network:
    return network(read_rulesheet(GAMES / f"{name}.kif"))


def by_recursion(
    net: Network, score: int, rules: Any = (), lookahead: int = 0, horizon: Any = None
):  # type: ignore[no-untyped-def]
    return entropy_of(Aimed(net, score).begin(horizon), Player(rules, lookahead))


# Random games, by brute force


def least_costs(brute: Brute, score: int) -> dict[int, float]:
    """MUSE of every state: values that only go down, until they stay."""
    found = {s: 0.0 if brute.machine.goal(s) >= score else math.inf for s in brute.ended}
    found.update(dict.fromkeys(brute.open, math.inf))
    changed = True
    while changed:
        changed = False
        for state in brute.open:
            now = muse_of([found[child] for child in brute.after[state].values()])
            if now < found[state] - 1e-12:
                found[state], changed = now, True
    return found


def comes_back(brute: Brute, costs: dict[int, float]) -> bool:
    """Whether from some state that can be solved moves lead back to it."""
    alive = {state for state, cost in costs.items() if cost < math.inf}
    while True:
        free = {s for s in alive if alive.isdisjoint(brute.after[s].values())}
        if not free:
            return bool(alive)
        alive -= free


def by_costs(brute: Brute, costs: dict[int, float]) -> float:
    """ReMUSE of the initial state, where none comes back that can be solved."""

    @cache
    def remuse(state: int) -> float:
        if costs[state] == math.inf:
            return math.inf
        return (
            remuse_of(list(map(remuse, brute.after[state].values()))) if brute.after[state] else 0.0
        )

    return remuse(brute.machine.initial)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 12))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    seen = Counter[str]()
    for _ in range(33):
        try:
            net = alone(network(read_rules(random_rulesheet(rng), "random")))
            brute = Brute(net)
        except (InputError, AssertionError):
            continue
        score = brute.best[brute.machine.initial]
        if brute.stuck or score <= 0:
            continue
        costs = least_costs(brute, score)
        found = rate(net)
        assert (found.status, found.aim) == ("rated", score)
        assert found.muse == pytest.approx(costs[brute.machine.initial])
        assert found.cyclic == comes_back(brute, costs)
        if found.cyclic:
            assert found.remuse is found.solutions is found.length is None
            seen["cyclic"] += 1
        else:
            assert found.remuse == pytest.approx(by_costs(brute, costs))
            assert found.solutions is None or found.solutions > 0
            seen["tree"] += 1
        horizon = rng.randrange(1, 5)
        short = rate(net, score=score, horizon=horizon)
        compare_recursion(net, score, short, horizon)
        assert (short.muse or 0.0) >= (found.muse or 0.0) - 1e-9
        seen["between"] += 0 < (short.remuse or 0.0) < (short.muse or 0.0) - 1e-9 < 1e9
        for names in (("latches",), ("extension",), ("partition",), None):
            rules = rules_of(analysed(net, score), names)
            lookahead = rng.randrange(3)
            told = rate(net, rules=names, score=score, horizon=horizon, lookahead=lookahead)
            assert set(told.rules) == {rule.name for rule in rules}
            plain = by_recursion(net, score, rules, lookahead, horizon)
            assert told.muse == pytest.approx(plain.muse)
            assert told.remuse == pytest.approx(plain.remuse)
            assert told.solutions in (short.solutions, None)
            if "partition" not in told.rules:
                assert told.solutions == short.solutions
                assert plain.muse <= (short.muse or 0.0) + 1e-9
    assert min(seen["cyclic"], seen["tree"]) > 2, seen
    assert seen["between"] > 0 or seed, seen


def compare_recursion(net: Network, score: int, found: GameRating, horizon: Any = None) -> None:
    plain = by_recursion(net, score, horizon=horizon)
    assert found.muse == pytest.approx(plain.muse)
    assert found.remuse == pytest.approx(plain.remuse)
    assert found.cyclic is False
    start = Aimed(net, score).begin(horizon)

    def plays(position: Any, made: int) -> list[int]:
        if position.solved:
            return [made]
        return [n for move in position.moves for n in plays(position.after(move), made + 1)]

    lengths = plays(start, 0)
    assert found.solutions == len(lengths)
    assert found.length == (sum(lengths) / len(lengths) if lengths else None)


# The shipped games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "aim", "solutions"),
    [
        ("sudoku4", 100, math.factorial(12)),
        ("treasure", 80, None),
        ("peg_solitaire_15", 100, 29_760),
    ],
)
def test_shipped_games(name: str, aim: int, solutions: int | None) -> None:
    """By recursion over all positions."""
    machine = StateMachine(game(name))

    @cache
    def score(state: int) -> tuple[float, float, int]:
        if machine.terminal(state):
            good = machine.goal(state) >= aim
            return (0.0, 0.0, 1) if good else (math.inf, math.inf, 0)
        below = [score(machine.next(state, [move])) for move in machine.legal(state)]
        muse, remuse = muse_of([b[0] for b in below]), remuse_of([b[1] for b in below])
        return muse, remuse, sum(b[2] for b in below)

    found = rate(game(name))
    muse, remuse, number = score(machine.initial)
    assert (found.status, found.aim) == ("rated", aim)
    assert found.muse == pytest.approx(muse)
    assert found.remuse == pytest.approx(remuse)
    assert found.solutions == number == (solutions or number)
    assert found.cyclic is False


def test_the_tower_of_hanoi() -> None:
    """The cheapest way, where everything can be undone."""
    found, brute = rate(game("hanoi")), Brute(game("hanoi"))
    assert found.muse == pytest.approx(least_costs(brute, 100)[brute.machine.initial])
    assert (found.status, found.cyclic, found.remuse, found.solutions) == (
        "rated",
        True,
        None,
        None,
    )


@pytest.mark.slow
def test_a_tower_in_so_many_moves() -> None:
    """Six disks take 63 moves, in one way only; more moves leave room for mistakes."""
    net = game("hanoi")
    short, just, more = (rate(net, score=100, horizon=h) for h in (62, 63, 64))
    assert (short.status, short.muse, short.solutions) == ("unsolvable", math.inf, 0)
    assert (just.solutions, just.length) == (1, 63)
    assert just.remuse == pytest.approx(just.muse)
    assert more.muse == just.muse
    assert (more.remuse or 0.0) < (just.remuse or 0.0)
    assert more.cyclic is False


def test_sudoku_for_players_who_look_for_the_fewest_candidates() -> None:
    """The small one has a cell with a single digit all the way; no order has to be told."""
    found = rate(game("sudoku4"), rules=None)
    assert (found.muse, found.remuse, found.states, found.solutions) == (0.0, 0.0, 13, None)
    alone_found = rate(game("sudoku4"), rules=("partition",))
    assert (alone_found.muse, alone_found.rules) == (0.0, ("partition",))


def test_lights_out_needs_seven_presses_of_25() -> None:
    """Each position has 25 moves, so that the bounds come from the number of presses."""
    found = rate(game("lights_out"), limits=Limits(400))
    assert (found.status, found.muse, found.remuse) == ("state-limit", None, None)
    low, high = found.bounds
    assert high == pytest.approx(7 * math.log2(25))
    # 1 + 25 + 300 positions are less than three presses away.
    assert low == pytest.approx(3 * math.log2(25))


# Limits, and what cannot be rated


@pytest.mark.slow
def test_bounds_hold_at_every_limit() -> None:
    net = game("treasure")
    whole = rate(net)
    before = 0.0
    for most in (1, 2, 5, 20, 100, 1000, whole.states - 1):
        found = rate(net, limits=Limits(most))
        assert (found.status, found.states, found.remuse) == ("state-limit", most, None)
        assert ("muse_bounds" in found.to_json("x")) == (found.muse is None)
        assert found.muse in (None, whole.muse)
        low, high = found.bounds
        assert before <= low <= (whole.muse or 0.0) + 1e-9
        assert (whole.muse or 0.0) <= high + 1e-9
        before = low
    assert found.muse == whole.muse
    assert rate(net, limits=Limits(whole.states)).status == "rated"


def test_the_limit_of_time() -> None:
    found = rate(game("lights_out"), score=100, limits=Limits(MOST_STATES, 0.5))
    assert found.status == "time-limit"
    assert 0 <= found.bounds[0] < found.bounds[1] == math.inf
    found = rate(game("lights_out"), limits=Limits(MOST_STATES, 1e-6))
    assert (found.status, found.aim, found.rules) == ("time-limit", None, ())


def test_muse_alone() -> None:
    net = game("treasure")
    found, whole = rate(net, measure="muse"), rate(net)
    assert (found.status, found.remuse, found.cyclic) == ("rated", None, None)
    assert found.muse == whole.muse
    assert found.states < whole.states


SMALL = """
(role p) (init (at 1))
(<= (legal p (go 2)) (true (at 1)))
(<= (legal p stay) (true (at 1)))
(<= (next (at 2)) (does p (go 2)))
(<= (next (at 1)) (does p stay))
(<= terminal (true (at 2)))
(<= (goal p 100) (true (at 2)))
(<= (goal p 0) (not (true (at 2))))
"""


@pytest.mark.slow
def test_a_game_by_hand() -> None:
    """One move solves, the other changes nothing: a bit; how often one may err is not said."""
    net = network(read_rules(SMALL, "small"))
    found = rate(net)
    assert (found.muse, found.cyclic, found.remuse) == (1.0, True, None)
    # With two moves: softmin(0, x) with x = ent of the second, which must succeed: 1 bit.
    one = rate(net, horizon=1)
    assert (one.muse, one.remuse, one.solutions, one.length) == (1.0, 1.0, 1, 1.0)
    p, q = 1 / (1 + math.exp(-1)), 1 / (1 + math.e)
    two = rate(net, horizon=2)
    assert (two.muse, two.solutions, two.length) == (1.0, 2, 1.5)
    assert two.remuse == pytest.approx(p * math.log2(2 * p) + q * math.log2(2 * q))
    # With two ways to stay, 2^n plays of n + 1 moves: more digits than Python writes.
    both = SMALL + "(<= (legal p idle) (true (at 1))) (<= (next (at 1)) (does p idle))"
    long = rate(network(read_rules(both, "both")), horizon=20_000)
    assert (long.muse, long.solutions) == (pytest.approx(math.log2(3)), None)
    assert long.length == pytest.approx(19_999)
    assert json.dumps(long.to_json("both"))
    short = rate(network(read_rules(both, "both")), horizon=20)
    assert short.solutions == 2**20 - 1


def test_what_cannot_be_rated() -> None:
    with pytest.raises(InputError, match="no score of 101 or more; the best is 100"):
        rate(game("sudoku4"), score=101)
    further = "(<= (legal p (go 3)) (true (at 1))) (<= (next (at 3)) (does p (go 3)))"
    net = network(read_rules(SMALL + further, "stuck"))
    start = Aimed(net, 100).begin()
    three = net.fluent_number[Term("at", (Term("3"),))]
    (stuck,) = (p for p in map(start.after, start.moves) if p.state == 1 << three)
    with pytest.raises(InputError, match="no move of p is legal"):
        _ = stuck.moves
    with pytest.raises(InputError, match="unknown rule 'luck'; use none, all, or some of latches"):
        rule_names("latches,luck")
    assert rule_names("partition, latches") == ("latches", "partition")
    assert rule_names("none") == ()
    assert rule_names("all") is None


def test_no_play_has_points() -> None:
    """The rules have 100 points, for being in two places at once."""
    goal = "(<= (goal p 100) (true (at 2)))"
    nowhere = SMALL.replace(goal, "(<= (goal p 100) (true (at 1)) (true (at 2)))")
    net = network(read_rules(nowhere, "nowhere"))
    for score in (None, 100):
        found = rate(net, score=score)
        assert (found.status, found.muse, found.remuse, found.solutions) == (
            "unsolvable", math.inf, math.inf, 0,
        )  # fmt: skip
        assert found.to_json("x")["muse"] is None
