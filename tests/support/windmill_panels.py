"""Panels of the Windmill's editor for tests, and why one is skipped."""

from __future__ import annotations

import random

from support.windmill_encoding import (
    COLOURS,
    Entry,
    blank,
    contents,
)

from witness.puzzle.formats.windmill import (
    SkippedError,
    puzzle_from_contents,
)
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle


def reason(text: str) -> str | None:
    try:
        puzzle_from_contents("p", text)
    except SkippedError as error:
        return error.reason
    return None


def with_entries(*entries: tuple[int, int, Entry], rows: int = 2, cols: int = 3) -> str:
    """Encode an empty board with entries at (row from the top, column) of the table."""
    table = blank(rows, cols)
    for row, column, entry in entries:
        table[row][column] = entry
    return contents(table)


def random_puzzle(rng: random.Random) -> Puzzle:
    """Draw a panel with everything that both can say; no two things are in one place."""
    board = grid(rng.randint(0, 6), rng.randint(1, 6))
    places = [*board.vertices, *board.edges]
    border = [
        place
        for place in places
        if (place in board.peripheral_vertices)
        or (place in board.edge_number and len(board.edge_squares(place)) == 1)
    ] or list(board.vertices)
    goals = rng.sample(border, rng.randint(1, min(3, len(border) - 1)))
    free = [place for place in places if place not in goals]
    rng.shuffle(free)
    starts, free = free[:1], free[1:]
    gaps = [place for place in free if place in board.edge_number and rng.random() < 0.2]
    dots = [place for place in free if place not in gaps and rng.random() < 0.2]
    symbols: dict[str, list] = {"triangles": [], "squares": [], "stars": []}
    for square in board.squares:
        name = rng.choice(["triangles", "squares", "stars", None])
        if name == "triangles":
            symbols[name].append((*square, rng.randint(1, 3)))
        elif name is not None:  # without orange, which triangles have
            symbols[name].append((*square, rng.choice(COLOURS[1:-1])))
    return Puzzle(
        board.rows, board.cols, tuple(starts), tuple(goals), gaps=tuple(gaps), dots=tuple(dots),
        pass_goals=len(goals) > 1, **{name: tuple(found) for name, found in symbols.items()},
    )  # fmt: skip
