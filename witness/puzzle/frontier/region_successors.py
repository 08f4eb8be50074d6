"""The regions along the frontier, for Numba and for plain Python: what they add to a state.

The squares below the frontier that have one above it yet to come are a row, one in each column.
Besides the line, a state says which of them are in one region, and the mark of each of these
regions (`witness.puzzle.frontier.marks`). A vertex lets the square above it to the right come into
this row, and the one below that leave it; half an edge on the path divides squares as a whole one
does. A region closes when its last square leaves the row.

A row of squares is two integers with a field for each column, from the left. The two bits of a
field of *joints* say whether the region of the square has another one in an earlier column
(`EARLIER`) and in a later one (`LATER`): regions do not cross each other, so they nest like
brackets. A field of *marks*, of `width` bits, holds the mark of the region in its first column, and
0 in the others. An empty column looks like a square without symbols that is a region by itself.

In a state the joints stand above what is known of the line if there is room (`shift`), else below
the marks. Rows are (joints, marks) here; joints are `BROKEN` when a region breaks a rule.
"""

from __future__ import annotations

from witness.base import machine_code
from witness.puzzle.frontier.arrays import DONE, ENTERS, INSIDE, JOINS_FROM, MARK, REST, WALLS
from witness.puzzle.frontier.successors import successors

#: Bits of a field of joints.
EARLIER, LATER = 1, 2
BOTH = EARLIER | LATER

BROKEN = -1


@machine_code.inner
def _other(joints, column, way, all_the_way):
    """Return the next column in a region, or the last one `all_the_way`; this one without any.

    `way` is `EARLIER` or `LATER`.
    """
    if joints >> 2 * column & way == 0:
        return column
    step = -1 if way == EARLIER else 1
    depth = 0
    while True:
        column += step
        here = joints >> 2 * column & BOTH
        if depth == 0 and (here == BOTH - way or (here == BOTH and not all_the_way)):
            return column
        if here == way:
            depth += 1
        elif here == BOTH - way:
            depth -= 1


@machine_code.inner
def _mark(marks, first, width):
    """Return the mark of the region that begins in a column."""
    return marks >> width * first & (1 << width) - 1


@machine_code.inner
def _add(joints, marks, column, mark, panel):
    """Let the region of a column have another mark besides its own."""
    first = _other(joints, column, EARLIER, True)
    own = _mark(marks, first, panel.width)
    joined = panel.joined[own, mark]
    if joined < 0:
        return BROKEN, marks
    return joints, marks ^ (own ^ joined) << panel.width * first


@machine_code.inner
def _leave(joints, marks, column, panel):
    """Let the square of a column leave the row."""
    here = joints >> 2 * column & BOTH
    mark = _mark(marks, column, panel.width)
    if here == 0 and panel.closes[mark] == 0:
        return BROKEN, marks
    left, marks = joints & ~(BOTH << 2 * column), marks & ~(mark << panel.width * column)
    if here == LATER:
        following = _other(joints, column, LATER, False)
        return left & ~(EARLIER << 2 * following), marks | mark << panel.width * following
    if here == EARLIER:
        left &= ~(LATER << 2 * _other(joints, column, EARLIER, False))
    return left, marks


@machine_code.inner
def _join(joints, marks, column, panel):
    """Let the square of a column and that of the column before be in one region."""
    before = column - 1
    left, right = joints >> 2 * before & BOTH, joints >> 2 * column & BOTH
    if left & LATER and right & EARLIER:
        return joints, marks
    # The region that loses its mark to the other: it begins later.
    first = _other(joints, before, EARLIER, True) if right & EARLIER else column
    mark = _mark(marks, first, panel.width)
    marks &= ~(mark << panel.width * first)
    if left & LATER:
        # The region on the right lies between squares of the other one.
        joints |= LATER << 2 * _other(joints, column, LATER, True)
    joints |= EARLIER << 2 * first | LATER << 2 * before
    return _add(joints, marks, before, mark, panel)


@machine_code.inner
def _after(panel, number, joints, marks, right, up):
    """Return the row after a vertex, given whether its edges divide squares."""
    step = panel.squares[number]
    if step[INSIDE] == 0:
        return joints, marks
    column = step[INSIDE] - 1
    if right or step[ENTERS] == 0:
        joints, marks = _leave(joints, marks, column, panel)
    if joints != BROKEN and step[ENTERS]:
        joints, marks = _add(joints, marks, column, step[MARK], panel)
        if joints != BROKEN and column > 0 and not up:
            joints, marks = _join(joints, marks, column, panel)
    return joints, marks


@machine_code.inner
def _completes(panel, number, columns, joints, marks):
    """Whether all regions are right if no edge after step `number` is on the path."""
    if panel.walled > 0:
        for later in range(number + 1, len(panel.squares)):
            walls = panel.squares[later][WALLS]
            joints, marks = _after(panel, later, joints, marks, walls & 1 != 0, walls & 2 != 0)
            if joints == BROKEN:
                return False
        return True
    step = panel.squares[number]
    if step[JOINS_FROM] < columns - 1:
        if step[REST] < 0:
            return False
        for column in range(step[JOINS_FROM] + 1, columns - 1):
            joints, marks = _join(joints, marks, column, panel)
            if joints == BROKEN:
                return False
        joints, marks = _add(joints, marks, columns - 2, step[REST], panel)
        if joints == BROKEN:
            return False
    for column in range(columns - 1):
        # Later columns of a region have mark 0, which may close.
        if panel.closes[_mark(marks, column, panel.width)] == 0:
            return False
    return True


@machine_code.inner
def region_successors(panel, number, columns, key, keys, labels):
    """Write the states that follow a state, and the labels of the choices; return their number.

    Those of the line come first, and those whose regions break a rule are left out.
    """
    line, marks = key
    shift, below = panel.shift, 0
    if shift > 0:
        joints = line >> shift
        line &= (1 << shift) - 1
    else:
        below = 2 * (columns - 1)
        joints = marks & (1 << below) - 1
        marks >>= below
    found = successors(panel.steps[number], columns, line, panel.lines, labels)
    kept = 0
    before, new_joints, new_marks = -1, BROKEN, marks
    for which in range(found):
        label, next_line = labels[which], panel.lines[which]
        used = (label & 3 != 0) | (label >> 2 & 3 != 0) << 1 | panel.squares[number][WALLS]
        if used != before:
            before = used
            new_joints, new_marks = _after(
                panel, number, joints, marks, used & 1 != 0, used & 2 != 0
            )
        if new_joints == BROKEN:
            continue
        labels[kept] = label
        if next_line == DONE:
            if not _completes(panel, number, columns, new_joints, new_marks):
                continue
            keys[kept].line, keys[kept].regions = DONE, 0
        elif shift > 0:
            keys[kept].line, keys[kept].regions = next_line | new_joints << shift, new_marks
        else:
            keys[kept].line, keys[kept].regions = next_line, new_marks << below | new_joints
        kept += 1
    return kept
