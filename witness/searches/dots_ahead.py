"""What the dots that a path has not met still need: `witness.searches.dots`, for Numba.

Planes are those of a node (see `witness.searches.kernel`), and all integers are unsigned.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import numpy as np

from witness.base.jit import njit
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.searches.arrays import BLACK, LONGEST, NO_WAY, STRIDE, PanelArrays, Words, words_of
from witness.searches.dots import GROUP, groups, marked
from witness.searches.squares import one_bit
from witness.searches.wide_integers import bits, lowest, read, widen

_U = np.uint64
_0, _1, _2, _3, _8, _32, _63 = map(_U, (0, 1, 2, 3, 8, 32, 63))
_BYTE, _NO_WAY, _BLACK, _GROUP = map(_U, (0xFF, NO_WAY, BLACK, GROUP))

#: Entries of `Panel.tours` for a set of dots, and for a group.
_PASSES = _U(2 * GROUP)
_TABLE = _U((1 << GROUP) * 2 * GROUP)

#: Kinds of dots: at a vertex, on an edge to the right of a vertex, on one upwards; and of places in
#: a group that are not taken.
AT, OVER, UPWARDS, NO_DOT = range(4)
_AT, _OVER, _UPWARDS, _NO_DOT = map(_U, (AT, OVER, UPWARDS, NO_DOT))


def with_dots(panel: PanelArrays, puzzle: Puzzle) -> PanelArrays:
    """Return a panel that has the dots of a puzzle, and room for what `measure_tours` finds."""
    number = puzzle.grid.vertex_number
    words = words_of(puzzle.rows, puzzle.cols)
    vertices, edges = marked(puzzle)
    dealt = [
        [_kind(dot) << 8 | number(_end(dot)) for dot in group]
        + [NO_DOT << 8] * (GROUP - len(group))
        for group in groups(puzzle)
    ]
    size = len(puzzle.grid.vertices)
    return panel._replace(
        dots=np.concatenate(
            [
                *(
                    _plane((number(_end(place)) for place in places if _kind(place) == kind), words)
                    for kind, places in ((AT, vertices), (OVER, edges), (UPWARDS, edges))
                ),
                np.array(dealt, np.uint64).ravel(),
            ]
        ),
        walks=np.empty((size + 1) * size, np.uint8),
        tours=np.empty(len(dealt) * int(_TABLE), np.uint8),
    )


def _kind(place: Place) -> int:
    if not is_edge(place):
        return AT
    return OVER if place[0][0] == place[1][0] else UPWARDS


def _end(place: Place) -> Vertex:
    return place[0] if is_edge(place) else cast(Vertex, place)


def _plane(vertices: Iterable[int], words: int) -> Words:
    found = sum(1 << vertex for vertex in vertices)
    return np.frombuffer(found.to_bytes(8 * words, "little"), "<u8").astype(np.uint64)


# ---- set-up -------------------------------------------------------------------------------------


@njit(_nrt=False)
def measure_tours(words, distance, panel, queue, state):
    """Write the lengths of walks and of tours; `queue` is room for all vertices."""
    stride, vertices = state[STRIDE], state[LONGEST] + _1
    dots = panel.dots
    _measure_walks(vertices, distance, panel, queue, state)
    table = _0
    for first in range(_3 * words, _U(len(dots)), _GROUP):
        count = _0
        while count < _GROUP and dots[first + count] >> _8 != _NO_DOT:
            one, other = _ends(dots[first + count], stride)
            _measure_walks(one, distance, panel, queue, state)
            _measure_walks(other, distance, panel, queue, state)
            count += _1
        for left in range(_1, _1 << count):
            for number in range(count):
                if left >> number & _1 != _0:
                    _begin_tours(number, left, first, table, distance, panel, state)
        table += _TABLE


@njit(_nrt=False)
def _measure_walks(end, distance, panel, queue, state):
    """Write the lengths of the shortest walks to a vertex, or to any goal (`dots.Walks`).

    `end` is the vertex, or the number of vertices for goals: the row of `Panel.walks`.
    """
    stride, vertices = state[STRIDE], state[LONGEST] + _1
    row = panel.walks[end * vertices : (end + _1) * vertices]
    row[:] = NO_WAY
    offsets = stride, _1, _0 - stride, _0 - _1  # numbers wrap around
    done = known = 0
    for vertex in range(vertices):
        if vertex == end or (end == vertices and distance[vertex] == 0):
            row[vertex] = 0
            queue[known] = vertex
            known += 1
    while done < known:
        here = _U(queue[done])
        done += 1
        steps = panel.vertices[here]
        for direction in range(4):
            if steps >> _U(direction) & _1 == _0:
                continue
            near = here + offsets[direction]
            length = row[here] + 1
            if length < row[near] and distance[near] != 0:
                row[near] = length
                queue[known] = near
                known += 1


@njit(_nrt=False)
def _begin_tours(number, left, first, table, distance, panel, state):
    """Write the lengths of shortest tours over a set of dots that begin at one of these."""
    dot = panel.dots[first + number]
    one, other = _ends(dot, state[STRIDE])
    kind = dot >> _8
    between = _0 if kind == _AT else _1
    # The directions up and right, in an entry of `vertices`.
    gap = kind != _AT and panel.vertices[one] >> (_2 - kind) & _1 == _0
    rest = left ^ _1 << number
    place = table + left * _PASSES + (number << _1)
    panel.tours[place] = panel.tours[place + _1] = NO_WAY
    if not gap and (kind == _AT or distance[one] != 0):
        length = between + _shortest(other, rest, first, table, panel, state)
        panel.tours[place] = min(length, _NO_WAY)
    if not gap and kind != _AT and distance[other] != 0:
        length = between + _shortest(one, rest, first, table, panel, state)
        panel.tours[place + _1] = min(length, _NO_WAY)


# ---- the bound ----------------------------------------------------------------------------------


@njit(inline="always")
def _ends(dot, stride):
    """Return the vertex of a dot, twice, or the ends of its edge."""
    kind, one = dot >> _8, dot & _BYTE
    other = one
    if kind == _OVER:
        other += _1
    elif kind == _UPWARDS:
        other += stride
    return one, other


@njit(_nrt=False)
def _shortest(vertex, left, first, table, panel, state):
    """Return the length of a shortest walk over a set of dots of a group (`dots.Tours.of`).

    The group begins at `first` of `Panel.dots`, and its lengths at `table` of `Panel.tours`.
    """
    stride, vertices = state[STRIDE], state[LONGEST] + _1
    walks, tours = panel.walks, panel.tours
    if left == _0:
        return _U(walks[vertices * vertices + vertex])
    found = _NO_WAY
    row = table + left * _PASSES
    while left != _0:
        number = lowest(left)
        left &= left - _1
        one, other = _ends(panel.dots[first + number], stride)
        place = row + (number << _1)
        found = min(found, _U(walks[one * vertices + vertex]) + _U(tours[place]))
        if one != other:
            found = min(found, _U(walks[other * vertices + vertex]) + _U(tours[place + _1]))
    return found


@njit(_nrt=False)
def over_dots(shape, right, up, head, panel, state):
    """Return what the dots need that a path has not met (`dots.Dots.of`)."""
    words = _U(len(shape))
    stride = state[STRIDE] & _63
    dots = panel.dots
    visited = widen(shape, _1) << head | right | right << _1 | up | up << stride

    # Vertices to come to, by colours.
    over, upwards = read(shape, dots, words) & ~right, read(shape, dots, words << _1) & ~up
    ends = over | over << _1 | upwards | upwards << stride
    missing = (read(shape, dots, _0) | ends) & ~visited
    black = read(shape, panel.board, _BLACK * words)
    own, others = missing & black, missing & ~black
    if one_bit(black, head) == _0:
        own, others = others, own
    found = max(bits(own) << _1, max(bits(others) << _1, _1) - _1)

    # Tours.
    first, table = _3 * words, _0
    while first < _U(dots.size):
        left = _0
        for number in range(_GROUP):
            dot = dots[first + number]
            kind, place = dot >> _8, dot & _BYTE
            met = _1
            if kind == _AT:
                met = one_bit(visited, place)
            elif kind == _OVER:
                met = one_bit(right, place)
            elif kind == _UPWARDS:
                met = one_bit(up, place)
            left |= (met ^ _1) << number
        if left != _0:
            found = max(found, _shortest(head, left, first, table, panel, state))
        first += _GROUP
        table += _TABLE
    return found
