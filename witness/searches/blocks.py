"""Whether the blocks of a region fill it, for Numba (`witness.puzzle.filling` defines it).

Planes are those of a node (see `kernel`).
"""

from __future__ import annotations

import numpy as np

from witness.base.jit import njit
from witness.searches.block_arrays import COUNTS, FIRST, FRAMES, KINDS, PLACEMENTS, PLANES, SIZES
from witness.searches.wide_integers import bits, lowest, none, read, write

_U = np.uint64
_0, _1, _2, _3 = map(_U, (0, 1, 2, 3))


@njit(_nrt=False)
def fill(shape, region, right, up, blocks):
    """Return whether blocks fill a region of a path with the planes `right` and `up`."""
    words = _U(len(shape))
    kinds, counts = blocks[KINDS], blocks[COUNTS]
    total = area = _0
    for each in range(kinds):
        number = bits(region & read(shape, blocks, blocks[PLANES] + each * words))
        blocks[counts + each] = number
        total += number
        area += number * blocks[blocks[SIZES] + each]
    if total == _0:
        return True
    if area != bits(region):
        return False
    depth = kind = _0
    left = region
    at = blocks[blocks[FIRST] + lowest(left) * kinds]
    while True:
        # The least square that is left: the next block of it, in the order of kinds and placements.
        first = blocks[FIRST] + lowest(left) * kinds
        squares = left ^ left
        while kind < kinds and none(squares):
            end = blocks[first + kind + _1]
            if blocks[counts + kind] == _0:
                at = end
            while at < end and none(squares):
                place = blocks[PLACEMENTS] + at * words * _3
                at += _1
                squares = read(shape, blocks, place)
                crossed = read(shape, blocks, place + words) & right
                crossed = crossed | read(shape, blocks, place + words * _2) & up
                if not none(squares & ~left | crossed):
                    squares = left ^ left
            if none(squares):
                kind += _1
        frame = blocks[FRAMES] + depth * (words + _2)
        if not none(squares):
            write(blocks, frame, left)
            blocks[frame + words] = kind
            blocks[frame + words + _1] = at
            blocks[counts + kind] -= _1
            depth += _1
            left = left & ~squares
            if none(left):
                return True
            kind = _0
            at = blocks[blocks[FIRST] + lowest(left) * kinds]
        elif depth == _0:
            return False
        else:
            depth -= _1
            frame -= words + _2
            left = read(shape, blocks, frame)
            kind = blocks[frame + words]
            at = blocks[frame + words + _1]
            blocks[counts + kind] += _1
