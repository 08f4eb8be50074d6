"""The regions along the frontier, for Numba: `witness.frontier.regions` in integers.

A row of squares is an integer with a field for each column, from the left. The two lowest bits of a
field say whether the region of the square has another one in an earlier column (`EARLIER`) and in a
later one (`LATER`): regions do not cross each other, so they nest like brackets. The other bits
hold the mark of the region in its first column, and 0 in the others. An empty column looks like a
square without symbols that is a region by itself.
"""

from __future__ import annotations

from numba import njit

from witness.frontier.arrays import DONE, ENTERS, INSIDE, JOINS_FROM, MARK, REST
from witness.frontier.successors import successors

#: Bits of a field.
EARLIER, LATER = 1, 2
JOINTS = EARLIER | LATER

#: In place of a row: a region breaks a rule.
BROKEN = -1


@njit
def _back(row, column, width, all_the_way):
    """Return the column before this one in its region, or the first one `all_the_way`."""
    if row >> width * column & EARLIER == 0:
        return column
    depth = 0
    while True:
        column -= 1
        joints = row >> width * column & JOINTS
        if depth == 0 and (joints == LATER or (joints == JOINTS and not all_the_way)):
            return column
        if joints == EARLIER:
            depth += 1
        elif joints == LATER:
            depth -= 1


@njit
def _ahead(row, column, width, all_the_way):
    """Return the column after this one in its region, or the last one `all_the_way`."""
    if row >> width * column & LATER == 0:
        return column
    depth = 0
    while True:
        column += 1
        joints = row >> width * column & JOINTS
        if depth == 0 and (joints == EARLIER or (joints == JOINTS and not all_the_way)):
            return column
        if joints == LATER:
            depth += 1
        elif joints == EARLIER:
            depth -= 1


@njit
def _mark(row, first, width):
    """Return the mark of the region that begins in a column."""
    return (row >> width * first & (1 << width) - 1) >> 2


@njit
def _add(row, column, mark, panel):
    """Let the region of a column have another mark besides its own."""
    first = _back(row, column, panel.width, True)
    own = _mark(row, first, panel.width)
    joined = panel.joined[own, mark]
    if joined < 0:
        return BROKEN
    return row ^ (own ^ joined) << panel.width * first + 2


@njit
def _leave(row, column, panel):
    """Let the square of a column leave the row."""
    width = panel.width
    joints = row >> width * column & JOINTS
    mark = _mark(row, column, width)
    if joints == 0 and panel.closes[mark] == 0:
        return BROKEN
    left = row & ~((1 << width) - 1 << width * column)
    if joints == LATER:
        following = _ahead(row, column, width, False)
        return left & ~(EARLIER << width * following) | mark << width * following + 2
    if joints == EARLIER:
        return left & ~(LATER << width * _back(row, column, width, False))
    return left


@njit
def _join(row, column, panel):
    """Let the square of a column and that of the column before be in one region."""
    width, before = panel.width, column - 1
    left, right = row >> width * before & JOINTS, row >> width * column & JOINTS
    if left & LATER and right & EARLIER:
        return row
    if right & EARLIER:
        # The region on the left lies between squares of the other one.
        first = _back(row, before, width, True)
        mark = _mark(row, first, width)
        row = row & ~(mark << width * first + 2) | EARLIER << width * first
    else:
        mark = _mark(row, column, width)
        row = row & ~(mark << width * column + 2) | EARLIER << width * column
        if left & LATER:
            row |= LATER << width * _ahead(row, column, width, True)
    return _add(row | LATER << width * before, before, mark, panel)


@njit
def _after(panel, number, row, right, up):
    """Return the row after a vertex, given whether its edges are on the path."""
    step = panel.squares[number]
    if step[INSIDE] == 0:
        return row
    column = step[INSIDE] - 1
    if right or step[ENTERS] == 0:
        row = _leave(row, column, panel)
    if row != BROKEN and step[ENTERS]:
        row = _add(row, column, step[MARK], panel)
        if row != BROKEN and column > 0 and not up:
            row = _join(row, column, panel)
    return row


@njit
def _completes(panel, number, columns, row):
    """Whether all regions are right if no edge after step `number` is on the path."""
    step = panel.squares[number]
    if step[JOINS_FROM] < columns - 1:
        if step[REST] < 0:
            return False
        for column in range(step[JOINS_FROM] + 1, columns - 1):
            row = _join(row, column, panel)
            if row == BROKEN:
                return False
        row = _add(row, columns - 2, step[REST], panel)
        if row == BROKEN:
            return False
    for column in range(columns - 1):
        field = row >> panel.width * column
        if field & EARLIER == 0 and panel.closes[_mark(row, column, panel.width)] == 0:
            return False
    return True


@njit
def region_successors(panel, number, columns, key, keys, labels):
    """Write the states that follow a state, and the labels of the choices; return their number.

    Those of the line come first, and those whose regions break a rule are left out.
    """
    line, row = key
    found = successors(panel.steps[number], columns, line, panel.lines, labels)
    kept = 0
    before, after = -1, BROKEN
    for which in range(found):
        label, next_line = labels[which], panel.lines[which]
        used = (label & 3 != 0) | (label >> 2 & 3 != 0) << 1
        if used != before:
            before, after = used, _after(panel, number, row, used & 1 != 0, used & 2 != 0)
        if after == BROKEN:
            continue
        if next_line == DONE and not _completes(panel, number, columns, after):
            continue
        keys[kept].line = next_line
        keys[kept].regions = 0 if next_line == DONE else after
        labels[kept] = label
        kept += 1
    return kept
