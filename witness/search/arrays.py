"""A search in arrays: what the kernel reads and writes, and how a puzzle is laid out for it.

`compiled` fills the arrays, and `kernel` works on them. The constants name the places in them.
One layout, hence one file: what the arrays are, and how a puzzle is put into them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from witness.logic.configurations import AWAY
from witness.predicates.on_board import touched_squares
from witness.puzzle.grid import DIRECTIONS, Vertex, grid
from witness.puzzle.model import Puzzle

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]


class Progress(NamedTuple):
    """How far a search is, and where it says what it found."""

    #: See `STRIDE` and `EXPANSIONS`.
    state: Words
    #: The node at hand, 2·W words.
    node: Words
    #: The path that reached a goal, 2·W words, when the kernel came back with SOLVED or AT_GOAL.
    path: Words


class OpenList(NamedTuple):
    """The open list: queues of chunks of nodes (see `kernel`)."""

    #: 2·W words for each slot; a chunk has `CHUNK` slots.
    nodes: Words
    #: For each chunk, the one that follows it in its queue.
    links: Words
    #: A stack of the chunks that were in use and are free again.
    free: Words
    #: For each row and h, the first slot of a queue and the last.
    queues: Words
    #: For each row (f, or `LEVELS` + f where π is true), the bit set of the h that have nodes.
    levels: Words


class Panel(NamedTuple):
    """A puzzle, laid out for a predicate that only some steps can make true."""

    #: For each vertex, what is known of the steps from it: see `NEARER`.
    vertices: Words
    #: For each step, by vertex·4 + direction, a row of words: see `STEP_HEAD`. Flat.
    steps: Words
    #: Squares around a vertex to look at before a step: square | (place in `losing`) << 16.
    leaving: Words
    #: Squares around the end of a step alone: square | its corner << 8 | (place in `table`) << 16.
    arriving: Words
    #: For each square with triangles, its own number and the number of triangles.
    squares: Words
    #: The bit sets of the squares with one, two and three triangles, W words each.
    triangles: Words


class Tables(NamedTuple):
    """A predicate over the local configurations (`witness.predicates.arrays`)."""

    #: For 1–3 triangles and each corner, `CONFIGURATIONS` bit sets of directions that make π true.
    losing: Bytes
    #: `TABLE_SIZE` entries; if the length of the path matters, as many for each length 0, 1, ….
    table: Bytes


#: Nodes of a chunk.
CHUNK = 64

#: Chunks that must be left when a node is taken from a queue: until the next one is taken, every
#: step on a shortest path to the goal may need three.
SPARE_CHUNKS = 256

#: Where the head lies in the last word of a node.
HEAD_SHIFT = 56

#: The first slot of a queue that has no chunk yet.
NO_CHUNK = (1 << 64) - 1

#: Why the kernel returned.
EXHAUSTED, SOLVED, PAUSED, TOO_MANY_OPEN, POOL_FULL, AT_GOAL, NEW_LENGTH = range(7)

#: Places in `state`. About the puzzle: the number of vertices in a row, of values of h, and of
#: values of f. About π: whether it only orders the open list; whether to look at all squares of a
#: child although its parent is spared; whether the length of the path matters, and below which
#: length there are tables; whether a step that gives a square too many edges is nothing special
#: (0), makes π true (1), or is dropped (2). Then whether the caller must confirm a goal; and the
#: numbers of expansions and of open nodes at which to return.
(
    STRIDE,
    DISTANCES,
    LEVELS,
    SORT,
    EVERYWHERE,
    BY_LENGTH,
    LENGTHS,
    CROWDING,
    CONFIRM,
    STOP_AT,
    MAX_OPEN,
) = range(11)

#: Further places, for what is remembered between two calls: expansions; open nodes (the one at hand
#: included), and those with π true among them; the number of chunks that were ever in use, and of
#: those that are free again; the lowest f that can have nodes, for π false and true; whether `node`
#: is the one to be expanded next (1) or is being expanded (2), its f, h and π; and of one that is
#: being expanded, the goals that have not been looked at.
(
    EXPANSIONS,
    OPEN,
    OPEN_FIRED,
    CHUNKS_USED,
    CHUNKS_FREE,
    LOWEST_SPARED,
    LOWEST_FIRED,
    AT_HAND,
    AT_F,
    AT_H,
    AT_FIRED,
    GOALS_LEFT,
) = range(11, 23)
STATE_SIZE = 23

#: Places in an entry of `vertices`: bit sets of directions (up, right, down, left), at 0 those in
#: which there is a step, then those of steps that come nearer to a goal, that reach one, and that
#: have squares in `arriving`; then the first of the vertex's entries in `leaving`, and their
#: number.
NEARER, GOALS, ARRIVING, LEAVING, LEAVING_COUNT = 4, 8, 12, 16, 28

#: A row of `steps`: h of the vertex that the step leads to, the first of its entries in `arriving`
#: and the one after its last, then the words of the edge with the new head.
STEP_HEAD = 3


def step_size(words: int) -> int:
    """Return the length of a row of `steps`: a power of two, so that a shift multiplies by it."""
    return 8 if words <= 2 else 16


#: Entries of the table of a predicate: for 1–3 triangles and a head elsewhere or at a corner,
#: one for each set of edges on the path and of visited corners.
CONFIGURATIONS = 256
TABLE_SIZE = 15 * CONFIGURATIONS

#: Boards that nodes have room for: 256 vertices; h is below 64; and a row is at most one word.
MOST_VERTICES = 256
LONGEST_SIDES = 63

_DIRECTION_BITS = np.array([1, 2, 4, 8], np.uint64)


@dataclass(frozen=True)
class Places:
    """Squares that may have to be looked at, in the order of the steps or vertices they belong to.

    `where` is the number of the step (vertex·4 + direction) or of the vertex, `corner` the head's
    position in the square: at the end of the step, or at the vertex.
    """

    where: npt.NDArray[np.intp]
    square: npt.NDArray[np.intp]
    corner: npt.NDArray[np.intp]


@dataclass(frozen=True)
class Board:
    """What all puzzles on boards of one size share.

    `near` is vertices × directions; `steps` is as in `Panel`, a row a step, without what depends on
    the puzzle; `squares` has the kernel's number of each square. `arriving` has the squares around
    the end of a step that are not around its beginning, `leaving` those around a vertex.
    """

    near: npt.NDArray[np.uint8]
    steps: Words
    squares: Words
    arriving: Places
    leaving: Places


def too_large(rows: int, cols: int) -> str | None:
    """Return why a board is too large for nodes, None if it is not."""
    vertices = (rows + 1) * (cols + 1)
    if vertices > MOST_VERTICES or rows + cols > LONGEST_SIDES:
        return (
            f"a board of {rows}×{cols} squares is beyond the compiled engine ({MOST_VERTICES} "
            f"vertices, rows and columns {LONGEST_SIDES} together)"
        )
    return None


def words_of(rows: int, cols: int) -> int:
    """Return W: the number of 64-bit words for a bit set of vertices.

    The second plane of a node also has room for the head.
    """
    vertices = (rows + 1) * (cols + 1)
    return max(-(-vertices // 64), -(-(rows * (cols + 1) + 8) // 64))


@lru_cache(maxsize=256)
def board(rows: int, cols: int) -> Board:
    """Return the arrays of a board."""
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
    return Board(near, steps, np.array(squares, np.uint64), _places(arriving), _places(leaving))


def _places(rows: list[tuple[int, int, int]]) -> Places:
    columns = np.array(rows, np.intp).reshape(-1, 3).T
    return Places(columns[0], columns[1], columns[2])


def lay_out(puzzle: Puzzle, distances: Words, begins: npt.NDArray[np.bool_]) -> Panel:
    """Return the arrays of a puzzle for a predicate that only some steps can make true.

    `distances` has h by vertex; `begins` is that of `witness.predicates.arrays.Lookup.begins`.
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
    to_go = distances[near]
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
    vertices |= (ends - counts).astype(np.uint64) << np.uint64(LEAVING)
    vertices |= counts.astype(np.uint64) << np.uint64(LEAVING_COUNT)

    place, ends = _watched(found.arriving, triangles, begins[:, 0, 1:], len(steps))
    watched = found.arriving.square[place], found.arriving.corner[place]
    arriving = _entries(found, watched[0], (triangles[watched[0]] - 1) * 5 + watched[1] + 1)
    arriving |= np.uint64(16 << 8) << watched[1].astype(np.uint64)
    counts = np.diff(ends, prepend=0)
    steps[:, 1] = ends - counts
    steps[:, 2] = ends
    for marked, at_bit in (
        (to_go < distances[:, None], NEARER),
        (to_go == 0, GOALS),
        (counts.reshape(-1, 4) > 0, ARRIVING),
    ):
        vertices |= (marked @ _DIRECTION_BITS) << np.uint64(at_bit)

    placed = np.flatnonzero(triangles)
    squares = np.stack([found.squares[placed], triangles[placed].astype(np.uint64)], axis=1)
    sets = [0, 0, 0]
    for number, wanted in squares.tolist():
        sets[wanted - 1] |= 1 << number
    number = words_of(puzzle.rows, puzzle.cols)
    words = [chosen >> 64 * w & (1 << 64) - 1 for chosen in sets for w in range(number)]
    return Panel(
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
    """Return which of the places matter, and where those of each step or vertex end.

    `begins` is indexed by [triangles, corner]; there are `number` steps or vertices.
    """
    chosen = np.flatnonzero(begins[triangles[places.square], places.corner])
    return chosen, np.cumsum(np.bincount(places.where[chosen], minlength=number))


def _entries(found: Board, squares: npt.NDArray[np.intp], place: npt.NDArray[np.intp]) -> Words:
    """Return what the kernel reads about squares: their number, and their place in a table."""
    return found.squares[squares] | place.astype(np.uint64) << np.uint64(16 + 8)
