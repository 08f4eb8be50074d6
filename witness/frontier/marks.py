"""What the coloured squares and stars of a region amount to, and when a region may close.

A region holds squares of one colour at most, and one with a star holds exactly two symbols of the
star's colour. So its *mark* is the colour of its squares, and for each colour of stars how many
symbols of that colour it has: with a star among them at most two; without one, two stand for more,
as no star of that colour may come any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

#: The symbols of one star colour in a region: how many (2: or more), and whether one is a star.
Count = tuple[int, bool]


class Mark(NamedTuple):
    """The symbols of a region: the colour of its squares (0: none), and a count for each colour of
    stars. Colours are numbers from 1 on.
    """

    colour: int
    counts: tuple[Count, ...]


class Colours(NamedTuple):
    """The colours of a panel: how many have stars and squares, stars alone, and squares alone.

    Colours are numbered in this order, from 1 on.
    """

    both: int
    stars: int
    squares: int

    @property
    def empty(self) -> Mark:
        """The mark of a region without symbols."""
        return Mark(0, ((0, False),) * (self.both + self.stars))

    def of(self, kind: str, colour: int) -> Mark:
        """Return the mark of a symbol: a "square" or a "star" of a colour."""
        counts = list(self.empty.counts)
        if colour <= len(counts):
            counts[colour - 1] = (1, kind == "star")
        # Squares of one colour alone need not be told from those of others.
        tells = kind == "square" and self.both + self.squares > 1
        return Mark(colour if tells else 0, tuple(counts))


def numbered(symbols: Mapping[tuple[int, int], tuple[str, str]]) -> tuple[Colours, dict[str, int]]:
    """Return the colours of a panel's symbols (`Puzzle.colours_at`), and a number for each."""
    kinds: dict[str, set[str]] = {}
    for kind, colour in symbols.values():
        kinds.setdefault(colour, set()).add(kind)
    order = ({"square", "star"}, {"star"}, {"square"})
    found = [sorted(colour for colour, has in kinds.items() if has == which) for which in order]
    names = [colour for colours in found for colour in colours]
    return Colours(*map(len, found)), {colour: n for n, colour in enumerate(names, start=1)}


@lru_cache(maxsize=1 << 16)
def join(one: Mark, other: Mark) -> Mark | None:
    """Return the mark of two regions that become one, None if that breaks a rule for good."""
    if one.colour and other.colour and one.colour != other.colour:
        return None
    counts = []
    for (number, star), (more, another) in zip(one.counts, other.counts, strict=True):
        if (star or another) and number + more > 2:
            return None
        counts.append((min(number + more, 2), star or another))
    return Mark(one.colour or other.colour, tuple(counts))


def closes(mark: Mark) -> bool:
    """Whether a region with this mark is complete: no star is alone with its colour."""
    return (1, True) not in mark.counts
