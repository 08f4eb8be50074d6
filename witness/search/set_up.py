"""How a search begins, for Numba: a puzzle is laid out for a predicate, and starts are pushed.

These are plain loops over a board, and take some microseconds. Most searches of small boards take
little longer, and everything that is done for each of them counts.

Numbers are signed here, as there are coordinates off the board; what goes into arrays for `kernel`
becomes unsigned.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from witness.search.arrays import (
    ARRIVING,
    COLS,
    CONFIGURATIONS,
    DISTANCES,
    EVERYWHERE,
    FIRST,
    GAPS,
    GOAL_COUNT,
    GOALS,
    HEAD_SHIFT,
    LEAVING,
    LEAVING_COUNT,
    LEVELS,
    LOWEST_FIRED,
    LOWEST_SPARED,
    NEARER,
    NO_CHUNK,
    OPEN,
    OPEN_FIRED,
    ROWS,
    SORT,
    STARTS,
    STEP_HEAD,
    STRIDE,
    TRIANGLES,
)
from witness.search.queues import new_slot

_U = np.uint64
_0, _1 = _U(0), _U(1)
_NO_CHUNK = _U(NO_CHUNK)
_HEAD_SHIFT = _U(HEAD_SHIFT)


def begin(
    shape,  # as for `kernel.run`
    given,  # see `arrays.given`
    begins,  # see `witness.predicates.arrays.Lookup.begins`
    state,
    open_list,
    panel,
    room,  # two numbers for each vertex
    tables,
):
    """Lay out a puzzle and push its starts; return how many squares have triangles.

    A start on which π is true makes a search that prunes look at all squares: starts are never
    pruned, and below it no parent is known to be spared.
    """
    rows, cols = given[ROWS], given[COLS]
    stride = cols + 1
    vertices = (rows + 1) * stride
    triangles_at, distance = room[:vertices], room[vertices : 2 * vertices]
    goals = FIRST + given[STARTS]
    triangles = goals + 2 * given[GOAL_COUNT]
    gaps = triangles + 3 * given[TRIANGLES]
    farthest = _measure(given[goals:triangles], rows, cols, distance)
    count = _place(given[triangles:gaps], stride, len(shape), triangles_at, panel)
    _lay_out(rows, cols, begins, triangles_at, distance, panel, len(shape))
    _take_out(given[gaps : gaps + 4 * given[GAPS]], stride, panel.vertices)

    distances = farthest + 1
    levels = vertices + distances
    state[STRIDE] = _U(stride)
    state[DISTANCES] = _U(distances)
    state[LEVELS] = state[LOWEST_SPARED] = state[LOWEST_FIRED] = _U(levels)
    open_list.queues[: 4 * levels * distances] = _NO_CHUNK
    open_list.levels[: 2 * levels] = _0
    for start in given[FIRST:goals]:
        fired = _fires(start, panel.squares[:count], tables.table, stride)
        if fired and state[SORT] == _0:
            state[EVERYWHERE] = _1
            fired = False
        _push(state, open_list, start, _U(distance[start]), fired, 2 * len(shape))
    return count


@njit(_nrt=False)
def _measure(goals, rows, cols, distance):
    """Write h of all vertices; return the largest."""
    farthest = 0
    for row in range(rows + 1):
        for col in range(cols + 1):
            nearest = rows + cols
            for goal in range(0, len(goals), 2):
                to_go = abs(goals[goal] - row) + abs(goals[goal + 1] - col)
                nearest = min(nearest, to_go)
            distance[row * (cols + 1) + col] = nearest
            farthest = max(farthest, nearest)
    return farthest


@njit(_nrt=False)
def _place(triangles, stride, words, triangles_at, panel):
    """Write the triangles by square, as a list and as bit sets; return the length of the list."""
    triangles_at[:] = 0
    panel.triangles[:] = _0
    for at in range(0, len(triangles), 3):
        triangles_at[triangles[at] * stride + triangles[at + 1]] = triangles[at + 2]
    count = 0
    for square, number in enumerate(triangles_at):
        if number:
            panel.squares[count, 0] = _U(square)
            panel.squares[count, 1] = _U(number)
            panel.triangles[(number - 1) * words + (square >> 6)] |= _1 << _U(square & 63)
            count += 1
    return count


@njit(_nrt=False)
def _lay_out(rows, cols, begins, triangles_at, distance, panel, words):
    """Write what there is to know of vertices and of the steps from them, but for gaps."""
    stride = cols + 1
    step_size = 8 if words <= 2 else 16
    leaving = arriving = 0
    for row in range(rows + 1):
        for col in range(cols + 1):
            here = row * stride + col
            known = leaving << LEAVING
            before = leaving
            for corner in range(3, -1, -1):
                square, number = _around(row, col, corner, rows, cols, triangles_at)
                if number and _some(begins[number, 1 + corner]):
                    place = (number - 1) * 4 + corner
                    panel.leaving[leaving] = _U(square | place << 24)
                    leaving += 1
            known |= (leaving - before) << LEAVING_COUNT
            for direction in range(4):
                to_row, to_col = _step(row, col, direction)
                if not (0 <= to_row <= rows and 0 <= to_col <= cols):
                    continue
                there = to_row * stride + to_col
                step = (4 * here + direction) * step_size
                before = arriving
                for corner in range(3, -1, -1):
                    square, number = _around(to_row, to_col, corner, rows, cols, triangles_at)
                    across = square // stride - row + 1, square % stride - col + 1
                    beside = 0 <= across[0] <= 1 and 0 <= across[1] <= 1
                    if number and not beside and begins[number, 0, 1 + corner]:
                        place = (number - 1) * 5 + 1 + corner
                        panel.arriving[arriving] = _U(square | 16 << corner << 8 | place << 24)
                        arriving += 1
                panel.steps[step] = _U(distance[there])
                panel.steps[step + 1] = _U(before)
                panel.steps[step + 2] = _U(arriving)
                nodes = panel.steps[step + STEP_HEAD : step + STEP_HEAD + 2 * words]
                nodes[:] = _0
                edge = min(here, there)
                nodes[(words if to_row != row else 0) + (edge >> 6)] = _1 << _U(edge & 63)
                nodes[2 * words - 1] |= _U(there) << _HEAD_SHIFT
                known |= 1 << direction
                if distance[there] < distance[here]:
                    known |= 1 << direction + NEARER
                if distance[there] == 0:
                    known |= 1 << direction + GOALS
                if arriving > before:
                    known |= 1 << direction + ARRIVING
            panel.vertices[here] = _U(known)


@njit(_nrt=False)
def _some(flags):
    """Whether a flag is set. NumPy's `any` would have SciPy imported when the code is loaded."""
    found = False
    for flag in flags:
        found = found or flag != 0
    return found


