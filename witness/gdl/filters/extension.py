"""The extension of a state: the largest part of it that no play can ever change.

At first the value of every fluent is known; then those that some legal move may change are
forgotten. With less known more moves may be legal, and more is forgotten, until every move that the
rest allows preserves the rest. That is the greatest fixpoint, and it holds from then on. Latches
are in it, and much that is no latch: an edge between two places that the path has left behind can
never be taken again; a region that it has cut off can never be entered.

*Proves*: a state is lost if its extension contradicts the win. *Applies* to every game; as it
costs much more, states of random playouts show first whether it sees more than latches.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from witness.gdl.filters.analysis import Analysis
from witness.gdl.filters.base import Filter
from witness.gdl.filters.latches import LatchFilter
from witness.gdl.network.kleene import FALSE
from witness.gdl.network.state_machine import StateMachine, playout

#: The number of states of random playouts on which it is tried.
TRIED = 300

#: The number of moves of the longest playout.
LONGEST = 100


class ExtensionFilter(Filter):
    """A state is lost if what can never change from it on contradicts the win."""

    name = "extension"

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Find out whether it sees more than latches."""
        analysis.extension = ExtensionFilter(analysis)._sees_more()

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether it sees more than latches."""
        return analysis.extension

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield whether it sees more than latches."""
        if analysis.extension:
            yield (
                "Extension: in states of random playouts, what no play can ever change excludes "
                f"{analysis.score} points where latches do not."
            )
        else:
            yield "Extension: sees no more than latches in states of random playouts."

    def lost(self, state: int) -> bool:
        """Return whether what is kept by every play contradicts the win."""
        abstraction = self.analysis.abstraction
        lasting = abstraction.lasting(abstraction.all_of(state))
        return abstraction.value(lasting, self.analysis.win) == FALSE

    def _sees_more(self) -> bool:
        """Return whether any state of some random playouts is lost by its extension alone."""
        machine, rng = StateMachine(self.analysis.network), random.Random(0)
        latches = LatchFilter(self.analysis)
        tried = 0
        while tried < TRIED:
            for state in playout(machine, rng, LONGEST):
                tried += 1
                if machine.terminal(state):
                    break
                if self.lost(state):
                    if not latches.lost(state):
                        return True
                    break
        return False


FILTER = ExtensionFilter
