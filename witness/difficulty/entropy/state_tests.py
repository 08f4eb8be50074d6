"""Whether a path is solved, plainly lost, or about to be solved by a straight line, for Numba.

`witness.difficulty.state` defines the first and the last. Layouts and marks are those of
`witness.difficulty.entropy.arrays`, and `scratch` is room for floods. The machine code is made and
kept by `witness.difficulty.entropy.compiled`.
"""

from __future__ import annotations

from witness.base.machine_code import inner
from witness.difficulty.entropy.moves import bits, enter, leave


@inner
def _flood(square, marks, scratch, layout):
    """Find the squares that lie on one side with this one for good.

    They are connected by edges that are neither on the path nor open to it. Returns their number,
    and whether an open edge leads out of them.
    """
    scratch[square]["group"] = 1
    scratch[0]["found"] = square
    number = 1
    loose = False
    at = 0
    while at < number:
        for side in range(4):
            edge = layout.squares[scratch[at]["found"]]["edges"][side]
            if marks[edge]["taken"]:
                continue
            if scratch[edge]["open"]:
                loose = True
                continue
            for end in range(2):
                other = layout.edges[edge]["sides"][end]
                if other >= 0 and not scratch[other]["group"]:
                    scratch[other]["group"] = 1
                    scratch[number]["found"] = other
                    number += 1
        at += 1
    return number, loose


@inner
def _broken(number, loose, scratch, layout):
    """Whether squares that share a region break a rule: two colours, or two symbols of one."""
    squares_colour = -1
    for at in range(number):
        square = scratch[at]["found"]
        colour = layout.squares[square]["colour"]
        if colour < 0:
            continue
        if layout.squares[square]["counts"]:
            same = 0
            for other in range(number):
                same += layout.squares[scratch[other]["found"]]["colour"] == colour
            if same > 2 or (same < 2 and not loose):
                return True
        else:
            if squares_colour >= 0 and colour != squares_colour:
                return True
            squares_colour = colour
    return False


@inner
def _regions_broken(marks, scratch, layout):
    """Whether the squares of some region break a rule, whatever open edges the path takes."""
    for square in range(len(layout.squares)):
        scratch[square]["group"] = 0
    for square in range(len(layout.squares)):
        if not scratch[square]["group"] and layout.squares[square]["colour"] >= 0:
            number, loose = _flood(square, marks, scratch, layout)
            if _broken(number, loose, scratch, layout):
                return True
    return False


@inner
def is_solved(head, marks, scratch, layout):
    """Γ(s): whether the path solves the puzzle."""
    if not layout.places[head]["goal"]:
        return False
    for square in range(len(layout.squares)):
        triangles = layout.squares[square]["triangles"]
        if triangles > 0 and bits(marks[square]["used"]) != triangles:
            return False
    for place in range(len(layout.places)):
        if layout.places[place]["dot"] and not marks[place]["on_path"]:
            return False
    for edge in range(len(layout.edges)):
        if layout.edges[edge]["dot"] and not marks[edge]["taken"]:
            return False
        scratch[edge]["open"] = 0
    if layout.settings[0]["regions"]:
        return not _regions_broken(marks, scratch, layout)
    return True


@inner
def is_hopeless(head, marks, scratch, layout):
    """Whether a state that is not solved plainly cannot become so.

    No goal can be reached, or the edges and places that can be reached are not enough for the
    triangles of a square, for a dot, or to part squares that must not share a region.
    """
    if layout.places[head]["goal"] and not layout.settings[0]["passes"]:
        return True
    for place in range(len(layout.places)):
        scratch[place]["reached"] = 0
    for edge in range(len(layout.edges)):
        scratch[edge]["open"] = 0
    scratch[0]["queue"] = head
    number = 1
    at = 0
    some_goal = False
    while at < number:
        place = scratch[at]["queue"]
        at += 1
        if at > 1 and layout.places[place]["goal"]:
            some_goal = True
            if not layout.settings[0]["passes"]:
                continue
        for way in range(4):
            near = layout.places[place]["near"][way]
            if near < 0 or marks[near]["on_path"]:
                continue
            scratch[layout.places[place]["by"][way]]["open"] = 1
            if not scratch[near]["reached"]:
                scratch[near]["reached"] = 1
                scratch[number]["queue"] = near
                number += 1
    if not some_goal:
        return True
    for square in range(len(layout.squares)):
        triangles = layout.squares[square]["triangles"]
        if triangles > 0:
            now = most = bits(marks[square]["used"])
            for side in range(4):
                edge = layout.squares[square]["edges"][side]
                most += scratch[edge]["open"] != 0 and marks[edge]["taken"] == 0
            if now > triangles or most < triangles:
                return True
    for place in range(len(layout.places)):
        if (
            layout.places[place]["dot"]
            and not marks[place]["on_path"]
            and not scratch[place]["reached"]
        ):
            return True
    for edge in range(len(layout.edges)):
        if layout.edges[edge]["dot"] and not marks[edge]["taken"] and not scratch[edge]["open"]:
            return True
    if layout.settings[0]["regions"]:
        return _regions_broken(marks, scratch, layout)
    return False


@inner
def line_solves(head, marks, scratch, layout):
    """Whether some straight line from the head to a goal solves the puzzle."""
    begin = layout.line_starts[head]
    while begin < layout.line_starts[head + 1]:
        place = head
        at = begin
        free = True
        while layout.line_places[at] >= 0:
            if free and not (layout.places[place]["goal"] and not layout.settings[0]["passes"]):
                edge = -1
                for way in range(4):
                    if layout.places[place]["near"][way] == layout.line_places[at]:
                        edge = layout.places[place]["by"][way]
                free = edge >= 0 and not marks[layout.line_places[at]]["on_path"]
                if free:
                    place = layout.line_places[at]
                    enter(place, edge, marks, layout)
                    scratch[at - begin]["queue"] = edge
            else:
                free = False
            at += 1
        end = at
        # `is_solved` has no use for the queue.
        solves = free and is_solved(place, marks, scratch, layout)
        if place != head:
            at = begin
            while True:
                here = layout.line_places[at]
                at += 1
                if here == place:
                    break
            for back in range(at - 1, begin - 1, -1):
                leave(layout.line_places[back], scratch[back - begin]["queue"], marks, layout)
        if solves:
            return True
        begin = end + 1
    return False
