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

import numpy as np

from witness.puzzle.grid import Grid, planes_of
from witness.puzzle.model import Puzzle
from witness.puzzle.polyominoes import Placement, placements
from witness.searches.arrays import Words, words_of

KINDS, SIZES, PLANES, FIRST, PLACEMENTS, COUNTS, FRAMES, HEADER = range(8)

#: Bits of the size of a block.
SIZE_BITS = 12


def block_arrays(puzzle: Puzzle) -> Words:
    """Return the blocks of a puzzle, none of them negative; without any, an array without kinds."""
    if not puzzle.blocks:
        return np.zeros(HEADER, np.uint64)
    board, words = puzzle.grid, words_of(puzzle.rows, puzzle.cols)
    kinds = sorted({block.shapes for block in puzzle.blocks})
    sizes = [next(b.size for b in puzzle.blocks if b.shapes == kind) for kind in kinds]
    planes = [
        sum(1 << board.vertex_number(b[:2]) for b in puzzle.blocks if b.shapes == kind)
        for kind in kinds
    ]
    laid = [_by_vertex(board, kind) for kind in kinds]
    first: list[int] = []
    found: list[int] = []
    for vertex in range(len(board.vertices)):
        for kind in laid:
            first.append(len(found) // 3)
            for placement in kind.get(vertex, ()):
                found += placement
    first.append(len(found) // 3)
    parts = [
        sizes,
        _words(planes, words),
        first,
        _words(found, words),
        [0] * len(kinds),
        [0] * ((words + 2) * (len(puzzle.blocks) + 1)),
    ]
    header = [len(kinds)]
    for number in range(len(parts)):
        header.append(HEADER + sum(map(len, parts[:number])))
    return np.array([*header, *(value for part in parts for value in part)], np.uint64)


def _by_vertex(board: Grid, shapes: Iterable[tuple[str, ...]]) -> dict[int, list[list[int]]]:
    """Return the placements of shapes in planes, by the number of their least square's vertex."""
    found: dict[int, list[list[int]]] = {}
    for shape in shapes:
        for square, several in placements(board, shape).items():
            vertex = board.vertex_number(board.squares[square])
            found.setdefault(vertex, []).extend(_in_planes(board, one) for one in several)
    return found


def _in_planes(board: Grid, placement: Placement) -> list[int]:
    squares, edges = placement
    inside = [edge for number, edge in enumerate(board.edges) if edges >> number & 1]
    own = sum(1 << board.vertex_number(square) for square in board.squares_of(squares))
    return [own, *planes_of(inside, board.width)]


def _words(bit_sets: Iterable[int], words: int) -> list[int]:
    mask = (1 << 64) - 1
    return [bits >> 64 * number & mask for bits in bit_sets for number in range(words)]
