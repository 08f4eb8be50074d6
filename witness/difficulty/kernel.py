"""States of the rater in arrays, for Numba: their moves, whether they are solved or plainly lost.

`witness.difficulty.state` and `inference` define what these functions find. The arrays that do not
change are those of `witness.difficulty.layout`. A path is in `marks`: which places are on it, how
often each edge is (both halves of one can be), and for each square the bit sets of its edges and
of its corners on the path. `scratch` is room for floods.

The machine code is made and kept by `witness.difficulty.compiled`.
"""

from __future__ import annotations

from numba import njit

from witness.difficulty.layout import (
    ALONG,
    AROUND,
    BORDER,
    BY,
    COLOUR,
    CORNER,
    CORNERS,
    DOT,
    EDGE_DOT,
    EDGES,
    FULL,
    GOAL,
    LENGTHS,
    MUST,
    NEAR,
    PASSES,
    REGIONS,
    RING_AT,
    RULED,
    SIDE,
    SIDES,
    STAR,
    TABLE,
    TABLE_SIZE,
    THREE,
    TRIANGLES,
    WALL,
)

#: Rows of `marks`.
ON_PATH, TAKEN, USED, VISITED, MARKS_SIZE = range(5)

#: Rows of `scratch`: edges that the path could still take, squares and places that a flood has
#: met, and those that it has yet to go on from.
OPEN, GROUP, FOUND, REACHED, QUEUE, SCRATCH_SIZE = range(6)


@njit
def enter(place, edge, marks, place_table, edge_table):
    """Add a step to the path; `edge` is -1 at a start."""
    marks[ON_PATH, place] = 1
    for at in range(4):
        square = place_table[place, AROUND + at]
        if square >= 0:
            marks[VISITED, square] |= 1 << place_table[place, CORNER + at]
    if edge >= 0:
        marks[TAKEN, edge] += 1
        for at in range(2):
            square = edge_table[edge, SIDES + at]
            if square >= 0:
                marks[USED, square] |= 1 << edge_table[edge, SIDE + at]


@njit
def leave(place, edge, marks, place_table, edge_table):
    """Take the last step back."""
    marks[ON_PATH, place] = 0
    for at in range(4):
        square = place_table[place, AROUND + at]
        if square >= 0:
            marks[VISITED, square] &= ~(1 << place_table[place, CORNER + at])
    if edge >= 0:
        marks[TAKEN, edge] -= 1
        if marks[TAKEN, edge] == 0:
            for at in range(2):
                square = edge_table[edge, SIDES + at]
                if square >= 0:
                    marks[USED, square] &= ~(1 << edge_table[edge, SIDE + at])


@njit
def _bits(number):
    """Count the bits of a number below 16."""
    return (number & 1) + (number >> 1 & 1) + (number >> 2 & 1) + (number >> 3 & 1)


@njit
def _fires(square, head, length, marks, settings, place_table, square_table, table):
    """Whether a predicate fires on a square, for a path of so many edges."""
    if not square_table[square, RULED]:
        return False
    corner = 0
    for at in range(4):
        if place_table[head, AROUND + at] == square:
            corner = place_table[head, CORNER + at] + 1
    index = ((square_table[square, TRIANGLES] - 1) * 5 + corner) * 256
    index += marks[VISITED, square] << 4 | marks[USED, square]
    if settings[LENGTHS] > 0:
        index += TABLE_SIZE * min(length, settings[LENGTHS] - 1)
    return table[index] != 0


@njit
def _refused(head, place, length, marks, settings, place_table, square_table, table):
    """Whether a rule about single squares speaks against the path that has come to `place`."""
    if settings[CORNERS] or settings[FULL]:
        for at in range(4):
            square = place_table[place, AROUND + at]
            if square >= 0 and square_table[square, RULED]:
                needed = square_table[square, TRIANGLES] - _bits(marks[USED, square])
                if settings[CORNERS] and 4 - _bits(marks[VISITED, square]) < needed:
                    return True
                if settings[FULL] and needed < 0:
                    return True
    if settings[TABLE]:
        if length == 1 or settings[LENGTHS] > 0:
            # Squares elsewhere can fire, too.
            for square in range(square_table.shape[0]):
                if _fires(square, place, length, marks, settings, place_table, square_table, table):
                    return True
            return False
        for at in range(4):
            square = place_table[place, AROUND + at]
            if square >= 0 and _fires(
                square, place, length, marks, settings, place_table, square_table, table
            ):
                return True
            square = place_table[head, AROUND + at]
            if square >= 0 and _fires(
                square, place, length, marks, settings, place_table, square_table, table
            ):
                return True
    return False


