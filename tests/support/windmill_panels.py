"""Panels of the Windmill's editor for tests, and why one is skipped."""

from __future__ import annotations

import random

from support.panels import SHAPES
from support.windmill_encoding import COLOURS, PLAIN_COLOURS, Entry, blank, contents

from witness.puzzle.formats.windmill import (
    SkippedError,
    puzzle_from_contents,
)
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle

KINDS = ("triangles", "squares", "stars", "blocks", "eliminations")


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
    symbols: dict[str, list] = {name: [] for name in KINDS}
    for square in board.squares:
        name = rng.choice([*KINDS, None])
        if name is not None:
            symbols[name].append((*square, rng.choice(COLOURS[1:])))
    counted = {colour for *_, colour in symbols["stars"]}

    def own(kind: str) -> list[str]:
        """A colour: it must be there where a star has it, and must not where it says nothing."""
        plain = PLAIN_COLOURS[kind]
        colour = rng.choice([plain, *COLOURS[1:]])
        return [] if colour == plain and colour not in counted else [colour]

    symbols["triangles"] = [
        (r, c, rng.randint(1, 4), *own("triangle")) for r, c, _ in symbols["triangles"]
    ]
    symbols["eliminations"] = [(r, c, *own("mark")) for r, c, _ in symbols["eliminations"]]
    symbols["blocks"] = [
        (r, c, rng.choice(SHAPES), rng.random() < 0.4, negative,
         *own("negative" if negative else "block"))
        for r, c, _ in symbols["blocks"] for negative in [rng.random() < 0.3]
    ]  # fmt: skip
    return Puzzle(
        board.rows, board.cols, tuple(starts), tuple(goals), gaps=tuple(gaps), dots=tuple(dots),
        pass_goals=len(goals) > 1, **{name: tuple(found) for name, found in symbols.items()},
    )  # fmt: skip
