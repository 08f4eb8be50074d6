"""The outlook of a path: the vertices that it can still come to, for Numba.

Without dead ends, and over open edges: those beside no square that has as many edges on the path as
triangles. Live edges are the open ones between vertices of the outlook. `witness.puzzle.outlook`
says the same in plain Python. Planes are those of a node (see `kernel`).

A step takes vertices and open edges away and adds none, so the outlook of a child lies in that of
its parent, if its head does. It is what is left of it without the parent's head and new dead ends,
unless that head held two parts together. The eight vertices around it show where it did not
(`parts`); only elsewhere is the board flooded.
"""

from __future__ import annotations

import numpy as np

from witness.base.jit import njit
from witness.searches.arrays import GOAL_SET, REACHABLE, RIGHT, STRIDE, UP, VERTICES
from witness.searches.wide_integers import low, none, read, widen

_U = np.uint64
_0, _1, _2, _3, _4, _63 = map(_U, (0, 1, 2, 3, 4, 63))
_RIGHT, _UP, _VERTICES, _GOAL_SET = map(_U, (RIGHT, UP, VERTICES, GOAL_SET))


def _apart() -> np.ndarray:
    """Return for each set of directions, and each of links between them, whether some are apart.

    Directions are up, right, down and left; link n joins direction n to the next one.
    """
    found = np.zeros(256, np.bool_)
    for place in range(256):
        wanted, links = place & 15, place >> 4
        met = wanted & -wanted
        for _ in range(3):
            for one in range(4):
                other = (one + 1) % 4
                if links >> one & 1 and (met >> one | met >> other) & 1:
                    met |= 1 << one | 1 << other
        found[place] = wanted & ~met != 0
    return found


_APART = _apart()


@njit(inline="always")
def between(right, up, vertices, stride):
    """Return the edges with both ends in a set of vertices."""
    return right & vertices & vertices >> _1, up & vertices & vertices >> stride


@njit(_nrt=False)
def reached(start, right, up, goals, stride):
    """Return the vertices to which a start can come; at a goal the way is over."""
    seen = border = start
    while True:
        border = border & ~goals
        border = ~seen & (
            (border & right) << _1
            | border >> _1 & right
            | (border & up) << stride
            | border >> stride & up
        )
        if none(border):
            return seen
        seen = seen | border


@njit(inline="always")
def at_least(right, up, stride):
    """Return the squares with at least one, two and three edges."""
    top, side = right >> stride, up >> _1
    some, both = right | top, right & top
    three = both & up
    both = both | some & up
    some = some | up
    return some | side, both | some & side, three | both & side


@njit(inline="always")
def open_edges(shape, right, up, panel, stride):
    """Return the edges of the board that are beside no full square."""
    words = _U(len(shape))
    triangles = panel.triangles
    open_right = read(shape, panel.board, _RIGHT * words)
    open_up = read(shape, panel.board, _UP * words)
    if len(panel.squares):
        some, both, three = at_least(right, up, stride)
        full = (
            read(shape, triangles, _0) & some
            | read(shape, triangles, words) & both
            | read(shape, triangles, words << _1) & three
        )
        open_right = open_right & ~(full | full << stride)
        open_up = open_up & ~(full | full << _1)
    return open_right, open_up


@njit(inline="always")
def goals_of(shape, panel):
    """Return the goals."""
    return read(shape, panel.board, _GOAL_SET * _U(len(shape)))


@njit(inline="always")
def parts(shape, outlook, edges, head, goals, stride):
    """Return whether an outlook may fall into parts without the head of its path.

    It cannot if around the head one can come from any neighbour to any other. `edges` are the open
    ones.
    """
    right, up = between(edges[0], edges[1], outlook, stride)
    # With a plane moved so that bit 1 is the head's, the edges at the head are
    #
    #        bit 1 of up                          bit 0 of wanted: up
    #     bit 0 -+- bit 1 of right      so        bit 3 -+- bit 1: left, right
    #        bit 1 of up, a row lower             bit 2: down
    #
    beside, upwards = low(right << _1 >> head), low(up << _1 >> head)
    downwards = low(up << stride << _1 >> head)
    wanted = upwards >> _1 & _1 | beside & _2 | (downwards & _2) << _1 | (beside & _1) << _3
    if wanted & wanted - _1 == _0:
        return False
    # No way leads over a goal.
    right, up = between(edges[0], edges[1], outlook & ~goals, stride)
    # Link n says that two edges lead round the corner from direction n to the next, clockwise.
    above, upwards = low(right << _1 >> head) >> stride, low(up << _1 >> head)
    below, downwards = low(right << stride << _1 >> head), low(up << stride << _1 >> head)
    links = (
        above >> _1 & upwards >> _2 & _1
        | (below >> _1 & downwards >> _2 & _1) << _1
        | (below & downwards & _1) << _2
        | (above & upwards & _1) << _3
    )
    return _APART[links << _4 | wanted]


@njit(inline="always")
def without_dead_ends(start, free, right, up, goals, stride):
    """Return the vertices of a set that can be on a way from a start to a goal, or are these.

    The planes are open edges. From the start one can come to the same vertices as before.
    """
    kept = start | goals
    while True:
        live_right, live_up = between(right, up, free, stride)
        left, down = live_right << _1, live_up << stride
        through = live_right & left | live_up & down | (live_right | left) & (live_up | down) | kept
        if none(free & ~through):
            return free
        free = free & through


@njit(inline="always")
def outlook_of(start, vertices, right, up, goals, stride):
    """Return the outlook of a path with its head at `start`, which lies in a set of vertices."""
    right, up = between(right, up, vertices, stride)
    return without_dead_ends(
        start, reached(start, right, up, goals, stride), right, up, goals, stride
    )


@njit(inline="always")
def seen_from(shape, outlook, edges, visited, head, panel, state):
    """Return the live edges (two planes), whether no goal is in the outlook, and what is in reach.

    That is over all edges; it is empty, unless something looks at it.
    """
    words = _U(len(shape))
    stride = state[STRIDE] & _63
    live_right, live_up = between(edges[0], edges[1], outlook, stride)
    goals = goals_of(shape, panel)
    reachable = outlook ^ outlook
    if state[REACHABLE] != _0:
        start = widen(shape, _1) << head
        free = read(shape, panel.board, _VERTICES * words) & ~visited | start
        right, up = between(
            read(shape, panel.board, _RIGHT * words),
            read(shape, panel.board, _UP * words),
            free,
            stride,
        )
        reachable = reached(start, right, up, goals, stride)
    return live_right, live_up, none(outlook & goals), reachable
