"""The shapes of blocks, as rows of "#" and ".", and where they may lie on a board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from witness.puzzle.grid import Edge, Grid, Square

#: The rows of a shape from the top: "#" is a square of it.
Rows = tuple[str, ...]

#: The longest side of a shape.
MAX_SIDE = 64


def squares_of(rows: Rows) -> tuple[Square, ...]:
    """Return the squares of a shape as (row, column) from its bottom left corner, in order."""
    return tuple(
        (r, c) for r, row in enumerate(reversed(rows)) for c, sign in enumerate(row) if sign == "#"
    )


def rows_of(squares: Iterable[Square]) -> Rows:
    """Return the rows of the shape that some squares make, without empty rows and columns."""
    found = set(squares)
    low, left = (min(square[axis] for square in found) for axis in (0, 1))
    high, right = (max(square[axis] for square in found) for axis in (0, 1))
    return tuple(
        "".join("#" if (r, c) in found else "." for c in range(left, right + 1))
        for r in range(high, low - 1, -1)
    )


@lru_cache(maxsize=4096)
def turned(rows: Rows) -> tuple[Rows, ...]:
    """Return a shape as it is, and turned: one to four shapes, each once, in order."""
    found = [rows]
    while (more := tuple("".join(row) for row in zip(*reversed(found[-1]), strict=True))) != rows:
        found.append(more)
    return tuple(dict.fromkeys(sorted(found)))


def size(rows: Rows) -> int:
    """Return the number of squares of a shape."""
    return sum(row.count("#") for row in rows)


#: Blocks, of which only the shapes matter that each may have.
Shapes = tuple[tuple[Rows, ...], ...]

#: Where a block may lie: the bit sets of its squares, and of the edges within it.
Placement = tuple[int, int]


@lru_cache(maxsize=4096)
def placements(board: Grid, shape: Rows) -> dict[int, list[Placement]]:
    """Return where a shape, as it is turned, may lie on a board, by its square of least number."""
    found: dict[int, list[Placement]] = {}
    for corner in board.squares:
        squares = placed(board, shape, corner)
        if squares is None or not all(map(board.has_square, squares)):
            continue
        bits = sum(1 << board.square_number(square) for square in squares)
        edges = board.edge_set(within(board, shape, squares))
        found.setdefault((bits & -bits).bit_length() - 1, []).append((bits, edges))
    return found


def placed(board: Grid, shape: Rows, corner: Square) -> list[Square] | None:
    """Return the squares of a shape with its bottom left corner at a square, which may be anywhere.

    None if it meets itself round a cylinder.
    """
    row, col = corner
    found = [(row + r, col + c) for r, c in squares_of(shape)]
    if board.wraps:
        found = [(r, c % board.cols) for r, c in found]
    return found if len(set(found)) == len(found) else None


def within(board: Grid, shape: Rows, squares: Iterable[Square]) -> list[Edge]:
    """Return the edges on the board between squares that are neighbours in a shape.

    `squares` are those of the shape as `placed` returns them; a block as wide as a cylinder has
    nothing where its ends meet.
    """
    at = dict(zip(squares_of(shape), squares, strict=True))
    found = []
    for (r, c), square in at.items():
        _, top, _, right = board.square_edges(square)
        found += [right] if (r, c + 1) in at else []
        found += [top] if (r + 1, c) in at else []
    return [edge for edge in found if edge in board.edge_number]
