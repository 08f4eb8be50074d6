"""The loops over states, for Numba: a depth-first search, and layers of states.

Hash tables use open addressing, have a power of two of places, and are at most half full. They grow
outside, in `witness.puzzle.frontier.compiled`, which also makes and keeps the machine code.
Everywhere, `columns` is the number of vertices in a row of the board. The loops are compiled twice,
for states of one word and of two (`witness.puzzle.frontier.states`); `panel` is then a table of
steps (`witness.puzzle.frontier.table.step_table`), or a `Coloured`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from witness.base.jit import from_dtype, njit, types
from witness.puzzle.frontier.arrays import (
    BATCH,
    BURIED,
    DEPTH,
    EXPANDED,
    FILLED,
    FOUND,
    MOST_SUCCESSORS,
    NUMBER,
    PAIR,
    STATES,
    TOUCHED,
    VISITED,
    Coloured,
    Dead,
    Layer,
    Layers,
    Stack,
    Successors,
)
from witness.puzzle.frontier.states import follow, get, is_done, put, slot

#: Why a loop comes back.
EXHAUSTED, SOLUTION, TABLE_FULL, PAUSED, TOO_LONG = range(5)


@njit
def _is_dead(key, number, dead):
    mask = dead.keys.shape[0] - 1
    place = slot(key, number, mask)
    while dead.steps[place] >= 0:
        if get(dead.keys, place) == key and dead.steps[place] == number:
            return True
        place = place + 1 & mask
    return False


@njit
def _bury(key, number, dead):
    mask = dead.keys.shape[0] - 1
    place = slot(key, number, mask)
    while dead.steps[place] >= 0:
        place = place + 1 & mask
    put(dead.keys, place, key)
    dead.steps[place] = number


def rehash(dead, larger):
    """Move the dead states to a larger table."""
    for place in range(dead.keys.shape[0]):
        if dead.steps[place] >= 0:
            _bury(get(dead.keys, place), dead.steps[place], larger)


def explore(panel, columns, stack, dead, most):
    """Go on with the depth-first search until there is a solution or `most` states more.

    States below which there is no solution are kept in the table of dead ones.
    """
    progress = stack.progress
    last = stack.keys.shape[0] - 1
    stop = progress[VISITED] + most
    while progress[DEPTH] >= 0:
        depth = progress[DEPTH]
        if stack.taken[depth] + 1 < stack.number[depth]:
            stack.taken[depth] += 1
            key = get(stack.keys, (depth, stack.taken[depth]))
            if is_done(key):
                progress[FOUND] += 1
                return SOLUTION
            if depth < last and not _is_dead(key, depth + 1, dead):
                depth += 1
                stack.number[depth] = follow(
                    panel, depth, columns, key, stack.keys[depth], stack.labels[depth]
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
                _bury(get(stack.keys, (depth - 1, stack.taken[depth - 1])), depth, dead)
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


def expand(panel, columns, layers, nexts, stop, most):
    """Go on from layer to layer until that before step `stop`, or for `most` states more.

    Numbers of equal states are added up. Returns why: `EXHAUSTED` when the layer is made or there
    are no more states, `TABLE_FULL` when there is no room for more, `TOO_LONG` when a number is too
    long for its words, `PAUSED` after `most` states.
    """
    progress, total = layers.progress, layers.total
    mask = layers.table.shape[0] - 1
    room = layers.keys.shape[1] - BATCH - MOST_SUCCESSORS
    while progress[NUMBER] < stop and progress[STATES] > 0:
        number = progress[NUMBER]
        keys, counts = layers.keys[number & 1], layers.counts[number & 1]
        new_keys, new_counts = layers.keys[~number & 1], layers.counts[~number & 1]
        while progress[EXPANDED] < progress[STATES]:
            if progress[FILLED] > room:
                return TABLE_FULL
            if most == 0:
                return PAUSED
            batch = 0
            while batch < BATCH and most > 0 and progress[EXPANDED] < progress[STATES]:
                most -= 1
                which = progress[EXPANDED]
                progress[EXPANDED] += 1
                key, labels = get(keys, which), nexts.labels[batch:]
                found = follow(panel, number, columns, key, nexts.keys[batch:], labels)
                for other in range(batch, batch + found):
                    nexts.labels[other] = which
                    progress[TOUCHED] += layers.table[slot(get(nexts.keys, other), 0, mask)]
                batch += found
            for other in range(batch):
                key, which = get(nexts.keys, other), nexts.labels[other]
                if is_done(key):
                    if _add(total, 0, counts, which) != 0:
                        return TOO_LONG
                    continue
                place, tag = _place(key, mask)
                at = layers.table[place]
                while at >= 0 and ((at & ~mask) != tag or get(new_keys, at & mask) != key):
                    place = place + 1 & mask
                    at = layers.table[place]
                if at < 0:
                    at = progress[FILLED]
                    progress[FILLED] += 1
                    layers.table[place] = at | tag
                    put(new_keys, at, key)
                    new_counts[at, :] = 0
                if _add(new_counts, at & mask, counts, which) != 0:
                    return TOO_LONG
        progress[NUMBER] += 1
        progress[STATES] = progress[FILLED]
        progress[EXPANDED] = progress[FILLED] = 0
        layers.table[:] = -1
    return EXHAUSTED


@njit
def _place(key, mask):
    """Return where to look for a state first, and its tag: what has room in a table above a place.

    With a tag, states that differ are rarely compared.
    """
    mixed = slot(key, 0, (1 << 62) - 1)
    return mixed & mask, mixed >> 31 & 0x7FFFFFFF & ~mask


def index(layers):
    """Fill the empty hash table with the places of the states in the layer that grows."""
    mask = layers.table.shape[0] - 1
    keys = layers.keys[~layers.progress[NUMBER] & 1]
    for number in range(layers.progress[FILLED]):
        place, tag = _place(get(keys, number), mask)
        while layers.table[place] >= 0:
            place = place + 1 & mask
        layers.table[place] = number | tag


@njit
def _find(key, keys):
    """Return the place of a state among sorted ones, -1 if it is not there."""
    low, high = 0, keys.shape[0]
    while low < high:
        middle = low + high >> 1
        if get(keys, middle) < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.shape[0] and get(keys, low) == key else -1


def completions(panel, number, columns, layer, following, one, nexts):
    """Count for each state of a layer in how many ways it becomes a solution.

    The layers are sorted; `one` is the number 1. Returns 1 if a number is too long for its words.
    """
    over = 0
    for which in range(layer.keys.shape[0]):
        key = get(layer.keys, which)
        found = follow(panel, number, columns, key, nexts.keys, nexts.labels)
        for other in range(found):
            key = get(nexts.keys, other)
            if is_done(key):
                carry = _add(layer.values, which, one, 0)
            else:
                place = _find(key, following.keys)
                if place < 0:
                    continue
                carry = _add(layer.values, which, following.values, place)
            if carry != 0:
                over = 1
    return over


def remaining(panel, number, columns, layer, following, nexts):
    """Find for each state of a layer the fewest edges to a solution."""
    for which in range(layer.keys.shape[0]):
        key = get(layer.keys, which)
        found = follow(panel, number, columns, key, nexts.keys, nexts.labels)
        best = -1
        for other in range(found):
            key, label = get(nexts.keys, other), nexts.labels[other]
            rest = 0
            if not is_done(key):
                place = _find(key, following.keys)
                rest = following.values[place] if place >= 0 else -1
            if rest >= 0:
                length = rest + (label & 3 != 0) + (label >> 2 & 3 != 0)
                if best < 0 or length < best:
                    best = length
        layer.values[which] = best


def successors(panel, number, columns, key, keys, labels):
    """Write the states that follow a state before step `number`; return how many there are."""
    return follow(panel, number, columns, key, keys, labels)


def signatures(kind: np.dtype[Any]) -> dict[str, tuple[Any, ...]]:
    """Return the types of the arguments of the functions that are called from Python.

    `kind` is the type of states in arrays: `LINE` or `PAIR`.
    """
    of = types.BaseTuple.from_types
    integer, row, rows = types.int64, types.int64[::1], types.int64[:, ::1]
    numbers, short = types.uint64[:, ::1], types.int16[::1]
    state = from_dtype(kind)
    keys, many_keys = state[::1], state[:, ::1]
    panel, key = rows, integer
    if kind == PAIR:
        panel = of((rows, rows, types.int16[:, ::1], row, row, integer, integer, integer), Coloured)
        key = types.UniTuple(integer, 2)
    nexts = of((keys, row), Successors)
    stack = of((row, many_keys, rows, row, row, row), Stack)
    dead = of((keys, short), Dead)
    layer = of((keys, numbers), Layer)
    layers = of((many_keys, types.uint64[:, :, ::1], types.int32[::1], row, numbers), Layers)
    lengths = of((keys, short), Layer)
    return {
        "successors": (panel, integer, integer, key, keys, row),
        "rehash": (dead, dead),
        "explore": (panel, integer, stack, dead, integer),
        "expand": (panel, integer, layers, nexts, integer, integer),
        "index": (layers,),
        "completions": (panel, integer, integer, layer, layer, numbers, nexts),
        "remaining": (panel, integer, integer, lengths, lengths, nexts),
    }
