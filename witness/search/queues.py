"""The open list of the compiled engine, for Numba: queues of nodes in chunks (see `kernel`)."""

from __future__ import annotations

import numpy as np
from numba import njit

from witness.search.arrays import CHUNK, CHUNKS_FREE, CHUNKS_USED, NO_CHUNK

_U = np.uint64
_0, _1, _6 = map(_U, (0, 1, 6))

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
def new_slot(state, open_list, row, h, queue):
    """Return the slot of a new node at the end of the queue of a row and an h, found at `queue`."""
    # Mostly without a branch: whether there are nodes already cannot be predicted.
    level = open_list.levels[row]
    some = level >> h & _1 != _0
    slot = open_list.queues[queue + _1] + _1 if some else open_list.queues[queue]
    open_list.levels[row] = level | _1 << h
    if (some and slot & IN_CHUNK == _0) or slot == _NO_CHUNK:
        chunk = _chunk(state, open_list.free)
        if some:
            open_list.links[(slot - _1) >> CHUNK_BITS] = chunk
        slot = chunk << CHUNK_BITS
        if not some:
            open_list.queues[queue] = slot
    open_list.queues[queue + _1] = slot
    return slot
