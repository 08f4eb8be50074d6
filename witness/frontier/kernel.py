"""The inner loops of the frontier algorithm, for Numba: `witness.frontier.reference` in integers.

**A state** is a whole number from 0 of at most 60 bits. Three bits for each of the C+1 places
where the path may cross the frontier, from the left: 0 for no crossing, `LEFT` and `RIGHT` for the
two ends of a piece both of which cross (pieces do not cross each other, so that they nest like
brackets), `S` and `G` for a piece that ends at a start or a goal. Then two bits for what the
square left of the next vertex needs, and a bit for each column: whether the top edge of the open
square there must be on the path.

**A label** is a choice: the kind of the edge to the right, four times that of the edge upwards, and
sixteen times the end, as in `witness.frontier.reference.Choice`.

All integers are signed. The machine code is made and kept by `witness.frontier.compiled`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types

from witness.frontier.plan import FAR_HALF, NEAR_HALF, WHOLE

#: The most vertices in a row for which a state has room.
MOST_COLUMNS = 14

#: In place of a state: the path is complete and a solution.
DONE = -1

#: The most successors of a state: 4 kinds of two edges, two ends.
MOST_SUCCESSORS = 32

#: Codes of crossings.
LEFT, RIGHT, S, G = 1, 2, 3, 4

#: Columns of a step (`step_row` in `witness.frontier.compiled`). `RIGHT_KINDS` and `UP_KINDS` are
#: bit sets of kinds of edges; `ENOUGH` says that a complete path is a solution if nothing is open;
#: `BEGUN` and `ENDING` that the path must have a start, a goal.
(
    COLUMN,
    RIGHT_KINDS,
    UP_KINDS,
    RIGHT_END,
    UP_END,
    START,
    GOAL,
    ALONE,
    THROUGH,
    NEEDED,
    TRIANGLES,
    LEFT_SQUARE,
    BELOW_SQUARE,
    LAST_COLUMN,
    ENOUGH,
    BEGUN,
    ENDING,
    STEP_SIZE,
) = range(18)

#: What `explore` keeps between calls, in `state`.
DEPTH, FOUND, DEAD, VISITED, STATE_SIZE = range(5)

#: Why `explore` and `expand` come back.
EXHAUSTED, SOLUTION, TABLE_FULL, PAUSED = range(4)


@njit(inline="always")
def _leaves(kind):
    """Whether an edge of this kind leads away from the vertex that decides it."""
    return kind in (WHOLE, NEAR_HALF)


@njit(inline="always")
def _code(plugs, place):
    return plugs >> 3 * place & 7


@njit(inline="always")
def _put(plugs, place, code):
    return plugs & ~(7 << 3 * place) | code << 3 * place


@njit
def _mate(plugs, place):
    """Give where the other end of a piece crosses."""
    depth = 0
    if plugs >> 3 * place & 7 == LEFT:
        while True:
            place += 1
            code = plugs >> 3 * place & 7
            if code == LEFT:
                depth += 1
            elif code == RIGHT:
                if depth == 0:
                    return place
                depth -= 1
    while True:
        place -= 1
        code = plugs >> 3 * place & 7
        if code == RIGHT:
            depth += 1
        elif code == LEFT:
            if depth == 0:
                return place
            depth -= 1


@njit(inline="always")
def _has(plugs, end, ones):
    """Whether a start (a goal) is there; `ones` is the code 1 at every place."""
    if end == G:
        return plugs & ones << 2 != 0
    return plugs & plugs >> 1 & ones != 0


@njit
def _finish(plugs, place, end, ones):
    """Let the piece that crosses at a place end at a start or goal. Gives -1 where it cannot, -2
    when that makes the path complete and nothing else crosses.
    """
    code = _code(plugs, place)
    if code == end:
        return -1
    if code >= S:
        plugs = _put(plugs, place, 0)
        return -2 if plugs == 0 else -1
    if _has(plugs, end, ones):
        return -1
    return _put(_put(plugs, _mate(plugs, place), end), place, 0)


@njit
def _join(plugs, place):
    """Join the pieces that cross at a place and at the next; answers as `_finish`."""
    one, other = _code(plugs, place), _code(plugs, place + 1)
    if one == LEFT and other == RIGHT:
        return -1
    if one >= S and other >= S:
        plugs = _put(_put(plugs, place, 0), place + 1, 0)
        return -2 if plugs == 0 else -1
    if one >= S:
        plugs = _put(plugs, _mate(plugs, place + 1), one)
    elif other >= S:
        plugs = _put(plugs, _mate(plugs, place), other)
    elif one == LEFT and other == LEFT:
        plugs = _put(plugs, _mate(plugs, place + 1), LEFT)
    elif one == RIGHT and other == RIGHT:
        plugs = _put(plugs, _mate(plugs, place), RIGHT)
    return _put(_put(plugs, place, 0), place + 1, 0)


@njit
def _connect(before, at, up, end, ones):
    """Give the crossings after a vertex that is the end `end` (0: none), before halves are cut
    off. What does not leave upwards leaves to the right. Answers as `_finish`.
    """
    left, down = _code(before, at), _code(before, at + 1)
    out_up = _leaves(up)
    if end != 0:
        if left == 0 and down == 0:
            if _has(before, end, ones):
                return -1
            return _put(before, at if out_up else at + 1, end)
        return _finish(before, at if left != 0 else at + 1, end, ones)
    if left != 0 and down != 0:
        return _join(before, at)
    if left == 0 and down == 0:
        return _put(_put(before, at, LEFT), at + 1, RIGHT) if out_up else before
    code = left | down
    plugs = _put(_put(before, at, 0), at + 1, 0)
    return _put(plugs, at if out_up else at + 1, code)


@njit
def successors(step, columns, key, keys, labels):
    """Write the states that follow a state, and the labels of the choices; give their number.

    `step` is a row of the plan's table, `columns` the vertices in a row of the board.
    """
    size = 3 * (columns + 1)
    everything = (1 << size) - 1
    ones = everything // 7
    at = step[COLUMN]
    before = key & everything
    need_before = key >> size & 3
    tops_before = key >> size + 2
    arriving = (_code(before, at) != 0) + (_code(before, at + 1) != 0)
    number = 0
    for right in range(4):
        if step[RIGHT_KINDS] >> right & 1 == 0:
            continue
        takes_right = 1 if right != 0 else 0
        tops_right = tops_before
        if step[BELOW_SQUARE]:
            if tops_before >> at & 1 != takes_right:
                continue
            tops_right &= ~(1 << at)
        out_right = 1 if _leaves(right) else 0
        for up in range(4):
            if step[UP_KINDS] >> up & 1 == 0:
                continue
            takes_up = 1 if up != 0 else 0
            out_up = 1 if _leaves(up) else 0
            degree = arriving + out_up + out_right
            if degree > 2:
                continue
            tops = tops_right
            if step[LEFT_SQUARE]:
                rest = need_before - takes_up
                if rest < 0 or rest > 1:
                    continue
                tops |= rest << at - 1
            need = 0
            if step[TRIANGLES]:
                need = step[TRIANGLES] - takes_right - takes_up
                if need < 0 or need > 2:
                    continue
            for end in range(0, 6):
                # 0 for no end, 3 and 4 for a start and a goal, 5 for both.
                if end == 0:
                    if degree == 1 or (degree == 0 and step[NEEDED]):
                        continue
                    if degree == 2 and not step[THROUGH]:
                        continue
                elif end == S:
                    if degree != 1 or not step[START]:
                        continue
                elif end == G:
                    if degree != 1 or not step[GOAL]:
                        continue
                elif end == 5:
                    if degree != 0 or not step[ALONE]:
                        continue
                else:
                    continue
                if end == 5:
                    plugs = -2 if before == 0 and up == 0 and right == 0 else -1
                else:
                    plugs = _connect(before, at, up, end, ones)
                for which in range(2):
                    kind = right if which else up
                    place = at + which
                    stop = step[RIGHT_END] if which else step[UP_END]
                    if kind == NEAR_HALF:
                        # The path cannot have been complete: this piece crosses here.
                        plugs = _finish(plugs, place, stop, ones) if plugs >= 0 else -1
                    elif kind == FAR_HALF:
                        if plugs < 0 or _has(plugs, stop, ones):
                            plugs = -1
                        else:
                            plugs = _put(plugs, place, stop)
                if plugs == -1:
                    continue
                if plugs == -2:
                    if not step[ENOUGH] or need != 0 or tops != 0:
                        continue
                    keys[number] = DONE
                else:
                    if step[BEGUN] and not _has(plugs, S, ones):
                        continue
                    if step[ENDING] and not _has(plugs, G, ones):
                        continue
                    if step[LAST_COLUMN]:
                        plugs = plugs << 3 & everything
                    keys[number] = plugs | need << size | tops << size + 2
                labels[number] = right + 4 * up + 16 * (0 if end == 0 else end - 2)
                number += 1
    return number


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
