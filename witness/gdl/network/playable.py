"""What the language asks of a game, and only grounding and play show.

A role has a legal move until the game ends; then it has one score. A condition speaks of what there
is. Play looks at the states of random playouts, and at all states after few moves, up to a number:
what it does not find may still be there.
"""

from __future__ import annotations

import random
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, islice, product

from witness.base.errors import InputError, shortened
from witness.base.limits import current
from witness.gdl.language.grounding import ground
from witness.gdl.language.kif import ROOM
from witness.gdl.language.rulesheet import Rulesheet
from witness.gdl.language.wellformed import check_constants
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine, played, playout

#: The most states of playouts, and the most steps to all states: fewer if there are many literals.
MOST_STATES = 1_500
MOST_LITERALS = 10_000_000

#: The number of moves of a playout.
LONGEST = 200


def playable(sheet: Rulesheet) -> Network:
    """Return the network of a game, and warn of what is wrong in it.

    Raises `InputError` as `network` does, and for a state in which a role has no legal move, and
    `LimitReachedError`.
    """
    program = ground(sheet)
    check_constants(sheet, program)
    found = network(sheet, program)
    with current().during("playing at random"):
        machine = StateMachine(found)
        most = min(MOST_STATES, MOST_LITERALS // max(1, found.literals))
        told = set(_equal(found))
        states = chain(islice(_played(machine), most), _reached(machine, most))
        for state in current().each(states):
            check_state(machine, state, told)
    return found


def check_state(machine: StateMachine, state: int, told: set[tuple[str, bool]]) -> None:
    """Warn if a role has several scores in a state, or none at the end; `told` has what was said.

    Raises `InputError` if the game has not ended, and a role has no legal move.
    """
    network, ended = machine.network, machine.terminal(state)
    for number, role in enumerate(network.roles):
        if not ended and not machine.legal(state, number):
            raise network.without_moves(number, state)
        scores = machine.scores(state, number)
        if len(scores) == 1 or not (scores or ended) or (role, bool(scores)) in told:
            continue
        told.add((role, bool(scores)))
        where = " ".join(network.describe(state))
        if scores:
            _several(network, role, scores, f"in one state: {where}")
        else:
            _say(network, f"{role} has no score where the game has ended (0 counts): {where}")


def _equal(network: Network) -> Iterator[tuple[str, bool]]:
    """Warn of roles with several scores in the same states, and yield what was said."""
    scores: dict[tuple[int, int], list[int]] = defaultdict(list)
    for goal in network.goals:
        scores[goal.role, goal.literal].insert(0, goal.score)
    for (role, _), equal in scores.items():
        if len(equal) > 1:
            _several(network, network.roles[role], equal, "in the same states")
            yield network.roles[role], True


def _several(network: Network, role: str, scores: Sequence[int], where: str) -> None:
    listed = " and ".join(map(str, scores))
    _say(network, f"{role} has the scores {listed}, of which the best counts, {where}")


def _say(network: Network, text: str) -> None:
    said = InputError(shortened(text, ROOM), file=network.file)
    warnings.warn(str(said), RuntimeWarning, stacklevel=2)


def check_end(machine: StateMachine, plan: Sequence[int]) -> None:
    """Do what `check_state` does for the state after a plan."""
    state = played(machine, plan)
    assert state is not None
    check_state(machine, state, set())


def _played(machine: StateMachine) -> Iterator[int]:
    """Yield the states of random playouts, without end."""
    rng = random.Random(0)
    while True:
        yield from playout(machine, rng, LONGEST)


def _reached(machine: StateMachine, most: int) -> Iterator[int]:
    """Yield the first states that the game reaches in `most` steps, those after few moves first."""
    roles = range(len(machine.network.roles))
    seen = {machine.initial}
    for state in (todo := [machine.initial]):
        yield state
        if machine.terminal(state):
            continue
        for joint in product(*(machine.legal(state, role) for role in roles)):
            if most == 0:
                break
            most -= 1
            after = machine.next(state, joint)
            if after not in seen:
                seen.add(after)
                todo.append(after)
