"""The constraints of a puzzle one by one, each with what it means by itself.

The constraint of a symbol is its rule (`witness.puzzle.symbols.rule`): it
speaks of the path at the symbol's place, or of the region of the symbol. A path is a solution if it
satisfies each of the constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from witness.puzzle.demands import KINDS as KINDS
from witness.puzzle.demands import PathDemand, RegionDemand, in_order
from witness.puzzle.grid import Square
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.regions import regions_of


class Constraint(NamedTuple):
    """A constraint: its kind, and its square, or the vertex or edge of its symbol."""

    kind: str
    place: Square | Place


def constraints(puzzle: Puzzle, kinds: Collection[str] = KINDS) -> tuple[Constraint, ...]:
    """Return the constraints of some kinds: squares by number, then vertices, then edges."""
    return tuple(Constraint(kind, place) for kind, place, _ in in_order(puzzle) if kind in kinds)


def constraint_tests(puzzle: Puzzle) -> Callable[[int, int], int]:
    """Return a function of a path that says which of the `constraints` it satisfies.

    It takes the bit sets of the edges and the vertices of a path from a start to a goal, and
    returns a bit set, in the order of the constraints.
    """
    on_path: list[tuple[int, PathDemand]] = []
    in_region: list[tuple[int, RegionDemand]] = []
    for position, (_, _, demand) in enumerate(in_order(puzzle)):
        if isinstance(demand, PathDemand):
            on_path.append((1 << position, demand))
        else:
            in_region.append((1 << position, demand))
    regions = regions_of(puzzle.grid)

    def satisfied(edges: int, vertices: int) -> int:
        found = 0
        for bit, asked in on_path:
            if asked.found(edges, vertices) in asked.numbers:
                found |= bit
        if in_region:
            parts = regions.parts(~edges)
            for bit, one in in_region:
                if (parts[one.square] & one.squares).bit_count() in one.numbers:
                    found |= bit
        return found

    return satisfied
