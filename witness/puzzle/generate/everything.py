"""Placing all that there is (`--kind everything`).

A quarter of the boards that can be are cylinders, a third have two lines, a third lack 1..⌊n/8⌋
squares. Then come blocks in some regions (in three puzzles of four), mixed symbols in the squares
that are left, dots of two lines, colours for a quarter of triangles and blocks, and marks (in every
second puzzle). Around a path, a block in every second of these regions is larger by a negative one
of 1 to 3 squares, if there is room. The rule checker says whether the path solves what was placed;
if not, all is drawn again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from witness.puzzle.generate import mixed
from witness.puzzle.generate.mixed import free_squares
from witness.puzzle.grid import Square
from witness.puzzle.model import Puzzle
from witness.puzzle.polyominoes import rows_of
from witness.puzzle.rules import Path, is_solution
from witness.puzzle.symbols.blocks import Block, beside, blocks_of, cut, grown
from witness.puzzle.symbols.placing import (
    COLOURS,
    dot_places,
    number,
    places_on,
    regions_of,
)

#: What these puzzles may have.
FEATURES = frozenset(
    {*mixed.WITH_LINES, "eliminations", "blocks", "negative-blocks", "coloured", "missing",
     "wraps"}
)  # fmt: skip

#: The most squares of a region that blocks fill; half as many if one of them is negative.
_LARGEST = 24


def board(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Return a panel that goes round, has two lines, or lacks squares."""
    can_wrap = panel.cols >= 3
    two = rng.random() < 1 / 3
    if rng.random() < 1 / 4 and can_wrap and not (two and panel.cols % 2):
        panel = panel.changed(wraps=True)
        border = [v for v in panel.grid.peripheral_vertices if v not in panel.starts]
        panel = panel.changed(goals=(rng.choice(border),))
    if two:
        panel = mixed.with_two_lines(panel, rng)
    squares = panel.grid.squares
    if rng.random() < 1 / 3 and len(squares) > 1:
        panel = panel.changed(missing=rng.sample(squares, number(rng, 1, len(squares) // 8)))
    return panel


def random_everything(panel: Puzzle, rng: random.Random) -> Puzzle:
    """Place symbols of all kinds anywhere."""
    free = free_squares(panel)
    if rng.random() < 3 / 4:
        chosen = rng.sample(free, min(len(free), number(rng, 1, len(free) // 4)))
        blocks = []
        for at in chosen:
            shape = rows_of(grown(panel.grid, {*free}, 4, rng))
            blocks.append(Block(*at, shape, rng.random() < 1 / 2, rng.random() < 1 / 8))
        panel = panel.changed(blocks=tuple(blocks))
    puzzle = mixed.random_mixed(panel, rng)
    if puzzle.symmetry:
        puzzle = mixed.with_line_dots(puzzle, dot_places(puzzle), rng)
    puzzle = _coloured(puzzle, lambda _: True, rng)
    left = free_squares(puzzle)
    if left and rng.random() < 1 / 2:
        marks = rng.sample(left, min(len(left), number(rng, 1, len(free) // 8)))
        puzzle = puzzle.changed(eliminations=tuple(marks))
    return puzzle


def everything_around(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle | None:
    """Place symbols of all kinds that a path satisfies, None if that fails."""

    def solved(puzzle: Puzzle) -> bool:
        return is_solution(puzzle, path)

    if rng.random() < 3 / 4:
        panel = _with_blocks(panel, path, rng)
    puzzle = mixed.mixed_around(panel, path, rng)
    if puzzle is None:
        return None
    if puzzle.symmetry:
        puzzle = mixed.with_line_dots(puzzle, places_on(path), rng, of_path=True)
    if not solved(puzzle):
        return None
    puzzle = _coloured(puzzle, solved, rng)
    return mixed.with_marks(puzzle, path, rng) if rng.random() < 1 / 2 else puzzle


def _with_blocks(panel: Puzzle, path: Path, rng: random.Random) -> Puzzle:
    """Return a panel with blocks that fill some regions of a path: half of them at most."""
    found = regions_of(panel, path)
    for region in rng.sample(found, number(rng, 1, len(found) // 2)):
        if len(region) > _LARGEST:
            continue
        pieces = cut(panel.grid, region, rng)
        at = rng.sample(region, len(pieces))
        plain = panel.changed(blocks=(*panel.blocks, *blocks_of(pieces, at, rng)))
        larger = rng.random() < 1 / 2 and _with_negative(plain, region, pieces, at, rng)
        panel = larger if larger and is_solution(larger, path) else plain
    return panel


def _with_negative(
    panel: Puzzle,
    region: list[Square],
    pieces: list[list[Square]],
    at: list[Square],
    rng: random.Random,
) -> Puzzle | None:
    """Return a panel with one block larger by a negative one, None if there is no room for that."""
    free = [square for square in free_squares(panel) if square in region]
    number = rng.randrange(len(pieces))
    near = beside(panel.grid, pieces[number], {*region})
    if not free or not near or len(region) > _LARGEST // 2:
        return None
    # The other squares of the region have blocks of their own, which then lie there twice.
    rest = {*region} - {*pieces[number]}
    more = grown(panel.grid, rest, 3, rng, rng.choice(near))
    (larger,) = blocks_of([pieces[number] + more], [at[number]], rng)
    (less,) = blocks_of([more], [rng.choice(free)], rng)
    others = tuple(block for block in panel.blocks if block[:2] != at[number])
    return panel.changed(blocks=(*others, larger, less._replace(negative=True)))


def _coloured(puzzle: Puzzle, holds: Callable[[Puzzle], bool], rng: random.Random) -> Puzzle:
    """Return a puzzle with colours of some triangles and blocks, with which it still holds."""
    for name in ("triangles", "blocks"):
        for entry in getattr(puzzle, name):
            if rng.random() < 1 / 4:
                colour = rng.choice(COLOURS)
                rest = tuple(other for other in getattr(puzzle, name) if other != entry)
                new: Any = (*entry[:5], colour) if name == "blocks" else (*entry, colour)
                found = puzzle.changed(**{name: (*rest, new)})
                puzzle = found if holds(found) else puzzle
    return puzzle
