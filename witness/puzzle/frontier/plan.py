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

from witness.puzzle.constraints import region_demands
from witness.puzzle.frontier.marks import Mark, Questions, questions_of
from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import ENDS, Place, Puzzle
from witness.puzzle.symbols import BARRING, REGIONAL, SYMBOLS
from witness.puzzle.symbols.rule import OnPath
from witness.puzzle.symbols.symbol import Symbol

#: What can become of an edge: not on the path; on it; or, where a start or goal is in its middle,
#: half of it, from the vertex that decides it or from the other one.
UNUSED, WHOLE, NEAR_HALF, FAR_HALF = range(4)

#: The most edges of a square for which a state has room.
_MOST_EDGES = 3


def _number(symbol: Symbol) -> int | None:
    """Return how many edges of its square a symbol asks for, if that is one number.

    0 stands for the number of the entry, None for anything else.
    """
    rule = symbol.rule
    if not isinstance(rule, OnPath) or rule.of != "edges":
        return None
    one = 0 if rule.numbers is None else rule.numbers[0]
    if one == 0:
        return 0 if symbol.values and min(symbol.values) >= 1 else None
    return one if len(rule.numbers or ()) == 1 and one <= _MOST_EDGES else None


#: The symbols that ask for one number of their square's edges, with that number (`_number`), and
#: those that ask to be on the path.
NUMBERS = {name: number for name, one in SYMBOLS.items() if (number := _number(one)) is not None}
NEEDED = tuple(
    name
    for name, one in SYMBOLS.items()
    if isinstance(one.rule, OnPath) and one.rule.of == "place" and one.rule.numbers == (1,)
)

#: The features of panels that this algorithm knows.
SUPPORTED = ENDS | {*NUMBERS, *NEEDED, *BARRING, *REGIONAL} | {
    "start-goals", "coloured", "four-triangles", "missing"
}  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """A panel as the frontier passes over it; `witness.puzzle.frontier.table` has its steps."""

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
        """Whether regions matter: a symbol asks something of them."""
        return self.puzzle.regional

    @cached_property
    def needed(self) -> tuple[Place, ...]:
        """The vertices and edges that must be on the path."""
        return tuple(place for name in NEEDED for place in getattr(self.puzzle, name))

    @cached_property
    def asked(self) -> tuple[Questions, dict[int, Mark]]:
        """What is asked of regions, and the marks of squares by their numbers on the board."""
        return questions_of(region_demands(self.puzzle))

    @property
    def questions(self) -> Questions:
        """What is asked of regions."""
        return self.asked[0]

    @cached_property
    def marks(self) -> dict[Square, Mark]:
        """The marks of squares that add something to a region, as the board lies here."""
        squares = self.puzzle.grid.squares
        return {turn(squares[number], self.turned): mark for number, mark in self.asked[1].items()}


def plan(puzzle: Puzzle) -> Plan:
    """Lay out a panel for the frontier. Raises `InputError` for features that it does not know."""
    puzzle.require(SUPPORTED, "the frontier solver does not know that")
    return Plan(puzzle)


def turn(place: Vertex, turned: bool) -> Vertex:
    """Turn a vertex or a square over the diagonal, or leave it."""
    return (place[1], place[0]) if turned else place
