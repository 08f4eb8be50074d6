"""Coloured squares, stars, blocks and dots on a path, for Numba.

Planes are those of a node (see `kernel`), and a square goes by the number of its bottom left
vertex. The definitions of what is gone, joined and in a region are in `bk/outlook.pl`.

Of a child whose parent π spares, only those regions are looked at that a step touches: the squares
between which edges are gone now, or are not any more, and, if rules look at regions and the step
may have parted one, both of its sides. A step parts a region only if it comes to the border over an
edge with squares on both sides: elsewhere the path ends in the middle of a region.
"""

from __future__ import annotations

import numpy as np

from witness.base.jit import njit
from witness.searches.arrays import STRIDE
from witness.searches.block_arrays import SIZE_BITS
from witness.searches.blocks import fill
from witness.searches.squares import configuration, one_bit
from witness.searches.symbol_arrays import (
    BLOCKS,
    BORDER,
    BY_BOTH,
    BY_DOTS,
    BY_JOINED,
    BY_REGION,
    BY_SIDES,
    COLOURS,
    CUT_OFF,
    DOTS,
    DOTS_RIGHT,
    DOTS_UP,
    EDGE_DOTS,
    INNER_RIGHT,
    INNER_UP,
    KINDS_OF_RULES,
    LEAST_OTHER,
    LEAST_SAME,
    OF,
    OF_BLOCKS,
    OF_SQUARES,
    OF_STARS,
    SIDES,
    SIZES,
    SQUARES,
    STARS,
)
from witness.searches.wide_integers import bits, lowest, none, read, widen

_U = np.uint64
_0, _1, _2, _3, _4, _5, _6, _8 = map(_U, (0, 1, 2, 3, 4, 5, 6, 8))
_15, _32, _63, _64, _255 = map(_U, (15, 32, 63, 64, 255))
_EDGE_DOTS, _SIDES = _U(EDGE_DOTS), _U(SIDES)


@njit(inline="always")
def _plane(shape, symbols, place):
    """Return a bit set of the symbols."""
    return read(shape, symbols.planes, _U(place) * _U(len(shape)))


@njit(_nrt=False)
def _part(start, right, up, stride):
    """Return the squares to which one can come from some across edges of two planes."""
    seen = border = start
    while True:
        border = ~seen & (
            (border << stride) & right
            | (border & right) >> stride
            | (border << _1) & up
            | (border & up) >> _1
        )
        if none(border):
            return seen
        seen = seen | border


@njit(_nrt=False)
def solves(shape, right, up, symbols, stride):
    """Return whether a path to a goal, with its head, satisfies all symbols but triangles."""
    head_bits = (_U(len(shape)) << _6) - _8
    up = up & ~(widen(shape, _255) << head_bits)
    visited = right | right << _1 | up | up << stride
    missed = _plane(shape, symbols, DOTS) & ~visited
    missed = missed | _plane(shape, symbols, DOTS_RIGHT) & ~right
    if not none(missed | _plane(shape, symbols, DOTS_UP) & ~up):
        return False
    squares, stars = _plane(shape, symbols, SQUARES), _plane(shape, symbols, STARS)
    blocks = _plane(shape, symbols, BLOCKS)
    off_right = _plane(shape, symbols, INNER_RIGHT) & ~right
    off_up = _plane(shape, symbols, INNER_UP) & ~up
    todo = squares | stars | blocks
    colours = _U(len(symbols.planes)) // _U(len(shape))
    while not none(todo):
        region = _part(widen(shape, _1) << lowest(todo), off_right, off_up, stride)
        todo = todo & ~region
        coloured = False
        for colour in range(_U(COLOURS), colours):
            like = region & _plane(shape, symbols, colour)
            if not none(like & squares):
                if coloured:
                    return False
                coloured = True
            if not none(like & stars) and bits(like) != _2:
                return False
        if not none(region & blocks) and not fill(shape, region, right, up, symbols.blocks):
            return False
    return True


@njit(_nrt=False)
def _size(shape, symbols, region):
    """Return the size of all blocks in a region."""
    found = _0
    for place in range(SIZE_BITS):
        found += bits(region & _plane(shape, symbols, SIZES + place)) << _U(place)
    return found


