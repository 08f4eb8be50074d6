"""Squares outside a panel on witnesspuzzles.com: edges without a line connect them to the outside.

A square belongs to the outside if one comes to it from beyond the border across edges that have no
line at all. On the site, such squares are in no region, and their symbols do not count.
"""

from __future__ import annotations

from collections.abc import Set

from witness.puzzle.grid import Edge, Grid, Square
from witness.puzzle.regions import parts


def outside_squares(board: Grid, removed: Set[Edge]) -> set[Square]:
    """Return the squares that edges without a line connect to the outside."""
    joined = parts(board, board.edge_set(removed))
    found = 0
    for edge in removed:
        square, *beyond = board.edge_squares(edge)
        if not beyond:
            found |= joined[board.square_number(square)]
    return set(board.squares_of(found))


def merges_regions(board: Grid, outside: Set[Square]) -> bool:
    """Whether some outside squares would connect two others, if they were squares as any other.

    A part of the outside that touches a single square leaves the regions of the others as they are.
    """
    sides = {edge: {*board.edge_squares(edge)} for edge in board.edges}
    joined = parts(board, board.edge_set(edge for edge in sides if sides[edge] <= outside))
    for part in {joined[board.square_number(square)] for square in outside}:
        around = {edge for square in board.squares_of(part) for edge in board.square_edges(square)}
        if len(set().union(*(sides[edge] for edge in around)) - outside) > 1:
            return True
    return False
