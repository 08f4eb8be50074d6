"""In what order a frontier passes over the vertices of a panel, and what each of them may do.

The vertices are taken row by row from the bottom left, along the shorter side: a board with more
columns than rows is turned over its diagonal first. At a vertex two edges are decided, the one
to the right and the one upwards. So a square is *open* from its bottom left vertex, which decides
its bottom and its left edge, over the bottom right one (its right edge) to the top left one (its
top edge). What an open square with triangles still needs is part of the state: from 0 to 2 edges
while its right edge is open as well, and then 0 or 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from witness.frontier.marks import Colours, Mark, numbered
from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import Puzzle

#: What can become of an edge: not on the path; on it; or, where a start or goal is in its middle,
#: half of it, from the vertex that decides it or from the other one.
UNUSED, WHOLE, NEAR_HALF, FAR_HALF = range(4)

#: The features of panels that this algorithm knows.
SUPPORTED = frozenset({"triangles", "gaps", "dots", "squares", "stars", "edge-ends", "pass-goals"})


@dataclass(frozen=True)
class Plan:
    """A panel as the frontier passes over it; `witness.frontier.table` has its steps."""

    puzzle: Puzzle

    @cached_property
    def turned(self) -> bool:
        """Whether the board is turned over its diagonal."""
        return self.puzzle.cols > self.puzzle.rows

    @property
    def rows(self) -> int:
        """The number of vertices in a column of the board, as it lies here."""
        return max(self.puzzle.rows, self.puzzle.cols) + 1

    @property
    def columns(self) -> int:
        """The number of vertices in a row."""
        return min(self.puzzle.rows, self.puzzle.cols) + 1

    @property
    def size(self) -> int:
        """The number of steps."""
        return self.rows * self.columns

    @property
    def coloured(self) -> bool:
        """Whether regions matter: there are coloured squares or stars."""
        return bool(self.puzzle.squares or self.puzzle.stars)

    @cached_property
    def colours(self) -> Colours:
        """The colours of squares and stars."""
        return numbered(self.puzzle.colours_at)[0]

    @cached_property
    def marks(self) -> dict[Square, Mark]:
        """The marks of squares with a symbol, as the board lies here."""
        symbols = self.puzzle.colours_at
        colours, numbers = numbered(symbols)
        return {
            turn(square, self.turned): colours.of(kind, numbers[colour])
            for square, (kind, colour) in symbols.items()
        }


def plan(puzzle: Puzzle) -> Plan:
    """Lay out a panel for the frontier. Raises `InputError` for features that it does not know."""
    puzzle.require(SUPPORTED, "the frontier solver does not know that")
    return Plan(puzzle)


def turn(place: Vertex, turned: bool) -> Vertex:
    """Turn a vertex or a square over the diagonal, or leave it."""
    return (place[1], place[0]) if turned else place
