"""Whether a path is solved, plainly lost, or about to be solved by a straight line, for Numba.

`witness.difficulty.state` defines the first and the last. Layouts and marks are those of
`witness.difficulty.entropy.arrays`, and `scratch` is room for floods. The machine code is made and
kept by `witness.difficulty.entropy.compiled`.
"""

from __future__ import annotations

from witness.base.machine_code import inner
from witness.difficulty.entropy.arrays import (
    BY,
    COLOUR,
    COUNTS,
    DOT,
    EDGE_DOT,
    EDGES,
    FOUND,
    GOAL,
    GROUP,
    NEAR,
    ON_PATH,
    OPEN,
    PASSES,
    QUEUE,
    REACHED,
    REGIONS,
    SIDES,
    TAKEN,
    TRIANGLES,
    USED,
)
from witness.difficulty.entropy.moves import bits, enter, leave


@inner
def _flood(square, marks, scratch, layout):
    """Find the squares that lie on one side with this one for good.

    They are connected by edges that are neither on the path nor open to it. Returns their number,
    and whether an open edge leads out of them.
    """
    scratch[GROUP, square] = 1
    scratch[FOUND, 0] = square
    number = 1
    loose = False
    at = 0
    while at < number:
        for side in range(4):
            edge = layout.squares[scratch[FOUND, at], EDGES + side]
            if marks[TAKEN, edge]:
                continue
            if scratch[OPEN, edge]:
                loose = True
                continue
            for end in range(2):
                other = layout.edges[edge, SIDES + end]
                if other >= 0 and not scratch[GROUP, other]:
                    scratch[GROUP, other] = 1
                    scratch[FOUND, number] = other
                    number += 1
        at += 1
    return number, loose


@inner
def _broken(number, loose, scratch, layout):
    """Whether squares that share a region break a rule: two colours, or two symbols of one."""
    squares_colour = -1
    for at in range(number):
        square = scratch[FOUND, at]
        colour = layout.squares[square, COLOUR]
        if colour < 0:
            continue
        if layout.squares[square, COUNTS]:
            same = 0
            for other in range(number):
                same += layout.squares[scratch[FOUND, other], COLOUR] == colour
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
    for square in range(layout.squares.shape[0]):
        scratch[GROUP, square] = 0
    for square in range(layout.squares.shape[0]):
        if not scratch[GROUP, square] and layout.squares[square, COLOUR] >= 0:
            number, loose = _flood(square, marks, scratch, layout)
            if _broken(number, loose, scratch, layout):
                return True
    return False


@inner
def is_solved(head, marks, scratch, layout):
    """Γ(s): whether the path solves the puzzle."""
    if not layout.places[head, GOAL]:
        return False
    for square in range(layout.squares.shape[0]):
        triangles = layout.squares[square, TRIANGLES]
        if triangles > 0 and bits(marks[USED, square]) != triangles:
            return False
    for place in range(layout.places.shape[0]):
        if layout.places[place, DOT] and not marks[ON_PATH, place]:
            return False
    for edge in range(layout.edges.shape[0]):
        if layout.edges[edge, EDGE_DOT] and not marks[TAKEN, edge]:
            return False
        scratch[OPEN, edge] = 0
    if layout.settings[REGIONS]:
        return not _regions_broken(marks, scratch, layout)
    return True


@inner
def is_hopeless(head, marks, scratch, layout):
    """Whether a state that is not solved plainly cannot become so.

    No goal can be reached, or the edges and places that can be reached are not enough for the
    triangles of a square, for a dot, or to part squares that must not share a region.
    """
    if layout.places[head, GOAL] and not layout.settings[PASSES]:
        return True
    for place in range(layout.places.shape[0]):
        scratch[REACHED, place] = 0
    for edge in range(layout.edges.shape[0]):
        scratch[OPEN, edge] = 0
    scratch[QUEUE, 0] = head
    number = 1
    at = 0
    some_goal = False
    while at < number:
        place = scratch[QUEUE, at]
        at += 1
        if at > 1 and layout.places[place, GOAL]:
            some_goal = True
            if not layout.settings[PASSES]:
                continue
        for way in range(4):
            near = layout.places[place, NEAR + way]
            if near < 0 or marks[ON_PATH, near]:
                continue
            scratch[OPEN, layout.places[place, BY + way]] = 1
            if not scratch[REACHED, near]:
                scratch[REACHED, near] = 1
                scratch[QUEUE, number] = near
                number += 1
    if not some_goal:
        return True
    for square in range(layout.squares.shape[0]):
        triangles = layout.squares[square, TRIANGLES]
        if triangles > 0:
            now = most = bits(marks[USED, square])
            for side in range(4):
                edge = layout.squares[square, EDGES + side]
                most += scratch[OPEN, edge] != 0 and marks[TAKEN, edge] == 0
            if now > triangles or most < triangles:
                return True
    for place in range(layout.places.shape[0]):
        if layout.places[place, DOT] and not marks[ON_PATH, place] and not scratch[REACHED, place]:
            return True
    for edge in range(layout.edges.shape[0]):
        if layout.edges[edge, EDGE_DOT] and not marks[TAKEN, edge] and not scratch[OPEN, edge]:
            return True
    if layout.settings[REGIONS]:
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
            if free and not (layout.places[place, GOAL] and not layout.settings[PASSES]):
                edge = -1
                for way in range(4):
                    if layout.places[place, NEAR + way] == layout.line_places[at]:
                        edge = layout.places[place, BY + way]
                free = edge >= 0 and not marks[ON_PATH, layout.line_places[at]]
                if free:
                    place = layout.line_places[at]
                    enter(place, edge, marks, layout)
                    scratch[QUEUE, at - begin] = edge
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
                leave(layout.line_places[back], scratch[QUEUE, back - begin], marks, layout)
        if solves:
            return True
        begin = end + 1
    return False
