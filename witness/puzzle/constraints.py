"""The constraints of a puzzle one by one, each with what it means by itself.

The constraint of a symbol is its rule (`witness.puzzle.symbols.rule`): it
speaks of the path at the symbol's place, or of the region of the symbol. A path is a solution if it
satisfies each of the constraints. With elimination marks, that is only needed: a symbol with a mark
in a region that it touches counts as satisfied, as the mark may take it away.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from witness.puzzle.filling import Filling
from witness.puzzle.grid import Square, parts
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.rules_on_board import (
    FillDemand,
    PathDemand,
    RegionDemand,
    fill_demands,
    path_demands,
    region_demands,
    touched,
)
from witness.puzzle.symbols import IN_SQUARES, ON_LINES, SYMBOLS
from witness.puzzle.symbols.rule import Fills, InRegion, OnPath

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
