"""The short form of puzzles of witnesspuzzles.com: "_" and the base64 of some bytes.

The site's code has this form (`engine/serializer.js`) beside the JSON of its pages. The bytes are a
version (0), the width and the height of the grid, the name, flags, the cells column by column, a
drawn path, and the settings. A number is a byte, or four bytes with the lowest first.
"""

from __future__ import annotations

import base64
from typing import Any

from witness.puzzle.formats.skipping import MALFORMED, SkippedError
from witness.puzzle.formats.witnesspuzzles_cells import DIRECTIONS

#: What the text begins with.
PREFIX = "_"

#: The types of cells, by their number; 0 is an empty one.
_TYPES = ("", "line", "square", "star", "nega", "triangle", "poly", "ylop")

#: The bit of a start, and those of an end's directions.
_START = 1
_ENDS = {direction: 2 << number for number, direction in enumerate(DIRECTIONS)}

#: Flags of the puzzle. The first says that it was solved automatically.
_SYMMETRICAL, _SYMMETRY_X, _SYMMETRY_Y, _PILLAR = 2, 4, 8, 16
_FLAGS = 31

#: The settings, from the lowest bit on.
_SETTINGS = (
    "NEGATIONS_CANCEL_NEGATIONS", "SHAPELESS_ZERO_POLY", "PRECISE_POLYOMINOS", "FLASH_FOR_ERRORS",
    "FAT_STARTPOINTS", "CUSTOM_MECHANICS",
)  # fmt: skip

#: The colours that have names: red, green and blue.
_COLOURS = {
    (0, 0, 0): "black", (255, 255, 255): "white", (255, 0, 0): "red", (0, 128, 0): "green",
    (0, 0, 255): "blue", (255, 255, 0): "yellow", (255, 165, 0): "orange",
    (128, 0, 128): "purple", (0, 255, 255): "cyan", (255, 0, 255): "magenta",
}  # fmt: skip

#: The bytes of a polyomino's shape.
_SHAPE = 8


def object_from_binary(text: str) -> dict[str, Any]:
    """Return the JSON object that the short form stands for.

    Raises `SkippedError` if the text is anything else, is cut off, or goes on after its end.
    """
    try:
        digits = text.removeprefix(PREFIX).rstrip("=")
        content = base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)
    except ValueError:
        raise SkippedError(MALFORMED, f"after {PREFIX!r} the text is not base64") from None
    stream = _Stream(content)
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
    if settings >> len(_SETTINGS):
        raise SkippedError(MALFORMED, f"the settings are {settings}; 0 to 63 are known")
    stream.finish()
    symmetry = {"x": bool(flags & _SYMMETRY_X), "y": bool(flags & _SYMMETRY_Y)}
    return {
        "name": name,
        "grid": grid,
        "pillar": bool(flags & _PILLAR),
        "symmetry": symmetry if flags & _SYMMETRICAL else None,
        "settings": {key: bool(settings >> bit & 1) for bit, key in enumerate(_SETTINGS)},
    }


class _Stream:
    """Bytes that are read one after the other."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def take(self, length: int) -> bytes:
        """Return the next bytes. Raises `SkippedError` if there are fewer."""
        if length > len(self._content) - self._at:
            raise SkippedError(MALFORMED, f"the text is cut off after {len(self._content)} bytes")
        self._at += length
        return self._content[self._at - length : self._at]

    def byte(self) -> int:
        """Return the next byte."""
        return self.take(1)[0]

    def number(self) -> int:
        """Return the number of the next four bytes."""
        return int.from_bytes(self.take(4), "little")

    def finish(self) -> None:
        """Raise `SkippedError` if there is anything left."""
        if left := len(self._content) - self._at:
            raise SkippedError(MALFORMED, f"{left} bytes are left after the end of the puzzle")


def _cell(stream: _Stream) -> dict[str, Any] | None:
    number = stream.byte()
    if number == 0:
        return None
    if number >= len(_TYPES):
        raise SkippedError(
            MALFORMED, f"a cell has the type {number}; 0 to {len(_TYPES) - 1} are known"
        )
    cell: dict[str, Any] = {"type": _TYPES[number]}
    if cell["type"] == "line":
        for key in ("line", "dot", "gap"):
            cell[key] = stream.byte()
    else:
        cell["color"] = _colour(stream)
        if cell["type"] == "triangle":
            cell["count"] = stream.byte()
        elif cell["type"] in ("poly", "ylop"):
            stream.take(_SHAPE)
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
