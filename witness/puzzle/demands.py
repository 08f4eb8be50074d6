"""What the symbols of a panel ask of a path, one by one, in bit sets: their rules on a board.

Edges, vertices and squares have the numbers of `witness.puzzle.grid`. Symbols that bar an edge are
left out: a path cannot cross it, so nothing has to be checked. A panel with symbols that have no
rule is for others to refuse (`witness.puzzle.symbols.RULED`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from witness.puzzle.grid import Grid, Square
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
    found: list[PathDemand] = []
    for name in _ON_PATH:
        entries = getattr(puzzle, name)
        if entries and SYMBOLS[name].where == "square":
            found += _of_squares(puzzle.grid, name, entries)
        elif entries:
            found += _of_places(puzzle.grid, name, entries)
    return found


def _of_squares(board: Grid, name: str, entries: Iterable[Any]) -> list[PathDemand]:
    numbers = _numbers(name)
    masks, cols = board.square_edge_masks, board.cols
    return [
        PathDemand(name, entry, masks[entry[0] * cols + entry[1]], 0, numbers or entry[2:])
        for entry in entries
    ]


def _of_places(board: Grid, name: str, entries: Iterable[Any]) -> list[PathDemand]:
    numbers = _numbers(name) or ()
    return [
        PathDemand(name, entry, 1 << board.edge_number[entry], 0, numbers)
        if is_edge(entry)
        else PathDemand(name, entry, 0, 1 << board.vertex_number(entry), numbers)
        for entry in entries
    ]


def _numbers(name: str) -> tuple[int, ...] | None:
    """Return the numbers of a rule, None for those of its entries."""
    rule = SYMBOLS[name].rule
    assert isinstance(rule, OnPath)
    return rule.numbers


def region_demands(puzzle: Puzzle) -> list[RegionDemand]:
    """Return what the symbols ask of regions: symbol by symbol, in the order of their entries."""
    if not puzzle.regional:
        return []
    own: dict[str, dict[str, int]] = {}  # the bit sets of squares by symbol and colour
    like: dict[str, int] = {}  # and by colour
    cols = puzzle.cols
    for name in COLOURED:
        of_symbol = own[name] = {}
        for row, column, colour in getattr(puzzle, name):
            bit = 1 << row * cols + column
            of_symbol[colour] = of_symbol.get(colour, 0) | bit
            like[colour] = like.get(colour, 0) | bit
    found: list[RegionDemand] = []
    for name in REGIONAL:
        entries = getattr(puzzle, name)
        if entries:
            rule = SYMBOLS[name].rule
            assert isinstance(rule, InRegion)
            wanted, numbers = like, rule.numbers
            if rule.of == "others":
                every = reduce(or_, own[name].values())
                wanted = {colour: every & ~squares for colour, squares in own[name].items()}
            found += [
                RegionDemand(name, entry, entry[0] * cols + entry[1], wanted[entry[2]], numbers)
                for entry in entries
            ]
    return found


def in_order(puzzle: Puzzle) -> list[tuple[str, Square | Place, PathDemand | RegionDemand]]:
    """Return all demands, each with the kind and the place of its symbol.

    Those in squares come first, by the squares' numbers; then those at vertices, and on edges.
    """
    number = puzzle.grid.edge_number
    found = []
    demands: list[PathDemand | RegionDemand] = [*path_demands(puzzle), *region_demands(puzzle)]
    for one in demands:
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
