"""Puzzles of the Windmill, a web editor of Witness panels: from its storage to the puzzle model.

The editor stores a panel as the base64 of a protocol buffer: the width of a table, the kind of its
symmetry, and the entries row by row from the top, run-length encoded. The table has a row for each
horizontal line and for each row of squares, and its columns likewise. docs/formats.md has the
mapping.
"""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

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
    Reasons,
    SkippedError,
)
from witness.puzzle.formats.table import place_at
from witness.puzzle.formats.wire_format import WireFormatError, fields, int32, submessage
from witness.puzzle.grid import Square
from witness.puzzle.model import MAX_SIDE, Puzzle
from witness.puzzle.symbols import COUNTING, SYMBOLS

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

#: The kinds of entries of the table. 0 means "not set", which is the same as `PLAIN`.
REMOVED, PLAIN, START, END, GAP, HEXAGON, SQUARE, STAR, TETRIS_SHAPE, ELIMINATOR, TRIANGLE = range(
    1, 12
)

#: The colours, numbered from 1.
COLOURS = ("black", "white", "cyan", "magenta", "yellow", "red", "green", "blue", "orange")

#: The colour of triangles that have none of their own.
TRIANGLE_COLOUR = "orange"

#: The field of a puzzle to which an entry belongs, by its kind and its place; "" is none.
_NOWHERE = dict.fromkeys((0, REMOVED, PLAIN), "")
_KNOWN = {
    where: {
        one.windmill: one.name for one in SYMBOLS.values() if one.windmill and one.where == where
    }
    for where in ("square", "edge", "line")
}
_ON_POINTS = {**_NOWHERE, START: "starts", END: "goals", **_KNOWN["line"]}
_ON_LINES = {**_ON_POINTS, REMOVED: "gaps", **_KNOWN["edge"]}
_IN_SQUARES = {
    **_NOWHERE,
    **_KNOWN["square"],
    **{TETRIS_SHAPE: TETRIS, ELIMINATOR: ELIMINATION},
}

#: The kinds of symmetry: not set or none; with the other three, a second line mirrors the first.
_NO_SYMMETRY = (0, 1)
_SYMMETRIES = (2, 3, 4)

#: The version of the format, which follows the base64.
_VERSION = re.compile(r"_[0-9]{1,2}\Z")

#: The fields that are read, of a panel and of an entry: their meaning, by number.
_PANEL_NUMBERS = {1: "the width", 3: "the symmetry"}
_ENTRY_NUMBERS = {
    1: "the type of an entry",
    2: "the colour of an entry",
    5: "the number of times that an entry is repeated",
    6: "the number of triangles of an entry",
}


@dataclass(frozen=True)
class _Entry:
    kind: int = 0
    colour: int = 0
    triangles: int = 0


@dataclass(frozen=True)
class _Storage:
    """What `contents` says. A run is an entry, and how many times it is repeated."""

    width: int
    symmetry: int
    runs: tuple[tuple[_Entry, int], ...]

    def size(self) -> tuple[int, int]:
        """Return the number of rows and of columns of the table.

        Raises `SkippedError` if the entries do not make such a table, or too large a one.
        """
        rows, rest = divmod(sum(count for _, count in self.runs), self.width or 1)
        if self.width < 1 or self.width % 2 == 0:
            raise SkippedError(
                MALFORMED, f"the width is {self.width}; an odd number above 0 is expected"
            )
        if rest or rows % 2 == 0:
            raise SkippedError(MALFORMED, "the entries are not an odd number of whole rows")
        if max(rows, self.width) > 2 * MAX_SIDE + 1:
            raise SkippedError(TOO_LARGE)
        return rows, self.width


def puzzle_from_contents(identifier: str, contents: str) -> Puzzle:
    """Return the puzzle that the editor stores as `contents`; it is well formed.

    Raises `SkippedError` for one that the puzzle model cannot express, and for anything else.
    """
    try:
        storage = _storage(contents)
    except WireFormatError as error:
        raise SkippedError(MALFORMED, str(error)) from None
    except ValueError:  # of the base64
        raise SkippedError(MALFORMED, "the text is not base64") from None
    rows, width = storage.size()
    if storage.symmetry in _SYMMETRIES:
        raise SkippedError(SYMMETRY)
    if storage.symmetry not in _NO_SYMMETRY:
        raise SkippedError(MALFORMED, f"the symmetry is {storage.symmetry}; 0 to 4 are known")
    table = [entry for entry, count in storage.runs for _ in range(count)]
    symbols = _Symbols(rows, width)
    for row in range(rows):
        above = rows - 1 - row
        for column, entry in enumerate(table[above * width : (above + 1) * width]):
            symbols.take(entry, row, column)
    return symbols.puzzle(identifier)


