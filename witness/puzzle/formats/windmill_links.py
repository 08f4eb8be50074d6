"""Links that open the Windmill's editor with a panel, written from puzzles.

A link ends in the same text as `contents` in a dump (`windmill`). Whatever the editor would show,
or judge, in another way is refused. `addresses` reads them.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from witness.puzzle.formats.dialects import COMMON, colour_reasons, common, disputed, written
from witness.puzzle.formats.reading import Cell, cell_of, cell_of_square
from witness.puzzle.formats.skipping import NO_PASSING, refuse
from witness.puzzle.formats.windmill import (
    COLOUR,
    COLOURS,
    COUNT,
    KINDS,
    NEGATIVE,
    RUN,
    SHAPE,
    SHAPE_GRID,
    SHAPE_WIDTH,
    SYMMETRIES,
    SYMMETRY,
    TRIANGLES,
    TURNS,
    TYPE,
    WIDTH,
)
from witness.puzzle.formats.wire_format import bytes_field, number_field
from witness.puzzle.model import Puzzle, is_edge, place_text
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.blocks import Block

#: What a link begins with.
EDITOR = "https://windmill.thefifthmatt.com/build/"

#: The features of puzzles that links can say.
SUPPORTED = frozenset(SYMBOLS.keys() & KINDS.keys()) | {
    "pass-goals", "four-triangles", "coloured", "negative-blocks", "symmetry", "rules",
}  # fmt: skip

#: The version of the format, with which `contents` ends.
VERSION = "_0"


def windmill_link(puzzle: Puzzle) -> str:
    """Return the link that opens a puzzle in the editor of the Windmill.

    Links have no ids. Raises `InputError` if the puzzle is not well formed, or has anything that
    the Windmill does not; the message names all of that.
    """
    refuse(puzzle, SUPPORTED, _reasons(puzzle), "a link of the Windmill")
    return EDITOR + _contents(puzzle)


def _reasons(puzzle: Puzzle) -> Iterator[str]:
    """Yield what the puzzle has that a link cannot say, or that the editor judges otherwise."""
    border = puzzle.grid.peripheral_vertices
    for goal in puzzle.goals:
        if not is_edge(goal) and goal not in border:
            yield f"a goal inside the board ({place_text(goal)})"
    if len(puzzle.goals) > 1 and not puzzle.pass_goals:
        yield NO_PASSING
    places = Counter((*puzzle.starts, *puzzle.goals, *puzzle.dots, *puzzle.gaps))
    for place, number in places.items():
        if number > 1:
            yield f"two things in one place ({place_text(place)})"
    yield from colour_reasons(puzzle, COLOURS)
    if puzzle.rules != "windmill":
        for words in disputed(puzzle):
            yield f"{words}, which the Windmill judges by its own rules"


def _contents(puzzle: Puzzle) -> str:
    """Return the storage of a puzzle, without runs of anything but empty entries, as the editor."""
    board = puzzle.grid
    entries: dict[Cell, bytes] = {}
    for name, kind in KINDS.items():
        symbol = SYMBOLS.get(name)
        for entry in getattr(puzzle, name):
            message = number_field(TYPE, kind)
            if symbol is None or symbol.where != "square":
                entries[cell_of(board, entry)] = message
                continue
            message += _colour_field(puzzle, name, entry)
            if name == "blocks":
                message += bytes_field(SHAPE, _shape(entry))
            elif name == "triangles":
                message += number_field(TRIANGLES, entry[2])
            entries[cell_of_square(entry[:2])] = message
    width = 2 * puzzle.cols + 1
    table = [
        entries.get((row, column), b"")
        for row in range(2 * puzzle.rows, -1, -1)
        for column in range(width)
    ]
    message = number_field(WIDTH, width)
    for entry, run in groupby(table):
        count = len(list(run))
        if not entry and count > 1:
            message += bytes_field(RUN, number_field(COUNT, count))
        else:
            message += bytes_field(RUN, entry) * count
    if puzzle.symmetry:
        message += number_field(SYMMETRY, SYMMETRIES.index(puzzle.symmetry))
    return base64.b64encode(message, b"-_").decode() + VERSION


def _colour_field(puzzle: Puzzle, name: str, entry: Any) -> bytes:
    """Return the field with the colour of a symbol, nothing for the one that it has without."""
    colour = written(puzzle, name, entry, COLOURS)
    assert colour is not None
    negative = name == "blocks" and entry.negative
    if name in COMMON and colour == common(name, negative):
        return b""
    return number_field(COLOUR, 1 + COLOURS.index(colour))


def _shape(block: Block) -> bytes:
    """Return the shape of a block, without what is false."""
    squares = bytes(sign == "#" for row in block.shape for sign in row)
    message = number_field(SHAPE_WIDTH, len(block.shape[0])) + bytes_field(SHAPE_GRID, squares)
    for number, truth in ((TURNS, block.turns), (NEGATIVE, block.negative)):
        message += number_field(number, 1) if truth else b""
    return message
