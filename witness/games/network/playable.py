"""What the language asks of a game, and only grounding and play show.

A role has a legal move until the game ends; then it has one score. A condition speaks of what there
is. Play looks at states by random playouts, and at all states from the beginning, in turns, up to a
number: what it does not find may still be there.
"""

from __future__ import annotations

import random
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice, product

from witness.base.errors import InputError, shortened
from witness.base.limits import current
from witness.games.language.grounding import ground
from witness.games.language.kif import ROOM
from witness.games.language.rulesheet import Rulesheet
from witness.games.language.wellformed import check_constants
from witness.games.network.construction import network
from witness.games.network.network import Network
from witness.games.network.state_machine import StateMachine, played, playout

#: The most states that each way of looking looks at, fewer for a network of many literals.
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
        told: set[tuple[str, bool]] = set()
        for states in (_played(machine), _reached(machine)):
            for state in current().each(islice(states, most)):
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
        several = f"has the scores {' and '.join(map(str, scores))} in one state; the best counts"
        none = "has no score where the game has ended, which counts as 0"
        text = f"{role} {several if scores else none}: {' '.join(network.describe(state))}"
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


def _reached(machine: StateMachine) -> Iterator[int]:
    """Yield the different states that the game can reach, those after few moves first."""
    seen, todo = {machine.initial}, deque([machine.initial])
    while todo:
        state = todo.popleft()
        yield state
        if machine.terminal(state):
            continue
        roles = range(len(machine.network.roles))
        for joint in islice(product(*(machine.legal(state, role) for role in roles)), MOST_STATES):
            after = machine.next(state, joint)
            if after not in seen:
                seen.add(after)
                todo.append(after)
