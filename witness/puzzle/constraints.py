"""The constraints of a puzzle one by one: what each symbol demands of a path, in bit sets.

The constraint of a symbol is its rule (`witness.puzzle.symbols.rule`): it speaks of the path at the
symbol's place, or of the region of the symbol. A path is a solution if it satisfies each of the
constraints. With elimination marks this is necessary, and not enough: a symbol with a mark in a
region that it touches counts as satisfied, as the mark may take it away.

Edges, vertices and squares have the numbers of `witness.puzzle.grid`. Symbols that bar an edge are
left out: a path cannot cross it, so nothing has to be checked. The rules of blocks, marks and dots
of a line are elsewhere (`filling`, `elimination_marks`, `rules`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from witness.puzzle.filling import Filling
from witness.puzzle.grid import Square, parts
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.symbols import IN_SQUARES, ON_LINES, SYMBOLS
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
    """Return what the symbols ask of regions: symbol by symbol, in the order of the entries."""
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


# ---- one by one ---------------------------------------------------------------------------------


#: The kinds of constraints, named as the fields of a puzzle.
KINDS = tuple(
    one.name
    for one in (*IN_SQUARES, *ON_LINES)
    if isinstance(one.rule, OnPath | InRegion | Fills) and not one.bars
)

_Demand = PathDemand | RegionDemand | FillDemand


class Constraint(NamedTuple):
    """A constraint: its kind, and its square, or the vertex or edge of its symbol."""

    kind: str
    place: Square | Place


def constraints(puzzle: Puzzle, kinds: Collection[str] = KINDS) -> tuple[Constraint, ...]:
    """Return the constraints of some kinds: squares by number, then vertices, then edges."""
    return tuple(one for one, _ in _in_order(puzzle) if one.kind in kinds)


def _in_order(puzzle: Puzzle) -> list[tuple[Constraint, _Demand]]:
    """Return all constraints in their order, each with what its symbol demands."""

    def order(item: tuple[Constraint, _Demand]) -> tuple[Any, ...]:
        (kind, place), _ = item
        if SYMBOLS[kind].where == "square":
            return (0, place)
        return (2, puzzle.grid.edge_number[place]) if is_edge(place) else (1, place)

    demands: list[_Demand] = [
        *path_demands(puzzle),
        *region_demands(puzzle),
        *fill_demands(puzzle),
    ]
    found = [(Constraint(one.symbol, SYMBOLS[one.symbol].place(one.entry)), one) for one in demands]
    return sorted(found, key=order)


def constraint_tests(puzzle: Puzzle) -> Callable[[int, int], int]:
    """Return a function of a path that says which of the `constraints` it satisfies.

    It takes the bit sets of the edges and the vertices of a path from a start to a goal, with two
    lines of the first, and returns a bit set, in the order of the constraints.
    """
    on_path: list[tuple[int, PathDemand]] = []
    in_region: list[tuple[int, RegionDemand]] = []
    filled: list[tuple[int, FillDemand]] = []
    around: list[tuple[int, int]] = []
    number = puzzle.grid.square_number
    marks = sum(1 << number(mark[:2]) for mark in puzzle.eliminations)
    for position, (one, demand) in enumerate(_in_order(puzzle)):
        around.append((1 << position, touched(puzzle, *one)))
        if isinstance(demand, PathDemand):
            on_path.append((1 << position, demand))
        elif isinstance(demand, RegionDemand):
            in_region.append((1 << position, demand))
        else:
            filled.append((1 << position, demand))
    filling, images = Filling(puzzle), puzzle.images

    def satisfied(edges: int, vertices: int) -> int:
        if images is not None:
            edges, vertices = images.both(edges, vertices)
        found = 0
        for bit, asked in on_path:
            if asked.found(edges, vertices) in asked.numbers:
                found |= bit
        if in_region or filled or marks:
            region = parts(puzzle.grid, ~(edges | puzzle.walls))
            for bit, wanted in in_region:
                if (region[wanted.square] & wanted.squares).bit_count() in wanted.numbers:
                    found |= bit
            for bit, block in filled:
                own = region[block.square]
                inside = [other.entry for _, other in filled if own >> other.square & 1]
                if filling.fill(own, edges, inside):
                    found |= bit
            if marks:
                marked = sum({part for part in region if part & marks})
                found |= sum(bit for bit, squares in around if squares & marked)
        return found

    return satisfied
