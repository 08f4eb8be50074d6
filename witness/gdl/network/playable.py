"""What the language asks of a game, and only grounding and play show.

A role has a legal move until the game ends; then the role has one score. A condition speaks of what
there is. Random playouts look at some states; what they do not show may still be wrong.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator, Sequence
from itertools import islice

from witness.base.errors import InputError, shortened
from witness.base.limits import current
from witness.gdl.language.grounding import ground
from witness.gdl.language.kif import ROOM
from witness.gdl.language.rulesheet import Rulesheet
from witness.gdl.language.wellformed import check_constants
from witness.gdl.network.construction import network
from witness.gdl.network.network import Network
from witness.gdl.network.state_machine import StateMachine, played, playout

#: The most states of playouts: fewer if the network has many literals.
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
        for state in current().each(islice(_played(machine), most)):
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
            listed = " and ".join(map(str, scores))
            text = f"{role} has the scores {listed}, of which the best counts, in a state: {where}"
        else:
            text = f"{role} has no score where the game has ended (0 counts): {where}"
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
