"""Points that are certain before the game ends, and games that only a clock ends."""

import random
from pathlib import Path

import pytest
from support.brute_games import Brute
from support.game_searches import check_solution, of
from support.random_games import random_rulesheet
from support.reference_search import Filtered
from support.sizes import seeds

from studies.games.compare import compare, settings
from witness.base.errors import InputError
from witness.base.limits import Limits
from witness.gdl.filters import FILTERS
from witness.gdl.filters.analyse import analyse
from witness.gdl.language.wellformed import read_rulesheet
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.play.compiled import search
from witness.gdl.play.solve import puzzle, solve

GAMES = Path(__file__).parents[2] / "examples" / "games"

STEPS = "(init (step 0)) (<= (next (step ?n)) (true (step ?m)) (then ?m ?n)) " + " ".join(
    f"(then {n} {n + 1})" for n in range(9)
)


def rounds(rng: random.Random) -> str:
    """A walk through a few places, where things are picked up for good; a clock ends it."""
    places = range(rng.randint(2, 5))
    ways = {(a, (a + 1) % len(places)) for a in places}
    ways |= {(rng.choice(places), rng.choice(places)) for _ in range(rng.randint(0, 4))}
    lines = ["(role player)", "(init (at 0))", STEPS]
    lines += [f"(way {a} {b})" for a, b in sorted(ways)]
    lines.append("(<= (legal player (go ?b)) (true (at ?a)) (way ?a ?b))")
    lines.append("(<= (next (at ?b)) (does player (go ?b)))")
    things = "xyz"[: rng.randint(1, 3)]
    for thing in things:
        lines.append(f"(<= (next (has {thing})) (does player (go {rng.choice(places)})))")
        lost = rng.random() < 0.15
        kept = f"(not (does player (go {rng.choice(places)})))" if lost else ""
        lines.append(f"(<= (next (has {thing})) (true (has {thing})) {kept})")
    has = " ".join(f"(true (has {thing}))" for thing in things)
    place = f"(true (at {rng.choice(places)}))" if rng.random() < 0.2 else ""
    time = f"(true (step {rng.randint(1, 4)}))" if rng.random() < 0.1 else ""
    lines.append(f"(<= (goal player 100) {has} {place} {time})")
    lines.append(f"(<= (goal player 40) (true (has {rng.choice(things)})))")
    lines.append("(<= (goal player 10) (true (at 0)))")
    lines.append(f"(<= terminal (true (step {rng.randint(1, 8)})))")
    if rng.random() < 0.2:
        lines.append(f"(<= terminal {has} (true (at 0)))")
    return "\n".join(lines)


def certain(net: Network) -> int:
    """Check where points are said to be certain; count these states."""
    brute, number = Brute(net), 0
    worst = {state: brute.machine.goal(state) for state in brute.ended}
    changed = True
    while changed:
        changed = False
        for state in brute.open:
            least = min((worst.get(c, 100) for c in brute.after[state].values()), default=100)
            if worst.get(state) != least:
                worst[state], changed = least, True
    for score in net.scores(0):
        found = analyse(net, score)
        if score == 0 or found.impossible:
            continue
        layers = Filtered(found, ["latches"])
        for state in brute.open:
            if layers.sealed(state):
                assert worst[state] >= score
                number += 1
    return number


@pytest.mark.slow
@pytest.mark.parametrize("turns", [10, pytest.param(25, marks=pytest.mark.long)])
def test_certain_points_of_random_games(turns: int) -> None:
    rng = random.Random("certain")
    number = 0
    for turn in range(turns):
        try:
            net = puzzle(of(random_rulesheet(rng) if turn % 2 else rounds(rng)))
        except InputError:
            continue
        number += certain(net)
    assert number > turns


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_rounds_are_solved(seed: int) -> None:
    rng = random.Random(300 + seed)
    for _ in range(4):
        net = puzzle(of(rounds(rng)))
        brute = Brute(net)
        for setting in range(5):
            without = [n for n in (*FILTERS, "plans") if rng.random() < 0.3]
            if setting < 2:
                without = ["plans"]
            found = solve(net, without=without, first=setting % 2 == 1, seed=seed)
            check_solution(found, brute, net)
            assert found.maximal


@pytest.mark.long
def test_any_plan_is_a_shortest_one_where_a_clock_ends_the_game() -> None:
    net = network(read_rulesheet(GAMES / "knight_hunt.kif"))
    for first in (False, True):
        found = solve(net, without=("plans",), first=first)
        assert (found.score, found.maximal, found.shortest) == (100, True, True)
        assert len(found.plan or ()) == 24
        assert "control" in found.filters
    # How late it is matters to nothing, as what was caught stays so; but not if nobody looks.
    plain = solve(net, without=("plans", "latches"))
    assert "control" not in plain.filters
    assert found.expansions < plain.expansions / 5
    titles = {
        row["filters"] for row in compare(net, None, settings(net, None, found, Limits()), Limits())
    }
    assert "only latches" in titles
    assert "only control" not in titles


DOORS = """
    ; A coin behind a door that locks, and perhaps one in another room; the end is in the first.
    (role player) (init (at 1))
    (way 1 2) (way 2 1) (way 2 3) (way 3 4) (way 4 3) (way 1 5) (way 5 1)
    (<= (legal player (go ?b)) (true (at ?a)) (way ?a ?b))
    (<= (legal player stop) (true (at 1)))
    (<= (next (at ?b)) (does player (go ?b)))
    (<= (next (at ?a)) (does player stop) (true (at ?a)))
    (<= (next rich) (does player (go 4)))
    (<= (next rich) (true rich))
    (<= (next stopped) (does player stop))
    (<= terminal (true stopped))
    (<= (goal player 100) (true rich)) (<= (goal player 0) (not (true rich)))
"""


def test_points_are_nothing_where_the_game_never_ends() -> None:
    # In 4 the points are certain, but there is no way back.
    found = solve(of(DOORS), first=True)
    assert (found.score, found.maximal) == (0, True)
    # With a coin in 5, too, another search finds it, whatever the first one ran into.
    net = of(f"{DOORS} (<= (next rich) (does player (go 5)))")
    into = search(analyse(net, 100), ["latches"], order="greedy")
    assert into.status == "sealed"
    assert [str(net.moves[move]) for move in into.plan or ()][-1] == "(go 4)"
    for without in ((), ("plans",), ("plans", "targets", "extension")):
        found = solve(net, first=True, without=without)
        assert (found.score, found.maximal) == (100, True)


def test_a_shortest_plan_is_not_given_up_for_certain_points() -> None:
    # The coin in 2 is near, and the end far from there; the other one is on the way to an end.
    text = """
        (role player) (init (at 0)) (way 0 1) (way 1 2) (way 2 3) (way 3 4) (way 0 5) (way 5 6)
        (<= (legal player (go ?b)) (true (at ?a)) (way ?a ?b))
        (<= (next (at ?b)) (does player (go ?b)))
        (<= (next rich) (does player (go 1))) (<= (next rich) (does player (go 6)))
        (<= (next rich) (true rich))
        (<= terminal (true (at 4))) (<= terminal (true (at 6)))
        (<= (goal player 100) (true rich)) (<= (goal player 0) (not (true rich)))
    """
    for first in (False, True):
        found = solve(of(text), first=first, without=("plans",))
        check_solution(found, Brute(of(text)), of(text))
        assert found.shortest or first
    assert len(solve(of(text)).plan or ()) == 2
