"""The shapes of blocks: sets of squares that need not be connected, as rows of "#" and "."."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from witness.puzzle.grid import Square

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
