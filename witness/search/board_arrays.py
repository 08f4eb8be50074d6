"""A puzzle in the arrays that the kernel reads (`witness.search.kernel`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from witness.board_tables import touched_squares
from witness.grid import DIRECTIONS, Vertex, grid
from witness.local import EDGE_CORNERS
from witness.puzzle import Puzzle
from witness.search import kernel
from witness.search.kernel import HEAD_SHIFT, STEP_HEAD, step_size

Words = npt.NDArray[np.uint64]

#: Boards that nodes have room for: 256 vertices; h is below 64; and a row is at most one word.
MOST_VERTICES = 256
LONGEST_SIDES = 63

_DIRECTION_BITS = np.array([1, 2, 4, 8], np.uint64)
_NEIGHBOUR_BYTES = np.array([1, 1 << 8, 1 << 16, 1 << 24], np.uint64)


@dataclass(frozen=True)
class Board:
    """What all puzzles on boards of one size share.

    `words` is W, the number of 64-bit words for a bit set of vertices. `near` and `steps` are as
    the kernel wants them, but that `steps` (a row a step) has no distances and watches yet. For
    each square that a step touches, in the order of the steps: `touched_step`, the `square`'s
    number, its head `before` and `after` the step (plus 1: 0 is elsewhere), and `touched_entry`,
    the square and its changed bits as they stand in `watches`.
    """

    words: int
    near: npt.NDArray[np.uint8]
    steps: Words
    squares: Words
    touched_step: npt.NDArray[np.intp]
    touched_square: npt.NDArray[np.intp]
    before: npt.NDArray[np.intp]
    after: npt.NDArray[np.intp]
    touched_entry: Words


def too_large(rows: int, cols: int) -> str | None:
    """Say why nodes have no room for a board; None if they have."""
    vertices = (rows + 1) * (cols + 1)
    if vertices > MOST_VERTICES or rows + cols > LONGEST_SIDES:
        return (
            f"a board of {rows}×{cols} squares is beyond the compiled engine ({MOST_VERTICES} "
            f"vertices, rows and columns {LONGEST_SIDES} together)"
        )
    return None


def words_of(rows: int, cols: int) -> int:
    """Give W: the words for a bit set of vertices, the second plane with room for the head."""
    vertices = (rows + 1) * (cols + 1)
    return max(-(-vertices // 64), -(-(rows * (cols + 1) + 8) // 64))


@lru_cache(maxsize=256)
def board(rows: int, cols: int) -> Board:
    """Give the arrays of a board."""
    empty = grid(rows, cols)
    words = words_of(rows, cols)
    number = len(empty.vertices)
    near = np.repeat(np.arange(number, dtype=np.uint8)[:, None], 4, axis=1)
    steps = np.zeros((4 * number, step_size(words)), np.uint64)
    touched: list[tuple[int, int, int, int, int]] = []
    around = touched_squares(rows, cols)
    for here, vertex in enumerate(empty.vertices):
        for direction, (up, right) in enumerate(DIRECTIONS):
            other: Vertex = (vertex[0] + up, vertex[1] + right)
            if not empty.has_vertex(other):
                continue
            step, there = 4 * here + direction, empty.vertex_number(other)
            near[here, direction] = there
            low = min(here, there)
            plane = words if up else 0
            steps[step, STEP_HEAD + plane + (low >> 6)] |= np.uint64(1 << (low & 63))
            steps[step, STEP_HEAD + 2 * words - 1] |= np.uint64(there << HEAD_SHIFT)
            for square, before, after in around[here][there]:
                corner = empty.vertex_number(empty.squares[square])
                entry = corner | _changed(before, after) << 8
                touched.append((step, square, before + 1, after + 1, entry))
    columns = np.array(touched, np.int64).reshape(-1, 5).T
    return Board(
        words,
        near,
        steps,
        np.array([empty.vertex_number(square) for square in empty.squares], np.uint64),
        columns[0].astype(np.intp),
        columns[1].astype(np.intp),
        columns[2].astype(np.intp),
        columns[3].astype(np.intp),
        columns[4].astype(np.uint64),
    )


def _changed(before: int, after: int) -> int:
    """Give what a step adds to a square's configuration: bits of its edge and of its corner."""
    if after < 0:
        return 0
    edge = 0
    if before >= 0:
        edge = 1 << next(e for e, ends in enumerate(EDGE_CORNERS) if {*ends} == {before, after})
    return 16 << after | edge


@dataclass(frozen=True)
class Arrays:
    """One puzzle, for the kernel: see there."""

    words: int
    distance: Words
    vertices: Words
    steps: Words
    watches: Words
    squares: Words
    triangles: Words


def arrays(puzzle: Puzzle, begins: npt.NDArray[np.bool_]) -> Arrays:
    """Lay out a puzzle for a predicate that can begin to be true in the steps of `begins`.

    `begins` is as `witness.lookup.Lookup.begins` gives it.
    """
    found = board(puzzle.rows, puzzle.cols)
    empty, at = puzzle.grid, puzzle.triangle_at
    near, steps = found.near, found.steps.copy()
    if puzzle.gaps:
        near = near.copy()
        for a, b in puzzle.gaps:
            one, other = empty.vertex_number(a), empty.vertex_number(b)
            for here, there in ((one, other), (other, one)):
                near[here, near[here] == there] = here
    distance = np.array(
        [min(abs(r - a) + abs(c - b) for a, b in puzzle.goals) for r, c in empty.vertices],
        np.uint64,
    )
    to_go = distance[near]
    steps[:, 0] = to_go.ravel()
    triangles = np.zeros(len(empty.squares), np.intp)
    for square, wanted in at.items():
        triangles[empty.square_number(square)] = wanted
    watches, ends = _watches(found, triangles, begins)
    steps[:, 2] = ends
    steps[1:, 1] = ends[:-1]
    vertices = near.astype(np.uint64) @ _NEIGHBOUR_BYTES
    for marked, at_bit in (
        (to_go < distance[:, None], kernel.NEARER),
        (to_go == 0, kernel.GOALS),
        (np.diff(ends, prepend=0).reshape(-1, 4) > 0, kernel.WATCHED),
    ):
        vertices |= (marked @ _DIRECTION_BITS) << np.uint64(at_bit)
    placed = np.flatnonzero(triangles)
    squares = np.stack([found.squares[placed], triangles[placed].astype(np.uint64)], axis=1)
    sets = [0, 0, 0]
    for corner, wanted in squares.tolist():
        sets[wanted - 1] |= 1 << corner
    return Arrays(
        found.words,
        distance,
        vertices,
        steps.ravel(),
        watches,
        squares,
        np.array(
            [chosen >> 64 * w & (1 << 64) - 1 for chosen in sets for w in range(found.words)],
            np.uint64,
        ),
    )


def _watches(
    found: Board, triangles: npt.NDArray[np.intp], begins: npt.NDArray[np.bool_]
) -> tuple[Words, npt.NDArray[np.intp]]:
    """Give the squares to look at, step by step, and for each step where its own end."""
    count = triangles[found.touched_square]
    watched = begins[count, found.before, found.after]
    table = ((count[watched] - 1) * 5 + found.after[watched]).astype(np.uint64)
    entries = found.touched_entry[watched] | table << np.uint64(8 + 16)
    steps = np.bincount(found.touched_step[watched], minlength=len(found.steps))
    return entries, np.cumsum(steps)
