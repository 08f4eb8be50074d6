"""Puzzles of witnesspuzzles.com: from the JSON of its play pages to the puzzle model.

The JSON object has a `grid`, a list of columns from the left, each from the top (`reading` says
where vertices, edges and squares are). A cell is null or an object with a type, and with what else
is there. docs/exchange.md has the mapping.
"""

from __future__ import annotations

import json
from collections.abc import Set
from typing import Any

from witness.base.errors import quoted
from witness.puzzle.formats.outside import outside_squares, runs_around
from witness.puzzle.formats.reading import Reading, place_at
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
from witness.puzzle.grid import Edge, Square
from witness.puzzle.model import MAX_SIDE, Place, Puzzle, is_edge
from witness.puzzle.polyominoes import Rows
from witness.puzzle.second_line import SYMMETRIES, image
from witness.puzzle.symbols import COLOURED, IN_SQUARES, OF_REGIONS

#: Why a puzzle of this site is not imported, besides the reasons that all importers know. If there
#: are several reasons, the first in `REASONS` counts.
NARROW = "cylinders of fewer than 3 columns"
SYMMETRY = "second lines without room"
CUSTOM = "custom mechanics"
UNKNOWN_COLOUR = "unknown colours"
OTHER_SETTINGS = "other settings"
MEETING = "starts of both lines in one place"
UNPAIRED = "starts or ends without their image"
OUTSIDE = "regions around squares outside the panel"
HALVES = "starts in the middle of an edge that divide regions"
REASONS = (
    MALFORMED,
    TOO_LARGE,
    NARROW,
    SYMMETRY,
    UNKNOWN,
    MISPLACED,
    CUSTOM,
    MANY_TRIANGLES,
    UNKNOWN_COLOUR,
    OTHER_SETTINGS,
    MEETING,
    UNPAIRED,
    HALVES,
    NO_START,
    NO_GOAL,
    OUTSIDE,
)

#: The colours of the editor, and two more of the Windmill. The site compares them as texts.
COLOURS = (
    "black", "white", "red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta",
)  # fmt: skip

#: The settings of a panel that is new in the editor.
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
#: reason to skip it, or nothing. A dot is plain, of line 1 or 2, or invisible.
MEANINGS: dict[str, dict[str, str]] = {
    "start": {"null": "", "false": "", "true": "starts"},
    "end": {"null": "", **{json.dumps(direction): "goals" for direction in DIRECTIONS}},
    "dot": {"null": "", "0": "", **dict.fromkeys("1234", "dots")},
    "gap": {"null": "", "0": "", "false": "", **dict.fromkeys(("1", "2", "true"), "gaps")},
}

#: The type of a negative block's cell.
NEGATIVE_BLOCK = "ylop"

#: The field of a puzzle, or the reason to skip it, by the type of a square's cell.
KINDS = {
    "nonce": "",
    **{one.witnesspuzzles: one.name for one in IN_SQUARES},
    NEGATIVE_BLOCK: "blocks",
    **dict.fromkeys(("bridge", "arrow", "sizer"), CUSTOM),
}

#: The keys of a cell. The last five are traces of a drawn line, or belong to a symbol's shape.
CELL_KEYS = frozenset(
    ("type", "start", "end", "dot", "gap", "color", "count", "line", "dir", "polyshape", "rot")
)

#: Lists of places, and single places, by which pages say what later ones have as keys of cells: the
#: key, and its value if that is not the direction of the place.
LISTS: dict[str, tuple[str, Any]] = {
    "startPoints": ("start", True), "endPoints": ("end", None), "dots": ("dot", 1),
    "gaps": ("gap", 1),
}  # fmt: skip
SINGLE = {"start": "startPoints", "end": "endPoints"}

#: The keys of a puzzle that say what the puzzle is, and those that the site computes anew.
KEYS = frozenset(("grid", "pillar", "symmetry", "settings", "name", *LISTS, *SINGLE))
COMPUTED = frozenset(
    (
        "width", "height", "largezero", "autoSolved", "startPoint", "endPoint", "path", "hints",
        "hasNegations", "hasPolyominos", "valid", "invalidElements", "negations", "regionCache",
    )
)  # fmt: skip

#: The dots of a line, where there are two; and the side of a shape, in which a square at the column
#: x and the row y from the top has the bit 4x + y, and the bit of a shape that may be turned.
LINE_DOTS = {2: 1, 3: 2}
SHAPE_SIDE, TURNS = 4, 1 << 20

#: The one setting that matters to puzzles which are imported: whether a line that begins in the
#: middle of an edge divides regions there. The others are refused unless they are as in the editor
#: (`RULES_OF`), or are about the look of the page, or about custom mechanics.
_FAT_STARTS = "FAT_STARTPOINTS"
RULES_OF = {
    "NEGATIONS_CANCEL_NEGATIONS": "eliminations",
    "SHAPELESS_ZERO_POLY": "blocks",
    "PRECISE_POLYOMINOS": "blocks",
}


