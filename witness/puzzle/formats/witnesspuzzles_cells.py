"""Cells of panels of witnesspuzzles.com: what is on a panel, and why a puzzle is not imported."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from witness.base.errors import quoted
from witness.puzzle.formats.outside import merges_regions, outside_squares
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
)
from witness.puzzle.formats.table import place_at
from witness.puzzle.grid import Edge, Square, grid
from witness.puzzle.model import Place, Puzzle, is_edge
from witness.puzzle.symbols import COUNTING, IN_SQUARES, REGIONAL, REGIONAL_WORDS

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

#: The colours of the editor, and two more of the Windmill. The site compares them as texts.
COLOURS = (
    "black", "white", "red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta",
)  # fmt: skip

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


class Symbols:
    """The symbols found on a panel, and the reasons against importing it."""

    def __init__(self, rows: int, cols: int, fat_starts: bool) -> None:
        self.reasons = Reasons(REASONS)
        self._board = grid(rows, cols)
        self._fat_starts = fat_starts
        self._symbols: defaultdict[str, list[Any]] = defaultdict(list)
        self._triangle_colours: set[str] = set()
        #: The edges where there is no line at all.
        self._removed: set[Edge] = set()

    def take(self, cell: Any, row: int, column: int) -> None:
        """Add a cell of the grid; rows count from the bottom, and even ones are lines."""
        if not isinstance(cell, dict) or cell.get("type") is None:
            return  # as on the site, whatever it is
        for key in cell:
            if key not in _CELL_KEYS:
                self.reasons.add(MALFORMED, f"a cell has the key {quoted(key)}, which is not known")
        if row % 2 and column % 2:
            self._take_symbol(cell, (row // 2, column // 2))
        else:
            self._take_line(cell, place_at((row, column)))

    def _take_line(self, cell: dict[str, Any], place: Place) -> None:
        if cell["type"] != "line":
            self.reasons.add(MISPLACED)
        names = [self._meaning(cell, key) for key in _ON_LINES]
        found = [name for name in names if name]
        if "gaps" in found:
            if len(found) > 1 or not is_edge(place):
                self.reasons.add(MISPLACED)
            elif cell["gap"] == FULL:
                self._removed.add(place)
        for name in found:
            if name in REASONS:
                self.reasons.add(name)
            else:
                self._symbols[name].append(place)

    def _meaning(self, cell: dict[str, Any], key: str) -> str:
        value = cell.get(key)
        found = _ON_LINES[key].get(json.dumps(value))
        if found is None:
            self.reasons.add(MALFORMED, f"a cell has the {key} {quoted(value)}, which is not known")
        return found or ""

    def _take_symbol(self, cell: dict[str, Any], square: Square) -> None:
        if any(cell.get(key) for key in ("start", "end", "dot", "gap")):
            self.reasons.add(MISPLACED)
        kind = cell["type"]
        name = _IN_SQUARES.get(kind) if isinstance(kind, str) else None
        if name is None:
            self.reasons.add(UNKNOWN, f"a square has the type {quoted(kind)}, which is not known")
        elif name in REASONS:
            self.reasons.add(name)
        elif name == "triangles":
            self._take_triangles(cell, square)
        elif name:
            self._symbols[name].append((*square, self._colour(cell)))

    def _take_triangles(self, cell: dict[str, Any], square: Square) -> None:
        count = cell.get("count")
        if type(count) is not int or not 1 <= count <= 3:
            many = type(count) is int and count > 3
            self.reasons.add(
                MANY_TRIANGLES if many else MALFORMED,
                f"a square has {quoted(count)} triangles; 1, 2 or 3 are expected",
            )
            return
        self._symbols["triangles"].append((*square, count))
        if cell.get("color") is not None:
            self._triangle_colours.add(self._colour(cell))

    def _colour(self, cell: dict[str, Any]) -> str:
        colour = cell.get("color")
        if not isinstance(colour, str) or colour not in COLOURS:
            self.reasons.add(
                UNKNOWN_COLOUR,
                f"a symbol has the colour {quoted(colour)}; {', '.join(COLOURS)} are known",
            )
            return ""
        return colour

    def puzzle(self, identifier: str) -> Puzzle:
        """Return the puzzle. Raises `SkippedError` with the first reason against it."""
        symbols = self._symbols
        counted = {colour for name in COUNTING for *_, colour in symbols[name]}
        if self._triangle_colours & counted:
            # There, triangles have a colour and count; in the model they do not.
            self.reasons.add(COUNTED_TRIANGLES)
        if set(symbols["starts"]) & set(symbols["goals"]):
            self.reasons.add(START_IS_END)
        self._check_regions()
        for name, reason in (("starts", NO_START), ("goals", NO_GOAL)):
            if not symbols[name]:
                self.reasons.add(reason)
        self.reasons.check()
        return Puzzle(
            rows=self._board.rows,
            cols=self._board.cols,
            **{name: tuple(values) for name, values in symbols.items()},
            # A line may run past a nub. It has no reason to pass the only one, as it could not come
            # back: the solutions are the same without `pass_goals`.
            pass_goals=len(symbols["goals"]) > 1,
            id=identifier,
        )

    def _check_regions(self) -> None:
        """Add the reasons why regions would not be those of the site."""
        symbols = self._symbols
        outside = outside_squares(self._board, self._removed)
        filled = {entry[:2] for one in IN_SQUARES for entry in symbols[one.name]}
        divided = any(symbols[name] for name in REGIONAL)
        if outside & filled or (divided and merges_regions(self._board, outside)):
            # The site forgets symbols there, and no region leads through.
            self.reasons.add(OUTSIDE)
        halves = symbols["goals"] + ([] if self._fat_starts else symbols["starts"])
        if divided and any(
            is_edge(place) and len(self._board.edge_squares(place)) > 1 for place in halves
        ):
            # There, half an edge does not divide regions; in the model it does.
            self.reasons.add(INNER_HALVES)
