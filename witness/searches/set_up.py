"""How a search begins, for Numba: a puzzle is laid out for a predicate, and starts are pushed.

These are plain loops over a board, and take some microseconds. Most searches of small boards take
little longer, and everything that is done for each of them counts.

Numbers are signed here, as there are coordinates off the board; what goes into arrays for `kernel`
becomes unsigned.
"""

from __future__ import annotations

import numpy as np

from witness.base.jit import njit
from witness.searches import arrays
from witness.searches.ahead import fires_ahead, needs
from witness.searches.dots_ahead import measure_tours
from witness.searches.outlook import goals_of, open_edges, outlook_of, seen_from
from witness.searches.queues import new_slot
from witness.searches.squares import fires
from witness.searches.wide_integers import read, widen, write

_U = np.uint64
_0, _1, _2, _3 = map(_U, range(4))
_NO_CHUNK = _U(arrays.NO_CHUNK)
_HEAD_SHIFT = _U(arrays.HEAD_SHIFT)

#: Up, right, down and left, as `witness.puzzle.grid.DIRECTIONS`.
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


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
    rows, cols = given[arrays.ROWS], given[arrays.COLS]
    stride = cols + 1
    state[arrays.STRIDE] = _U(stride)
    vertices = (rows + 1) * stride
    triangles_at, distance = room[:vertices], room[vertices : 2 * vertices]
    gaps_at = room[2 * vertices : 3 * vertices]  # of squares with triangles
    goals = arrays.FIRST + given[arrays.STARTS]
    triangles = goals + 2 * given[arrays.GOAL_COUNT]
    first_gap = triangles + 3 * given[arrays.TRIANGLES]
    gaps = given[first_gap : first_gap + 4 * given[arrays.GAPS]]
    farthest = _measure(given[goals:triangles], rows, cols, distance)
    _lay_steps(rows, cols, gaps, panel.vertices)
    gaps_matter = len(begins) > 1
    count = _place(given[triangles:first_gap], stride, gaps_matter, triangles_at, gaps_at, panel)
    _lay_out(rows, cols, begins, triangles_at, gaps_at, distance, panel, len(shape))

    ahead, guided, many = len(looks) != 1, len(guide) != 1, len(guide) in (3, 5)
    if ahead or guided:
        _draw(rows, cols, given[goals:triangles], len(shape), panel)
    if guided:
        state[arrays.PARITY] = _parity(given[goals:triangles])
        _measure_ways(rows, cols, triangles_at, distance, panel)
        if len(guide) > 3:
            measure_tours(_U(len(shape)), distance, panel, gaps_at, state)

    distances = vertices if guided else farthest + 1
    levels = vertices + distances
    state[arrays.DISTANCES] = _U(distances)
    state[arrays.LEVELS] = state[arrays.LOWEST_SPARED] = state[arrays.LOWEST_FIRED] = _U(levels)
    open_list.queues[: 4 * levels * distances] = _NO_CHUNK
    open_list.levels[: 2 * levels * (arrays.LEVEL_WORDS if many else 1)] = _0
    nothing = outlook = widen(shape, _0)
    for start in given[arrays.FIRST : goals]:
        head = _U(start)
        visited = widen(shape, _1) << head
        to_go = _U(distance[start])
        if guided:
            to_go = needs(shape, guide, nothing, nothing, head, to_go, panel, state)
            if to_go > state[arrays.LONGEST]:
                continue
        fired = False
        if ahead:
            edges = open_edges(shape, nothing, nothing, panel, _U(stride))
            free = read(shape, panel.board, _U(arrays.VERTICES * len(shape)))
            outlook = outlook_of(
                visited, free, edges[0], edges[1], goals_of(shape, panel), _U(stride)
            )
            now = seen_from(shape, outlook, edges, visited, head, panel, state)
            fired = fires_ahead(
                shape, now, now, head, nothing, nothing, visited, head, panel, tables, looks, state
            )
        else:
            fired = fires(
                nothing, nothing, visited, head, panel.squares[:count], tables.table, _0, _U(stride)
            )
        if fired and state[arrays.SORT] == _0:
            state[arrays.EVERYWHERE] = _1
            fired = False
        at = _push(state, open_list, start, to_go, fired, shape, ahead, many)
        if ahead:
            write(open_list.nodes, at + _U(2 * len(shape)), outlook)
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
def _lay_steps(rows, cols, gaps, vertices):
    """Write in which directions there is a step from each vertex."""
    stride = cols + 1
    for row in range(rows + 1):
        for col in range(stride):
            known = (row < rows) | (col < cols) << 1 | (row > 0) << 2 | (col > 0) << 3
            vertices[row * stride + col] = _U(known)
    for at in range(0, len(gaps), 4):
        # The smaller vertex of an edge comes first: the step from it leads up or to the right.
        upwards = gaps[at + 2] != gaps[at]
        vertices[gaps[at] * stride + gaps[at + 1]] &= ~_U(1 if upwards else 2)
        vertices[gaps[at + 2] * stride + gaps[at + 3]] &= ~_U(4 if upwards else 8)


