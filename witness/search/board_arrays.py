"""A puzzle in the arrays that the kernel reads (`witness.search.layout` says how)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from witness.logic.configurations import AWAY
from witness.predicates.on_board import touched_squares
from witness.puzzle.grid import DIRECTIONS, Vertex, grid
from witness.puzzle.model import Puzzle
from witness.search import layout
from witness.search.layout import HEAD_SHIFT, STEP_HEAD, step_size

Words = npt.NDArray[np.uint64]

#: Boards that nodes have room for: 256 vertices; h is below 64; and a row is at most one word.
MOST_VERTICES = 256
LONGEST_SIDES = 63

_DIRECTION_BITS = np.array([1, 2, 4, 8], np.uint64)


@dataclass(frozen=True)
class Places:
    """Squares that may have to be looked at, at steps or at vertices, in the order of those.

    `where` is the number of the step (vertex·4 + direction) or of the vertex, `corner` the head's
    position in the square: at the end of the step, or at the vertex.
    """

    where: npt.NDArray[np.intp]
    square: npt.NDArray[np.intp]
    corner: npt.NDArray[np.intp]


@dataclass(frozen=True)
class Board:
    """What all puzzles on boards of one size share.

    `words` is W, the number of 64-bit words for a bit set of vertices. `near` is vertices ×
    directions, `steps` as the kernel wants it (a row a step) but for what depends on the puzzle,
    `squares` the number that the kernel has for each square. `arriving` has the squares around the
    end of a step that are not around its beginning, `leaving` those around a vertex.
    """

    words: int
    near: npt.NDArray[np.uint8]
    steps: Words
    squares: Words
    arriving: Places
    leaving: Places


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
    arriving: list[tuple[int, int, int]] = []
    leaving: list[tuple[int, int, int]] = []
    around = touched_squares(rows, cols)
    for here, vertex in enumerate(empty.vertices):
        for square in empty.vertex_squares(vertex):
            corner = empty.square_corners(square).index(vertex)
            leaving.append((here, empty.square_number(square), corner))
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
            for number, before, after in around[here][there]:
                if before == AWAY:
                    arriving.append((step, number, after))
    squares = [empty.vertex_number(square) for square in empty.squares]
    return Board(
        words, near, steps, np.array(squares, np.uint64), _places(arriving), _places(leaving)
    )


def _places(rows: list[tuple[int, int, int]]) -> Places:
    columns = np.array(rows, np.intp).reshape(-1, 3).T
    return Places(columns[0], columns[1], columns[2])


@dataclass(frozen=True)
class Arrays:
    """One puzzle, for the kernel: its docstrings and `layout` say what each array holds."""

    words: int
    distance: Words
    vertices: Words
    steps: Words
    leaving: Words
    arriving: Words
    squares: Words
    triangles: Words


def arrays(puzzle: Puzzle, distances: Sequence[int], begins: npt.NDArray[np.bool_]) -> Arrays:
    """Lay out a puzzle for a predicate that can begin to be true in the steps of `begins`.

    `distances` gives h by vertex; `begins` is as `witness.predicates.arrays.Lookup.begins` gives
    it.
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
    distance = np.array(distances, np.uint64)
    to_go = distance[near]
    steps[:, 0] = to_go.ravel()
    triangles = np.zeros(len(empty.squares), np.intp)
    for square, wanted in at.items():
        triangles[empty.square_number(square)] = wanted

    # In `begins`, place 0 of a head is none of the corners. A table has 256 entries a place.
    leaves = np.any(begins[:, 1:], axis=2)
    place, ends = _watched(found.leaving, triangles, np.asarray(leaves), len(near))
    watched = found.leaving.square[place], found.leaving.corner[place]
    leaving = _entries(found, watched[0], (triangles[watched[0]] - 1) * 4 + watched[1])
    counts = np.diff(ends, prepend=0)
    vertices = (near != np.arange(len(near))[:, None]) @ _DIRECTION_BITS
    vertices |= (ends - counts).astype(np.uint64) << np.uint64(layout.LEAVING)
    vertices |= counts.astype(np.uint64) << np.uint64(layout.LEAVING_COUNT)

    place, ends = _watched(found.arriving, triangles, begins[:, 0, 1:], len(steps))
    watched = found.arriving.square[place], found.arriving.corner[place]
    arriving = _entries(found, watched[0], (triangles[watched[0]] - 1) * 5 + watched[1] + 1)
    arriving |= np.uint64(16 << 8) << watched[1].astype(np.uint64)
    counts = np.diff(ends, prepend=0)
    steps[:, 1] = ends - counts
    steps[:, 2] = ends
    for marked, at_bit in (
        (to_go < distance[:, None], layout.NEARER),
        (to_go == 0, layout.GOALS),
        (counts.reshape(-1, 4) > 0, layout.ARRIVING),
    ):
        vertices |= (marked @ _DIRECTION_BITS) << np.uint64(at_bit)

    placed = np.flatnonzero(triangles)
    squares = np.stack([found.squares[placed], triangles[placed].astype(np.uint64)], axis=1)
    sets = [0, 0, 0]
    for number, wanted in squares.tolist():
        sets[wanted - 1] |= 1 << number
    words = [chosen >> 64 * w & (1 << 64) - 1 for chosen in sets for w in range(found.words)]
    return Arrays(
        words=found.words,
        distance=distance,
        vertices=vertices,
        steps=steps.ravel(),
        leaving=leaving,
        arriving=arriving,
        squares=squares,
        triangles=np.array(words, np.uint64),
    )


def _watched(
    places: Places,
    triangles: npt.NDArray[np.intp],
    begins: npt.NDArray[np.bool_],
    number: int,
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Give which of the places matter, and where those of each step or vertex end.

    `begins` says it of [triangles, corner]; there are `number` steps or vertices.
    """
    chosen = np.flatnonzero(begins[triangles[places.square], places.corner])
    return chosen, np.cumsum(np.bincount(places.where[chosen], minlength=number))


def _entries(found: Board, squares: npt.NDArray[np.intp], place: npt.NDArray[np.intp]) -> Words:
    """Give what the kernel reads about squares: their number, and their place in a table."""
    return found.squares[squares] | place.astype(np.uint64) << np.uint64(16 + 8)
