"""Puzzles of witnesspuzzles.com: from the JSON of its play pages to the puzzle model.

The JSON object has a `grid`, a list of columns from the left, each from the top (`table` says where
vertices, edges and squares are). A cell is null or an object with a type, and with what else is
there. docs/formats.md has the mapping.
"""

from __future__ import annotations

import json
from collections.abc import Set
from typing import Any

from witness.base.errors import quoted
from witness.puzzle.formats.outside import merges_regions, outside_squares
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
from witness.puzzle.formats.table import place_at
from witness.puzzle.grid import Edge, Square
from witness.puzzle.model import MAX_SIDE, Place, Puzzle, is_edge
from witness.puzzle.symbols import IN_SQUARES, REGIONAL, REGIONAL_WORDS

#: Why a puzzle of this site is not imported, besides the reasons that all importers know. If there
#: are several reasons, the first in `REASONS` counts.
CYLINDER = "cylinders"
POLYOMINOES = "polyominoes"
NEGATIONS = "negation symbols"
CUSTOM = "custom mechanics"
INVISIBLE = "invisible dots"
UNKNOWN_COLOUR = "unknown colours"
START_IS_END = "starts that are ends"
OUTSIDE = "squares outside the panel"
INNER_HALVES = f"ends in the middle of an inner edge, with {REGIONAL_WORDS}"
REASONS = (
    MALFORMED,
    TOO_LARGE,
    CYLINDER,
    SYMMETRY,
    UNKNOWN,
    MISPLACED,
    POLYOMINOES,
    NEGATIONS,
    CUSTOM,
    MANY_TRIANGLES,
    INVISIBLE,
    UNKNOWN_COLOUR,
    COUNTED_TRIANGLES,
    START_IS_END,
    OUTSIDE,
    INNER_HALVES,
    NO_START,
    NO_GOAL,
)

#: The colours of the editor, and two more of the Windmill: their red, green and blue, by name. The
#: site compares them as texts.
COLOURS = {
    "black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0), "green": (0, 128, 0),
    "blue": (0, 0, 255), "yellow": (255, 255, 0), "orange": (255, 165, 0),
    "purple": (128, 0, 128), "cyan": (0, 255, 255), "magenta": (255, 0, 255),
}  # fmt: skip

#: The settings of a panel that is new in the editor, in the order of their bits in the short form.
SETTINGS = {
    "NEGATIONS_CANCEL_NEGATIONS": True,
    "SHAPELESS_ZERO_POLY": False,
    "PRECISE_POLYOMINOS": True,
    "FLASH_FOR_ERRORS": True,
    "FAT_STARTPOINTS": False,
    "CUSTOM_MECHANICS": False,
}

#: Where the nub of an end leads.
DIRECTIONS = ("left", "right", "top", "bottom")

#: A break in a line, and no line at all; old pages have true for the former.
BREAK, FULL = 1, 2

#: For each key of a vertex or an edge what its values, as JSON, mean: a field of the puzzle, a
#: reason to skip it, or nothing. Colours of dots matter only where there are two lines.
_ON_LINES: dict[str, dict[str, str]] = {
    "start": {"null": "", "false": "", "true": "starts"},
    "end": {"null": "", **{json.dumps(direction): "goals" for direction in DIRECTIONS}},
    "dot": {"null": "", "0": "", **dict.fromkeys("123", "dots"), "4": INVISIBLE},
    "gap": {"null": "", "0": "", "false": "", **dict.fromkeys(("1", "2", "true"), "gaps")},
}

#: The field of a puzzle, or the reason to skip it, by the type of a square's cell.
_IN_SQUARES = {
    "nonce": "",
    **{one.witnesspuzzles: one.name for one in IN_SQUARES},
    "poly": POLYOMINOES,
    "ylop": POLYOMINOES,
    "nega": NEGATIONS,
    **dict.fromkeys(("bridge", "arrow", "sizer"), CUSTOM),
}

#: The keys of a cell. The last five are traces of a drawn line, or belong to a symbol's shape.
_CELL_KEYS = frozenset(
    ("type", "start", "end", "dot", "gap", "color", "count", "line", "dir", "polyshape", "rot")
)

