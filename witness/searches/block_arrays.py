"""Blocks in arrays for the compiled engine: how large they are, and where each shape may lie.

The array begins with `KINDS`, the number of kinds of blocks (shapes, with all their turns), and the
places where its parts begin: the size of each kind; its blocks (`PLANES`, a bit set of W words);
for each square and kind where its placements begin (`FIRST`), and these (`PLACEMENTS`, 3·W words:
the squares, and the edges within to the right and upwards); and room for a search, `COUNTS` of the
blocks that are left and `FRAMES` of W + 2 words. Squares go by the number of their bottom left
vertex, and placements by the least of their squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from witness.puzzle.grid import grid, planes_of
from witness.puzzle.model import Puzzle
from witness.puzzle.polyominoes import Rows, size, squares_of, within
from witness.searches.arrays import Words, words_of

KINDS, SIZES, PLANES, FIRST, PLACEMENTS, COUNTS, FRAMES, HEADER = range(8)

#: Bits of the size of a block.
SIZE_BITS = 12


def block_arrays(puzzle: Puzzle) -> Words:
    """Return the blocks of a puzzle, none of them negative; without any, an array without kinds."""
    if not puzzle.blocks:
        return np.zeros(HEADER, np.uint64)
    board, words = puzzle.grid, words_of(puzzle.rows, puzzle.cols)
    vertices: dict[tuple[Rows, ...], int] = {}
    for block in puzzle.blocks:
        vertices[block.shapes] = vertices.get(block.shapes, 0) | 1 << board.vertex_number(block[:2])
    kinds = sorted(vertices)
    laid = [
        (number, *_laid(puzzle.rows, puzzle.cols, shape))
        for number, kind in enumerate(kinds)
        for shape in kind
    ]
    places = np.concatenate([least * len(kinds) + number for number, least, _ in laid])
    order = np.argsort(places, kind="stable")
    parts = [
        np.array([size(kind[0]) for kind in kinds], np.uint64),
        _words([vertices[kind] for kind in kinds], words),
        np.searchsorted(places[order], np.arange(len(board.vertices) * len(kinds) + 1)),
        np.concatenate([planes for *_, planes in laid])[order].ravel(),
        np.zeros(len(kinds), np.uint64),
        np.zeros((words + 2) * (len(puzzle.blocks) + 1), np.uint64),
    ]
    begins = HEADER + np.cumsum([0, *map(len, parts[:-1])])
    return np.concatenate([[len(kinds)], begins, *parts], dtype=np.uint64, casting="unsafe")


@lru_cache(maxsize=4096)
def _laid(rows: int, cols: int, shape: Rows) -> tuple[npt.NDArray[np.int64], Words]:
    """Return where a shape may lie: the vertices of its least squares, and a row of planes each.

    On planes a shape moves by a shift.
    """
    board, squares = grid(rows, cols), squares_of(shape)
    own = sum(1 << board.vertex_number(square) for square in squares)
    planes = (own, *planes_of(within(board, shape, squares), board.width))
    corners = product(range(rows - len(shape) + 1), range(cols - len(shape[0]) + 1))
    shifts = [board.vertex_number(corner) for corner in corners]
    words = words_of(rows, cols)
    found = _words((plane << shift for shift in shifts for plane in planes), words)
    return np.array(shifts, np.int64) + squares[0][1], found.reshape(-1, 3 * words)


def _words(bit_sets: Iterable[int], words: int) -> Words:
    """Return bit sets of W words each, one after the other."""
    raw = b"".join(bits.to_bytes(8 * words, "little") for bits in bit_sets)
    return np.frombuffer(raw, "<u8").astype(np.uint64)
