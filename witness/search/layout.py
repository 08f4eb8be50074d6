"""What is where in the arrays of the compiled engine.

`board_arrays` and `compiled` fill them, `kernel` reads them.
"""

from __future__ import annotations

#: Nodes of a chunk.
CHUNK = 64

#: Chunks that have to be left when a node is taken from a queue: until the next is, every step on
#: a shortest way to the goal may need three.
SPARE_CHUNKS = 256

#: Where the head lies in the last word of a node.
HEAD_SHIFT = 56

#: The first slot of a queue that has no chunk yet.
NO_CHUNK = (1 << 64) - 1

#: Why the kernel came back.
EXHAUSTED, SOLVED, PAUSED, TOO_MANY_OPEN, POOL_FULL, AT_GOAL, NEW_LENGTH = range(7)

#: Places in `state`. About the puzzle: vertices in a row, numbers of h and of f that there are.
#: About π: whether it only orders the open list; whether a child is to be looked at in all squares
#: although its parent is spared; whether the length of the path matters, and below which one there
#: are tables; whether a step that gives a square too many edges is nothing special (0), a case of π
#: (1), or out (2). Then whether a goal has to be confirmed by the caller; and when to come back.
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

#: Further places, for what is to be remembered between two calls: expansions; open nodes (the one
#: at hand included), and those with π true among them; chunks that were ever in use, and how many
#: of those are free again; the lowest f that can have nodes, for π false and true; whether `node`
#: is the one to be expanded next (1) or is being expanded (2), its f, h and π; and the goals of one
#: that is being expanded that have not been looked at.
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
#: have squares of `arriving`; then the first of the vertex' entries in `leaving`, and how many.
NEARER, GOALS, ARRIVING, LEAVING, LEAVING_COUNT = 4, 8, 12, 16, 28

#: A row of `steps`: h of the vertex that the step leads to, the first of its entries in `arriving`
#: and the one after its last, then the words of the edge with the new head.
STEP_HEAD = 3


def step_size(words: int) -> int:
    """Give the length of a row of `steps`: one to multiply with by shifting."""
    return 8 if words <= 2 else 16


#: Entries of the table of a predicate: for 1–3 triangles and a head elsewhere or at a corner,
#: one for each set of edges on the path and of visited corners.
CONFIGURATIONS = 256
TABLE_SIZE = 15 * CONFIGURATIONS
