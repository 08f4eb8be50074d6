"""The shapes of blocks: sets of squares that need not be connected, as rows of "#" and "."."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from functools import lru_cache

from witness.puzzle.grid import DIRECTIONS, Square

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


def cut(region: Collection[Square], rng: random.Random, most: int = 5) -> list[list[Square]]:
    """Return the squares of a region in connected pieces of 1 to `most` squares, at random.

    Each piece grows from a square by neighbours to a size drawn uniformly, if there is room.
    """
    left = set(region)
    found = []
    while left:
        piece = [rng.choice(sorted(left))]
        left -= {*piece}
        size = rng.randrange(1, most + 1)
        while len(piece) < size:
            beside = {(r + dr, c + dc) for r, c in piece for dr, dc in DIRECTIONS}
            near = sorted(beside & left)
            if not near:
                break
            piece.append(rng.choice(near))
            left.discard(piece[-1])
        found.append(piece)
    return found
