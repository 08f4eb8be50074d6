"""The moves that a player's rules leave, for Numba: L(s) in arrays.

`witness.difficulty.inference` and the rules define what `moves` finds. The arrays that do not
change are those of `witness.difficulty.entropy.arrays`, a path is in `marks`
(`witness.difficulty.entropy.path`). The machine code is made and kept by
`witness.difficulty.entropy.compiled`.
"""

from __future__ import annotations

from numba import njit

from witness.difficulty.entropy.arrays import (
    AROUND,
    BORDER,
    BY,
    CORNER,
    EVERYWHERE,
    FACING_WALL,
    GOAL,
    LENGTHS,
    MUST,
    NEAR,
    PASSES,
    RING_AT,
    RULED,
    TABLE,
    TRIANGLES,
)
from witness.difficulty.entropy.path import ON_PATH, USED, VISITED
from witness.difficulty.rules.move_table import MUST as MUST_TAKE
from witness.difficulty.rules.move_table import MUST_NOT, PROBABLE_MUST, SIZE


@njit
def _corner(place, square, place_table):
    """Say which corner of a square a place is; -1 for none."""
    for at in range(4):
        if place_table[place, AROUND + at] == square:
            return place_table[place, CORNER + at]
    return -1


@njit
def _of_square(square, head, to, table_at, marks, square_table, table):
    """Give the verdict of the rules about a square on a move from one of its corners to another."""
    if not square_table[square, RULED]:
        return 0
    index = ((square_table[square, TRIANGLES] - 1) * 5 + head + 1) * 5 + to + 1
    return table[table_at + index * 256 + (marks[VISITED, square] << 4 | marks[USED, square])]


@njit
def _verdict(head, place, length, marks, settings, place_table, square_table, table):
    """Give the strongest verdict on a move of the rules about single squares.

    `length` is the number of edges on the path before it.
    """
    found = 0
    table_at = 0
    if settings[LENGTHS] > 0:
        table_at = SIZE * min(length, settings[LENGTHS] - 1)
    if settings[EVERYWHERE] or length == 0:
        for square in range(square_table.shape[0]):
            at, to = _corner(head, square, place_table), _corner(place, square, place_table)
            found = max(found, _of_square(square, at, to, table_at, marks, square_table, table))
        return found
    for way in range(4):
        square = place_table[head, AROUND + way]
        if square >= 0:
            at, to = place_table[head, CORNER + way], _corner(place, square, place_table)
            found = max(found, _of_square(square, at, to, table_at, marks, square_table, table))
        square = place_table[place, AROUND + way]
        if square >= 0 and _corner(head, square, place_table) < 0:
            to = place_table[place, CORNER + way]
            found = max(found, _of_square(square, -1, to, table_at, marks, square_table, table))
    return found


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
        settings[FACING_WALL] != 0
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
        kind = MUST_TAKE if edge_table[edge, MUST] else 0
        if settings[TABLE]:
            kind = max(
                kind,
                _verdict(head, place, length, marks, settings, place_table, square_table, table),
            )
            if kind == MUST_NOT:
                continue
        to[number] = place
        over[number] = edge
        kinds |= kind << 2 * number
        number += 1
        musts += kind == MUST_TAKE
        probable_musts += kind == PROBABLE_MUST
    if musts > 1:
        return 0
    wanted = MUST_TAKE if musts else PROBABLE_MUST if probable_musts else 0
    kept = 0
    for at in range(number):
        if kinds >> 2 * at & 3 == wanted:
            to[kept] = to[at]
            over[kept] = over[at]
            kept += 1
    return kept
