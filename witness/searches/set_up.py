"""How a search begins, for Numba: a puzzle is laid out for a predicate, and starts are pushed.

These are plain loops over a board, and take some microseconds. Most searches of small boards take
little longer, and everything that is done for each of them counts.

Numbers are signed here, as there are coordinates off the board; what goes into arrays for `kernel`
becomes unsigned.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from witness.searches.ahead import fires_ahead, needs
from witness.searches.arrays import (
    ARRIVING,
    BLACK,
    COLS,
    CONFIGURATIONS,
    DISTANCES,
    EVERYWHERE,
    FIRST,
    GAPS,
    GOAL_COUNT,
    GOAL_SET,
    GOALS,
    HEAD_SHIFT,
    LEAVING,
    LEAVING_COUNT,
    LEVEL_WORDS,
    LEVELS,
    LONGEST,
    LOWEST_FIRED,
    LOWEST_SPARED,
    NEARER,
    NO_CHUNK,
    NO_WAY,
    OPEN,
    OPEN_FIRED,
    PARITY,
    RIGHT,
    ROWS,
    SORT,
    STARTS,
    STEP_HEAD,
    STRIDE,
    TRIANGLES,
    UP,
    VERTICES,
)
from witness.searches.dots_ahead import measure_tours
from witness.searches.queues import new_slot
from witness.searches.wide import widen

_U = np.uint64
_0, _1 = _U(0), _U(1)
_NO_CHUNK = _U(NO_CHUNK)
_HEAD_SHIFT = _U(HEAD_SHIFT)


def begin(
    shape,  # as for `kernel.run`
    looks,
    guide,
    given,  # see `arrays.given`
    begins,  # see `predicates.arrays.Lookup.begins`: [gaps, triangles, before, after]
    state,
    open_list,
    panel,
    room,  # three numbers for each vertex
    tables,
):
    """Lay out a puzzle and push its starts; return how many squares have triangles.

    A start on which π is true makes a search that prunes look at all squares: starts are never
    pruned, and below it no parent is known to be spared.
    """
    rows, cols = given[ROWS], given[COLS]
    stride = cols + 1
    state[STRIDE] = _U(stride)
    vertices = (rows + 1) * stride
    triangles_at, distance = room[:vertices], room[vertices : 2 * vertices]
    gaps_at = room[2 * vertices : 3 * vertices]
    goals = FIRST + given[STARTS]
    triangles = goals + 2 * given[GOAL_COUNT]
    first_gap = triangles + 3 * given[TRIANGLES]
    gaps = given[first_gap : first_gap + 4 * given[GAPS]]
    farthest = _measure(given[goals:triangles], rows, cols, distance)
    gaps_at[:] = 0
    if len(begins) > 1:
        _mark(gaps, stride, gaps_at)
    triangles_given = given[triangles:first_gap]
    count = _place(triangles_given, stride, len(shape), triangles_at, gaps_at, panel)
    _lay_out(rows, cols, begins, triangles_at, gaps_at, distance, panel, len(shape))
    _take_out(gaps, stride, panel.vertices)

    ahead, guided, many = len(looks) != 1, len(guide) != 1, len(guide) in (3, 5)
    if ahead or guided:
        _draw(rows, cols, given[goals:triangles], gaps, len(shape), panel.board)
        for number in range(count):
            panel.bases[panel.squares[number, 0]] = panel.squares[number, 2]
    if guided:
        state[PARITY] = _parity(given[goals:triangles])
        _measure_ways(rows, cols, gaps, triangles_at, distance, panel.ways)
        if len(guide) > 3:
            measure_tours(_U(len(shape)), distance, panel, gaps_at, state)

    distances = vertices if guided else farthest + 1
    levels = vertices + distances
    state[DISTANCES] = _U(distances)
    state[LEVELS] = state[LOWEST_SPARED] = state[LOWEST_FIRED] = _U(levels)
    open_list.queues[: 4 * levels * distances] = _NO_CHUNK
    open_list.levels[: 2 * levels * (LEVEL_WORDS if many else 1)] = _0
    nothing = widen(shape, _0)
    for start in given[FIRST:goals]:
        head = _U(start)
        to_go = _U(distance[start])
        if guided:
            to_go = needs(shape, guide, nothing, nothing, head, to_go, panel, state)
            if to_go > state[LONGEST]:
                continue
        fired = False
        if ahead:
            before = nothing, nothing, False, nothing
            visited = widen(shape, _1) << head
            fired = fires_ahead(
                shape, before, head, nothing, nothing, visited, head, panel, tables, looks, state
            )
        else:
            fired = _fires(start, panel.squares[:count], tables.table, stride)
        if fired and state[SORT] == _0:
            state[EVERYWHERE] = _1
            fired = False
        _push(state, open_list, start, to_go, fired, 2 * len(shape), many)
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
def _mark(gaps, stride, gaps_at):
    """Write the gaps of each square as a bit set: bottom, top, left, right.

    Squares go by their bottom left vertices. What is written beside a square that is not on the
    board does no harm.
    """
    for at in range(0, len(gaps), 4):
        here = gaps[at] * stride + gaps[at + 1]
        upwards = gaps[at + 2] != gaps[at]
        beyond = here - (1 if upwards else stride)
        gaps_at[here] |= 4 if upwards else 1
        if beyond >= 0:
            gaps_at[beyond] |= 8 if upwards else 2


@njit(_nrt=False)
def _draw(rows, cols, goals, gaps, words, board):
    """Write the bit sets of a board, but for `bases`."""
    board[:] = _0
    stride = cols + 1
    for row in range(rows + 1):
        for col in range(stride):
            here = row * stride + col
            word, bit = here >> 6, _1 << _U(here & 63)
            board[VERTICES * words + word] |= bit
            if col < cols:
                board[RIGHT * words + word] |= bit
            if row < rows:
                board[UP * words + word] |= bit
            if row + col & 1:
                board[BLACK * words + word] |= bit
    for at in range(0, len(goals), 2):
        goal = goals[at] * stride + goals[at + 1]
        board[GOAL_SET * words + (goal >> 6)] |= _1 << _U(goal & 63)
    for at in range(0, len(gaps), 4):
        here = gaps[at] * stride + gaps[at + 1]
        plane = UP if gaps[at + 2] != gaps[at] else RIGHT
        board[plane * words + (here >> 6)] &= ~(_1 << _U(here & 63))


@njit(_nrt=False)
def _parity(goals):
    """Whether all goals have the same colour on a chessboard of vertices."""
    for at in range(2, len(goals), 2):
        if (goals[at] + goals[at + 1] + goals[0] + goals[1]) & 1:
            return _0
    return _1


@njit(_nrt=False)
def _measure_ways(rows, cols, gaps, triangles_at, distance, ways):
    """Write the shortest ways over squares (`witness.searches.heuristics.ways`)."""
    stride = cols + 1
    vertices = (rows + 1) * stride
    for square in range(vertices):
        if not triangles_at[square]:
            continue
        own = ways[square * vertices : (square + 1) * vertices]
        own[:] = NO_WAY
        for side in range(4):
            # Bottom, top, left and right: the smaller end, and the other one.
            one = square + (stride if side == 1 else 1 if side == 3 else 0)
            other = one + (1 if side < 2 else stride)
            if _is_gap(gaps, stride, one, other):
                continue
            for vertex in range(vertices):
                row, col = vertex // stride, vertex % stride
                there = abs(row - one // stride) + abs(col - one % stride) + distance[other]
                back = abs(row - other // stride) + abs(col - other % stride) + distance[one]
                way = min(there, back) + 1
                if way < own[vertex]:
                    own[vertex] = way


@njit(_nrt=False)
def _is_gap(gaps, stride, one, other):
    for at in range(0, len(gaps), 4):
        if (
            gaps[at] * stride + gaps[at + 1] == one
            and gaps[at + 2] * stride + gaps[at + 3] == other
        ):
            return True
    return False


@njit(_nrt=False)
def _place(triangles, stride, words, triangles_at, gaps_at, panel):
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
            panel.squares[count, 2] = _U((gaps_at[square] * 3 + number - 1) * 5)
            panel.triangles[(number - 1) * words + (square >> 6)] |= _1 << _U(square & 63)
            count += 1
    return count


@njit(_nrt=False)
def _lay_out(rows, cols, begins, triangles_at, gaps_at, distance, panel, words):
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
                gaps = gaps_at[square]
                if number and _some(begins[gaps, number, 1 + corner]):
                    place = (gaps * 3 + number - 1) * 4 + corner
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
                    gaps = gaps_at[square]
                    if number and not beside and begins[gaps, number, 0, 1 + corner]:
                        place = (gaps * 3 + number - 1) * 5 + 1 + corner
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
        case = np.int64(squares[number, 2]) + at
        if table[case * CONFIGURATIONS + (8 << at if at else 0)]:
            return True
    return False


@njit(_nrt=False)
def _push(state, open_list, start, to_go, fired, words, many):
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
    node = new_slot(state, open_list, row, to_go, queue, many) * _U(words)
    for word in range(words - 1):
        open_list.nodes[node + _U(word)] = _0
    open_list.nodes[node + _U(words - 1)] = _U(start) << _HEAD_SHIFT
