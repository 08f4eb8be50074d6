"""Filters: analyses put around a state machine, one over the other.

Each is a state machine itself: it may find fewer moves legal, and more states terminal. It says
whether it keeps the game's meaning (`exact`): whether, for the aim of so many points, the same can
be reached by as few moves. These classes are the definition of what `witness.games.play.kernel`
does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from witness.games.analyses.abstraction import Known
from witness.games.analyses.analysis import FILTERS, Analysis
from witness.games.analyses.extension import lost_by_extension
from witness.games.analyses.latches import lost_by_latches
from witness.games.network.kleene import FALSE, TRUE
from witness.games.network.network import Network
from witness.games.network.state_machine import Machine, StateMachine


class Base:
    """A state machine as the innermost layer."""

    name = "game"
    exact = True

    def __init__(self, inner: Machine) -> None:
        self.inner = inner

    @property
    def network(self) -> Network:
        """The network of the game."""
        return self.inner.network

    @property
    def initial(self) -> int:
        """The state in which the game begins."""
        return self.inner.initial

    def legal(self, state: int, role: int = 0) -> list[int]:
        """Give the legal moves."""
        return self.inner.legal(state, role)

    def next(self, state: int, joint: Sequence[int]) -> int:
        """Give the state after a move."""
        return self.inner.next(state, joint)

    def terminal(self, state: int) -> bool:
        """Whether the game has ended, or the aim is out of reach."""
        return self.inner.terminal(state)

    def goal(self, state: int, role: int = 0) -> int:
        """Give the score of an ended game."""
        return self.inner.goal(state, role)

    def key(self, state: int) -> int:
        """Give what tells the state from others."""
        return state

    def distance(self, state: int) -> int:
        """Give a lower bound of the moves to the aim."""
        return 0

    def bound(self, state: int) -> int:
        """Give the most points that can still be had where the aim is out of reach."""
        return 0

    def sealed(self, state: int) -> bool:
        """Return whether enough points are certain from here on, whenever the game ends."""
        return False


class Filter(Base):
    """A layer around another."""

    inner: Base

    def __init__(self, inner: Base, analysis: Analysis) -> None:
        super().__init__(inner)
        self.analysis = analysis

    def terminal(self, state: int) -> bool:
        """Whether the game has ended, or the aim is out of reach."""
        return self.inner.terminal(state) or self.lost(state)

    def lost(self, state: int) -> bool:
        """Whether this layer says that the aim is out of reach."""
        return False

    def key(self, state: int) -> int:
        """Give what tells the state from others."""
        return self.inner.key(state)

    def distance(self, state: int) -> int:
        """Give a lower bound of the moves to the aim."""
        return self.inner.distance(state)

    def bound(self, state: int) -> int:
        """Give the most points that can still be had where the aim is out of reach."""
        if not self.inner.terminal(state):
            return self.most_points(state)
        return self.inner.bound(state)

    def sealed(self, state: int) -> bool:
        """Return whether enough points are certain from here on, whenever the game ends."""
        return self.inner.sealed(state)

    def most_points(self, state: int) -> int:
        """Give the most points that can still be had where this layer says that it is lost."""
        return self.analysis.lower

    def _most_of(self, known: Known) -> int:
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


class ControlFilter(Filter):
    """States that differ in control propositions only are one; the first met stands for all."""

    name = "control"

    @property
    def exact(self) -> bool:  # type: ignore[override]
        """Whether the analysis proves that nothing is lost."""
        return self.analysis.control.exact

    def key(self, state: int) -> int:
        """Give the state without control propositions."""
        return self.inner.key(state) & ~self.analysis.control.fluents


class LatchFilter(Filter):
    """A state whose latched fluents contradict the win is lost; they may also make it certain."""

    name = "latches"

    def _known(self, state: int) -> Known:
        known = self.analysis.abstraction.nothing()
        for fluent in range(len(known)):
            if state >> fluent & 1:
                if self.analysis.latches.true >> fluent & 1:
                    known[fluent] = TRUE
            elif self.analysis.latches.false >> fluent & 1:
                known[fluent] = FALSE
        return known

    def lost(self, state: int) -> bool:
        """Whether latched fluents contradict the win."""
        analysis = self.analysis
        return lost_by_latches(analysis.abstraction, analysis.latches, analysis.win, state)

    def sealed(self, state: int) -> bool:
        """Return whether latched fluents make enough points certain, whenever the game ends."""
        analysis = self.analysis
        return analysis.abstraction.value(self._known(state), analysis.goal) == TRUE

    def most_points(self, state: int) -> int:
        """Give the most points that the latched fluents leave."""
        return self._most_of(self._known(state))


class TrapFilter(Filter):
    """A state in the trap is lost."""

    name = "traps"

    def lost(self, state: int) -> bool:
        """Whether a fluent of the trap is met."""
        return self.analysis.trap.catches(state)


class ExtensionFilter(Filter):
    """A state is lost if what can never change from it on contradicts the win."""

    name = "extension"

    def lost(self, state: int) -> bool:
        """Whether what is kept by every play contradicts the win."""
        return lost_by_extension(self.analysis.abstraction, self.analysis.win, state)

    def most_points(self, state: int) -> int:
        """Give the most points that what is kept leaves."""
        abstraction = self.analysis.abstraction
        return self._most_of(abstraction.lasting(abstraction.all_of(state)))


class PartitionFilter(Filter):
    """Only the moves of the smallest part that is still to be played."""

    name = "partition"

    def legal(self, state: int, role: int = 0) -> list[int]:
        """Give the legal moves of the part with the fewest; of equal ones the first."""
        moves = self.inner.legal(state, role)
        legal = set(moves)
        best: list[int] | None = None
        for part in self.analysis.parts:
            if state >> (part.literal >> 1) & 1 == part.literal & 1:
                own = [move for move in part.moves if move in legal]
                if best is None or len(own) < len(best):
                    best = own
        return moves if best is None else best


class TargetFilter(Filter):
    """The distance to the nearest target."""

    name = "targets"

    @property
    def exact(self) -> bool:  # type: ignore[override]
        """Whether the distance is never overestimated, so that plans are shortest."""
        return self.analysis.heuristic.admissible

    def distance(self, state: int) -> int:
        """Give a lower bound of the moves to the aim."""
        return max(self.inner.distance(state), self.analysis.heuristic(state))


#: Filters by the names of their analyses.
BY_NAME: dict[str, type[Filter]] = {
    layer.name: layer
    for layer in (
        ControlFilter,
        LatchFilter,
        TrapFilter,
        ExtensionFilter,
        PartitionFilter,
        TargetFilter,
    )
}


def applies(analysis: Analysis, name: str) -> bool:
    """Whether a filter can make any difference."""
    return {
        "control": bool(analysis.control.fluents),
        "latches": bool(analysis.latches.true or analysis.latches.false),
        "traps": bool(analysis.trap.true or analysis.trap.false),
        "extension": analysis.extension,
        "partition": bool(analysis.parts),
        "targets": bool(analysis.targets.literals),
    }[name]


def chosen(
    analysis: Analysis, without: Collection[str] = (), approximate: bool = False
) -> list[str]:
    """Give the filters to be used, the innermost first.

    Control propositions are left out where that only approximates the game only if `approximate`
    says so: a plan might be missed. A distance that may be overestimated is used in any case: then
    plans are not proved shortest.
    """
    return [
        name
        for name in FILTERS
        if name not in without
        and applies(analysis, name)
        and (name != "control" or analysis.control.exact or approximate)
    ]


def seals(analysis: Analysis, names: Collection[str], greedy: bool) -> bool:
    """Return whether a search with some filters may end where the points are certain.

    Not where a plan must be shortest: another way may come to an end sooner.
    """
    return "latches" in names and analysis.score > 0 and (greedy or analysis.control.fixed)


def stack(analysis: Analysis, names: Collection[str]) -> Base:
    """Put filters around the game's state machine."""
    machine = Base(StateMachine(analysis.network))
    for name in FILTERS:
        if name in names:
            machine = BY_NAME[name](machine, analysis)
    return machine
