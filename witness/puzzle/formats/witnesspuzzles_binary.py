"""The short form of puzzles of witnesspuzzles.com: "_" and the base64 of some bytes.

The site's code has this form (`engine/serializer.js`) beside the JSON of its pages. The bytes are a
version (0), the width and the height of the grid, the name, flags, the cells column by column, a
drawn path, and the settings. A number is a byte, or four bytes with the lowest first.
"""

from __future__ import annotations

import io
from typing import Any

from witness.puzzle.formats.skipping import MALFORMED, SkippedError
from witness.puzzle.formats.wire_format import bytes_of
from witness.puzzle.formats.witnesspuzzles import COLOURS, DIRECTIONS, SETTINGS

#: What the text begins with.
PREFIX = "_"

#: The types of cells, by their number; 0 is an empty one.
TYPES = ("", "line", "square", "star", "nega", "triangle", "poly", "ylop")

#: The bit of a start, and those of an end's directions.
_START = 1
_ENDS = {direction: 2 << number for number, direction in enumerate(DIRECTIONS)}

#: Flags of the puzzle. The first says that it was solved automatically.
_SYMMETRICAL, _SYMMETRY_X, _SYMMETRY_Y, _PILLAR = 2, 4, 8, 16
_FLAGS = 31

#: The names of colours, by their red, green and blue.
_COLOURS = {parts: name for name, parts in COLOURS.items()}

#: The bytes of the shape of a block.
_SHAPE = 8


def object_from_binary(text: str) -> dict[str, Any]:
    """Return the JSON object that the short form stands for.

    Raises `SkippedError` if the text is anything else, is cut off, or goes on after its end.
    """
    try:
        stream = _Stream(bytes_of(text.removeprefix(PREFIX)))
    except ValueError:
        raise SkippedError(MALFORMED, f"after {PREFIX!r} the text is not base64") from None
    version = stream.number()
    if version != 0:
        raise SkippedError(MALFORMED, f"the version is {version}; 0 is known")
    width, height = stream.byte(), stream.byte()
    name = stream.take(stream.number()).decode("latin-1")
    flags = stream.byte()
    if flags & ~_FLAGS:
        raise SkippedError(MALFORMED, f"the puzzle has the flags {flags}; 0 to {_FLAGS} are known")
    grid = [[_cell(stream) for _ in range(height)] for _ in range(width)]
    if length := stream.number():
        stream.take(2 + length)  # a drawn path: where it begins, and its steps
    settings = stream.byte()
    if settings >> len(SETTINGS):
        raise SkippedError(MALFORMED, f"the settings are {settings}; 0 to 63 are known")
    if left := len(stream.read()):
        raise SkippedError(MALFORMED, f"{left} bytes are left after the end of the puzzle")
    symmetry = {"x": bool(flags & _SYMMETRY_X), "y": bool(flags & _SYMMETRY_Y)}
    return {
        "name": name,
        "grid": grid,
        "pillar": bool(flags & _PILLAR),
        "symmetry": symmetry if flags & _SYMMETRICAL else None,
        "settings": {key: bool(settings >> bit & 1) for bit, key in enumerate(SETTINGS)},
    }


class _Stream(io.BytesIO):
    """Bytes that are read one after the other."""

    def take(self, length: int) -> bytes:
        """Return the next bytes. Raises `SkippedError` if there are fewer."""
        found = self.read(length)
        if len(found) < length:
            raise SkippedError(MALFORMED, f"the text is cut off after {self.tell()} bytes")
        return found

    def byte(self) -> int:
        """Return the next byte."""
        return self.take(1)[0]

    def number(self) -> int:
        """Return the number of the next four bytes."""
        return int.from_bytes(self.take(4), "little")


def _cell(stream: _Stream) -> dict[str, Any] | None:
    number = stream.byte()
    if number == 0:
        return None
    if number >= len(TYPES):
        raise SkippedError(
            MALFORMED, f"a cell has the type {number}; 0 to {len(TYPES) - 1} are known"
        )
    cell: dict[str, Any] = {"type": TYPES[number]}
    if cell["type"] == "line":
        for key in ("line", "dot", "gap"):
            cell[key] = stream.byte()
    else:
        cell["color"] = _colour(stream)
        if cell["type"] == "triangle":
            cell["count"] = stream.byte()
        elif cell["type"] in ("poly", "ylop"):
            cell["polyshape"] = int.from_bytes(stream.take(_SHAPE), "little")
    ends = stream.byte()
    cell["start"] = bool(ends & _START)
    directions = [direction for direction, bit in _ENDS.items() if ends & bit]
    if ends >> 1 + len(DIRECTIONS) or len(directions) > 1:
        raise SkippedError(MALFORMED, f"a cell has the ends {ends}; one direction is expected")
    cell["end"] = directions[0] if directions else None
    return cell


def _colour(stream: _Stream) -> str:
    """Return the name of a colour; one that has no name is written with its numbers."""
    red, green, blue, opacity = stream.take(4)
    if opacity == 255 and (red, green, blue) in _COLOURS:
        return _COLOURS[red, green, blue]
    return f"rgba({red}, {green}, {blue}, {opacity})"
