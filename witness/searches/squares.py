"""What the edges of a path say about squares, for Numba.

A square goes by the number of its bottom left vertex. Planes are those of a node (see `kernel`).
"""

from __future__ import annotations

import numpy as np

from witness.base.jit import njit
from witness.searches.arrays import STEP_HEAD
from witness.searches.wide_integers import low, lowest, read, widen

_U = np.uint64
_0, _1, _2, _3, _4, _6, _8, _16 = map(_U, (0, 1, 2, 3, 4, 6, 8, 16))
_STEP_HEAD = _U(STEP_HEAD)

#: Four bits for each set of full squares around a vertex (top left, top right, bottom left, bottom
#: right): the directions of the edges beside one of them.
BESIDE = _U(0xFFFEF7F6FFDCB390)


@njit(inline="always")
def one_bit(plane, place):
    """Return the bit at a place."""
    return low(plane >> place) & _1


@njit(inline="always")
def two_bits(plane, place):
    """Return the bits at a place and at the one after it."""
    return low(plane >> place) & _3


@njit(inline="always")
def configuration(right, up, visited, square, stride):
    """Return the edges (bits 0–3) and visited corners (bits 4–7) of a square on the path.

    A square is the number of its bottom left vertex. The order is that of
    `witness.puzzle.views.configurations`.
    """
    # A row is shorter than a word, which has the square's bottom and top.
    sides = low(right >> square)
    return (
        sides & _1
        | (sides >> stride & _1) << _1
        | two_bits(up, square) << _2
        | two_bits(visited, square) << _4
        | two_bits(visited, square + stride) << _6
    )


@njit(inline="always")
def head_at(head, square, stride):
    """Return the number of the corner of a square where the head is, from 1 on; 0 for none."""
    at = _0
    if head == square:
        at = _1
    elif head == square + _1:
        at = _2
    elif head == square + stride:
        at = _3
    elif head == square + stride + _1:
        at = _4
    return at


@njit(_nrt=False)
def fires(right, up, visited, head, squares, table, offset, stride):
    """Return whether π is true of a path, looking at all squares with triangles."""
    for number in range(squares.shape[0]):
        square = squares[number, 0]
        case = (squares[number, 2] + head_at(head, square, stride)) << _8
        if table[offset + case + configuration(right, up, visited, square, stride)] != 0:
            return True
    return False


@njit(_nrt=False)
def satisfied(right, up, squares, stride):
    """Return whether every square has as many edges on the path as triangles."""
    for number in range(squares.shape[0]):
        square = squares[number, 0]
        edges = (
            one_bit(right, square)
            + one_bit(right, square + stride)
            + one_bit(up, square)
            + one_bit(up, square + _1)
        )
        if edges != squares[number, 1]:
            return False
    return True


@njit(inline="always")
def child_of(shape, right, up, number, steps):
    """Return the planes of the child by a step, the second one without the head, its head, and h.

    Steps go by vertex·4 + direction; h is that of Manhattan.
    """
    words = _U(len(shape))
    head_bits = (words << _6) - _8
    step = number * (_8 if len(shape) <= 2 else _16)
    right_there = right | read(shape, steps, step + _STEP_HEAD)
    up_there = up | read(shape, steps, step + _STEP_HEAD + words)
    head = low(up_there >> head_bits)
    return right_there, up_there ^ widen(shape, head) << head_bits, head, steps[step]


@njit(inline="always")
def fired_anywhere(shape, right, up, visited, first, todo, steps, squares, table, offset, stride):
    """Return the steps on which π is true, looking at all squares with triangles."""
    fired = _0
    left = todo
    while left != _0:
        direction = lowest(left)
        left &= left - _1
        right_there, up_there, head, _ = child_of(shape, right, up, first + direction, steps)
        visited_there = visited | widen(shape, _1) << head
        if fires(right_there, up_there, visited_there, head, squares, table, offset, stride):
            fired |= _1 << direction
    return fired
