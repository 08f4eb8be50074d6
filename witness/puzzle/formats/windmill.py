"""Puzzles of the Windmill, a web editor of Witness panels: from its storage to the puzzle model.

The editor stores a panel as the base64 of a protocol buffer: the width of a table, the kind of its
symmetry, and the entries row by row from the top, run-length encoded. The table has a row for each
horizontal line and for each row of squares, and its columns likewise. docs/exchange.md has the
mapping.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, cast

from witness.puzzle.formats.dialects import common, disputed
from witness.puzzle.formats.reading import Cell, Reading, place_at
from witness.puzzle.formats.skipping import (
    MALFORMED,
    MANY_TRIANGLES,
    MISPLACED,
    NO_GOAL,
    NO_START,
    TOO_LARGE,
    UNKNOWN,
    SkippedError,
)
from witness.puzzle.formats.wire_format import (
    WireFormatError,
    bytes_of,
    fields,
    int32,
    submessage,
)
from witness.puzzle.grid import Square
from witness.puzzle.model import MAX_SIDE, Puzzle
from witness.puzzle.second_line import SYMMETRIES as SECOND_LINES
from witness.puzzle.symbols import COLOURED, SYMBOLS

#: Why a puzzle of the Windmill is not imported, besides the reasons that all importers know. If
#: there are several reasons, the first in `REASONS` counts.
INNER_END = "ends inside the board"
REASONS = (
    MALFORMED,
    TOO_LARGE,
    UNKNOWN,
    MISPLACED,
    MANY_TRIANGLES,
    INNER_END,
    NO_START,
    NO_GOAL,
)

#: The kinds of entries of the table, by the field of a puzzle.
KINDS = {"starts": 3, "goals": 4} | {
    name: one.windmill for name, one in SYMBOLS.items() if one.windmill
}

#: The kind of an edge that is removed, and the last kind.
_REMOVED, _LAST = 1, 11


def _fields(*places: str) -> dict[int, str]:
    """Return the field of the puzzle for each kind that can be in some places; "" is none."""
    known = {kind: name for name, kind in KINDS.items() if _where(name) in places}
    return {0: "", _REMOVED: "", 2: "", **known}


def _where(name: str) -> str:
    return SYMBOLS[name].where if name in SYMBOLS else "line"


#: What a kind means at a vertex, on an edge and in a square: a field, or a reason to skip a puzzle.
_MEANINGS = (
    _fields("line"),
    _fields("line", "edge") | {_REMOVED: "gaps"},
    _fields("square"),
)

#: The symmetries, by their number; 0 and 1 are none.
SYMMETRIES = ("", "", "left-right", "up-down", "rotation")

#: The colours, numbered from 1.
COLOURS = ("black", "white", "cyan", "magenta", "yellow", "red", "green", "blue", "orange")

#: The version of the format, which follows the base64.
_VERSION = re.compile(r"_[0-9]{1,2}\Z")

#: The fields of a panel, of which `RUN` is an entry with its count, those of an entry, and those of
#: the shape of a block.
WIDTH, RUN, SYMMETRY = 1, 2, 3
TYPE, COLOUR, SHAPE, COUNT, TRIANGLES = 1, 2, 4, 5, 6
SHAPE_WIDTH, SHAPE_GRID, TURNS, NEGATIVE = 1, 2, 3, 4
_PANEL_NUMBERS = {WIDTH: "the width", SYMMETRY: "the symmetry"}
_ENTRY_NUMBERS = {
    TYPE: "the type of an entry",
    COLOUR: "the colour of an entry",
    COUNT: "the number of times that an entry is repeated",
    TRIANGLES: "the number of triangles of an entry",
}

_SHAPE_NUMBERS = {
    SHAPE_WIDTH: "the width of a shape",
    TURNS: "whether a shape may be turned",
    NEGATIVE: "whether a shape is negative",
}

#: The numbers of an entry or a panel by field. As in the editor, 0 means "not set".
Numbers = Mapping[int, int]


class Shape(NamedTuple):
    """The shape of a block: its numbers, and its squares row by row from the top."""

    numbers: Numbers
    squares: tuple[int, ...]


class Entry(NamedTuple):
    """An entry of the table: its numbers, and the shape of a block if it has one."""

    numbers: Numbers
    shape: Shape | None = None


def puzzle_from_contents(identifier: str, contents: str) -> Puzzle:
    """Return the puzzle that the editor stores as `contents`; it is well formed.

    Raises `SkippedError` for one that the puzzle model cannot express, and for anything else.
    """
    try:
        numbers, runs = _storage(contents)
    except WireFormatError as error:
        raise SkippedError(MALFORMED, str(error)) from None
    except ValueError:  # of the base64
        raise SkippedError(MALFORMED, "the text is not base64") from None
    width, symmetry = numbers.get(WIDTH, 0), numbers.get(SYMMETRY, 0)
    rows = _rows(width, sum(count for _, count in runs))
    if not 0 <= symmetry < len(SYMMETRIES):
        raise SkippedError(MALFORMED, f"the symmetry is {symmetry}; 0 to 4 are known")
    table = [entry for entry, count in runs for _ in range(count)]
    cells = {(rows - 1 - index // width, index % width): entry for index, entry in enumerate(table)}
    found = Reading(rows // 2, width // 2, REASONS, symmetry=SYMMETRIES[symmetry])
    if symmetry > 1:
        _complete(cells, *SECOND_LINES[SYMMETRIES[symmetry]])
    for cell in sorted(cells):
        _take(found, cells[cell], cell)
    puzzle = found.puzzle(identifier)
    return puzzle.changed(rules="windmill") if any(disputed(puzzle)) else puzzle


def _complete(cells: dict[Cell, Entry], columns: bool, rows: bool) -> None:
    """Add the images of starts and ends, and drop those without, as the editor does.

    `columns` and `rows` say whether these count from the other end for the second line.
    """
    last = max(cells)
    for cell in sorted(cells, key=lambda cell: (cell[1], -cell[0])):
        kind = cells[cell].numbers.get(TYPE)
        if cell[0] % 2 + cell[1] % 2 < 2 and kind in (KINDS["starts"], KINDS["goals"]):
            image = (
                last[0] - cell[0] if rows else cell[0],
                last[1] - cell[1] if columns else cell[1],
            )
            if image == cell:
                cells[cell] = Entry({})
            elif cells[image].numbers.get(TYPE) != kind:
                cells[image] = cells[cell]


def _rows(width: int, entries: int) -> int:
    """Return the number of rows of a table. Raises `SkippedError` if it is none, or too large."""
    rows, rest = divmod(entries, width or 1)
    if width < 1 or width % 2 == 0:
        raise SkippedError(MALFORMED, f"the width is {width}; an odd number above 0 is expected")
    if rest or rows % 2 == 0:
        raise SkippedError(MALFORMED, "the entries are not an odd number of whole rows")
    if max(rows, width) > 2 * MAX_SIDE + 1:
        raise SkippedError(TOO_LARGE)
    return rows


def _storage(contents: str) -> tuple[Numbers, list[tuple[Entry, int]]]:
    """Return the numbers of a panel, and its entries, each with how many times it is repeated.

    Raises `ValueError` if the contents are malformed.
    """
    # The editor appends "_" and the version of its format. Dumps may lack that, and then "_" is a
    # digit.
    digits = _VERSION.sub("", contents)
    for flavoured, digit in (("-", "+"), ("_", "/"), ("*", "/")):
        digits = digits.replace(flavoured, digit)
    numbers: dict[int, int] = {}
    runs = []
    for number, value in fields(bytes_of(digits)):
        if number == RUN:
            runs.append(_run(submessage(value)))
        elif number in _PANEL_NUMBERS:
            numbers[number] = int32(value, _PANEL_NUMBERS[number])
    return numbers, runs


def _run(message: bytes) -> tuple[Entry, int]:
    # Not read: the orientation of ends (3), which the editor computes anew.
    numbers, shape = {}, None
    for number, value in fields(message):
        if number in _ENTRY_NUMBERS:
            numbers[number] = int32(value, _ENTRY_NUMBERS[number])
        elif number == SHAPE:
            shape = _shape(submessage(value))
    count = numbers.get(COUNT, 0)
    if count < 0:
        raise WireFormatError(f"an entry is repeated {count} times; 1 or more is expected")
    return Entry(numbers, shape), count or 1


def _shape(message: bytes) -> Shape:
    numbers: dict[int, int] = {}
    squares: list[int] = []
    for number, value in fields(message):
        if number in _SHAPE_NUMBERS:
            numbers[number] = int32(value, _SHAPE_NUMBERS[number])
        elif number == SHAPE_GRID:  # truth values, packed or each by itself
            squares += value if isinstance(value, bytes) else [value]
    return Shape(numbers, tuple(squares))


def _take(found: Reading, entry: Entry, cell: Cell) -> None:
    """Add an entry of the table; rows count from the bottom, and even ones are lines."""
    kind, colour = entry.numbers.get(TYPE, 0), entry.numbers.get(COLOUR, 0)
    odd = cell[0] % 2 + cell[1] % 2
    name = _MEANINGS[odd].get(kind)
    place = place_at(found.board, cell)
    if name is None and _REMOVED <= kind <= _LAST:
        found.refuse(MISPLACED)
    elif name is None:
        found.refuse(UNKNOWN, f"an entry has the type {kind}; 1 to {_LAST} are known")
    elif name == "blocks":
        _take_block(found, cast(Square, place), entry.shape, colour)
    elif name in SYMBOLS and SYMBOLS[name].where == "square":
        own = _colour(found, colour) if colour or name in COLOURED else common(name)
        if name == "triangles":
            found.add_triangles(cast(Square, place), entry.numbers.get(TRIANGLES, 0) or 1, own)
        else:
            found.add(name, (*place, own))
    elif name:
        found.add(name, place)
    elif odd == 2 and colour:
        # The editor would count an empty square.
        found.refuse(MALFORMED, "a square without a symbol has a colour; none is expected")
    on_border = cell[0] in (0, 2 * found.board.rows) or cell[1] in (0, 2 * found.board.cols)
    if name == "goals" and not on_border:
        # An end is a nub beside the line; in the editor a line can go there off the board only.
        found.refuse(INNER_END)


def _take_block(found: Reading, square: Square, shape: Shape | None, colour: int) -> None:
    width = 0 if shape is None else shape.numbers.get(SHAPE_WIDTH, 0)
    if shape is None or width < 1 or len(shape.squares) % width or not any(shape.squares):
        found.refuse(MALFORMED, "a block has no shape, or one whose rows differ in length")
        return
    signs = "".join("#" if filled else "." for filled in shape.squares)
    rows = [signs[at : at + width] for at in range(0, len(signs), width)]
    if max(width, len(rows)) > MAX_SIDE:
        found.refuse(TOO_LARGE)
        return
    negative = bool(shape.numbers.get(NEGATIVE, 0))
    own = _colour(found, colour) if colour else common("blocks", negative)
    found.add("blocks", (*square, rows, bool(shape.numbers.get(TURNS, 0)), negative, own))


def _colour(found: Reading, colour: int) -> str:
    if 1 <= colour <= len(COLOURS):
        return COLOURS[colour - 1]
    known = f"1 to {len(COLOURS)} are known"
    found.refuse(MALFORMED, f"a symbol has the colour {colour}; {known}")
    return ""
