"""What a filter is: an analysis as a layer around a state machine, or around another filter.

Each layer is a state machine itself: it may find fewer moves legal, and more states terminal. It
says whether it keeps the game's meaning (`exact`): whether an aim, to end with `Analysis.score`
points or more, can be reached in as few moves. The filters in plain Python are the definition of
what `witness.games.filters.kernel` and `witness.games.play.kernel` do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from witness.games.analyses.abstraction import Known
from witness.games.analyses.analysis import Analysis
from witness.games.network.kleene import FALSE
from witness.games.network.state_machine import Machine


class Filter(Machine):
    """A layer around a machine. What is said here holds for a filter that changes nothing."""

    name: ClassVar[str]
    #: Whether it keeps the game's meaning.
    exact: bool = True
    #: Whether its analysis makes use of invariants.
    needs_invariants: ClassVar[bool] = False
    #: Whether it is right for the aim only, so that a search says nothing of fewer points.
    narrow: ClassVar[bool] = False
    #: Whether `witness.games.play.kernel` knows it; a search with any other is in plain Python.
    compiled: ClassVar[bool] = False
    #: Where its sentences stand among those of other analyses.
    rank: ClassVar[int] = 9
    #: Where it stands in a list of the filters.
    listed: ClassVar[int] = 9

    def __init__(self, inner: Machine, analysis: Analysis) -> None:
        self.inner = inner
        self.analysis = analysis
        self.network = inner.network
        self.initial = inner.initial

    @property
    def game(self) -> Machine:
        """The state machine inside all filters."""
        return self.inner.game

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Add to an analysis what the filter needs."""

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether the filter can make any difference."""
        return True

    @staticmethod
    def safe(analysis: Analysis) -> bool:
        """Return whether a search with the filter misses no plan."""
        return True

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield what the analysis found, in English."""
        yield from ()

    def legal(self, state: int, role: int = 0) -> list[int]:
        """Return the legal moves."""
        return self.inner.legal(state, role)

    def next(self, state: int, joint: Sequence[int]) -> int:
        """Return the state after a move."""
        return self.inner.next(state, joint)

    def terminal(self, state: int) -> bool:
        """Return whether the game has ended, or the aim is out of reach."""
        return self.inner.terminal(state) or self.lost(state)

    def goal(self, state: int, role: int = 0) -> int:
        """Return the score of an ended game."""
        return self.inner.goal(state, role)

    def lost(self, state: int) -> bool:
        """Return whether this layer says that the aim is out of reach."""
        return False

    def key(self, state: int) -> int:
        """Return what distinguishes the state from others."""
        return self.inner.key(state)

    def distance(self, state: int) -> int:
        """Return a lower bound of the number of moves to the aim."""
        return self.inner.distance(state)

    def bound(self, state: int) -> int:
        """Return the most points that can still be had where the aim is out of reach."""
        if not self.inner.terminal(state):
            return self.most_points(state)
        return self.inner.bound(state)

    def sealed(self, state: int) -> bool:
        """Return whether enough points are certain from here on, whenever the game ends."""
        return self.inner.sealed(state)

    def most_points(self, state: int) -> int:
        """Return the most points that can still be had where this layer says that it is lost."""
        return self.analysis.lower

    def most_points_known(self, known: Known) -> int:
        """Return the most points below the aim that agree with what is known, -1 for no end."""
        abstraction, network = self.analysis.abstraction, self.network
        if abstraction.value(known, network.terminal) == FALSE:
            return -1
        return max(
            (
                goal.score
                for goal in network.goals
                if goal.score < self.analysis.score
                and abstraction.value(known, goal.literal) != FALSE
            ),
            default=0,
        )
