"""The table in which web editors keep a panel: vertices, edges and squares in one grid.

It has 2·rows + 1 rows and 2·cols + 1 columns; a cylinder has one column less. An even row and an
even column hold a vertex, an odd row and an odd column a square, everything else an edge. Rows
count from the bottom here.
"""

from __future__ import annotations

from typing import cast

from witness.puzzle.grid import Grid, Square, Vertex, edge_between
from witness.puzzle.model import Place, is_edge

#: A row and a column of the table.
Cell = tuple[int, int]


def width_of(board: Grid) -> int:
    """Return the number of columns of the table."""
    return board.cols + board.width


def place_at(board: Grid, cell: Cell) -> Place:
    """Return the vertex, the edge or the square in a cell of the table."""
    row, column = cell
    first = (row // 2, column // 2)
    if row % 2 == column % 2:
        return first
    return edge_between(first, ((row + 1) // 2, (column + 1) // 2 % board.width))


def cell_of(board: Grid, place: Place) -> Cell:
    """Return the cell of a vertex or an edge."""
    if not is_edge(place):
        row, column = cast(Vertex, place)
        return (2 * row, 2 * column)
    (r, c), (r2, c2) = place
    return (r + r2, width_of(board) - 1 if abs(c - c2) > 1 else c + c2)


def cell_of_square(square: Square) -> Cell:
    """Return the cell of a square."""
    return (2 * square[0] + 1, 2 * square[1] + 1)
