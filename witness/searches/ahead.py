"""What a path can still reach and what it still needs, for all squares at once, for Numba.

Planes are those of a node (see `kernel`), and bit sets of vertices and squares look the same: a
square goes by the number of its bottom left vertex. `witness.puzzle.outlook` and
`witness.searches.heuristics` say the same in plain Python.
"""

from __future__ import annotations

import numpy as np

from witness.base.jit import njit
from witness.searches.arrays import (
    BLACK,
    BLOCK,
    LONGEST,
    PARITY,
    STRIDE,
    VERTICES,
)
from witness.searches.dots_ahead import over_dots
from witness.searches.outlook import (
    at_least,
    between,
    goals_of,
    open_edges,
    parts,
    reached,
    seen_from,
    without_dead_ends,
)
from witness.searches.squares import child_of, configuration, head_at, two_bits
from witness.searches.symbols import fires_symbols
from witness.searches.wide_integers import (
    bits,
    largest,
    low,
    lowest,
    none,
    read,
    widen,
    write,
)

_U = np.uint64
_0, _1, _2, _3, _4, _6, _8, _16, _63, _64 = map(_U, (0, 1, 2, 3, 4, 6, 8, 16, 63, 64))
_BLACK, _VERTICES = _U(BLACK), _U(VERTICES)


@njit(inline="always")
def _around(vertices, stride):
    """Return the squares with a corner in a set of vertices."""
    beside = vertices | vertices >> _1
    return beside | beside >> stride


# Without `forceinline` LLVM calls this function, and each call copies the numbers of all arrays of
# the panel, some 140 words: searches take three times as long.
@njit(_nrt=False, forceinline=True)
def fires_ahead(shape, before, now, parent, right, up, visited, head, panel, tables, looks, state):
    """Return whether π is true of a path.

    With three elements, `looks` says that π looks at other symbols than triangles, too. `before`
    and `now` are what is seen (`outlook.seen_from`) from the parent, which π spares, and from the
    path, and `parent` is the head of the former; π can have become true only of squares that look
    different now. If that is the head of the path itself, all squares are looked at.
    """
    stride = state[STRIDE] & _63
    triangles = panel.triangles
    words = _U(len(shape))
    live_right, live_up, cut_off, reachable = now
    if len(looks) == 3 and fires_symbols(
        shape, before, now, right, up, visited, head, parent, panel.symbols, state
    ):
        return True
    table = tables.whole
    old_right, old_up, old_cut_off, old_reachable = before
    unit = widen(shape, _1)
    looked_at = (
        read(shape, triangles, _0)
        | read(shape, triangles, words)
        | read(shape, triangles, words << _1)
    )
    if parent != head and old_cut_off == cut_off:
        changed_right, changed_up = old_right ^ live_right, old_up ^ live_up
        looked_at = looked_at & (
            changed_right
            | changed_right >> stride
            | changed_up
            | changed_up >> _1
            | _around(unit << head | unit << parent | old_reachable ^ reachable, stride)
        )
    block = _0
    if cut_off:
        block = _1 << _8
    first = _0
    for _ in range(len(shape)):
        word = low(looked_at)
        looked_at = looked_at >> _U(32) >> _U(32)
        while word != _0:
            square = first + lowest(word)
            word &= word - _1
            live = configuration(live_right, live_up, unit ^ unit, square, stride)
            corners = two_bits(reachable, square) | two_bits(reachable, square + stride) << _2
            case = (block | corners << _4 | live) * state[BLOCK] + panel.bases[square]
            case += head_at(head, square, stride)
            if table[(case << _8) + configuration(right, up, visited, square, stride)] != 0:
                return True
        first += _64
    return False


