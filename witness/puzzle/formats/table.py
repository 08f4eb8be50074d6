"""The table in which web editors keep a panel: vertices, edges and squares in one grid.

It has 2·rows + 1 rows and 2·cols + 1 columns. An even row and an even column hold a vertex, an odd
row and an odd column a square, everything else an edge. Rows count from the bottom here.
"""

from __future__ import annotations

from witness.puzzle.grid import Edge, Square, Vertex
from witness.puzzle.model import Place, is_edge

#: A row and a column of the table.
Cell = tuple[int, int]


def place_at(cell: Cell) -> Place:
    """Return the vertex, the edge or the square in a cell of the table."""
    row, column = cell
    first: Vertex = (row // 2, column // 2)
    if row % 2 == column % 2:
        return first
    edge: Edge = (first, ((row + 1) // 2, (column + 1) // 2))
    return edge


def cell_of(place: Place) -> Cell:
    """Return the cell of a vertex or an edge."""
    first, second = place if is_edge(place) else (place, place)
    return (first[0] + second[0], first[1] + second[1])  # type: ignore[operator, return-value]


def cell_of_square(square: Square) -> Cell:
    """Return the cell of a square."""
    return (2 * square[0] + 1, 2 * square[1] + 1)
