"""Planes of edges: bit sets by which a set of vertices moves along its edges with a shift.

Bit v of the first plane is the edge from the vertex v to the right, bit v of the second one the
edge upwards; `width` is the number of vertices in a row.
"""

from __future__ import annotations

from collections.abc import Iterable

from witness.puzzle.grid import Edge


def planes_of(edges: Iterable[Edge], width: int) -> tuple[int, int]:
    """Return the planes of some edges, each of which begins at its smaller vertex."""
    right = up = 0
    for (row, col), (other, _) in edges:
        bit = 1 << row * width + col
        if row == other:
            right |= bit
        else:
            up |= bit
    return right, up


def beside(vertices: int, right: int, up: int, width: int) -> int:
    """Return the vertices at the other ends of the edges of some vertices."""
    return (
        (vertices & right) << 1
        | vertices >> 1 & right
        | (vertices & up) << width
        | vertices >> width & up
    )