@njit(_nrt=False)
def needs(shape, guide, right, up, head, distance, panel, state):
    """Return the heuristic *needs* of a path; `distance` is that of its head to a goal.

    `guide` is that of `kernel.run`: searches without dots are up to twice as fast if they have
    machine code of their own.
    """
    words = _U(len(shape))
    stride = state[STRIDE] & _63
    one, two, three = (
        read(shape, panel.triangles, _0),
        read(shape, panel.triangles, words),
        read(shape, panel.triangles, words << _1),
    )
    some, both, most = at_least(right, up, stride)
    # What is missing: a first edge, a second and a third one.
    first, second, third = (one | two | three) & ~some, (two | three) & ~both, three & ~most
    black = read(shape, panel.board, _BLACK * words)
    needing = first | second | third
    missing_black = bits(first & black) + bits(second & black) + bits(third & black)
    missing_white = bits(first & ~black) + bits(second & ~black) + bits(third & ~black)
    found = max(distance, largest(panel.ways, head * (words << _6), needing))
    found = max(found, max(missing_black, missing_white))
    if len(guide) > 3:
        found = max(found, over_dots(shape, right, up, head, panel, state))
    if state[PARITY] != _0:
        found += (found ^ distance) & _1
    return found


# ---- the children of a node ---------------------------------------------------------------------


@njit(inline="always")
def estimated(shape, guide, right, up, first, todo, h, length, panel, state):
    """Return *needs* of the children, a byte for each direction, and the steps worth taking.

    A child's h is at least that of its parent less one. Its path must not be longer than any can
    be.
    """
    estimates = _0
    left = todo
    while left != _0:
        direction = lowest(left)
        left &= left - _1
        right_there, up_there, head, distance = child_of(
            shape, right, up, first + direction, panel.steps
        )
        to_go = needs(shape, guide, right_there, up_there, head, distance, panel, state)
        to_go = max(to_go, h - _1 if h != _0 else _0)
        if length + to_go > state[LONGEST]:
            todo ^= _1 << direction
        else:  # it fits into a byte
            estimates |= to_go << (direction << _3)
    return estimates, todo


@njit(inline="always")
def fired_ahead(
    shape, outlook, there, right, up, visited, here, first, todo, anew, panel, tables, looks, state
):
    """Return the steps on which π is true; `anew` says that π does not spare the parent.

    The outlooks of the children are written into `there`, by direction.
    """
    words = _U(len(shape))
    stride = state[STRIDE] & _63
    unit = widen(shape, _1)
    goals = goals_of(shape, panel)
    edges = open_edges(shape, right, up, panel, stride)
    before = seen_from(shape, outlook, edges, visited, here, panel, state)
    parted = parts(shape, outlook, edges, here, goals, stride)
    # The part of what the parent's head leaves in which the heads of children are.
    rest = outlook & ~(unit << here)
    unvisited = read(shape, panel.board, _VERTICES * words) & ~visited
    part = rest if not parted else rest ^ rest
    fired = _0
    left = todo
    while left != _0:
        direction = lowest(left)
        left &= left - _1
        right_there, up_there, head, _ = child_of(shape, right, up, first + direction, panel.steps)
        start = unit << head
        edges_there = open_edges(shape, right_there, up_there, panel, stride)
        fewer = not none(edges[0] ^ edges_there[0] | edges[1] ^ edges_there[1])
        vertices = part
        if fewer or none(part & start):
            vertices = rest if not none(rest & start) else unvisited
            way = between(edges_there[0], edges_there[1], vertices, stride)
            vertices = reached(start, way[0], way[1], goals, stride)
            if not fewer:
                part = vertices
        outlook_there = without_dead_ends(
            start, vertices, edges_there[0], edges_there[1], goals, stride
        )
        write(there, direction * words, outlook_there)
        visited_there = visited | unit << head
        now = seen_from(shape, outlook_there, edges_there, visited_there, head, panel, state)
        if fires_ahead(
            shape, before, now, head if anew else here, right_there, up_there, visited_there, head,
            panel, tables, looks, state,
        ):  # fmt: skip
            fired |= _1 << direction
    return fired
