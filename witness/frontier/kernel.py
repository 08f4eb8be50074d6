"""The loops over states, for Numba: a depth-first search, and layers of states.

Hash tables use open addressing, have a power of two of places, and are at most half full. They grow
outside, in `witness.frontier.compiled`, which also makes and keeps the machine code. Everywhere,
`columns` is the number of vertices in a row of the board, and `step` a row of
`witness.frontier.arrays.step_table`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types

from witness.frontier.arrays import (
    BURIED,
    DEPTH,
    DONE,
    FILLED,
    FOUND,
    MOST_SUCCESSORS,
    OVERFLOW,
    VISITED,
    Dead,
    Growth,
    Layer,
    Lengths,
    Stack,
    Successors,
)
from witness.frontier.successors import successors

#: Why `explore` comes back.
EXHAUSTED, SOLUTION, TABLE_FULL, PAUSED = range(4)


@njit(inline="always")
def _slot(key, number, mask):
    """Return where to look for a state first, in a table of `mask` + 1 places."""
    mixed = (key + number * 0x632BE59BD9B4E019) * 0x1E3779B97F4A7C15
    return (mixed ^ mixed >> 32) & mask


@njit
def _is_dead(key, number, dead):
    mask = dead.keys.shape[0] - 1
    place = _slot(key, number, mask)
    while dead.steps[place] >= 0:
        if dead.keys[place] == key and dead.steps[place] == number:
            return True
        place = place + 1 & mask
    return False


@njit
def _bury(key, number, dead):
    mask = dead.keys.shape[0] - 1
    place = _slot(key, number, mask)
    while dead.steps[place] >= 0:
        place = place + 1 & mask
    dead.keys[place] = key
    dead.steps[place] = number


def rehash(dead, larger):
    """Move the dead states to a larger table."""
    for place in range(dead.keys.shape[0]):
        if dead.steps[place] >= 0:
            _bury(dead.keys[place], dead.steps[place], larger)


def explore(steps, columns, stack, dead, most):
    """Go on with the depth-first search until there is a solution or `most` states more.

    States below which there is no solution are kept in the table of dead ones.
    """
    progress = stack.progress
    last = steps.shape[0] - 1
    stop = progress[VISITED] + most
    while progress[DEPTH] >= 0:
        depth = progress[DEPTH]
        if stack.taken[depth] + 1 < stack.number[depth]:
            stack.taken[depth] += 1
            key = stack.keys[depth, stack.taken[depth]]
            if key == DONE:
                progress[FOUND] += 1
                return SOLUTION
            if depth < last and not _is_dead(key, depth + 1, dead):
                depth += 1
                stack.number[depth] = successors(
                    steps[depth], columns, key, stack.keys[depth], stack.labels[depth]
                )
                stack.taken[depth] = -1
                stack.before[depth] = progress[FOUND]
                progress[DEPTH] = depth
                progress[VISITED] += 1
                if progress[VISITED] >= stop:
                    return PAUSED
        else:
            if stack.before[depth] == progress[FOUND] and depth > 0:
                if 2 * progress[BURIED] >= dead.keys.shape[0]:
                    return TABLE_FULL
                _bury(stack.keys[depth - 1, stack.taken[depth - 1]], depth, dead)
                progress[BURIED] += 1
            progress[DEPTH] = depth - 1
    return EXHAUSTED


@njit(inline="always")
def _add(sums, place, counts, other):
    """Add a number of several 64-bit words to another; return what is carried over."""
    carry = np.uint64(0)
    for limb in range(sums.shape[1]):
        one = sums[place, limb]
        total = one + counts[other, limb]
        over = total < one
        total += carry
        carry = np.uint64(1) if over or total < carry else np.uint64(0)
        sums[place, limb] = total
    return carry


def expand(step, columns, layer, begin, end, following, nexts):
    """Make the states of the next layer, `following`, from states `begin` to `end` of this one.

    Numbers of equal states are added up. Returns the first state that was not expanded: `end`, or
    one before it if the new layer is full; `OVERFLOW` becomes 1 where a number is too long for its
    words.
    """
    mask = following.table.shape[0] - 1
    room = min(following.keys.shape[0], following.table.shape[0] // 2) - MOST_SUCCESSORS
    for which in range(begin, end):
        if following.progress[FILLED] > room:
            return which
        number = successors(step, columns, layer.keys[which], nexts.keys, nexts.labels)
        for other in range(number):
            key = nexts.keys[other]
            if key == DONE:
                if _add(following.total, 0, layer.counts, which) != 0:
                    following.progress[OVERFLOW] = 1
                continue
            place = _slot(key, 0, mask)
            while following.table[place] >= 0 and following.keys[following.table[place]] != key:
                place = place + 1 & mask
            found = following.table[place]
            if found < 0:
                found = following.progress[FILLED]
                following.table[place] = found
                following.keys[found] = key
                for limb in range(following.counts.shape[1]):
                    following.counts[found, limb] = 0
                following.progress[FILLED] += 1
            if _add(following.counts, found, layer.counts, which) != 0:
                following.progress[OVERFLOW] = 1
    return end


def index(layer):
    """Fill the empty hash table of a growing layer with the places of its states."""
    mask = layer.table.shape[0] - 1
    for number in range(layer.progress[FILLED]):
        place = _slot(layer.keys[number], 0, mask)
        while layer.table[place] >= 0:
            place = place + 1 & mask
        layer.table[place] = number


@njit
def _find(key, keys):
    """Return the place of a state among sorted ones, -1 if it is not there."""
    low, high = 0, keys.shape[0]
    while low < high:
        middle = low + high >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.shape[0] and keys[low] == key else -1


def completions(step, columns, layer, following, one, nexts):
    """Count for each state of a layer in how many ways it becomes a solution.

    The layers are sorted; `one` is the number 1. Returns 1 if a number is too long for its words.
    """
    over = 0
    for which in range(layer.keys.shape[0]):
        number = successors(step, columns, layer.keys[which], nexts.keys, nexts.labels)
        for other in range(number):
            key = nexts.keys[other]
            if key == DONE:
                carry = _add(layer.counts, which, one, 0)
            else:
                place = _find(key, following.keys)
                if place < 0:
                    continue
                carry = _add(layer.counts, which, following.counts, place)
            if carry != 0:
                over = 1
    return over


def remaining(step, columns, layer, following, nexts):
    """Find for each state of a layer the fewest edges to a solution."""
    for which in range(layer.keys.shape[0]):
        number = successors(step, columns, layer.keys[which], nexts.keys, nexts.labels)
        best = -1
        for other in range(number):
            key, label = nexts.keys[other], nexts.labels[other]
            rest = 0
            if key != DONE:
                place = _find(key, following.keys)
                rest = following.lengths[place] if place >= 0 else -1
            if rest >= 0:
                length = rest + (label & 3 != 0) + (label >> 2 & 3 != 0)
                if best < 0 or length < best:
                    best = length
        layer.lengths[which] = best


def signatures() -> dict[str, tuple[Any, ...]]:
    """Return the types of the arguments of the functions that are called from Python."""
    of = types.BaseTuple.from_types
    integer, row, rows = types.int64, types.int64[::1], types.int64[:, ::1]
    numbers, short = types.uint64[:, ::1], types.int16[::1]
    nexts = of((row, row), Successors)
    stack = of((row, rows, rows, row, row, row), Stack)
    dead = of((row, short), Dead)
    layer = of((row, numbers), Layer)
    growth = of((row, numbers, types.int32[::1], row, numbers), Growth)
    lengths = of((row, short), Lengths)
    return {
        "successors": (row, integer, integer, row, row),
        "rehash": (dead, dead),
        "explore": (rows, integer, stack, dead, integer),
        "expand": (row, integer, layer, integer, integer, growth, nexts),
        "index": (growth,),
        "completions": (row, integer, layer, layer, numbers, nexts),
        "remaining": (row, integer, lengths, lengths, nexts),
    }
