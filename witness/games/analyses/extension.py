"""The extension of a state: the largest part of it that no play can ever change.

At first the value of every fluent is known; then those that some legal move may change are
forgotten. With less known more moves may be legal, and more is forgotten, until every move that the
rest allows preserves the rest. That is the greatest fixpoint, and it holds from then on. Latches
are in it, and much that is no latch: an edge between two places that the path has left behind can
never be taken again; a region that it has cut off can never be entered.

*Proves*: a state is lost if its extension contradicts the win. *Applies* to every game; as it
costs much more, states of random playouts show first whether it sees more than latches and traps.
"""

from __future__ import annotations

import random

from witness.games.analyses.abstraction import Abstraction
from witness.games.analyses.latches import Latches, lost_by_latches
from witness.games.analyses.traps import Trap
from witness.games.network.kleene import FALSE
from witness.games.network.state_machine import StateMachine, playout

#: The number of states of random playouts on which it is tried.
TRIED = 300

#: The number of moves of the longest playout.
LONGEST = 100


def lost_by_extension(abstraction: Abstraction, win: int, state: int) -> bool:
    """Return whether what can never change from a state on contradicts the win."""
    return abstraction.value(abstraction.lasting(abstraction.all_of(state)), win) == FALSE


def sees_more(
    abstraction: Abstraction, win: int, latches: Latches, trap: Trap, seed: int = 0
) -> bool:
    """Return whether any state of some random playouts is lost by its extension alone."""
    machine, rng = StateMachine(abstraction.network), random.Random(seed)
    tried = 0
    while tried < TRIED:
        for state in playout(machine, rng, LONGEST):
            tried += 1
            if machine.terminal(state) or trap.catches(state):
                break
            if lost_by_extension(abstraction, win, state):
                if not lost_by_latches(abstraction, latches, win, state):
                    return True
                break
    return False
