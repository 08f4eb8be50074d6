"""Fluents and numbers in sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from witness.games.network.network import Network

#: Of more things than this only some are listed.
LISTED = 8


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
