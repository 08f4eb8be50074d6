"""Writes puzzles as the Windmill's editor does; what the importer is tested with."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from witness.puzzle.model import Puzzle, is_edge

NONE, PLAIN, START, END, GAP, HEXAGON, SQUARE, STAR, TETRIS, ELIMINATION, TRIANGLE = range(1, 12)
COLOURS = ("", "black", "white", "cyan", "magenta", "yellow", "red", "green", "blue", "orange")

#: Type, colour, triangle count; and of a block its rows, whether it turns, and is negative.
Entry = tuple[Any, ...]
EMPTY = (0, 0, 0)
#: The colours in which the editor draws, and counts, what has none of its own.
PLAIN_COLOURS = {"triangle": "orange", "block": "yellow", "negative": "blue", "mark": "white"}


def varint(value: int) -> bytes:
    value %= 1 << 64
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def delimited(field: int, value: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(value)) + value


def entity(entry: Entry, count: int = 1) -> bytes:
    kind, colour, triangles, *shape = entry
    message = b"".join(
        number(field, value) for field, value in ((1, kind), (2, colour), (6, triangles)) if value
    )
    if shape:
        message += delimited(4, shape_message(*shape[0]))
    if kind == END:
        message += delimited(3, number(1, 1) + number(2, 0))
    return delimited(2, message + (number(5, count) if count != 1 else b""))


def shape_message(rows: Sequence[str], turns: bool = False, negative: bool = False) -> bytes:
    message = number(1, len(rows[0])) + delimited(2, bytes(c == "#" for row in rows for c in row))
    return message + (number(3, 1) if turns else b"") + (number(4, 1) if negative else b"")


def wrapped(message: bytes) -> str:
    return base64.b64encode(message, b"-_").decode() + "_0"


def contents(
    table: Iterable[Iterable[Entry]],
    width: int | None = None,
    symmetry: int = 0,
    after: bytes = b"",
) -> str:
    """Encode a table, given row by row from the top."""
    rows = [list(row) for row in table]
    message = number(1, len(rows[0]) if width is None else width)
    for entry, run in groupby(entry for row in rows for entry in row):
        message += entity(entry, len(list(run)))
    return wrapped(message + (number(3, symmetry) if symmetry else b"") + after)


def blank(rows: int, cols: int) -> list[list[Entry]]:
    """Return an empty table with a start at the bottom left and an end at the top right."""
    table = [[EMPTY] * (2 * cols + 1) for _ in range(2 * rows + 1)]
    table[-1][0] = (START, 0, 0)
    table[0][-1] = (END, 0, 0)
    return table


def encoded(puzzle: Puzzle) -> str:
    """Encode a puzzle of the model."""
    table = [[EMPTY] * (2 * puzzle.cols + 1) for _ in range(2 * puzzle.rows + 1)]

    def put(row: int, column: int, entry: Entry) -> None:
        assert table[2 * puzzle.rows - row][column] == EMPTY
        table[2 * puzzle.rows - row][column] = entry

    for kind, places in (
        (START, puzzle.starts), (END, puzzle.goals), (GAP, puzzle.gaps), (HEXAGON, puzzle.dots),
    ):  # fmt: skip
        for place in places:
            if is_edge(place):
                (r, c), (r2, c2) = place
                put(r + r2, c + c2, (kind, 0, 0))
            else:
                r, c = place
                put(2 * r, 2 * c, (kind, 0, 0))
    for kind, symbols in ((SQUARE, puzzle.squares), (STAR, puzzle.stars)):
        for r, c, colour in symbols:
            put(2 * r + 1, 2 * c + 1, (kind, COLOURS.index(colour), 0))
    for r, c, count, *own in puzzle.triangles:
        put(2 * r + 1, 2 * c + 1, (TRIANGLE, coded(own, "triangle"), count))
    for r, c, *own in puzzle.eliminations:
        put(2 * r + 1, 2 * c + 1, (ELIMINATION, coded(own, "mark"), 0))
    for r, c, shape, turns, negative, colour in puzzle.blocks:
        kind = "negative" if negative else "block"
        own = coded([colour] if colour else [], kind)
        put(2 * r + 1, 2 * c + 1, (TETRIS, own, 0, (shape, turns, negative)))
    return contents(table)


def coded(own: Sequence[str], kind: str) -> int:
    """Return the number of a colour, 0 for the one that a symbol has without."""
    return COLOURS.index(own[0]) if own and own[0] != PLAIN_COLOURS[kind] else 0