@njit(_nrt=False)
def _draw(rows, cols, goals, words, panel):
    """Write the bit sets of a board."""
    board = panel.board
    board[:] = _0
    stride = cols + 1
    for row in range(rows + 1):
        for col in range(stride):
            here = row * stride + col
            word, bit = here >> 6, _1 << _U(here & 63)
            board[arrays.VERTICES * words + word] |= bit
            if panel.vertices[here] & _2 != _0:
                board[arrays.RIGHT * words + word] |= bit
            if panel.vertices[here] & _1 != _0:
                board[arrays.UP * words + word] |= bit
            if row + col & 1:
                board[arrays.BLACK * words + word] |= bit
    for at in range(0, len(goals), 2):
        goal = goals[at] * stride + goals[at + 1]
        board[arrays.GOAL_SET * words + (goal >> 6)] |= _1 << _U(goal & 63)


@njit(_nrt=False)
def _parity(goals):
    """Whether all goals have the same colour on a chessboard of vertices."""
    for at in range(2, len(goals), 2):
        if (goals[at] + goals[at + 1] + goals[0] + goals[1]) & 1:
            return _0
    return _1


@njit(_nrt=False)
def _measure_ways(rows, cols, triangles_at, distance, panel):
    """Write the shortest ways over squares (`heuristics.Needs._ways`)."""
    stride = cols + 1
    vertices = (rows + 1) * stride
    for square in range(vertices):
        if not triangles_at[square]:
            continue
        own = panel.ways[square :: len(panel.ways) // vertices]
        own[:] = arrays.NO_WAY
        for side in range(4):
            # Bottom, top, left and right: the smaller end, and the other one.
            one = square + (stride if side == 1 else 1 if side == 3 else 0)
            other = one + (1 if side < 2 else stride)
            if panel.vertices[one] & (_2 if side < 2 else _1) == _0:
                continue
            for vertex in range(vertices):
                row, col = vertex // stride, vertex % stride
                there = abs(row - one // stride) + abs(col - one % stride) + distance[other]
                back = abs(row - other // stride) + abs(col - other % stride) + distance[one]
                way = min(there, back) + 1
                if way < own[vertex]:
                    own[vertex] = way


@njit(_nrt=False)
def _place(triangles, stride, gaps_matter, triangles_at, gaps_at, panel):
    """Write the squares with triangles; return how many there are.

    Their gaps are bit sets, if they matter, else 0: bottom, top, left, right.
    """
    words = len(panel.triangles) // 3
    triangles_at[:] = 0
    panel.triangles[:] = _0
    for at in range(0, len(triangles), 3):
        triangles_at[triangles[at] * stride + triangles[at + 1]] = triangles[at + 2]
    count = 0
    for square, number in enumerate(triangles_at):
        if number:
            gaps_at[square] = 0
            if gaps_matter:
                here, above = panel.vertices[square], panel.vertices[square + stride]
                open_ = here >> _1 & _1 | above & _2 | (here & _1) << _2
                open_ |= (panel.vertices[square + 1] & _1) << _3
                gaps_at[square] = 15 ^ np.int64(open_)
            panel.squares[count, 0] = _U(square)
            panel.squares[count, 1] = _U(number)
            panel.squares[count, 2] = _U((gaps_at[square] * 3 + number - 1) * 5)
            panel.bases[square] = panel.squares[count, 2]
            panel.triangles[(number - 1) * words + (square >> 6)] |= _1 << _U(square & 63)
            count += 1
    return count


@njit(_nrt=False)
def _lay_out(rows, cols, begins, triangles_at, gaps_at, distance, panel, words):
    """Write what there is to know of vertices and of the steps from them, across gaps too."""
    stride = cols + 1
    step_size = 8 if words <= 2 else 16
    leaving = arriving = 0
    for row in range(rows + 1):
        for col in range(cols + 1):
            here = row * stride + col
            known = leaving << arrays.LEAVING
            before = leaving
            for corner in range(3, -1, -1):
                square, number = _around(row, col, corner, rows, cols, triangles_at)
                if not number:
                    continue
                gaps = gaps_at[square]
                if _some(begins[gaps, number, 1 + corner]):
                    place = (gaps * 3 + number - 1) * 4 + corner
                    panel.leaving[leaving] = _U(square | place << 24)
                    leaving += 1
            known |= (leaving - before) << arrays.LEAVING_COUNT
            for direction in range(4):
                to_row, to_col = row + _STEPS[direction][0], col + _STEPS[direction][1]
                if not (0 <= to_row <= rows and 0 <= to_col <= cols):
                    continue
                there = to_row * stride + to_col
                step = (4 * here + direction) * step_size
                before = arriving
                for corner in range(3, -1, -1):
                    square, number = _around(to_row, to_col, corner, rows, cols, triangles_at)
                    across = square // stride - row + 1, square % stride - col + 1
                    beside = 0 <= across[0] <= 1 and 0 <= across[1] <= 1
                    if not number or beside:
                        continue
                    gaps = gaps_at[square]
                    if begins[gaps, number, 0, 1 + corner]:
                        place = (gaps * 3 + number - 1) * 5 + 1 + corner
                        panel.arriving[arriving] = _U(square | 16 << corner << 8 | place << 24)
                        arriving += 1
                panel.steps[step] = _U(distance[there])
                panel.steps[step + 1] = _U(before)
                panel.steps[step + 2] = _U(arriving)
                nodes = panel.steps[step + arrays.STEP_HEAD : step + arrays.STEP_HEAD + 2 * words]
                nodes[:] = _0
                edge = min(here, there)
                nodes[(words if to_row != row else 0) + (edge >> 6)] = _1 << _U(edge & 63)
                nodes[2 * words - 1] |= _U(there) << _HEAD_SHIFT
                if distance[there] < distance[here]:
                    known |= 1 << direction + arrays.NEARER
                if distance[there] == 0:
                    known |= 1 << direction + arrays.GOALS
                if arriving > before:
                    known |= 1 << direction + arrays.ARRIVING
            panel.vertices[here] |= _U(known)


@njit(_nrt=False)
def _some(flags):
    """Whether a flag is set. NumPy's `any` would have SciPy imported when the code is loaded."""
    found = False
    for flag in flags:
        found = found or flag != 0
    return found


@njit(_nrt=False)
def _around(row, col, corner, rows, cols, triangles_at):
    """Return the square of which a vertex is the given corner, and its triangles (0 if none)."""
    row, col = row - (corner >> 1), col - (corner & 1)
    if 0 <= row < rows and 0 <= col < cols:
        square = row * (cols + 1) + col
        return square, triangles_at[square]
    return 0, 0


@njit(_nrt=False)
def _push(state, open_list, start, to_go, fired, shape, ahead, many):
    """Put a start into the open list, but for its outlook; return where.

    `fired` is its π in a search that sorts, else false.
    """
    words = 2 * len(shape)
    row = to_go
    if fired:
        row += state[arrays.LEVELS]
        state[arrays.LOWEST_FIRED] = min(state[arrays.LOWEST_FIRED], to_go)
        state[arrays.OPEN_FIRED] += _1
    else:
        state[arrays.LOWEST_SPARED] = min(state[arrays.LOWEST_SPARED], to_go)
    state[arrays.OPEN] += _1
    queue = (row * state[arrays.DISTANCES] + to_go) << _1
    size = 3 * len(shape) if ahead else words
    node = new_slot(state, open_list, row, to_go, queue, many) * _U(size)
    for word in range(words - 1):
        open_list.nodes[node + _U(word)] = _0
    open_list.nodes[node + _U(words - 1)] = _U(start) << _HEAD_SHIFT
    return node