def puzzle_from_object(identifier: str, value: Any) -> Puzzle:
    """Return the puzzle that a JSON object of the site describes; it is well formed.

    Raises `SkippedError` for one that the puzzle model cannot express, and for anything else.
    """
    if not isinstance(value, dict):
        raise SkippedError(MALFORMED, f"{quoted(value)} is no JSON object")
    _refuse_others(value, KEYS | COMPUTED, "a puzzle")
    settings = value.get("settings") or {}
    if not isinstance(settings, dict):
        raise SkippedError(MALFORMED, f"the settings are {quoted(settings)}; an object is expected")
    _refuse_others(settings, SETTINGS.keys(), "the settings")
    columns = _with_places(value, _columns(value))
    panel = _Panel(value, columns, settings)
    for column, cells in enumerate(columns):
        for row, cell in enumerate(reversed(cells)):
            panel.take(cell, row, column)
    return panel.puzzle(identifier)


def _refuse_others(value: dict[str, Any], known: Set[str], what: str) -> None:
    for key in value:
        if key not in known:
            raise SkippedError(MALFORMED, f"{what} has the key {quoted(key)}, which is not known")


def _columns(value: dict[str, Any]) -> list[list[Any]]:
    """Return the grid. Raises `SkippedError` if it is no table, too large, or too narrow."""
    columns = value.get("grid")
    if not isinstance(columns, list) or not columns:
        raise SkippedError(MALFORMED, "the grid is missing, empty or no list")
    heights = {len(cells) if isinstance(cells, list) else 0 for cells in columns}
    if len(heights) > 1 or min(heights) % 2 == 0:
        raise SkippedError(MALFORMED, "the columns of the grid have no or different odd lengths")
    wraps = bool(value.get("pillar"))
    if len(columns) % 2 == wraps:
        expected = f"an {'even' if wraps else 'odd'} number is expected"
        raise SkippedError(MALFORMED, f"the grid has {len(columns)} columns; {expected}")
    if wraps and len(columns) < 6:
        raise SkippedError(NARROW)
    if max(len(columns), *heights) > 2 * MAX_SIDE + 1:
        raise SkippedError(TOO_LARGE)
    return columns


def _with_places(value: dict[str, Any], columns: list[list[Any]]) -> list[list[Any]]:
    """Return the grid with what older pages have in lists of places, as the site reads them.

    Raises `SkippedError` for a place that is none.
    """
    listed = {**value, **{name: [value[one]] for one, name in SINGLE.items() if value.get(one)}}
    columns = [[*cells] for cells in columns]
    for name, (key, what) in LISTS.items():
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


def _symmetry(value: Any) -> str:
    """Return the symmetry of two lines, "" if there is one line."""
    if value is None:
        return ""
    if not isinstance(value, dict) or not all(one in (True, False) for one in value.values()):
        raise SkippedError(MALFORMED, f"the symmetry is {quoted(value)}; x and y are expected")
    turned = (bool(value.get("x")), bool(value.get("y")))
    return next(name for name, way in SYMMETRIES.items() if way == turned)


