"""What a filter is: an analysis put to use in a search; and how it tells what it found.

A filter leaves out legal moves, finds states lost, takes two states for one, or bounds the distance
to the aim: to end with `Analysis.score` points or more. A filter that is `exact` keeps the game's
meaning: the aim can be reached in as few moves. The searches use the filters in compiled loops
(`witness.gdl.filters.kernel`, `witness.gdl.play.kernel`); a game's player asks `lost`, `moves`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import ClassVar

from witness.gdl.filters.analysis import Analysis
from witness.gdl.network.network import Network

#: Of more things than this only some are listed.
LISTED = 8


class Filter:
    """A filter of a search. What is said here holds for one that changes nothing."""

    name: ClassVar[str]
    #: Whether its analysis makes use of invariants.
    needs_invariants: ClassVar[bool] = False
    #: Whether it is right for the aim only, so that a search says nothing of fewer points.
    narrow: ClassVar[bool] = False

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

    def lost(self, state: int) -> bool:
        """Return whether the aim is out of reach."""
        return False


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
