"""Whether a path is solved, plainly lost, or about to be solved by a straight line, for Numba.

`witness.difficulty.state` and `straight` define the first and the last. The arrays that do not
change are those of `witness.difficulty.entropy.arrays`, a path is in `marks`
(`witness.difficulty.entropy.path`), and `scratch` is room for floods. The machine code is made and
kept by `witness.difficulty.entropy.compiled`.
"""

from __future__ import annotations

from numba import njit

from witness.difficulty.entropy.arrays import (
    BY,
    COLOUR,
    DOT,
    EDGE_DOT,
    EDGES,
    GOAL,
    NEAR,
    PASSES,
    REGIONS,
    SIDES,
    STAR,
    TRIANGLES,
)
from witness.difficulty.entropy.path import ON_PATH, TAKEN, USED, bits, enter, leave

#: Rows of `scratch`: edges that the path could still take, squares and places that a flood has
#: met, and those that it has yet to go on from.
OPEN, GROUP, FOUND, REACHED, QUEUE, SCRATCH_SIZE = range(6)


@njit
def _flood(square, marks, scratch, edge_table, square_table):
    """Find the squares that lie on one side with this one for good.

    They are connected by edges that are neither on the path nor open to it. Gives their number,
    and whether an open edge leads out of them.
    """
    scratch[GROUP, square] = 1
    scratch[FOUND, 0] = square
    number = 1
    loose = False
    at = 0
    while at < number:
        for side in range(4):
            edge = square_table[scratch[FOUND, at], EDGES + side]
            if marks[TAKEN, edge]:
                continue
            if scratch[OPEN, edge]:
                loose = True
                continue
            for end in range(2):
                other = edge_table[edge, SIDES + end]
                if other >= 0 and not scratch[GROUP, other]:
                    scratch[GROUP, other] = 1
                    scratch[FOUND, number] = other
                    number += 1
        at += 1
    return number, loose


@njit
def _broken(number, loose, scratch, square_table):
    """Whether squares that share a region break a rule: two colours, or a star's two symbols."""
    squares_colour = -1
    for at in range(number):
        square = scratch[FOUND, at]
        colour = square_table[square, COLOUR]
        if colour < 0:
            continue
        if square_table[square, STAR]:
            same = 0
            for other in range(number):
                same += square_table[scratch[FOUND, other], COLOUR] == colour
            if same > 2 or (same < 2 and not loose):
                return True
        else:
            if squares_colour >= 0 and colour != squares_colour:
                return True
            squares_colour = colour
    return False


@njit
def _regions_broken(marks, scratch, edge_table, square_table):
    """Whether the squares of some region break a rule, whatever open edges the path takes."""
    for square in range(square_table.shape[0]):
        scratch[GROUP, square] = 0
    for square in range(square_table.shape[0]):
        if not scratch[GROUP, square] and square_table[square, COLOUR] >= 0:
            number, loose = _flood(square, marks, scratch, edge_table, square_table)
            if _broken(number, loose, scratch, square_table):
                return True
    return False


@njit
def is_solved(head, marks, scratch, settings, place_table, edge_table, square_table):
    """Γ(s): whether the path solves the puzzle."""
    if not place_table[head, GOAL]:
        return False
    for square in range(square_table.shape[0]):
        triangles = square_table[square, TRIANGLES]
        if triangles > 0 and bits(marks[USED, square]) != triangles:
            return False
    for place in range(place_table.shape[0]):
        if place_table[place, DOT] and not marks[ON_PATH, place]:
            return False
    for edge in range(edge_table.shape[0]):
        if edge_table[edge, EDGE_DOT] and not marks[TAKEN, edge]:
            return False
        scratch[OPEN, edge] = 0
    if settings[REGIONS]:
        return not _regions_broken(marks, scratch, edge_table, square_table)
    return True


@njit
def is_hopeless(head, marks, scratch, settings, place_table, edge_table, square_table):
    """Whether a state that is not solved plainly cannot become so.

    No goal can be reached, or the edges and places that can be reached are not enough for the
    triangles of a square, for a dot, or to part squares that must not share a region.
    """
    if place_table[head, GOAL] and not settings[PASSES]:
        return True
    for place in range(place_table.shape[0]):
        scratch[REACHED, place] = 0
    for edge in range(edge_table.shape[0]):
        scratch[OPEN, edge] = 0
    scratch[QUEUE, 0] = head
    number = 1
    at = 0
    some_goal = False
    while at < number:
        place = scratch[QUEUE, at]
        at += 1
        if at > 1 and place_table[place, GOAL]:
            some_goal = True
            if not settings[PASSES]:
                continue
        for way in range(4):
            near = place_table[place, NEAR + way]
            if near < 0 or marks[ON_PATH, near]:
                continue
            scratch[OPEN, place_table[place, BY + way]] = 1
            if not scratch[REACHED, near]:
                scratch[REACHED, near] = 1
                scratch[QUEUE, number] = near
                number += 1
    if not some_goal:
        return True
    for square in range(square_table.shape[0]):
        triangles = square_table[square, TRIANGLES]
        if triangles > 0:
            now = most = bits(marks[USED, square])
            for side in range(4):
                edge = square_table[square, EDGES + side]
                most += scratch[OPEN, edge] != 0 and marks[TAKEN, edge] == 0
            if now > triangles or most < triangles:
                return True
    for place in range(place_table.shape[0]):
        if place_table[place, DOT] and not marks[ON_PATH, place] and not scratch[REACHED, place]:
            return True
    for edge in range(edge_table.shape[0]):
        if edge_table[edge, EDGE_DOT] and not marks[TAKEN, edge] and not scratch[OPEN, edge]:
            return True
    if settings[REGIONS]:
        return _regions_broken(marks, scratch, edge_table, square_table)
    return False


@njit
def line_solves(
    head, marks, scratch, settings, place_table, edge_table, square_table, line_starts, line_places
):
    """Whether some straight line from the head to a goal solves the puzzle."""
    begin = line_starts[head]
    while begin < line_starts[head + 1]:
        place = head
        at = begin
        free = True
        while line_places[at] >= 0:
            if free and not (place_table[place, GOAL] and not settings[PASSES]):
                edge = -1
                for way in range(4):
                    if place_table[place, NEAR + way] == line_places[at]:
                        edge = place_table[place, BY + way]
                free = edge >= 0 and not marks[ON_PATH, line_places[at]]
                if free:
                    place = line_places[at]
                    enter(place, edge, marks, place_table, edge_table)
                    scratch[QUEUE, at - begin] = edge
            else:
                free = False
            at += 1
        end = at
        # `is_solved` has no use for the queue.
        solves = free and is_solved(
            place, marks, scratch, settings, place_table, edge_table, square_table
        )
        if place != head:
            at = begin
            while True:
                here = line_places[at]
                at += 1
                if here == place:
                    break
            for back in range(at - 1, begin - 1, -1):
                leave(
                    line_places[back], scratch[QUEUE, back - begin], marks, place_table, edge_table
                )
        if solves:
            return True
        begin = end + 1
    return False