@njit(inline="always")
def _beside(right, up, stride):
    """Return the squares beside the edges of two planes, all of which have squares on both."""
    return right | right >> stride | up | up >> _1


@njit(_nrt=False)
def _holds(rules, first, end, numbers):
    """Return whether one of some rules holds for numbers of squares (`symbol_arrays.ZERO`)."""
    at = first
    while at < end:
        left = rules[at]
        at += _1
        holds = True
        while left != _0:
            one = numbers[rules[at]] + rules[at + _1]
            two = numbers[rules[at + _2]] + rules[at + _3]
            holds = holds and one <= two
            at += _4
            left -= _1
        if holds:
            return True
    return False


@njit(inline="always")
def _fits(rules, kind, by_region, numbers):
    """Return whether a rule about a kind of symbols holds."""
    first = _U(OF) + by_region * _U(KINDS_OF_RULES) + _U(kind)
    return _holds(rules, rules[first], rules[first + _1], numbers)


@njit(_nrt=False)
def _by_rules(shape, symbols, todo, by_region, gone, off, cut_off, stride):
    """Return whether a rule holds for a symbol that is joined to one of some squares.

    With `by_region` 1 it is a rule about regions; if no such rule looks at what is joined, it may
    be any symbol in the region of one of the squares.
    """
    rules = symbols.rules
    squares, stars = _plane(shape, symbols, SQUARES), _plane(shape, symbols, STARS)
    blocks = _plane(shape, symbols, BLOCKS)
    unit = widen(shape, _1)
    no_goal = _1 if cut_off else _0
    region = squares ^ squares
    colours = _U(len(symbols.planes)) // _U(len(shape))
    joined = by_region == _0 or rules[BY_BOTH] != _0
    while not none(todo):
        seed = unit << lowest(todo)
        if joined:
            part = _part(seed, gone[0], gone[1], stride)
        else:
            part = _part(seed, off[0], off[1], stride)
        todo = todo & ~part
        if none(part & (squares | stars | blocks)):
            continue
        if not joined:
            region = part
        elif by_region != _0 and none(region & seed):
            region = _part(part, off[0], off[1], stride)
        if not none(part & blocks):
            size, area = _size(shape, symbols, part), bits(part)
            region_size = region_area = _0
            if by_region != _0:
                region_size, region_area = _size(shape, symbols, region), bits(region)
            sizes = _0, _0, _0, _0, _0, no_goal, size, area, region_size, region_area
            if _fits(rules, OF_BLOCKS, by_region, sizes):
                return True
        for colour in range(_U(COLOURS), colours):
            like = _plane(shape, symbols, colour)
            own = part & like
            if none(own):
                continue
            same, other = bits(own), bits(part & squares & ~like)
            if by_region == _0 and (same < rules[LEAST_SAME] or other < rules[LEAST_OTHER]):
                continue
            region_same = region_other = _0
            if by_region != _0:
                region_same = bits(region & like)
                region_other = bits(region & squares & ~like)
            numbers = _0, same, other, region_same, region_other, no_goal, _0, _0, _0, _0
            if not none(own & squares) and _fits(rules, OF_SQUARES, by_region, numbers):
                return True
            if not none(own & stars) and _fits(rules, OF_STARS, by_region, numbers):
                return True
    return False


@njit(_nrt=False)
def _by_sides(shape, symbols, todo, right, up, live_right, live_up, stride):
    """Return whether π is true of one of some squares by its edges alone."""
    nothing = todo ^ todo
    while not none(todo):
        square = lowest(todo)
        todo = todo ^ widen(shape, _1) << square
        on = configuration(right, up, nothing, square, stride) & _15
        live = configuration(live_right, live_up, nothing, square, stride) & _15
        if symbols.sides[square * _SIDES + (live << _4 | on)] != 0:
            return True
    return False


