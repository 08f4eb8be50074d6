"""Puzzles of the Windmill, a web editor of Witness panels: from its storage to the puzzle model.

The editor stores a panel as the base64 of a protocol buffer: the width of a table, the kind of its
symmetry, and the entries row by row from the top, run-length encoded. The table has a row for each
horizontal line and for each row of squares, and its columns likewise. docs/formats.md has the
mapping.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from witness.puzzle.formats.reading import Reading
from witness.puzzle.formats.skipping import (
    COUNTED_TRIANGLES,
    MALFORMED,
    MANY_TRIANGLES,
    MISPLACED,
    NO_GOAL,
    NO_START,
    SYMMETRY,
    TOO_LARGE,
    UNKNOWN,
    SkippedError,
)
from witness.puzzle.formats.table import Cell, place_at
from witness.puzzle.formats.wire_format import (
    WireFormatError,
    bytes_of,
    fields,
    int32,
    submessage,
)
from witness.puzzle.grid import Square
from witness.puzzle.model import MAX_SIDE, Puzzle
from witness.puzzle.symbols import COLOURED, SYMBOLS

#: Why a puzzle of the Windmill is not imported, besides the reasons that all importers know. If
#: there are several reasons, the first in `REASONS` counts.
TETRIS = "tetris shapes"
ELIMINATION = "elimination marks"
INNER_END = "ends inside the board"
REASONS = (
    MALFORMED,
    TOO_LARGE,
    SYMMETRY,
    UNKNOWN,
    MISPLACED,
    TETRIS,
    ELIMINATION,
    MANY_TRIANGLES,
    COUNTED_TRIANGLES,
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
    _fields("square") | {9: TETRIS, 10: ELIMINATION},
)

#: The colours, numbered from 1.
COLOURS = ("black", "white", "cyan", "magenta", "yellow", "red", "green", "blue", "orange")

#: The colour of triangles that have none of their own.
TRIANGLE_COLOUR = "orange"

#: The version of the format, which follows the base64.
_VERSION = re.compile(r"_[0-9]{1,2}\Z")

#: The fields of a panel, of which `RUN` is an entry with its count, and those of an entry.
WIDTH, RUN, _SYMMETRY = 1, 2, 3
TYPE, COLOUR, COUNT, TRIANGLES = 1, 2, 5, 6
_PANEL_NUMBERS = {WIDTH: "the width", _SYMMETRY: "the symmetry"}
_ENTRY_NUMBERS = {
    TYPE: "the type of an entry",
    COLOUR: "the colour of an entry",
    COUNT: "the number of times that an entry is repeated",
    TRIANGLES: "the number of triangles of an entry",
}

#: The numbers of an entry or a panel by field. As in the editor, 0 means "not set".
Numbers = Mapping[int, int]


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
    width, symmetry = numbers.get(WIDTH, 0), numbers.get(_SYMMETRY, 0)
    rows = _rows(width, sum(count for _, count in runs))
    if symmetry in (2, 3, 4):  # a second line mirrors the first
        raise SkippedError(SYMMETRY)
    if symmetry not in (0, 1):
        raise SkippedError(MALFORMED, f"the symmetry is {symmetry}; 0 to 4 are known")
    table = [entry for entry, count in runs for _ in range(count)]
    found = Reading(rows // 2, width // 2, REASONS)
    for row in range(rows):
        above = rows - 1 - row
        for column, entry in enumerate(table[above * width : (above + 1) * width]):
            _take(found, entry, (row, column))
    return found.puzzle(identifier)


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


def _storage(contents: str) -> tuple[Numbers, list[tuple[Numbers, int]]]:
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


def _run(message: bytes) -> tuple[Numbers, int]:
    # Not read: the orientation of ends (3), which the editor computes anew, and tetris shapes (4).
    numbers = {
        number: int32(value, _ENTRY_NUMBERS[number])
        for number, value in fields(message)
        if number in _ENTRY_NUMBERS
    }
    count = numbers.get(COUNT, 0)
    if count < 0:
        raise WireFormatError(f"an entry is repeated {count} times; 1 or more is expected")
    return numbers, count or 1


def _take(found: Reading, entry: Numbers, cell: Cell) -> None:
    """Add an entry of the table; rows count from the bottom, and even ones are lines."""
    kind, colour = entry.get(TYPE, 0), entry.get(COLOUR, 0)
    odd = cell[0] % 2 + cell[1] % 2
    name = _MEANINGS[odd].get(kind)
    place = place_at(cell)
    if name is None and _REMOVED <= kind <= _LAST:
        found.refuse(MISPLACED)
    elif name is None:
        found.refuse(UNKNOWN, f"an entry has the type {kind}; 1 to {_LAST} are known")
    elif name == "triangles":
        own = _colour(found, colour) if colour else TRIANGLE_COLOUR
        found.add_triangles(cast(Square, place), entry.get(TRIANGLES, 0) or 1, own)
    elif name in COLOURED:
        found.add(name, (*place, _colour(found, colour)))
    elif name:
        found.add(name, place)
    elif odd == 2 and colour:
        # The editor would count an empty square.
        found.refuse(MALFORMED, "a square without a symbol has a colour; none is expected")
    on_border = cell[0] in (0, 2 * found.board.rows) or cell[1] in (0, 2 * found.board.cols)
    if name == "goals" and not on_border:
        # An end is a nub beside the line; the editor has room for it at the border only.
        found.refuse(INNER_END)


def _colour(found: Reading, colour: int) -> str:
    if 1 <= colour <= len(COLOURS):
        return COLOURS[colour - 1]
    known = f"1 to {len(COLOURS)} are known"
    found.refuse(MALFORMED, f"a symbol has the colour {colour}; {known}")
    return ""
