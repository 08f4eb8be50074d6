"""What the symbols of a panel ask of a path, one by one, in bit sets: their rules on a board.

Edges, vertices and squares have the numbers of `witness.puzzle.grid`. Symbols that bar an edge are
left out: a path cannot cross it, so nothing has to be checked. The rules of blocks, marks and dots
of a line are not here (`filling`, `elimination_marks`, `rules`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.symbols import IN_SQUARES, SYMBOLS
from witness.puzzle.symbols.rule import Fills, InRegion, OnPath


class PathDemand(NamedTuple):
    """That the path has some numbers of these edges and vertices together."""

    symbol: str
    entry: Any
    edges: int
    vertices: int
    numbers: tuple[int, ...]

    def found(self, edges: int, vertices: int) -> int:
        """Return how many of them are on a path."""
        return (edges & self.edges).bit_count() + (vertices & self.vertices).bit_count()


class RegionDemand(NamedTuple):
    """That some numbers of these `squares` are in the region of a `square`."""

    symbol: str
    entry: Any
    square: int
    squares: int
    numbers: tuple[int, ...]


class FillDemand(NamedTuple):
    """That the blocks in the region of a `square` fill it (`witness.puzzle.filling`)."""

    symbol: str
    entry: Any
    square: int


#: The rules of symbols that ask something of the path, and not only of the board; and of regions.
_ON_PATH = {
    name: one.rule for name, one in SYMBOLS.items() if isinstance(one.rule, OnPath) and not one.bars
}
_FILLING = tuple(name for name, one in SYMBOLS.items() if isinstance(one.rule, Fills))
_IN_REGIONS = {name: one.rule for name, one in SYMBOLS.items() if isinstance(one.rule, InRegion)}


def path_demands(puzzle: Puzzle) -> list[PathDemand]:
    """Return what the symbols ask of the path: symbol by symbol, in the order of their entries."""
    board = puzzle.grid
    found: list[PathDemand] = []
    for name, rule in _ON_PATH.items():
        in_squares = SYMBOLS[name].where == "square"
        for entry in getattr(puzzle, name):
            edges = vertices = 0
            if in_squares:
                edges = board.square_edge_masks[board.square_number(entry[:2])]
            elif is_edge(entry):
                edges = 1 << board.edge_number[entry]
            else:
                vertices = 1 << board.vertex_number(entry)
            numbers = rule.numbers or (entry[2],)
            found.append(PathDemand(name, entry, edges, vertices, numbers))
    return found


def touched(puzzle: Puzzle, symbol: str, place: Any) -> int:
    """Return the bit set of the squares in whose regions a symbol at a place is."""
    board = puzzle.grid
    if SYMBOLS[symbol].where == "square":
        return 1 << board.square_number(place)
    beside = board.edge_squares(place) if is_edge(place) else board.vertex_squares(place)
    return sum(1 << board.square_number(one) for one in beside if one not in puzzle.missing)


def region_demands(puzzle: Puzzle) -> list[RegionDemand]:
    """Return what the symbols ask of regions: symbol by symbol, in the order of their entries."""
    if not any(getattr(puzzle, name) for name in _IN_REGIONS):
        return []
    number = puzzle.grid.square_number
    own: dict[tuple[str, str], int] = {}  # the bit sets of squares by symbol and colour
    for symbol in IN_SQUARES:
        for entry in getattr(puzzle, symbol.name):
            if (colour := symbol.colour(entry)) is not None:
                key = (symbol.name, colour)
                own[key] = own.get(key, 0) | 1 << number(entry[:2])

    def asked(name: str, colour: str, rule: InRegion) -> int:
        """Return the squares of which a symbol wants some numbers."""
        found = 0
        for (other, its_colour), squares in own.items():
            alike = its_colour == colour
            if alike if rule.of == "colour" else other == name and not alike:
                found |= squares
        return found

    return [
        RegionDemand(name, entry, number(entry), asked(name, entry[2], rule), rule.numbers)
        for name, rule in _IN_REGIONS.items()
        for entry in getattr(puzzle, name)
    ]


def fill_demands(puzzle: Puzzle) -> list[FillDemand]:
    """Return what the blocks ask of regions, in the order of their entries."""
    number = puzzle.grid.square_number
    return [
        FillDemand(name, entry, number(entry[:2]))
        for name in _FILLING
        for entry in getattr(puzzle, name)
    ]
