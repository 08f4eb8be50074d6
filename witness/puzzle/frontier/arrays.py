"""A panel and the states of its frontier as arrays: what the compiled loops work on.

**A state** is a non-negative integer of at most 60 bits. It has three bits for each of the C+1
places where the path may cross the frontier, from the left: 0 for no crossing, `LEFT` and `RIGHT`
for the two ends of a piece if both cross (pieces do not cross each other, so they nest like
brackets), `S` and `G` for a piece that ends at a start or a goal. Then come two bits for what the
square left of the next vertex needs, and a bit for each column: whether the top edge of the open
square there must be on the path.

Where symbols ask for regions (`PAIR`) a second integer says which squares below the frontier are
in one region, and what these regions hold (`witness.puzzle.frontier.region_successors`).

**A label** is a choice, as in `witness.puzzle.frontier.answers`.

All integers are signed, except for counts of solutions: these have several 64-bit words, the lowest
first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from witness.puzzle.frontier.plan import Plan

Numbers = npt.NDArray[Any]

#: The largest number of vertices in a row for which a state has room.
MOST_COLUMNS = 14

#: In place of a state: the path is complete and a solution.
DONE = -1

#: The largest number of successors of a state: 4 kinds of two edges, two ends.
MOST_SUCCESSORS = 32

#: The loop over layers first makes at least so many successors, then looks for all of them in its
#: table: the processor fetches their places at the same time.
BATCH = 32

#: Codes of crossings.
LEFT, RIGHT, S, G = 1, 2, 3, 4

#: Columns of a step. `RIGHT_KINDS` and `UP_KINDS` are bit sets of kinds of edges; `ENOUGH` says
#: that a complete path is a solution if nothing is open; `BEGUN` and `ENDING` that the path must
#: have a start, a goal. From `CHOICES` on there is for 0, 1 and 2 pieces that arrive the bit set of
#: the choices: 16 times the kind of the edge to the right, 4 times that upwards, and the end of the
#: path, as in a label.
(
    COLUMN,
    RIGHT_KINDS,
    UP_KINDS,
    RIGHT_END,
    UP_END,
    START,
    GOAL,
    ALONE,
    THROUGH,
    NEEDED,
    TRIANGLES,
    LEFT_SQUARE,
    BELOW_SQUARE,
    LAST_COLUMN,
    ENOUGH,
    BEGUN,
    ENDING,
    CHOICES,
) = range(18)
STEP_SIZE = CHOICES + 3

#: Columns of what a step does to the row of squares: the column of its square, from 1 on (0: none);
#: whether the square above the vertex comes into the row, or that below only leaves; the mark of
#: the one that comes; the marks of all later ones together (-1: they break a rule); the column from
#: which on all squares are in one region with those, should no later edge be on the path; and
#: whether its edge to the right (1) and upwards (2) divides squares anyway.
INSIDE, ENTERS, MARK, REST, JOINS_FROM, WALLS, SQUARES_SIZE = range(7)

#: A state of a panel whose symbols ask nothing of regions.
LINE = np.dtype(np.int64)

#: A state of a panel whose symbols ask something of them.
PAIR = np.dtype([("line", np.int64), ("regions", np.int64)])

#: What a depth-first search keeps between calls, in `Stack.progress`: the depth, the solutions
#: found, the dead states, the states visited.
DEPTH, FOUND, BURIED, VISITED, PROGRESS_SIZE = range(5)

#: What the loop over layers keeps between calls, in `Layers.progress`: the next step, the states
#: before it, how many of them were expanded, and the states after it.
NUMBER, STATES, EXPANDED, FILLED, TOUCHED, LAYERS_SIZE = range(6)


class Coloured(NamedTuple):
    """A panel whose symbols ask for regions: what the loops take in place of a table of steps.

    `steps` is that table, `squares` has what a step does to the row of squares. `joined` has for
    two marks that of both together, `closes` whether a region with a mark may close. `lines` is
    room for successors. A mark takes `width` bits; `shift` says where joints are in a state, and
    `walled` whether the board has walls.
    """

    steps: Numbers
    squares: Numbers
    joined: Numbers
    closes: Numbers
    lines: Numbers
    width: int
    shift: int
    walled: int


class Successors(NamedTuple):
    """Room for what follows one state: the states, and the labels of the choices."""

    keys: Numbers
    labels: Numbers


class Stack(NamedTuple):
    """A depth-first search. For each step begun: the choices, how many there are, which is taken,
    and how many solutions were found before it.
    """

    progress: Numbers
    keys: Numbers
    labels: Numbers
    number: Numbers
    taken: Numbers
    before: Numbers


class Dead(NamedTuple):
    """A hash table of states below which there is no solution, each with its step (-1: free)."""

    keys: Numbers
    steps: Numbers


class Layer(NamedTuple):
    """The states before one step, sorted, each with a value: the number of solutions, of several
    words, or the fewest edges to a solution (-1: none).
    """

    keys: Numbers
    values: Numbers


class Layers(NamedTuple):
    """Two layers in turn, each with room for states and their numbers: that before an even step has
    the first place, that before an odd one the second.

    `table` is a hash table of places in the layer that grows (-1: free), which the states fill by
    half at most. `total` sums up the numbers of complete paths.
    """

    keys: Numbers
    counts: Numbers
    table: Numbers
    progress: Numbers
    total: Numbers


def fits(plan: Plan) -> bool:
    """Whether states of this panel have room in the loops' integers."""
    return plan.columns <= MOST_COLUMNS


