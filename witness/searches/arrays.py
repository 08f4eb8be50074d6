"""A search in arrays: what the kernel reads and writes.

`set_up` fills the arrays, and `kernel` works on them. The constants name the places in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from witness.puzzle.model import Puzzle

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]


class Progress(NamedTuple):
    """How far a search is, and where it says what it found."""

    #: See `STRIDE` and `EXPANSIONS`.
    state: Words
    #: The node at hand.
    node: Words
    #: The path that reached a goal, 2·W words, when the kernel came back with SOLVED.
    path: Words
    #: The outlooks of its children, W words for each direction.
    there: Words


class OpenList(NamedTuple):
    """The open list: queues of chunks of nodes (see `kernel`)."""

    #: `node_size` words for each slot; a chunk has `CHUNK` slots.
    nodes: Words
    #: For each chunk, the one that follows it in its queue.
    links: Words
    #: A stack of the chunks that were in use and are free again.
    free: Words
    #: For each row and h, the first slot of a queue and the last.
    queues: Words
    #: For each row (f, or `LEVELS` + f where π is true), the bit set of the h that have nodes, in
    #: one word, or in `LEVEL_WORDS` if h may be more than 63.
    levels: Words


class PanelArrays(NamedTuple):
    """A puzzle, laid out for a predicate that only some steps can make true."""

    #: For each vertex, what is known of the steps from it: see `NEARER`.
    vertices: Words
    #: For each step, by vertex·4 + direction, a row of words: see `STEP_HEAD`. Flat.
    steps: Words
    #: Squares around a vertex to look at before a step: square | (place in `losing`) << 16.
    leaving: Words
    #: Squares around the end of a step alone: square | its corner << 8 | (place in `table`) << 16.
    arriving: Words
    #: For each square with triangles, its own number, the number of triangles, and its place in
    #: `table`: (its gaps · 3 + triangles - 1) · 5, where the gaps are 0 if nothing looks at them.
    squares: Words
    #: The bit sets of the squares with one, two and three triangles, W words each.
    triangles: Words
    #: Further bit sets, W words each: see `RIGHT`. Only for what looks beyond squares.
    board: Words
    #: For each square with triangles, its place in `Tables.whole`: as in `squares`.
    bases: Words
    #: The shortest ways over squares (`heuristics.Needs`), by vertex·64·W + square. Only for
    #: *needs*.
    ways: Bytes
    #: The bit sets of marked vertices, edges to the right and edges upwards (`dots.marked`), W
    #: words each; then for each group of dots `dots.GROUP` words: vertex | kind << 8
    #: (`dots_ahead.AT`). This and the next two are empty but for *needs* and puzzles with dots.
    dots: Words
    #: The lengths of walks, by end·vertices + vertex, and after these of those to any goal. Only
    #: the rows of ends of dots are filled in.
    walks: Bytes
    #: The lengths of tours that begin with a pass of a dot, that included: for each group, by
    #: (set of dots·`dots.GROUP` + dot)·2 + whether the pass is that from the larger end of an edge.
    tours: Bytes
    #: Symbols but triangles (`symbol_arrays.Symbols`).
    symbols: Any


class Tables(NamedTuple):
    """A predicate over the local configurations (`witness.searches.predicates.arrays`)."""

    #: For each set of gaps, 1–3 triangles and each corner, `CONFIGURATIONS` bit sets of directions
    #: that make π true.
    losing: Bytes
    #: For each set of gaps, `TABLE_SIZE` entries; if the length of the path matters, all that for
    #: each length 0, 1, ….
    table: Bytes
    #: For each set of live edges, of reachable corners, and of gaps, `TABLE_SIZE` entries
    #: (`witness.searches.predicates.arrays.Lookup.whole`). Only for predicates that look ahead.
    whole: Bytes


#: Words of a bit set of h, where one does not suffice.
LEVEL_WORDS = 4

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
EXHAUSTED, SOLVED, PAUSED, TOO_MANY_OPEN, POOL_FULL, NEW_LENGTH = range(6)

#: Places in `state`. About the puzzle: the number of vertices in a row, of values of h, and of
#: values of f. About π: whether it only orders the open list; whether to look at all squares of a
#: child although its parent is spared; the entries of `table` for a length of the path, 0 if that
#: does not matter, and below which length there are tables; whether a step that gives a square too
#: many edges is nothing special (0), makes π true (1), or is dropped (2). Then the numbers of
#: expansions and of open nodes at which to return. For what looks ahead: the most edges of a path,
#: whether all goals have one parity, the entries of `Tables.whole` for given features divided by
#: `CONFIGURATIONS`, and whether anything looks at what is in reach over all edges.
(
    STRIDE,
    DISTANCES,
    LEVELS,
    SORT,
    EVERYWHERE,
    BY_LENGTH,
    LENGTHS,
    CROWDING,
    STOP_AT,
    MAX_OPEN,
    LONGEST,
    PARITY,
    BLOCK,
    REACHABLE,
) = range(14)

#: Further places, for what is remembered between two calls: expansions; open nodes (the one at hand
#: included), and those with π true among them; the number of chunks that were ever in use, and of
#: those that are free again; the lowest f that can have nodes, for π false and true; whether `node`
#: is the one to be expanded next, and its f, h and π.
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
) = range(14, 25)
STATE_SIZE = 25

#: Places in an entry of `vertices`: bit sets of directions (up, right, down, left), at 0 those in
#: which there is a step, then those of steps that come nearer to a goal, that reach one, and that
#: have squares in `arriving`; then the first of the vertex's entries in `leaving`, and their
#: number.
NEARER, GOALS, ARRIVING, LEAVING, LEAVING_COUNT = 4, 8, 12, 16, 28

#: Places in the array of `given`; from `FIRST` on there are the starts.
ROWS, COLS, STARTS, GOAL_COUNT, TRIANGLES, GAPS, FIRST = range(7)

#: Places in `Panel.board`: the edges to the right and upwards that are no gaps, all vertices, the
#: goals, and every second square, as on a chessboard.
RIGHT, UP, VERTICES, GOAL_SET, BLACK = range(5)
BOARD_SETS = 5

#: A row of `steps`: h of the vertex that the step leads to, the first of its entries in `arriving`
#: and the one after its last, then the words of the edge with the new head.
STEP_HEAD = 3


def step_size(words: int) -> int:
    """Return the length of a row of `steps`: a power of two, so that a shift multiplies by it."""
    return 8 if words <= 2 else 16


#: The length of a way that does not exist: more than any path has edges (`heuristics.Needs`).
NO_WAY = 255

#: Entries of the table of a predicate: for 1–3 triangles and a head elsewhere or at a corner,
#: one for each set of edges on the path and of visited corners.
CONFIGURATIONS = 256
TABLE_SIZE = 15 * CONFIGURATIONS

#: Boards that nodes have room for: 256 vertices; h is below 64; and a row is at most one word.
MOST_VERTICES = 256
LONGEST_SIDES = 63


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


def node_size(words: int, ahead: bool) -> int:
    """Return the number of words of a node: two planes, and its outlook for what looks ahead."""
    return (3 if ahead else 2) * words


def given(puzzle: Puzzle, starts: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return what `set_up` reads of a puzzle, with the starts that the open list begins with.

    That is the numbers of rows and of columns; how many starts, goals, triangles and gaps there
    are (`STARTS` and so on); then the starts, as numbers of vertices, and of the others the
    coordinates.
    """
    found = [
        *(puzzle.rows, puzzle.cols),
        *(len(starts), len(puzzle.goals), len(puzzle.triangles), len(puzzle.gaps)),
        *starts,
    ]
    for place in (*puzzle.goal_vertices, *(entry[:3] for entry in puzzle.triangles)):
        found += place
    for one, other in puzzle.gaps:
        found += (*one, *other)
    return np.array(found, np.int64)
