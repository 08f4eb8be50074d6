"""Puzzles of witnesspuzzles.com: from the JSON of its play pages to the puzzle model.

The JSON object has a `grid`, a list of columns from the left, each from the top (`table` says where
vertices, edges and squares are). A cell is null or an object with a type, and with what else is
there. docs/formats.md has the mapping.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from witness.base.errors import quoted
from witness.puzzle.formats.skipping import MALFORMED, SYMMETRY, TOO_LARGE, SkippedError
from witness.puzzle.formats.witnesspuzzles_cells import CYLINDER, SETTINGS, Symbols
from witness.puzzle.model import MAX_SIDE, Puzzle

#: The keys of a puzzle that say what the puzzle is, and those that the site computes anew.
_KEYS = frozenset(("grid", "pillar", "symmetry", "settings", "name"))
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
    columns = _columns(value)
    symbols = Symbols(len(columns[0]) // 2, len(columns) // 2, bool(settings.get(_FAT_STARTS)))
    if value.get("symmetry") is not None:
        symbols.refuse(SYMMETRY)
    for column, cells in enumerate(columns):
        for row, cell in enumerate(reversed(cells)):
            symbols.take(cell, row, column)
    return symbols.puzzle(identifier)


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
