"""What analyses say of games, against all of their states."""

import random
from pathlib import Path

import pytest
from support.brute_games import Brute
from support.game_searches import SMALL, of
from support.random_games import random_rulesheet
from support.reference_search import Filtered
from support.sizes import seeds, some

from witness.base.errors import InputError
from witness.gdl.analyses.roles import puzzle_of
from witness.gdl.filters import FILTERS
from witness.gdl.filters.analyse import analyse, chosen
from witness.gdl.filters.analysis import Analysis
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.play.describe import filter_sentences, sentences
from witness.gdl.play.solve import puzzle, solve

GAMES = Path(__file__).parents[2] / "examples" / "games"


def words(analysis: Analysis, bits: int) -> list[str]:
    return analysis.network.describe(bits)


def holds_true(net: Network, seed: int = 0) -> int:
    """Check all that analyses say of a puzzle, for every score; count what was said."""
    brute = Brute(net)
    said = 0
    for score in net.scores(0):
        if score == 0:
            continue
        found = analyse(net, score)
        distance = brute.moves_to(score)
        reachable = brute.best[net.initial] >= score
        if found.impossible:
            assert not reachable
            said += 1
            continue
        for group in found.invariants.exactly_one:
            assert all(sum(s >> f & 1 for f in group) == 1 for s in brute.after)
        for group in found.invariants.at_most_one:
            assert all(sum(s >> f & 1 for f in group) <= 1 for s in brute.after)
        for state, moves in brute.after.items():
            for child in moves.values():
                assert not found.latches.true & state & ~child
                assert not found.latches.false & ~state & child
        for name in ("latches", "extension"):
            layers = Filtered(found, [name])
            for state in brute.open:
                bound = layers.bound(state)
                if bound is not None:
                    said += 1
                    assert state not in distance, (name, net.describe(state))
                    assert max(brute.best[state], 0) <= max(bound, 0)
        if found.heuristic.admissible:
            for state, least in distance.items():
                assert found.heuristic(state) <= least
            for state, moves in brute.after.items():
                for child in moves.values():
                    assert found.heuristic(child) >= found.heuristic(state) - 1
        for latch in found.goal_latches:
            node = latch.literal >> 1
            if node >= len(net.fluents):
                continue
            for state, moves in brute.after.items():
                if state >> node & 1 != latch.literal & 1:
                    assert all(c >> node & 1 != latch.literal & 1 for c in moves.values())
                    if latch.wins:
                        assert not brute.after[state] or state in brute.after
                    else:
                        assert state not in distance
        for names in ([], ["control"], ["partition"], ["targets"], chosen(found)):
            if "control" in names and not found.control.exact:
                continue
            without = {"roles", "control", "latches", "extension", "partition"}
            without |= {"targets", "plans"}
            got = solve(net, without=without - set(names))
            assert got.maximal
            assert got.score == brute.best[net.initial]
            if got.score >= score and got.shortest:
                assert len(got.plan or ()) == brute.moves_to(got.score)[net.initial]
        said += len(found.parts) + len(found.targets.literals) + found.control.exact
        assert list(sentences(found))
        assert len(list(filter_sentences(found))) == len(FILTERS)
    return said


@pytest.mark.parametrize("name", ["counter", "parity", "street", "cells", "alone"])
def test_small_games(name: str) -> None:
    assert holds_true(puzzle(of(SMALL[name]))) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", some(1, ["hanoi", "treasure", "peg_solitaire_15"]))
def test_shipped_games(name: str) -> None:
    net = network(read_rulesheet(GAMES / f"{name}.kif"))
    assert holds_true(puzzle(net)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 25))
def test_random_games(seed: int) -> None:
    rng = random.Random(1000 + seed)
    for _ in range(4):
        text = random_rulesheet(rng)
        try:
            net = puzzle(of(text))
        except InputError:
            continue  # It has no end, or no points.
        brute = Brute(net)
        if not brute.stuck and brute.best[net.initial] >= 0:
            holds_true(net)


def test_latches_and_goal_latches() -> None:
    found = analyse(of(SMALL["counter"]), 100)
    assert words(found, found.latches.true) == ["(jammed c)"]
    assert words(found, found.latches.false) == ["(turn 0)"]
    assert [
        found.network.describe_literal(g.literal) for g in found.goal_latches if not g.wins
    ] == ["(jammed c)"]


def test_control_propositions() -> None:
    found = analyse(of(SMALL["counter"]), 100)
    assert words(found, found.control.fluents) == [f"(turn {n})" for n in range(6)]
    assert found.control.deadline == 5
    assert found.control.exact
    # With a goal that asks for the turn the counter may not be left out.
    late = (
        SMALL["counter"]
        .replace("(<= (goal player 100) all)", "(<= (goal player 100) all (true (turn 4)))")
        .replace("(<= (goal player 20) (not all))", "(<= (goal player 20) (true (turn 5)))")
    )
    assert not analyse(of(late), 100).control.exact
    # Parity never ends, but it matters to nothing and is left out before.
    street = puzzle(of(SMALL["street"]))
    assert not any("steps" in str(fluent) for fluent in street.fluents)


def test_partition() -> None:
    found = analyse(of(SMALL["cells"]), 100)
    assert [found.network.describe_literal(part.literal) for part in found.parts] == [
        f"(not (has {cell} none))" for cell in range(1, 5)
    ]
    assert all(len(part.moves) == 2 for part in found.parts)
    # Not where a colour may be painted over, or where one cell opens another.
    for old, new, reason in (
        ("(true (has ?c none)) (colour", "(cell ?c) (colour", "can make"),
        ("(not (near ?c ?k)))", "(free ?c))", "can make"),
    ):
        text = SMALL["cells"].replace(old, new, 1) + (
            "(<= (free 1) (cell 1)) (<= (free ?c) (beside ?c ?d) (colour ?k) (true (has ?d ?k)))"
        )
        found = analyse(of(text), 100)
        assert not found.parts
        assert reason in found.no_parts


def test_irrelevant_roles() -> None:
    net = of(SMALL["alone"])
    assert puzzle_of(net, 0) is not None
    assert puzzle_of(net, 1) is None  # The player ends the game.
    alone = puzzle(net)
    assert alone.roles == ("player",)
    assert [str(f) for f in alone.fluents] == [f"(at {n})" for n in range(4)]
    with pytest.raises(InputError, match=r"what the other roles \(player\) do matters to other"):
        puzzle(net, "other")
    with pytest.raises(InputError, match="there is no role 'nobody'"):
        puzzle(net, "nobody")
    with pytest.raises(InputError, match="can only be solved with the filter roles"):
        solve(net, without={"roles"})


def test_the_manhattan_distance_comes_from_the_rules() -> None:
    net = network(read_rulesheet(GAMES / "eight_puzzle.kif"))
    found = analyse(net, 100)
    (aim,) = found.heuristic.aims
    assert aim.weights
    rows = "867", "254", "3b1"
    place = {tile: (x, y) for x, row in enumerate(rows) for y, tile in enumerate(row)}
    goal = {tile: divmod(n, 3) for n, tile in enumerate("12345678b")}
    manhattan = sum(
        abs(place[t][0] - goal[t][0]) + abs(place[t][1] - goal[t][1]) for t in "12345678"
    )
    assert aim.travel(net.initial) == manhattan == found.heuristic(net.initial)
