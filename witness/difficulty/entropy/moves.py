"""The moves that a player's rules leave, for Numba: L(s) in arrays.

`witness.difficulty.inference` and the rules define what `moves` finds. The arrays that do not
change are those of `witness.difficulty.entropy.arrays`, a path is in `marks`
(`witness.difficulty.entropy.path`). The machine code is made and kept by
`witness.difficulty.entropy.compiled`.
"""

from __future__ import annotations

from numba import njit

from witness.difficulty.entropy.arrays import (
    ALONG,
    AROUND,
    BORDER,
    BY,
    CORNER,
    CORNERS,
    EDGES,
    FULL,
    GOAL,
    LENGTHS,
    MUST,
    NEAR,
    PASSES,
    RING_AT,
    RULED,
    SIDES,
    TABLE,
    TABLE_SIZE,
    THREE,
    TRIANGLES,
    WALL,
)
from witness.difficulty.entropy.path import ON_PATH, USED, VISITED, bits, enter, leave


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
                needed = square_table[square, TRIANGLES] - bits(marks[USED, square])
                if settings[CORNERS] and 4 - bits(marks[VISITED, square]) < needed:
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
            and bits(marks[VISITED, square]) == 1
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
            free = 4 - bits(marks[VISITED, square])
            if settings[ALONG] and free < 3 and free == triangles - bits(marks[USED, square]):
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
