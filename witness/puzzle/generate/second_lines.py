"""Placing a second line, and symbols that both lines satisfy (`--kind symmetry`).

The symmetry is any that the board can have. The start is at the bottom left, and there is its
image; the goal is anywhere else on the border where the lines do not meet, and so is its image.
Symbols are those of mixed puzzles, and dots of the lines: 1..⌊vertices/8⌋, each of the first line
or the second. A second line as the first would be another solution; the dots tell them apart.
"""

from __future__ import annotations

import random

from witness.puzzle.generate import mixed
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.rules import Path
from witness.puzzle.second_line import SYMMETRIES, image
from witness.puzzle.symbols.placing import dot_places, number, places_on

#: What puzzles with two lines may have.
FEATURES = frozenset({*mixed.SYMBOLS, "symmetry", "line_dots"})


def with_two_lines(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Return a panel with two lines."""
    board = panel.grid
    symmetry = rng.choice([name for name in SYMMETRIES if board.wraps or name != "shift"])
    starts = [panel.starts[0], image(board, symmetry, panel.starts[0])]
    border = [v for v in board.peripheral_vertices if v not in starts]
    goal = rng.choice([v for v in border if image(board, symmetry, v) != v])
    goals = (goal, image(board, symmetry, goal))
    return panel.changed(symmetry=symmetry, starts=tuple(starts), goals=goals)


def random_symmetric(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place mixed symbols, and dots of the lines, anywhere."""
    return with_line_dots(mixed.random_mixed(panel, rng), dot_places(panel), rng)


def symmetric_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle | None:
    """Place mixed symbols, and dots of the lines, so that a path and its image satisfy them.

    None if there is no room for both.
    """
    found = mixed.mixed_around(panel, path, rng)
    dotted = found and with_line_dots(found, places_on(path), rng, of_path=True)
    return dotted if dotted and dotted.line_dots else None


def with_line_dots(
    panel: Puzzle, places: list[Place], rng: random.Random, *, of_path: bool = False
) -> Puzzle:
    """Return a panel with dots of its lines at some places without dots.

    With `of_path` the places are on a path, and dots of the second line at the places' images.
    """
    free = [place for place in places if place not in panel.dots]
    chosen = rng.sample(free, min(len(free), number(rng, 1, len(panel.grid.vertices) // 8)))
    dots = []
    for place in chosen:
        line = rng.choice((1, 2))
        on = image(panel.grid, panel.symmetry, place) if of_path and line == 2 else place
        if on not in panel.dots:
            dots.append((on, line))
    return panel.changed(line_dots=tuple(dots))