@njit(inline="always")
def _by_dots(
    shape, symbols, todo, todo_right, todo_up, right, up, visited, head, now, stride
):  # fmt: skip
    """Return whether π is true of one of some dots."""
    live_right, live_up, cut_off, reachable = now
    cut = _1 if cut_off else _0
    # The vertices at which a live edge has its first end, and its second.
    leads, back = live_right | live_up, live_right << _1 | live_up << stride
    while not none(todo):
        dot = lowest(todo)
        todo = todo ^ widen(shape, _1) << dot
        place = (
            one_bit(visited, dot)
            | one_bit(reachable, dot) << _1
            | one_bit(leads, dot) << _2
            | one_bit(back, dot) << _3
            | (_1 if dot == head else _0) << _4
            | cut << _5
        )
        if symbols.dots[place] != 0:
            return True
    for upwards in range(2):
        todo = todo_up if upwards else todo_right
        on, live = (up, live_up) if upwards else (right, live_right)
        while not none(todo):
            dot = lowest(todo)
            todo = todo ^ widen(shape, _1) << dot
            place = one_bit(on, dot) | one_bit(live, dot) << _1 | cut << _2
            if symbols.dots[_EDGE_DOTS + place] != 0:
                return True
    return False


@njit(_nrt=False)
def fires_symbols(shape, before, now, right, up, visited, head, parent, symbols, state):
    """Return whether π is true of a coloured square, a star, a block or a dot.

    `before` and `now` are what is seen from the parent, which π spares, and from the path. `parent`
    is the head of the former; if that is `head` itself, all symbols are looked at.
    """
    stride = state[STRIDE] & _63
    rules = symbols.rules
    live_right, live_up, cut_off, _ = now
    if cut_off and rules[CUT_OFF] != _0:
        return True
    everything = parent == head or before[2] != cut_off
    # The edge of the step is the one that is on the path now and joins the two heads.
    unit = widen(shape, _1)
    step = unit << min(head, parent)
    step_right = step & right if head + _1 == parent or parent + _1 == head else step ^ step
    step_up = step & up if none(step_right) else step ^ step
    if rules[BY_DOTS] != _0:
        dots = _plane(shape, symbols, DOTS)
        dots_right = _plane(shape, symbols, DOTS_RIGHT)
        dots_up = _plane(shape, symbols, DOTS_UP)
        if not everything:
            new_right = before[0] ^ live_right | step_right
            new_up = before[1] ^ live_up | step_up
            ends = new_right | new_right << _1 | new_up | new_up << stride
            dots = dots & (ends | before[3] ^ now[3])
            dots_right, dots_up = dots_right & new_right, dots_up & new_up
        if _by_dots(
            shape, symbols, dots, dots_right, dots_up, right, up, visited, head, now, stride
        ):
            return True
    if rules[BY_JOINED] | rules[BY_REGION] | rules[BY_SIDES] == _0:
        return False
    inner_right = _plane(shape, symbols, INNER_RIGHT)
    inner_up = _plane(shape, symbols, INNER_UP)
    off = inner_right & ~right, inner_up & ~up
    gone = off[0] & ~live_right, off[1] & ~live_up
    coloured = _plane(shape, symbols, SQUARES) | _plane(shape, symbols, STARS)
    coloured = coloured | _plane(shape, symbols, BLOCKS)
    changed = looked_at = parted = coloured
    if parent != head:
        # Across edges with squares on both sides only.
        step_right, step_up = step_right & inner_right, step_up & inner_up
        old_right = (off[0] | step_right) & ~before[0]
        old_up = (off[1] | step_up) & ~before[1]
        sides = _beside(step_right, step_up, stride)
        changed = _beside(old_right ^ gone[0], old_up ^ gone[1], stride)
        looked_at = coloured & (changed | sides)
        parted = changed ^ changed
        if before[2] != cut_off:
            changed = parted = coloured
        elif rules[BY_REGION] != _0 and one_bit(_plane(shape, symbols, BORDER), head) != _0:
            parted = sides
            if rules[BY_BOTH] != _0 and not none(sides):
                parted = coloured & _part(sides, off[0], off[1], stride)
        if rules[BY_BOTH] != _0:
            parted = parted | changed
    if rules[BY_SIDES] != _0 and _by_sides(
        shape, symbols, looked_at, right, up, live_right, live_up, stride
    ):
        return True
    if rules[BY_JOINED] != _0 and _by_rules(
        shape, symbols, changed, _0, gone, off, cut_off, stride
    ):
        return True
    return rules[BY_REGION] != _0 and _by_rules(
        shape, symbols, parted, _1, gone, off, cut_off, stride
    )