class _Panel(Reading):
    """What is found in the cells of a panel."""

    def __init__(
        self, value: dict[str, Any], columns: list[list[Any]], settings: dict[str, Any]
    ) -> None:
        wraps = bool(value.get("pillar"))
        self._symmetry = _symmetry(value.get("symmetry"))
        super().__init__(
            len(columns[0]) // 2, len(columns) // 2, REASONS, wraps=wraps, symmetry=self._symmetry
        )
        self._settings = SETTINGS | settings
        #: The edges where there is no line at all.
        self._removed: set[Edge] = set()
        if self._symmetry and wraps and self.board.cols % 2:
            self.refuse(SYMMETRY, f"the cylinder has {self.board.cols} columns, an odd number")
        elif self._symmetry == "shift" and not wraps:
            self.refuse(SYMMETRY, "the second line is where the first is")

    def take(self, cell: Any, row: int, column: int) -> None:
        """Add a cell of the grid; rows count from the bottom, and even ones are lines."""
        if not isinstance(cell, dict) or cell.get("type") is None:
            return  # as on the site, whatever it is
        for key in cell:
            if key not in CELL_KEYS:
                self.refuse(MALFORMED, f"a cell has the key {quoted(key)}, which is not known")
        if row % 2 and column % 2:
            self._take_symbol(cell, (row // 2, column // 2))
        else:
            self._take_line(cell, place_at(self.board, (row, column)))

    def _take_line(self, cell: dict[str, Any], place: Place) -> None:
        if cell["type"] != "line":
            self.refuse(MISPLACED)
        names = [self._meaning(cell, key) for key in MEANINGS]
        found = [name for name in names if name]
        if "gaps" in found:
            found = [name for name in found if name not in ("starts", "goals")]  # out of reach
            if len(found) > 1 or not is_edge(place):
                self.refuse(MISPLACED)
            elif cell["gap"] == FULL:
                self._removed.add(place)
        for name in found:
            if name == "dots" and self._symmetry and cell["dot"] in LINE_DOTS:
                self.add("line_dots", (place, LINE_DOTS[cell["dot"]]))
            else:
                self.add(name, place)

    def _meaning(self, cell: dict[str, Any], key: str) -> str:
        value = cell.get(key)
        found = MEANINGS[key].get(json.dumps(value))
        if found is None:
            self.refuse(MALFORMED, f"a cell has the {key} {quoted(value)}, which is not known")
        return found or ""

    def _take_symbol(self, cell: dict[str, Any], square: Square) -> None:
        if any(cell.get(key) for key in ("start", "end", "dot", "gap")):
            self.refuse(MISPLACED)
        kind = cell["type"]
        name = KINDS.get(kind) if isinstance(kind, str) else None
        if name is None:
            self.refuse(UNKNOWN, f"a square has the type {quoted(kind)}, which is not known")
        elif name in REASONS:
            self.refuse(name)
        elif name in COLOURED:
            self.add(name, (*square, self._colour(cell)))
        elif name:
            own = None if cell.get("color") is None else self._colour(cell)
            if name == "triangles":
                self.add_triangles(square, cell.get("count"), own)
            elif name == "eliminations":
                self.add(name, (*square, *filter(None, (own,))))
            elif rows := self._shape(cell):
                self.add(name, (*square, rows, _turns(cell), kind == NEGATIVE_BLOCK, own))

    def _shape(self, cell: dict[str, Any]) -> Rows:
        """Return the rows of the shape of a block; none if it is empty, as on the site."""
        bits = cell.get("polyshape") or 0
        if type(bits) is not int or not 0 <= bits < 2 * TURNS:
            self.refuse(MALFORMED, f"a block has the shape {quoted(bits)}")
            return ()
        side = range(SHAPE_SIDE)
        rows = ("".join(".#"[bits >> SHAPE_SIDE * x + y & 1] for x in side) for y in side)
        return tuple(rows) if bits % (1 << SHAPE_SIDE**2) else ()

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
        if self._symmetry and SYMMETRY not in self._against:
            self._check_ends()
        self._check_regions()
        for setting, name in RULES_OF.items():
            if self.entries[name] and bool(self._settings[setting]) != SETTINGS[setting]:
                self.refuse(OTHER_SETTINGS, f"{setting} is {quoted(self._settings[setting])}")
        puzzle = super().puzzle(identifier)
        if runs_around(puzzle, self._removed):
            raise SkippedError(OUTSIDE)
        return puzzle

    def _check_ends(self) -> None:
        """Refuse starts that are their own image, and ends without image; leave out ends there."""
        for name in ("starts", "goals"):
            images = {
                place: image(self.board, self._symmetry, place) for place in self.entries[name]
            }
            self.entries[name] = [place for place, other in images.items() if other != place]
            if name == "starts" and len(self.entries[name]) < len(images):
                self.refuse(MEETING)  # on the site a line can begin there, but not come back
            if not images.keys() >= {*images.values()}:
                self.refuse(UNPAIRED)

    def _check_regions(self) -> None:
        """Leave out what is outside, and say which squares are missing and which edges divide.

        Both only where it matters.
        """
        found = self.entries
        outside = outside_squares(self.board, self._removed)
        for symbol in IN_SQUARES:
            found[symbol.name] = [one for one in found[symbol.name] if one[:2] not in outside]
        if not any(found[name] for name in OF_REGIONS):
            return
        found["missing"] += sorted(outside)
        starts, goals = (self._between_squares(name, outside) for name in ("starts", "goals"))
        if starts and self._settings[_FAT_STARTS]:
            self.refuse(HALVES)
        self.fields["open_halves"] = starts or goals
        if self._symmetry and (starts or goals):
            self.fields["rules"] = "witnesspuzzles"

    def _between_squares(self, name: str, outside: Set[Square]) -> bool:
        """Whether there are ends in the middle of edges with two squares beside them."""
        return any(
            is_edge(place) and len({*self.board.edge_squares(place)} - outside) > 1
            for place in self.entries[name]
        )


def _turns(cell: dict[str, Any]) -> bool:
    """Whether a block may be turned; early pages say it in words."""
    return cell.get("rot") == "all" or bool((cell.get("polyshape") or 0) & TURNS)
