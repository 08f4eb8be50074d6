"""The loops over states, for Numba: a depth-first search, and layers of states.

Tables are open-addressed, as long as a power of two and at most half full; they grow outside, in
`witness.frontier.compiled`, which also makes and keeps the machine code.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types

from witness.frontier.kernel import DONE, MOST_SUCCESSORS, successors

#: What `explore` keeps between calls, in `state`.
DEPTH, FOUND, DEAD, VISITED, STATE_SIZE = range(5)

#: Why `explore` comes back.
EXHAUSTED, SOLUTION, TABLE_FULL, PAUSED = range(4)


@njit(inline="always")
def _slot(key, number, mask):
    """Where to look for a state first, in a table of `mask` + 1 places."""
    mixed = (key + number * 0x632BE59BD9B4E019) * 0x1E3779B97F4A7C15
    return (mixed ^ mixed >> 32) & mask


@njit
def _is_dead(key, number, dead_keys, dead_steps):
    mask = dead_keys.shape[0] - 1
    place = _slot(key, number, mask)
    while dead_steps[place] >= 0:
        if dead_keys[place] == key and dead_steps[place] == number:
            return True
        place = place + 1 & mask
    return False


@njit
def _bury(key, number, dead_keys, dead_steps):
    mask = dead_keys.shape[0] - 1
    place = _slot(key, number, mask)
    while dead_steps[place] >= 0:
        place = place + 1 & mask
    dead_keys[place] = key
    dead_steps[place] = number


def rehash(dead_keys, dead_steps, new_keys, new_steps):
    """Move the dead states to a larger table."""
    for place in range(dead_keys.shape[0]):
        if dead_steps[place] >= 0:
            _bury(dead_keys[place], dead_steps[place], new_keys, new_steps)


def explore(steps, columns, state, at, keys, labels, number, before, dead_keys, dead_steps, most):
    """Go on with the depth-first search for solutions, until there is one or `most` states more.

    For each step begun: `at` has the place of the choice taken in `keys` and `labels`, which have
    `number` choices, and `before` the solutions found when it was begun. States below which there
    is no solution are kept in the table of dead ones, which grows outside.
    """
    last = steps.shape[0] - 1
    stop = state[VISITED] + most
    while state[DEPTH] >= 0:
        depth = state[DEPTH]
        if at[depth] + 1 < number[depth]:
            at[depth] += 1
            key = keys[depth, at[depth]]
            if key == DONE:
                state[FOUND] += 1
                return SOLUTION
            if depth < last and not _is_dead(key, depth + 1, dead_keys, dead_steps):
                depth += 1
                number[depth] = successors(steps[depth], columns, key, keys[depth], labels[depth])
                at[depth] = -1
                before[depth] = state[FOUND]
                state[DEPTH] = depth
                state[VISITED] += 1
                if state[VISITED] >= stop:
                    return PAUSED
        else:
            if before[depth] == state[FOUND] and depth > 0:
                if 2 * state[DEAD] >= dead_keys.shape[0]:
                    return TABLE_FULL
                _bury(keys[depth - 1, at[depth - 1]], depth, dead_keys, dead_steps)
                state[DEAD] += 1
            state[DEPTH] = depth - 1
    return EXHAUSTED


@njit(inline="always")
def _add(sums, place, counts, other):
    """Add a number of several 64-bit words to another; give what is carried over."""
    carry = np.uint64(0)
    for limb in range(sums.shape[1]):
        one = sums[place, limb]
        total = one + counts[other, limb]
        over = total < one
        total += carry
        carry = np.uint64(1) if over or total < carry else np.uint64(0)
        sums[place, limb] = total
    return carry


def expand(
    step, columns, keys, counts, begin, end, table, new_keys, new_counts, filled, total, nexts
):
    """Make the states of the next layer from states `begin` to `end` of this one.

    `table` finds a state in `new_keys`, of which `filled[0]` are taken; `new_counts` sums up
    `counts`, numbers of several words, and `total` those of complete paths. `nexts` is room for
    successors. Gives the first state that was not expanded, which is not `end` where the new layer
    has no room; `filled[1]` becomes 1 where a number is too long for its words.
    """
    mask = table.shape[0] - 1
    room = min(new_keys.shape[0], table.shape[0] // 2) - MOST_SUCCESSORS
    for which in range(begin, end):
        if filled[0] > room:
            return which
        number = successors(step, columns, keys[which], nexts[0], nexts[1])
        for other in range(number):
            key = nexts[0, other]
            if key == DONE:
                if _add(total, 0, counts, which) != 0:
                    filled[1] = 1
                continue
            place = _slot(key, 0, mask)
            while table[place] >= 0 and new_keys[table[place]] != key:
                place = place + 1 & mask
            found = table[place]
            if found < 0:
                found = filled[0]
                table[place] = found
                new_keys[found] = key
                for limb in range(new_counts.shape[1]):
                    new_counts[found, limb] = 0
                filled[0] += 1
            if _add(new_counts, found, counts, which) != 0:
                filled[1] = 1
    return end


def index(keys, count, table):
    """Fill a table with the places of states."""
    mask = table.shape[0] - 1
    for number in range(count):
        place = _slot(keys[number], 0, mask)
        while table[place] >= 0:
            place = place + 1 & mask
        table[place] = number


@njit
def _find(key, keys):
    """Give the place of a state among sorted ones, -1 if it is not there."""
    low, high = 0, keys.shape[0]
    while low < high:
        middle = low + high >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.shape[0] and keys[low] == key else -1


def completions(step, columns, keys, next_keys, next_counts, counts, one, nexts):
    """Count for each state of a layer in how many ways it becomes a solution.

    The layers are sorted; `one` is the number 1. Gives 1 if a number is too long for its words.
    """
    over = 0
    for which in range(keys.shape[0]):
        number = successors(step, columns, keys[which], nexts[0], nexts[1])
        for other in range(number):
            key = nexts[0, other]
            if key == DONE:
                carry = _add(counts, which, one, 0)
            else:
                place = _find(key, next_keys)
                if place < 0:
                    continue
                carry = _add(counts, which, next_counts, place)
            if carry != 0:
                over = 1
    return over


def remaining(step, columns, keys, next_keys, next_lengths, lengths, nexts):
    """Give for each state of a layer the fewest edges to a solution; -1 without one."""
    for which in range(keys.shape[0]):
        number = successors(step, columns, keys[which], nexts[0], nexts[1])
        best = -1
        for other in range(number):
            key, label = nexts[0, other], nexts[1, other]
            rest = 0
            if key != DONE:
                place = _find(key, next_keys)
                rest = next_lengths[place] if place >= 0 else -1
            if rest >= 0:
                length = rest + (label & 3 != 0) + (label >> 2 & 3 != 0)
                if best < 0 or length < best:
                    best = length
        lengths[which] = best


def signatures() -> dict[str, tuple[Any, ...]]:
    """Give the types for which the loops are compiled."""
    flat, wide = types.int64[::1], types.int64[:, ::1]
    numbers = types.uint64[:, ::1]
    small, short = types.int32[::1], types.int16[::1]
    one = types.int64
    return {
        "successors": (flat, one, one, flat, flat),
        "rehash": (flat, short, flat, short),
        "explore": (wide, one, flat, flat, wide, wide, flat, flat, flat, short, one),
        "expand": (flat, one, flat, numbers, one, one, small, flat, numbers, flat, numbers, wide),
        "index": (flat, one, small),
        "completions": (flat, one, flat, flat, numbers, numbers, numbers, wide),
        "remaining": (flat, one, flat, flat, short, short, wide),
    }
