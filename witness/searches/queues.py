"""The open list of the compiled engine, for Numba: queues of nodes in chunks (see `kernel`)."""

from __future__ import annotations

import numpy as np

from witness.base.jit import njit
from witness.searches.arrays import CHUNK, CHUNKS_FREE, CHUNKS_USED, NO_CHUNK
from witness.searches.wide_integers import lowest

_U = np.uint64
_0, _1, _2, _3, _6, _63, _64 = map(_U, (0, 1, 2, 3, 6, 63, 64))

# Constants of `arrays` that stand beside unsigned integers.
CHUNK_BITS = _6
IN_CHUNK = _U(CHUNK - 1)
_NO_CHUNK = _U(NO_CHUNK)


@njit(inline="always")
def _chunk(state, free):
    """Return a chunk that is not in use. The caller has made sure that there is one."""
    if state[CHUNKS_FREE] > _0:
        state[CHUNKS_FREE] -= _1
        return free[state[CHUNKS_FREE]]
    state[CHUNKS_USED] += _1
    return state[CHUNKS_USED] - _1


@njit(inline="always")
def new_slot(state, open_list, row, h, queue, many):
    """Return the slot of a new node at the end of the queue of a row and an h, found at `queue`.

    `many` says that a level has several words.
    """
    # Mostly without a branch: whether there are nodes already cannot be predicted.
    at = (row << _2) + (h >> _6) if many else row
    bit = _1 << (h & _63)
    level = open_list.levels[at]
    some = level & bit != _0
    slot = open_list.queues[queue + _1] + _1 if some else open_list.queues[queue]
    open_list.levels[at] = level | bit
    if (some and slot & IN_CHUNK == _0) or slot == _NO_CHUNK:
        chunk = _chunk(state, open_list.free)
        if some:
            open_list.links[(slot - _1) >> CHUNK_BITS] = chunk
        slot = chunk << CHUNK_BITS
        if not some:
            open_list.queues[queue] = slot
    open_list.queues[queue + _1] = slot
    return slot


@njit(inline="always")
def is_empty(levels, row, many):
    """Whether a row has no nodes."""
    if many:
        at = row << _2
        return levels[at] | levels[at + _1] | levels[at + _2] | levels[at + _3] == _0
    return levels[row] == _0


@njit(inline="always")
def lowest_h(levels, row, many):
    """Return the least h of which a row has nodes; there has to be one."""
    if many:
        at = row << _2
        h = _0
        while levels[at] == _0:
            at += _1
            h += _64
        return h + lowest(levels[at])
    return lowest(levels[row])


@njit(inline="always")
def take_out(levels, row, h, many):
    """Note that a row has no nodes with an h any more."""
    at = (row << _2) + (h >> _6) if many else row
    levels[at] ^= _1 << (h & _63)