@njit(_nrt=False)
def _step(row, col, direction):
    """Return where a step leads: up, right, down, or left (`witness.puzzle.grid.DIRECTIONS`)."""
    if direction == 0:
        return row + 1, col
    if direction == 1:
        return row, col + 1
    if direction == 2:
        return row - 1, col
    return row, col - 1


@njit(_nrt=False)
def _around(row, col, corner, rows, cols, triangles_at):
    """Return the square of which a vertex is the given corner, and its triangles (0 if none)."""
    row, col = row - (corner >> 1), col - (corner & 1)
    if 0 <= row < rows and 0 <= col < cols:
        square = row * (cols + 1) + col
        return square, triangles_at[square]
    return 0, 0


@njit(_nrt=False)
def _take_out(gaps, stride, vertices):
    """Take out the steps across gaps."""
    for at in range(0, len(gaps), 4):
        row, col = gaps[at], gaps[at + 1]
        # The smaller vertex of an edge comes first: the step from it leads up or to the right.
        upwards = gaps[at + 2] != row
        there = gaps[at + 2] * stride + gaps[at + 3]
        vertices[row * stride + col] &= ~_U(1 if upwards else 2)
        vertices[there] &= ~_U(4 if upwards else 8)


@njit(_nrt=False)
def _fires(start, squares, table, stride):
    """Return π of the path that is a start alone."""
    for number in range(len(squares)):
        square = np.int64(squares[number, 0])
        at = 0
        for corner in range(4):
            if start == square + (corner >> 1) * stride + (corner & 1):
                at = 1 + corner
        case = (np.int64(squares[number, 1]) - 1) * 5 + at
        if table[case * CONFIGURATIONS + (8 << at if at else 0)]:
            return True
    return False


@njit(_nrt=False)
def _push(state, open_list, start, to_go, fired, words):
    """Put a start into the open list; `fired` is its π in a search that sorts, else false."""
    row = to_go
    if fired:
        row += state[LEVELS]
        state[LOWEST_FIRED] = min(state[LOWEST_FIRED], to_go)
        state[OPEN_FIRED] += _1
    else:
        state[LOWEST_SPARED] = min(state[LOWEST_SPARED], to_go)
    state[OPEN] += _1
    queue = (row * state[DISTANCES] + to_go) << _1
    node = new_slot(state, open_list, row, to_go, queue) * _U(words)
    for word in range(words - 1):
        open_list.nodes[node + _U(word)] = _0
    open_list.nodes[node + _U(words - 1)] = _U(start) << _HEAD_SHIFT