@njit
def _closed(place, head, marks, place_table, ring):
    """Whether a turn from the border, met head on, goes into a closed side (the wall rule)."""
    size = ring.shape[0]
    at = place_table[place, RING_AT]
    turn = 1 if (at - place_table[head, RING_AT]) % size == 1 else size - 1
    while marks[ON_PATH, ring[at]] == 0:
        if place_table[ring[at], GOAL]:
            return False
        at = (at + turn) % size
    return True


@njit
def _leaves_three(head, edge, marks, place_table, square_table):
    """Whether a move leaves a square with three triangles at its first corner."""
    for at in range(4):
        square = place_table[head, AROUND + at]
        if (
            square >= 0
            and square_table[square, RULED]
            and square_table[square, TRIANGLES] == 3
            and _bits(marks[VISITED, square]) == 1
        ):
            along = False
            for side in range(4):
                along = along or square_table[square, EDGES + side] == edge
            if not along:
                return True
    return False


@njit
def _kind(edge, marks, settings, edge_table, square_table):
    """Say whether a move along an edge is a must (2), a probable must (1) or neither (0)."""
    if edge_table[edge, MUST]:
        return 2
    kind = 0
    for at in range(2):
        square = edge_table[edge, SIDES + at]
        if square >= 0 and square_table[square, RULED]:
            triangles = square_table[square, TRIANGLES]
            free = 4 - _bits(marks[VISITED, square])
            if settings[ALONG] and free < 3 and free == triangles - _bits(marks[USED, square]):
                return 2
            if settings[THREE] and triangles == 3 and free == 3:
                kind = 1
    return kind


@njit
def moves(
    head, last_edge, length, touches, marks,
    settings, place_table, edge_table, square_table, ring, table, to, over,
):  # fmt: skip
    """Fill `to` and `over` with places and edges of the moves L(s) of a state; give their number.

    `length` is the number of edges on the path, `touches` that of its places on the border.
    """
    if place_table[head, GOAL] and not settings[PASSES]:
        return 0
    facing = (
        settings[WALL] != 0
        and last_edge >= 0
        and not edge_table[last_edge, BORDER]
        and place_table[head, RING_AT] >= 0
        and touches > 1
    )
    number = musts = probable_musts = 0
    # Two bits for each move that is kept.
    kinds = 0
    for way in range(4):
        place = place_table[head, NEAR + way]
        if place < 0 or marks[ON_PATH, place]:
            continue
        if (
            facing
            and place_table[place, RING_AT] >= 0
            and _closed(place, head, marks, place_table, ring)
        ):
            continue
        edge = place_table[head, BY + way]
        if settings[THREE] and _leaves_three(head, edge, marks, place_table, square_table):
            continue
        kind = _kind(edge, marks, settings, edge_table, square_table)
        if settings[CORNERS] or settings[FULL] or settings[TABLE]:
            enter(place, edge, marks, place_table, edge_table)
            refused = _refused(
                head, place, length + 1, marks, settings, place_table, square_table, table
            )
            leave(place, edge, marks, place_table, edge_table)
            if refused:
                continue
        to[number] = place
        over[number] = edge
        kinds |= kind << 2 * number
        number += 1
        musts += kind == 2
        probable_musts += kind == 1
    if musts > 1:
        return 0
    wanted = 2 if musts else 1 if probable_musts else 0
    kept = 0
    for at in range(number):
        if kinds >> 2 * at & 3 == wanted:
            to[kept] = to[at]
            over[kept] = over[at]
            kept += 1
    return kept


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
        if triangles > 0 and _bits(marks[USED, square]) != triangles:
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
            now = most = _bits(marks[USED, square])
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
