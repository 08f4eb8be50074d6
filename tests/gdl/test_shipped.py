"""The shipped rulesheets: what is known of these puzzles, found in the sheets alone."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from support.brute_games import Brute
from support.gdl import Game
from support.sizes import some

from witness.difficulty.games.rate import rate
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play.plans import Plans
from witness.gdl.play.solve import solve

GAMES = Path(__file__).parents[2] / "examples" / "games"

#: The best score of each sheet, and the moves of a shortest plan for it.
BEST = {
    "corridor": (100, 20),
    "corridor_long": (100, 20),
    "eight_puzzle": (100, 31),
    "eight_puzzle_steps": (100, 30),
    "fifteen_puzzle": (100, 38),
    "hanoi": (100, 63),
    "knight_hunt": (100, 24),
    "knights_tour": (100, 24),
    "lights_out": (100, 7),
    "peg_solitaire": (100, 31),
    "peg_solitaire_15": (100, 13),
    "slitherlink": (100, 22),
    "sudoku4": (100, 12),
    "sudoku9": (100, 56),
    "three_locks": (100, 33),
    "treasure": (80, 14),
    "two_knights": (100, 24),
}


#: Those that take seconds.
HARD = ("fifteen_puzzle", "sudoku9")


def shipped(name: str) -> Network:
    return network(read_rulesheet(GAMES / f"{name}.kif"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", some(-2, sorted((path.stem for path in GAMES.glob("*.kif")), key=HARD.__contains__))
)
def test_best_plans(name: str) -> None:
    net = shipped(name)
    for role in net.roles[: 2 if name == "two_knights" else 1]:
        found = solve(net, role)
        assert (found.status, found.maximal, found.shortest) == ("solved", True, True)
        assert (found.score, len(found.plan or ())) == BEST[name]
        plans = Plans(StateMachine(found.puzzle))
        assert plans.keep(found.plan or ())
        assert plans.score == found.score


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BEST))
def test_random_plays_are_those_of_the_rules_by_clingo(name: str) -> None:
    rng = random.Random(name)
    game = Game((GAMES / f"{name}.kif").read_text("utf-8"))
    played = StateMachine(shipped(name))
    moves, at = played.network.moves, played.initial
    for _ in range(4):
        state = frozenset(played.network.describe(at))
        assert played.terminal(at) == game.terminal(state)
        if played.terminal(at):
            break
        joint = []
        for number, role in enumerate(played.network.roles):
            legal = played.legal(at, number)
            assert {str(moves[move]) for move in legal} == game.legal(state, role)
            assert played.goal(at, number) == max(game.goal(state, role), default=0)
            joint.append(rng.choice(legal))
        at = played.next(at, joint)
        chosen = {role: str(moves[m]) for role, m in zip(played.network.roles, joint, strict=True)}
        assert game.next(state, chosen) == set(played.network.describe(at))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "positions", "ends", "won"),
    [
        ("hanoi", 3**6, 1, 729),
        ("treasure", 1_612, None, None),
        ("peg_solitaire_15", 3_016, 122, 769),
        ("sudoku4", 10_898, 81, 2**12),
        pytest.param("corridor", 49_173, None, None, marks=pytest.mark.long),
        pytest.param("eight_puzzle", 181_440, 1, 181_440, marks=pytest.mark.long),
    ],
)
def test_all_positions(name: str, positions: int, ends: int | None, won: int | None) -> None:
    """Their number, that of the ends, and how many are such that the best score can be had."""
    brute, (score, length) = Brute(shipped(name), most=positions), BEST[name]
    distance = brute.moves_to(score)
    assert len(brute.after) == positions
    assert not brute.stuck
    assert brute.best[brute.machine.initial] == score
    assert distance[brute.machine.initial] == length
    assert (ends, won) in ((None, None), (len(brute.ended), len(distance)))
    if name == "eight_puzzle":
        assert [far for far in distance.values() if far >= 31] == [31, 31]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "plays"),
    [("peg_solitaire_15", 29_760), ("sudoku4", math.factorial(12)), ("slitherlink", 1)],
)
def test_numbers_of_solutions(name: str, plays: int) -> None:
    assert rate(shipped(name), score=100).solutions == plays


def test_towers_of_any_height() -> None:
    text = (GAMES / "hanoi.kif").read_text()
    facts = "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, 6))
    assert facts in text
    for disks in (2, 3, 4, 8):
        other = "\n".join(f"(next_in_size {n} {n + 1})" for n in range(1, disks))
        found = solve(network(read_rules(text.replace(facts, other))))
        assert (len(found.plan or ()), found.shortest) == (2**disks - 1, True)


@pytest.mark.parametrize("pegs", [{"(peg 4 7)"}, {"(peg 4 4)", "(peg 1 4)"}, {"(peg 4 4)"}])
def test_the_last_peg_must_be_in_the_centre(pegs: set[str]) -> None:
    played = StateMachine(shipped("peg_solitaire"))
    fluents = map(str, played.network.fluents)
    at = sum(1 << number for number, fluent in enumerate(fluents) if fluent in pegs)
    assert played.terminal(at)
    assert played.goal(at) == (100 if pegs == {"(peg 4 4)"} else 0)


def test_three_locks_come_apart() -> None:
    """The lights have 4,096 positions, the tiles 360 and the dial 10: looked at one by one."""
    found = solve(shipped("three_locks"), without=("plans",))
    assert found.filters[:2] == ("roles", "factors")
    assert found.expansions < 4_096 + 360 + 10
