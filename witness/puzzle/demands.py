"""What the symbols of a panel ask of a path, one by one, in bit sets: their rules on a board.

Edges, vertices and squares have the numbers of `witness.puzzle.grid`. Symbols that bar an edge are
left out: a path cannot cross it, so nothing has to be checked. A panel with symbols that have no
rule is for others to refuse (`witness.puzzle.symbols.RULED`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, cast

from witness.puzzle.grid import Grid, Square, Vertex
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.places import Place
from witness.puzzle.symbols import COLOURED, IN_SQUARES, ON_LINES, REGIONAL, SYMBOLS
from witness.puzzle.symbols.rule import InRegion, OnPath


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


#: The symbols whose demands are about the path, and not only about the board.
_ON_PATH = tuple(
    name for name, one in SYMBOLS.items() if isinstance(one.rule, OnPath) and not one.bars
)


def path_demands(puzzle: Puzzle) -> list[PathDemand]:
    """Return what the symbols ask of the path: symbol by symbol, in the order of their entries."""
    return [
        _on_path(puzzle.grid, name, entry) for name in _ON_PATH for entry in getattr(puzzle, name)
    ]


def _on_path(board: Grid, name: str, entry: Any) -> PathDemand:
    symbol = SYMBOLS[name]
    rule, place = cast(OnPath, symbol.rule), symbol.place(entry)
    edges = vertices = 0
    if symbol.where == "square":
        edges = board.square_edge_masks[board.square_number(cast(Square, place))]
    elif is_edge(place):
        edges = 1 << board.edge_number[place]
    else:
        vertices = 1 << board.vertex_number(cast(Vertex, place))
    numbers = (entry[2],) if rule.numbers is None else rule.numbers
    return PathDemand(name, entry, edges, vertices, numbers)


def region_demands(puzzle: Puzzle) -> list[RegionDemand]:
    """Return what the symbols ask of regions: symbol by symbol, in the order of their entries."""
    if not puzzle.regional:
        return []
    colours: dict[str, int] = {}
    for name in COLOURED:
        for colour, squares in _by_colour(puzzle, name).items():
            colours[colour] = colours.get(colour, 0) | squares
    return [one for name in REGIONAL for one in _in_regions(puzzle, name, colours)]


def _in_regions(puzzle: Puzzle, name: str, colours: dict[str, int]) -> Iterator[RegionDemand]:
    rule = cast(InRegion, SYMBOLS[name].rule)
    own = _by_colour(puzzle, name)
    every = reduce(or_, own.values(), 0)
    for entry in getattr(puzzle, name):
        row, column, colour = entry
        squares = colours[colour] if rule.of == "colour" else every & ~own[colour]
        square = puzzle.grid.square_number((row, column))
        yield RegionDemand(name, entry, square, squares, rule.numbers)


def _by_colour(puzzle: Puzzle, name: str) -> dict[str, int]:
    """Return the bit sets of the squares with a symbol, by its colour."""
    found: dict[str, int] = {}
    for row, column, colour in getattr(puzzle, name):
        bit = 1 << puzzle.grid.square_number((row, column))
        found[colour] = found.get(colour, 0) | bit
    return found


def in_order(puzzle: Puzzle) -> list[tuple[str, Square | Place, PathDemand | RegionDemand]]:
    """Return all demands, each with the kind and the place of its symbol.

    Those in squares come first, by the squares' numbers; then those at vertices, and on edges.
    """
    number = puzzle.grid.edge_number
    found = []
    for one in (*path_demands(puzzle), *region_demands(puzzle)):
        symbol = SYMBOLS[one.symbol]
        place = symbol.place(one.entry)
        if symbol.where == "square":
            order: tuple[Any, ...] = (0, place)
        elif is_edge(place):
            order = (2, number[place])
        else:
            order = (1, place)
        found.append((order, (one.symbol, place, one)))
    return [one for _, one in sorted(found, key=lambda item: item[0])]


#: The kinds of demands, named as the fields of a puzzle.
KINDS = tuple(one.name for one in (*IN_SQUARES, *ON_LINES) if one.rule is not None and not one.bars)