def _storage(contents: str) -> _Storage:
    """Return what `contents` encodes. Raises `ValueError` if it is malformed."""
    # The editor appends "_" and the version of its format. Dumps may lack that, and then "_" is a
    # digit.
    digits = _VERSION.sub("", contents)
    for flavoured, digit in (("-", "+"), ("_", "/"), ("*", "/")):
        digits = digits.replace(flavoured, digit)
    digits = digits.rstrip("=")
    message = base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)
    numbers: dict[int, int] = {}
    runs = []
    for number, value in fields(message):
        if number == 2:
            runs.append(_run(submessage(value)))
        elif number in _PANEL_NUMBERS:
            numbers[number] = int32(value, _PANEL_NUMBERS[number])
    return _Storage(numbers.get(1, 0), numbers.get(3, 0), tuple(runs))


def _run(message: bytes) -> tuple[_Entry, int]:
    # Not read: the orientation of ends (3), which the editor computes anew, and tetris shapes (4).
    numbers = {
        number: int32(value, _ENTRY_NUMBERS[number])
        for number, value in fields(message)
        if number in _ENTRY_NUMBERS
    }
    count = numbers.get(5, 0)
    if count < 0:
        raise WireFormatError(f"an entry is repeated {count} times; 1 or more is expected")
    # As in the editor, 0 means "not set".
    return _Entry(numbers.get(1, 0), numbers.get(2, 0), numbers.get(6, 0)), count or 1


class _Symbols:
    """The symbols found on a panel, and the reasons against importing it."""

    def __init__(self, rows: int, width: int) -> None:
        self._top, self._right = rows - 1, width - 1
        self._symbols: defaultdict[str, list[Any]] = defaultdict(list)
        self._reasons = Reasons(REASONS)
        self._triangle_colours: set[str] = set()

    def take(self, entry: _Entry, row: int, column: int) -> None:
        """Add an entry of the table; rows count from the bottom, and even ones are lines."""
        if row % 2 and column % 2:
            self._take_symbol(entry, (row // 2, column // 2))
            return
        place = place_at((row, column))
        name = (_ON_LINES if row % 2 or column % 2 else _ON_POINTS).get(entry.kind)
        if name is None:
            self._reject(entry)
        elif name:
            self._symbols[name].append(place)
        if entry.kind == END and row not in (0, self._top) and column not in (0, self._right):
            # An end is a nub beside the line; the editor has room for it at the border only.
            self._reasons.add(INNER_END)

    def _take_symbol(self, entry: _Entry, square: Square) -> None:
        name = _IN_SQUARES.get(entry.kind)
        if name is None:
            self._reject(entry)
        elif name in REASONS:
            self._reasons.add(name)
        elif name == "triangles":
            self._take_triangles(entry, square)
        elif name:
            self._symbols[name].append((*square, self._colour(entry)))
        elif entry.colour:
            # The editor would count an empty square.
            self._reasons.add(MALFORMED, "a square without a symbol has a colour; none is expected")

    def _take_triangles(self, entry: _Entry, square: Square) -> None:
        count = entry.triangles or 1  # 0 means "not set", which is one triangle
        if count not in (1, 2, 3):
            reason = MANY_TRIANGLES if count > 3 else MALFORMED
            self._reasons.add(reason, f"a square has {count} triangles; 1, 2 or 3 are expected")
        self._symbols["triangles"].append((*square, count))
        self._triangle_colours.add(self._colour(entry) if entry.colour else TRIANGLE_COLOUR)

    def _colour(self, entry: _Entry) -> str:
        if not 1 <= entry.colour <= len(COLOURS):
            known = f"1 to {len(COLOURS)} are known"
            self._reasons.add(MALFORMED, f"a symbol has the colour {entry.colour}; {known}")
            return ""
        return COLOURS[entry.colour - 1]

    def _reject(self, entry: _Entry) -> None:
        known = REMOVED <= entry.kind <= TRIANGLE
        if known:
            self._reasons.add(MISPLACED)
        else:
            self._reasons.add(
                UNKNOWN, f"an entry has the type {entry.kind}; 1 to {TRIANGLE} are known"
            )

    def puzzle(self, identifier: str) -> Puzzle:
        """Return the puzzle. Raises `SkippedError` with the first reason against it."""
        symbols = self._symbols
        counted = {colour for name in COUNTING for *_, colour in symbols[name]}
        if self._triangle_colours & counted:
            # In the editor, triangles have a colour and count; in the model they do not.
            self._reasons.add(COUNTED_TRIANGLES)
        for name, reason in (("starts", NO_START), ("goals", NO_GOAL)):
            if not symbols[name]:
                self._reasons.add(reason)
        self._reasons.check()
        return Puzzle(
            rows=self._top // 2,
            cols=self._right // 2,
            **{name: tuple(values) for name, values in symbols.items()},
            # A line may run past a nub. It has no reason to pass the only one, as it could not come
            # back: the solutions are the same without `pass_goals`.
            pass_goals=len(symbols["goals"]) > 1,
            id=identifier,
        )
