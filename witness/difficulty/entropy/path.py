"""A path in arrays, for Numba: steps forward and back.

Layouts and trails are those of `witness.difficulty.entropy.arrays`. The machine code is made and
kept by `witness.difficulty.entropy.compiled`.
"""

from __future__ import annotations

from witness.base.machine_code import inner
from witness.difficulty.entropy.arrays import (
    AROUND,
    CORNER,
    LENGTH,
    ON_PATH,
    RING_AT,
    SIDE,
    SIDES,
    TAKEN,
    TOUCHES,
    USED,
    VISITED,
)


@inner
def enter(place, edge, marks, layout):
    """Add a step to a path; `edge` is -1 at a start."""
    marks[ON_PATH, place] = 1
    for at in range(4):
        square = layout.places[place, AROUND + at]
        if square >= 0:
            marks[VISITED, square] |= 1 << layout.places[place, CORNER + at]
    if edge >= 0:
        marks[TAKEN, edge] += 1
        for at in range(2):
            square = layout.edges[edge, SIDES + at]
            if square >= 0:
                marks[USED, square] |= 1 << layout.edges[edge, SIDE + at]


@inner
def leave(place, edge, marks, layout):
    """Take the last step of a path back."""
    marks[ON_PATH, place] = 0
    for at in range(4):
        square = layout.places[place, AROUND + at]
        if square >= 0:
            marks[VISITED, square] &= ~(1 << layout.places[place, CORNER + at])
    if edge >= 0:
        marks[TAKEN, edge] -= 1
        if marks[TAKEN, edge] == 0:
            for at in range(2):
                square = layout.edges[edge, SIDES + at]
                if square >= 0:
                    marks[USED, square] &= ~(1 << layout.edges[edge, SIDE + at])


@inner
def step(place, edge, trail, layout):
    """Add a step to a path, and to its sizes."""
    enter(place, edge, trail.marks, layout)
    # Two halves of an edge are one edge.
    trail.sizes[LENGTH] += edge >= 0 and trail.marks[TAKEN, edge] == 1
    trail.sizes[TOUCHES] += layout.places[place, RING_AT] >= 0


@inner
def back(place, edge, trail, layout):
    """Take the last step of a path back, and from its sizes."""
    trail.sizes[LENGTH] -= edge >= 0 and trail.marks[TAKEN, edge] == 1
    leave(place, edge, trail.marks, layout)
    trail.sizes[TOUCHES] -= layout.places[place, RING_AT] >= 0


@inner
def bits(number):
    """Count the bits of a number below 16."""
    return (number & 1) + (number >> 1 & 1) + (number >> 2 & 1) + (number >> 3 & 1)
