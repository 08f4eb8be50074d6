"""What follows a state, for Numba and for plain Python.

States, labels and steps are those of `witness.puzzle.frontier.arrays`. The machine code is made and
kept by `witness.puzzle.frontier.compiled`; `witness.puzzle.frontier.plain` runs these functions as
they are.
"""

from __future__ import annotations

from witness.base import machine_code
from witness.puzzle.frontier.arrays import (
    BEGUN,
    BELOW_SQUARE,
    CHOICES,
    COLUMN,
    DONE,
    ENDING,
    ENOUGH,
    LAST_COLUMN,
    LEFT,
    LEFT_SQUARE,
    RIGHT,
    RIGHT_END,
    TRIANGLES,
    UP_END,
    G,
    S,
)
from witness.puzzle.frontier.plan import FAR_HALF, NEAR_HALF, WHOLE

#: What a vertex can be, besides a start (`S`) and a goal (`G`): the whole path by itself.
BOTH = 5

#: In place of a state: the path cannot become a solution.
LOST = -2

#: The choices (`CHOICES`) whose edge to the right, upwards is not on the path.
_NO_RIGHT, _NO_UP = 0xFFFF, 0x000F000F000F000F


def lowest(bits: int) -> int:
    """Return the number of the lowest bit that is set (`states` has it for Numba)."""
    return (bits & -bits).bit_length() - 1


@machine_code.inner
def _leaves(kind):
    """Whether an edge of this kind leads away from the vertex that decides it."""
    return kind in (WHOLE, NEAR_HALF)


@machine_code.inner
def _code(plugs, place):
    return plugs >> 3 * place & 7


@machine_code.inner
def _put(plugs, place, code):
    return plugs & ~(7 << 3 * place) | code << 3 * place


@machine_code.inner
def _mate(plugs, place):
    """Return where the other end of a piece crosses."""
    end = plugs >> 3 * place & 7
    step = 1 if end == LEFT else -1
    depth = 1
    while depth > 0:
        place += step
        code = plugs >> 3 * place & 7
        depth += (code == end) - (code == LEFT + RIGHT - end)
    return place


@machine_code.inner
def _has(plugs, end, ones):
    """Whether a start (a goal) is there; `ones` is the code 1 at every place."""
    if end == G:
        return plugs & ones << 2 != 0
    return plugs & plugs >> 1 & ones != 0


@machine_code.inner
def _finish(plugs, place, end, ones):
    """Let the piece that crosses at a place end at a start or goal.

    Returns the crossings; -1 where it cannot, -2 when the path is then complete and nothing else
    crosses.
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


@machine_code.inner
def _join(plugs, place):
    """Join the pieces that cross at a place and at the next; return as `_finish` does."""
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


@machine_code.inner
def _connect(before, at, up, end, ones):
    """Return the crossings after a vertex that is the end `end` (0: none), as `_finish` does.

    Halves are not cut off yet. What does not leave upwards leaves to the right.
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


@machine_code.inner
def _cut(plugs, place, kind, end, ones):
    """Let half of an edge that crosses at a place begin or end there; return as `_finish` does."""
    if kind == NEAR_HALF:
        # The path cannot have been complete: this piece crosses here.
        return _finish(plugs, place, end, ones) if plugs >= 0 else -1
    if kind == FAR_HALF:
        return -1 if plugs < 0 or _has(plugs, end, ones) else _put(plugs, place, end)
    return plugs


@machine_code.inner
def _after(step, plugs, need, tops, size):
    """Return a state as it is before the next step, `DONE` for a solution, `LOST` if it is none.

    `plugs` are the crossings in `size` bits, or -1 or -2 as `_finish` returns them.
    """
    everything = (1 << size) - 1
    ones = everything // 7
    if plugs == -1:
        return LOST
    if plugs == -2:
        return DONE if step[ENOUGH] and need == 0 and tops == 0 else LOST
    if (step[BEGUN] and not _has(plugs, S, ones)) or (step[ENDING] and not _has(plugs, G, ones)):
        return LOST
    if step[LAST_COLUMN]:
        plugs = plugs << 3 & everything
    return plugs | need << size | tops << size + 2


@machine_code.inner
def successors(step, columns, key, keys, labels):
    """Write the states that follow a state, and the labels of the choices; return their number.

    `step` is a row of the plan's table, `columns` the number of vertices in a row of the board.
    """
    size = 3 * (columns + 1)
    everything = (1 << size) - 1
    ones = everything // 7
    at = step[COLUMN]
    before = key & everything
    tops = key >> size + 2
    choices = step[CHOICES + (_code(before, at) != 0) + (_code(before, at + 1) != 0)]
    rest = 1
    if step[BELOW_SQUARE]:
        choices &= ~_NO_RIGHT if tops >> at & 1 else _NO_RIGHT
        tops &= ~(1 << at)
    if step[LEFT_SQUARE]:
        rest = key >> size & 3
        if rest != 1:
            choices &= _NO_UP if rest == 0 else ~_NO_UP
    number = 0
    while choices != 0:
        choice = lowest(choices)
        choices &= choices - 1
        right, up, end = choice >> 4, choice >> 2 & 3, choice & 3
        end = 0 if end == 0 else end + 2
        used = (right != 0) + (up != 0)
        plugs = -2 if before == 0 else -1
        if end != BOTH:
            plugs = _connect(before, at, up, end, ones)
        plugs = _cut(plugs, at, up, step[UP_END], ones)
        plugs = _cut(plugs, at + 1, right, step[RIGHT_END], ones)
        need = step[TRIANGLES] - used if step[TRIANGLES] else 0
        above = tops | rest - (up != 0) << at - 1 if step[LEFT_SQUARE] else tops
        after = _after(step, plugs, need, above, size)
        if after != LOST:
            keys[number] = after
            labels[number] = right + 4 * up + 16 * (choice & 3)
            number += 1
    return number