#: Lists of places, and single places, by which pages say what later ones have as keys of cells: the
#: key, and its value if that is not the direction of the place.
_LISTS: dict[str, tuple[str, Any]] = {
    "startPoints": ("start", True), "endPoints": ("end", None), "dots": ("dot", 1),
    "gaps": ("gap", 1),
}  # fmt: skip
_SINGLE = {"start": "startPoints", "end": "endPoints"}

#: The keys of a puzzle that say what the puzzle is, and those that the site computes anew.
_KEYS = frozenset(("grid", "pillar", "symmetry", "settings", "name", *_LISTS, *_SINGLE))
_COMPUTED = frozenset(
    (
        "width", "height", "largezero", "autoSolved", "startPoint", "endPoint", "path", "hints",
        "hasNegations", "hasPolyominos", "valid", "invalidElements", "negations", "regionCache",
    )
)  # fmt: skip

#: The one setting that matters to puzzles which are imported: whether a line that begins in the
#: middle of an edge divides regions there. The others are about polyominoes, negation symbols,
#: custom mechanics, and the look of the page.
_FAT_STARTS = "FAT_STARTPOINTS"


def puzzle_from_object(identifier: str, value: Any) -> Puzzle:
    """Return the puzzle that a JSON object of the site describes; it is well formed.

    Raises `SkippedError` for one that the puzzle model cannot express, and for anything else.
    """
    if not isinstance(value, dict):
        raise SkippedError(MALFORMED, f"{quoted(value)} is no JSON object")
    _refuse_others(value, _KEYS | _COMPUTED, "a puzzle")
    settings = value.get("settings") or {}
    if not isinstance(settings, dict):
        raise SkippedError(MALFORMED, f"the settings are {quoted(settings)}; an object is expected")
    _refuse_others(settings, SETTINGS.keys(), "the settings")
    columns = _with_places(value, _columns(value))
    panel = _Panel(len(columns[0]) // 2, len(columns) // 2, bool(settings.get(_FAT_STARTS)))
    if value.get("symmetry") is not None:
        panel.refuse(SYMMETRY)
    for column, cells in enumerate(columns):
        for row, cell in enumerate(reversed(cells)):
            panel.take(cell, row, column)
    return panel.puzzle(identifier)


def _refuse_others(value: dict[str, Any], known: Set[str], what: str) -> None:
    for key in value:
        if key not in known:
            raise SkippedError(MALFORMED, f"{what} has the key {quoted(key)}, which is not known")


def _columns(value: dict[str, Any]) -> list[list[Any]]:
    """Return the grid. Raises `SkippedError` if it is no table, too large, or a cylinder's."""
    columns = value.get("grid")
    if not isinstance(columns, list) or not columns:
        raise SkippedError(MALFORMED, "the grid is missing, empty or no list")
    heights = {len(cells) if isinstance(cells, list) else 0 for cells in columns}
    if len(heights) > 1 or min(heights) % 2 == 0:
        raise SkippedError(MALFORMED, "the columns of the grid have no or different odd lengths")
    if value.get("pillar"):
        raise SkippedError(CYLINDER)
    if len(columns) % 2 == 0:
        raise SkippedError(
            MALFORMED, f"the grid has {len(columns)} columns; an odd number expected"
        )
    if max(len(columns), *heights) > 2 * MAX_SIDE + 1:
        raise SkippedError(TOO_LARGE)
    return columns


def _with_places(value: dict[str, Any], columns: list[list[Any]]) -> list[list[Any]]:
    """Return the grid with what older pages have in lists of places, as the site reads them.

    Raises `SkippedError` for a place that is none.
    """
    listed = {**value, **{name: [value[one]] for one, name in _SINGLE.items() if value.get(one)}}
    columns = [[*cells] for cells in columns]
    for name, (key, what) in _LISTS.items():
        places = listed.get(name) or []
        for place in places if isinstance(places, list) else [places]:
            at = (place.get("x"), place.get("y")) if isinstance(place, dict) else (None, None)
            x, y = (n if type(n) is int else -1 for n in at)
            if not (0 <= x < len(columns) and 0 <= y < len(columns[0])):
                raise SkippedError(
                    MALFORMED, f"{name} has {quoted(place)}; a column x and a row y are expected"
                )
            cell = columns[x][y]
            cell = cell if isinstance(cell, dict) and cell.get("type") else {"type": "line"}
            columns[x][y] = {**cell, key: place.get("dir") if what is None else what}
    return columns


class _Panel(Reading):
    """What is found in the cells of a panel."""

    def __init__(self, rows: int, cols: int, fat_starts: bool) -> None:
        super().__init__(rows, cols, REASONS)
        self._fat_starts = fat_starts
        #: The edges where there is no line at all.
        self._removed: set[Edge] = set()

    def take(self, cell: Any, row: int, column: int) -> None:
        """Add a cell of the grid; rows count from the bottom, and even ones are lines."""
        if not isinstance(cell, dict) or cell.get("type") is None:
            return  # as on the site, whatever it is
        for key in cell:
            if key not in _CELL_KEYS:
                self.refuse(MALFORMED, f"a cell has the key {quoted(key)}, which is not known")
        if row % 2 and column % 2:
            self._take_symbol(cell, (row // 2, column // 2))
        else:
            self._take_line(cell, place_at((row, column)))

    def _take_line(self, cell: dict[str, Any], place: Place) -> None:
        if cell["type"] != "line":
            self.refuse(MISPLACED)
        names = [self._meaning(cell, key) for key in _ON_LINES]
        found = [name for name in names if name]
        if "gaps" in found:
            if len(found) > 1 or not is_edge(place):
                self.refuse(MISPLACED)
            elif cell["gap"] == FULL:
                self._removed.add(place)
        for name in found:
            self.add(name, place)

    def _meaning(self, cell: dict[str, Any], key: str) -> str:
        value = cell.get(key)
        found = _ON_LINES[key].get(json.dumps(value))
        if found is None:
            self.refuse(MALFORMED, f"a cell has the {key} {quoted(value)}, which is not known")
        return found or ""

    def _take_symbol(self, cell: dict[str, Any], square: Square) -> None:
        if any(cell.get(key) for key in ("start", "end", "dot", "gap")):
            self.refuse(MISPLACED)
        kind = cell["type"]
        name = _IN_SQUARES.get(kind) if isinstance(kind, str) else None
        if name is None:
            self.refuse(UNKNOWN, f"a square has the type {quoted(kind)}, which is not known")
        elif name == "triangles":
            colour = None if cell.get("color") is None else self._colour(cell)
            self.add_triangles(square, cell.get("count"), colour)
        elif name in REASONS:
            self.refuse(name)
        elif name:
            self.add(name, (*square, self._colour(cell)))

    def _colour(self, cell: dict[str, Any]) -> str:
        colour = cell.get("color")
        if not isinstance(colour, str) or colour not in COLOURS:
            self.refuse(
                UNKNOWN_COLOUR,
                f"a symbol has the colour {quoted(colour)}; {', '.join(COLOURS)} are known",
            )
            return ""
        return colour

    def puzzle(self, identifier: str) -> Puzzle:
        """Return the puzzle. Raises `SkippedError` with the first reason against it."""
        if set(self.entries["starts"]) & set(self.entries["goals"]):
            self.refuse(START_IS_END)
        self._check_regions()
        return super().puzzle(identifier)

    def _check_regions(self) -> None:
        """Refuse the puzzle if its regions would not be those of the site."""
        found = self.entries
        outside = outside_squares(self.board, self._removed)
        filled = {entry[:2] for one in IN_SQUARES for entry in found[one.name]}
        divided = any(found[name] for name in REGIONAL)
        if outside & filled or (divided and merges_regions(self.board, outside)):
            # The site forgets symbols there, and no region leads through.
            self.refuse(OUTSIDE)
        halves = found["goals"] + ([] if self._fat_starts else found["starts"])
        if divided and any(
            is_edge(place) and len(self.board.edge_squares(place)) > 1 for place in halves
        ):
            # There, half an edge does not divide regions; in the model it does.
            self.refuse(INNER_HALVES)
