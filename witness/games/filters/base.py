"""What a filter is: an analysis put to use in a search; and how it tells what it found.

A filter may leave out legal moves, say that a state is lost, that two states are the same, or how
far the aim is: to end with `Analysis.score` points or more. It says whether it keeps the game's
meaning (`exact`): whether that can be reached in as few moves. The filters in plain Python are the
definition of what `witness.games.filters.kernel` and `witness.games.play.kernel` do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import ClassVar

from witness.games.analyses.abstraction import Known
from witness.games.filters.analysis import Analysis
from witness.games.network.kleene import FALSE
from witness.games.network.network import Network

#: Of more things than this only some are listed.
LISTED = 8


class Filter:
    """A filter of a search. What is said here holds for one that changes nothing."""

    name: ClassVar[str]
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

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    @staticmethod
    def analyse(analysis: Analysis) -> None:
        """Add to an analysis what the filter needs."""

    @staticmethod
    def applies(analysis: Analysis) -> bool:
        """Return whether the filter can make any difference."""
        return True

    @staticmethod
    def exact(analysis: Analysis) -> bool:
        """Return whether it keeps the game's meaning."""
        return True

    @staticmethod
    def safe(analysis: Analysis) -> bool:
        """Return whether a search with the filter misses no plan."""
        return True

    @staticmethod
    def sentences(analysis: Analysis) -> Iterator[str]:
        """Yield what the analysis found, in English."""
        yield from ()

    def moves(self, state: int, legal: list[int]) -> list[int]:
        """Return those of the legal moves of a state that are to be looked at."""
        return legal

    def key(self, state: int) -> int:
        """Return what distinguishes the state from others."""
        return state

    def distance(self, state: int) -> int:
        """Return a lower bound of the number of moves to the aim."""
        return 0

    def sealed(self, state: int) -> bool:
        """Return whether enough points are certain from here on, whenever the game ends."""
        return False

    def lost(self, state: int) -> bool:
        """Return whether the aim is out of reach."""
        return False

    def most_points(self, state: int) -> int:
        """Return the most points that can still be had where the filter says that it is lost."""
        return self.analysis.lower

    def most_points_known(self, known: Known) -> int:
        """Return the most points below the aim that agree with what is known, -1 for no end."""
        analysis = self.analysis
        abstraction, network = analysis.abstraction, analysis.network
        if abstraction.value(known, network.terminal) == FALSE:
            return -1
        return max(
            (
                goal.score
                for goal in network.goals
                if goal.score < analysis.score and abstraction.value(known, goal.literal) != FALSE
            ),
            default=0,
        )


def relations(network: Network, fluents: int) -> str:
    """Return the names of fluents, given as a bit set; of many, only that of their relation."""
    every: dict[str, int] = defaultdict(int)
    some: dict[str, list[str]] = defaultdict(list)
    for number, fluent in enumerate(network.fluents):
        every[fluent.name] += 1
        if fluents >> number & 1:
            some[fluent.name].append(str(fluent))
    parts = []
    for name, members in some.items():
        if len(members) == every[name] > 1:
            parts.append(f"all {len(members)} of ({name} …)")
        elif len(members) > LISTED:
            parts.append(f"{len(members)} of the {every[name]} of ({name} …)")
        else:
            parts += members
    return ", ".join(parts)


def listed(names: Iterable[str]) -> str:
    """Return names with commas between them, of many the first."""
    every = list(names)
    if len(every) <= LISTED:
        return ", ".join(every)
    return f"{', '.join(every[:LISTED])} and {len(every) - LISTED} more"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
