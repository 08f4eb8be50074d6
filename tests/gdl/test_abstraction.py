"""What is known of states: the compiled loops against the definition in plain Python."""

import random

import numpy as np
import pytest
from support.game_searches import SMALL, of
from support.panels import random_panel
from support.random_games import random_rulesheet
from support.sizes import seeds

from witness.base.errors import InputError
from witness.gdl.analyses.abstraction import Abstraction, Known
from witness.gdl.analyses.invariants import invariants
from witness.gdl.language.from_puzzle import rulesheet_of
from witness.gdl.language.rulesheet import read_rules
from witness.gdl.network.construction import network
from witness.gdl.network.kleene import FALSE, TRUE, UNKNOWN, Evaluation
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine
from witness.gdl.play.solve import puzzle


def plain_step(net: Network, known: Known) -> Known | None:
    """Join what every move that may be legal leads to."""
    value, inputs = Evaluation(net).value, dict(enumerate(known.tolist()))
    after = [
        [value(literal, inputs | {net.move_node(move): TRUE}, FALSE) for literal in net.following]
        for move, legal in enumerate(net.legal)
        if value(legal, inputs, FALSE) != FALSE
    ]
    if not after:
        return None
    columns = [set(column) for column in zip(*after, strict=True)]
    return np.array([c.pop() if len(c) == 1 else UNKNOWN for c in columns], np.uint8)


def plain_lasting(net: Network, known: Known) -> Known:
    """Forget what a step may change, again and again."""
    while True:
        after = plain_step(net, known)
        if after is None:
            return known
        kept = np.where(known == after, known, UNKNOWN).astype(np.uint8)
        if (kept == known).all():
            return known
        known = kept


def compare(net: Network, rng: random.Random, times: int = 6) -> None:
    abstraction, machine = Abstraction(net), StateMachine(net)
    for _ in range(times):
        state = machine.initial
        for _ in range(rng.randint(0, 6)):
            moves = [] if machine.terminal(state) else machine.legal(state)
            if moves:
                state = machine.next(state, [rng.choice(moves)])
        whole = abstraction.all_of(state)
        some = np.array([n if rng.random() < 0.6 else UNKNOWN for n in whole], np.uint8)
        for known in (whole, some, abstraction.nothing()):
            step, plain = abstraction.step(known), plain_step(net, known)
            assert (step is None) == (plain is None)
            if step is not None and plain is not None:
                assert step.tolist() == plain.tolist()
            assert abstraction.lasting(known).tolist() == plain_lasting(net, known).tolist()
            for goal in net.goals:
                plainly = Evaluation(net).value(goal.literal, dict(enumerate(known.tolist())))
                assert abstraction.value(known, goal.literal) == plainly


@pytest.mark.parametrize("name", list(SMALL))
def test_small_games(name: str) -> None:
    compare(puzzle(of(SMALL[name])), random.Random(name))


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_random_games(seed: int) -> None:
    rng = random.Random(300 + seed)
    for _ in range(5):
        try:
            net = of(random_rulesheet(rng))
        except InputError:
            continue
        compare(net, rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(2, 12))
def test_panels(seed: int) -> None:
    rng = random.Random(seed)
    panel = random_panel(rng, [(1, 2), (2, 2), (2, 3)])
    compare(network(read_rules(rulesheet_of(panel))), rng, 4)


def test_invariants_complete_what_is_known() -> None:
    net = puzzle(of(SMALL["cells"]))
    abstraction = Abstraction(net, invariants(net))
    number = {str(fluent): n for n, fluent in enumerate(net.fluents)}
    known = abstraction.with_literals([2 * number["(has 1 r)"]])
    assert known is not None
    assert known[number["(has 1 g)"]] == known[number["(has 1 none)"]] == FALSE
    assert known[number["(has 2 r)"]] == UNKNOWN
    others = [2 * number["(has 1 r)"] + 1, 2 * number["(has 1 g)"] + 1]
    known = abstraction.with_literals(others)
    assert known is not None
    assert known[number["(has 1 none)"]] == TRUE
    both = [2 * number["(has 1 r)"], 2 * number["(has 1 g)"]]
    assert abstraction.with_literals(both) is None
