"""A path in arrays, for Numba: steps forward and back.

`marks` says which places are on the path, how often each edge is (both halves of one can be), and
for each square the bit sets of its edges and of its corners on the path. The arrays that do not
change are those of `witness.difficulty.entropy.arrays`. The machine code is made and kept by
`witness.difficulty.entropy.compiled`.
"""

from __future__ import annotations

from numba import njit

from witness.difficulty.entropy.arrays import AROUND, CORNER, SIDE, SIDES

#: Rows of `marks`.
ON_PATH, TAKEN, USED, VISITED, MARKS_SIZE = range(5)


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
def bits(number):
    """Count the bits of a number below 16."""
    return (number & 1) + (number >> 1 & 1) + (number >> 2 & 1) + (number >> 3 & 1)
