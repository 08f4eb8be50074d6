"""All boards of a size with black and white squares and exactly one solution (thesis, 4.3).

The start is at the bottom left and the goal at the top right; a square may be empty, and there is
at least one of each colour.
"""

from __future__ import annotations

import numpy as np

from witness.puzzle.grid import grid, regions
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import path_edges


def unique_boards(rows: int, cols: int) -> list[Puzzle]:
    """Return all such boards of up to 12 squares: 1,056 of 3×3, 16,636 of 3×4.

    A path solves a board if none of its regions holds both colours. With black and white as bit
    sets of squares, the boards that a path solves are marked all at once.
    """
    number = rows * cols
    board = grid(rows, cols)
    black = np.zeros(1, np.int64)
    white = np.zeros(1, np.int64)
    for bit in range(number):
        black = np.concatenate([black, black | 1 << bit, black])
        white = np.concatenate([white, white, white | 1 << bit])
    solutions = np.zeros(len(black), np.int64)
    for path in simple_paths(Puzzle(rows, cols, ((0, 0),), ((rows, cols),))):
        fine = np.ones(len(black), np.bool_)
        for region in regions(board, set(path_edges(path))):
            mask = sum(1 << board.square_number(square) for square in region)
            fine &= (black & mask == 0) | (white & mask == 0)
        solutions += fine
    unique = np.flatnonzero((solutions == 1) & (black != 0) & (white != 0))
    return [_puzzle(rows, cols, int(black[at]), int(white[at])) for at in unique]


def _puzzle(rows: int, cols: int, black: int, white: int) -> Puzzle:
    symbols = tuple(
        (*square, colour)
        for number, square in enumerate(grid(rows, cols).squares)
        for colour, mask in (("black", black), ("white", white))
        if mask >> number & 1
    )
    identifier = f"{rows}x{cols}-{black:x}-{white:x}"
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),), squares=symbols, id=identifier)
