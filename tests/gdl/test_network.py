"""Networks, and state machines on them, against the rules by clingo."""

import random
from contextlib import suppress

import pytest
from support.gdl import Game
from support.random_games import random_rulesheet
from support.sizes import seeds

from witness.base.errors import InputError
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.language.wellformed import check
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine

RECURSIVE = """
; Ways that are open now, and where they lead: recursion inside a state.
(role player)
(init (open 1 2)) (init (open 2 3))
(way 1 2) (way 2 3) (way 3 1)
(<= (leads ?x ?y) (true (open ?x ?y)))
(<= (leads ?x ?z) (leads ?x ?y) (leads ?y ?z))
(<= (legal player (turn ?x ?y)) (way ?x ?y))
(<= (next (open ?x ?y)) (does player (turn ?x ?y)) (not (true (open ?x ?y))))
(<= (next (open ?x ?y)) (true (open ?x ?y)) (not (turned ?x ?y)))
(<= (turned ?x ?y) (does player (turn ?x ?y)))
(<= terminal (leads 1 1))
(<= (goal player 100) (leads 1 1) (leads 2 1))
(<= (goal player 0) (not (leads 1 1)))
"""


def of(text: str) -> Network:
    sheet = read_rules(text)
    check(sheet)
    return network(sheet)


def agrees(text: str, rng: random.Random, steps: int = 30) -> int:
    """Play at random in the state machine and by clingo; count the states."""
    game, net = Game(text), of(text)
    fast = StateMachine(net)
    assert sorted(net.roles) == sorted(game.roles)
    state, at = game.initial, fast.initial
    for step in range(steps):
        assert set(net.describe(at)) == set(state)
        assert fast.terminal(at) == game.terminal(state)
        for number, role in enumerate(net.roles):
            assert fast.goal(at, number) == max(game.goal(state, role), default=0)
            if not game.terminal(state):
                legal = fast.legal(at, number)
                assert legal == sorted(legal)
                assert {str(net.moves[m]) for m in legal} == set(game.legal(state, role))
        if game.terminal(state):
            return step + 1
        moves = [fast.legal(at, number) for number in range(len(net.roles))]
        if not all(moves):
            return step + 1
        joint = [rng.choice(own) for own in moves]
        at = fast.next(at, joint)
        state = game.next(
            state, {role: str(net.moves[m]) for role, m in zip(net.roles, joint, strict=True)}
        )
    return steps


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 30))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    looked = 0
    for _ in range(8):
        text = random_rulesheet(rng, roles=rng.choice((1, 1, 2)))
        with suppress(InputError):  # It never ends.
            looked += agrees(text, rng)
    assert looked


@pytest.mark.slow
def test_recursion_inside_a_state() -> None:
    net = of(RECURSIVE)
    assert any(cyclic for *_, cyclic in net.components)
    for seed in range(20):
        agrees(RECURSIVE, random.Random(seed))


def test_what_no_other_move_changes_is_written_shortly() -> None:
    # As many sheets do: one frame rule for every other move.
    names = [f"m{n}" for n in range(9)]
    text = "(role p) (init (f m0))" + "".join(
        f"(move {n}) (<= (legal p (do {n})) (move {n})) (<= (next (f {n})) (does p (do {n})))"
        for n in names
    )
    text += "(<= (next (f ?x)) (true (f ?x)) (does p (do ?y)) (distinct ?x ?y))"
    text += "(<= terminal (true (f m1)) (true (f m2))) (<= (goal p 100) (true (f m3)))"
    text += "(<= (goal p 0) (not (true (f m3))))"
    net = of(text)
    assert net.literals < 9 * 9
    agrees(text, random.Random(1))


def test_a_game_that_never_ends() -> None:
    text = RECURSIVE.replace("(<= terminal (leads 1 1))", "(<= terminal (true (open 9 9)))")
    with pytest.raises(InputError, match="the game never ends"):
        of(text)


def test_a_score_that_comes_from_a_variable() -> None:
    text = RECURSIVE.replace("(goal player 0)", "(goal player ?x)").replace(
        "(not (leads 1 1)))", "(worth ?x) (not (leads 1 1))) (worth much)"
    )
    with pytest.raises(InputError, match="much is not a score"):
        of(text)
