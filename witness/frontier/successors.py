"""What follows a state, for Numba: `witness.frontier.reference` in integers.

States, labels and steps are those of `witness.frontier.arrays`. The machine code is made and kept
by `witness.frontier.compiled`.
"""

from __future__ import annotations

from numba import njit

from witness.frontier.arrays import (
    ALONE,
    BEGUN,
    BELOW_SQUARE,
    COLUMN,
    DONE,
    ENDING,
    ENOUGH,
    GOAL,
    LAST_COLUMN,
    LEFT,
    LEFT_SQUARE,
    NEEDED,
    RIGHT,
    RIGHT_END,
    RIGHT_KINDS,
    START,
    THROUGH,
    TRIANGLES,
    UP_END,
    UP_KINDS,
    G,
    S,
)
from witness.frontier.plan import FAR_HALF, NEAR_HALF, WHOLE


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
