"""Squares outside a panel on witnesspuzzles.com: edges without a line connect them to the outside.

A square belongs to the outside if one comes to it from beyond the border across edges that have no
line at all. On the site, such squares are in no region, and their symbols do not count.
"""

from __future__ import annotations

from collections.abc import Set

from witness.puzzle.grid import Edge, Grid, Square


def outside_squares(board: Grid, removed: Set[Edge]) -> set[Square]:
    """Return the squares that edges without a line connect to the outside."""
    reached = [
        square
        for edge in removed
        if len(beside := board.edge_squares(edge)) == 1
        for square in beside
    ]
    found = set(reached)
    for square in reached:
        for edge in board.square_edges(square):
            for other in board.edge_squares(edge) if edge in removed else ():
                if other not in found:
                    found.add(other)
                    reached.append(other)
    return found


def merges_regions(board: Grid, outside: Set[Square]) -> bool:
    """Whether some outside squares would connect two others, if they were squares as any other.

    A part of the outside that touches a single square leaves the regions of the others as they are.
    """
    unseen = set(outside)
    while unseen:
        part = [unseen.pop()]
        touched = set()
        for square in part:
            for edge in board.square_edges(square):
                for other in board.edge_squares(edge):
                    if other in unseen:
                        unseen.discard(other)
                        part.append(other)
                    elif other not in outside:
                        touched.add(other)
        if len(touched) > 1:
            return True
    return False