def successors(kind: np.dtype[Any]) -> Successors:
    """Return room for the successors of a batch of states of a kind: `LINE` or `PAIR`."""
    room = BATCH + MOST_SUCCESSORS
    return Successors(np.zeros(room, kind), np.zeros(room, np.int64))


def stack(depth: int, kind: np.dtype[Any]) -> Stack:
    """Return room for a depth-first search of `depth` steps, none of them begun."""
    return Stack(
        progress=np.zeros(PROGRESS_SIZE, np.int64),
        keys=np.zeros((depth, MOST_SUCCESSORS), kind),
        labels=np.zeros((depth, MOST_SUCCESSORS), np.int64),
        number=np.zeros(depth, np.int64),
        taken=np.full(depth, -1, np.int64),
        before=np.zeros(depth, np.int64),
    )


def dead(room: int, kind: np.dtype[Any]) -> Dead:
    """Return an empty table of dead states with `room` places, a power of two."""
    return Dead(np.zeros(room, kind), np.full(room, -1, np.int16))


def layers(room: int, limbs: int, kind: np.dtype[Any]) -> Layers:
    """Return room for layers of `room` states, a power of two, with numbers of `limbs` words.

    They begin with the state before the first step, whose number is 1.
    """
    begun = Layers(
        np.zeros((2, room), kind),
        np.zeros((2, room, limbs), np.uint64),
        np.full(2 * room, -1, np.int32),
        np.zeros(LAYERS_SIZE, np.int64),
        np.zeros((1, limbs), np.uint64),
    )
    begun.counts[0, 0, :1] = 1
    begun.progress[STATES] = 1
    return begun


def enlarged(old: Layers) -> Layers:
    """Return the same layers with twice as much room; the hash table is empty."""
    room = old.keys.shape[1]
    new = old._replace(
        keys=np.empty((2, 2 * room), old.keys.dtype),
        counts=np.empty((2, 2 * room, old.counts.shape[2]), np.uint64),
        table=np.full(4 * room, -1, np.int32),
    )
    new.keys[:, :room] = old.keys
    new.counts[:, :room] = old.counts
    return new


def whole(limbs: Numbers) -> int:
    """Read a number of several words, the lowest first."""
    return int.from_bytes(limbs.astype("<u8").tobytes(), "little")
