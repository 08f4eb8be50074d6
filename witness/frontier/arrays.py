"""A panel and the states of its frontier as arrays: what the compiled loops work on.

**A state** is a non-negative integer of at most 60 bits. It has three bits for each of the C+1
places where the path may cross the frontier, from the left: 0 for no crossing, `LEFT` and `RIGHT`
for the two ends of a piece if both cross (pieces do not cross each other, so they nest like
brackets), `S` and `G` for a piece that ends at a start or a goal. Then come two bits for what the
square left of the next vertex needs, and a bit for each column: whether the top edge of the open
square there must be on the path.

**A label** is a choice: the kind of the edge to the right, plus four times that of the edge
upwards, plus sixteen times the end, as in `witness.frontier.profile.Choice`.

All integers are signed, except for counts of solutions: these have several 64-bit words, the lowest
first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from witness.frontier.plan import Plan, Step

Numbers = npt.NDArray[Any]

#: The largest number of vertices in a row for which a state has room.
MOST_COLUMNS = 14

#: In place of a state: the path is complete and a solution.
DONE = -1

#: The largest number of successors of a state: 4 kinds of two edges, two ends.
MOST_SUCCESSORS = 32

#: Codes of crossings.
LEFT, RIGHT, S, G = 1, 2, 3, 4

#: Columns of a step. `RIGHT_KINDS` and `UP_KINDS` are bit sets of kinds of edges; `ENOUGH` says
#: that a complete path is a solution if nothing is open; `BEGUN` and `ENDING` that the path must
#: have a start, a goal.
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
    STEP_SIZE,
) = range(18)

_ENDS = {None: 0, "S": S, "G": G}

#: What a depth-first search keeps between calls, in `Stack.progress`: the depth, the solutions
#: found, the dead states, the states visited.
DEPTH, FOUND, BURIED, VISITED, PROGRESS_SIZE = range(5)

#: What a new layer keeps between calls, in `Growth.progress`: its states, and whether a number was
#: too long for its words.
FILLED, OVERFLOW, GROWTH_SIZE = range(3)


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
    """The states before one step, each with a number of several words."""

    keys: Numbers
    counts: Numbers


class Growth(NamedTuple):
    """A layer that grows: room for its states, and a hash table of their places (-1: free).

    `total` sums up the numbers of complete paths.
    """

    keys: Numbers
    counts: Numbers
    table: Numbers
    progress: Numbers
    total: Numbers


class Lengths(NamedTuple):
    """The states before one step, sorted, each with the fewest edges to a solution (-1: none)."""

    keys: Numbers
    lengths: Numbers


def fits(plan: Plan) -> bool:
    """Whether states of this panel have room in the loops' integers."""
    return plan.columns <= MOST_COLUMNS


def step_table(plan: Plan) -> Numbers:
    """Return the steps of a panel, a row each."""
    rows = [_step_row(plan, number, step) for number, step in enumerate(plan.steps)]
    return np.array(rows, np.int64)


def _step_row(plan: Plan, number: int, step: Step) -> list[int]:
    row = [0] * STEP_SIZE
    row[COLUMN] = step.column
    row[RIGHT_KINDS] = sum(1 << kind for kind in step.right)
    row[UP_KINDS] = sum(1 << kind for kind in step.up)
    row[RIGHT_END] = _ENDS[step.right_end]
    row[UP_END] = _ENDS[step.up_end]
    row[START] = step.start
    row[GOAL] = step.goal
    row[ALONE] = step.alone
    row[THROUGH] = step.through
    row[NEEDED] = step.needed
    row[TRIANGLES] = step.triangles
    row[LEFT_SQUARE] = step.left_square
    row[BELOW_SQUARE] = step.below_square
    row[LAST_COLUMN] = step.column == plan.columns - 1
    row[ENOUGH] = number >= plan.last_need
    row[BEGUN] = number >= plan.last_start
    row[ENDING] = number >= plan.last_goal
    return row


def successors() -> Successors:
    """Return room for the successors of one state."""
    return Successors(np.zeros(MOST_SUCCESSORS, np.int64), np.zeros(MOST_SUCCESSORS, np.int64))


def stack(depth: int) -> Stack:
    """Return room for a depth-first search of `depth` steps, none of them begun."""
    return Stack(
        progress=np.zeros(PROGRESS_SIZE, np.int64),
        keys=np.zeros((depth, MOST_SUCCESSORS), np.int64),
        labels=np.zeros((depth, MOST_SUCCESSORS), np.int64),
        number=np.zeros(depth, np.int64),
        taken=np.full(depth, -1, np.int64),
        before=np.zeros(depth, np.int64),
    )


def dead(room: int) -> Dead:
    """Return an empty table of dead states with `room` places, a power of two."""
    return Dead(np.zeros(room, np.int64), np.full(room, -1, np.int16))


def growth(room: int, limbs: int, total: Numbers) -> Growth:
    """Return room for a layer of `room` states, with numbers of `limbs` words."""
    return Growth(
        np.empty(room, np.int64),
        np.empty((room, limbs), np.uint64),
        _table(room),
        np.zeros(GROWTH_SIZE, np.int64),
        total,
    )


def enlarged(layer: Growth, room: int) -> Growth:
    """Return a growing layer with more room; its hash table is empty."""
    return layer._replace(
        keys=np.resize(layer.keys, room),
        counts=np.resize(layer.counts, (room, layer.counts.shape[1])),
        table=_table(room),
    )


def _table(room: int) -> Numbers:
    """Return an empty hash table that `room` states fill by half at most."""
    return np.full(2 << (room - 1).bit_length(), -1, np.int32)


def whole(limbs: Numbers) -> int:
    """Read a number of several words, the lowest first."""
    return int.from_bytes(limbs.astype("<u8").tobytes(), "little")
