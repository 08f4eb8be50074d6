"""JSON Schemas of puzzles, of paths, and of what an import has skipped."""

from __future__ import annotations

from typing import Any

from witness.base.schemas import Schema, listed, maybe, one_of, record, text, truth, whole
from witness.puzzle.model import RULES
from witness.puzzle.second_line import SYMMETRIES
from witness.puzzle.symbols import SYMBOLS
from witness.puzzle.symbols.symbol import Symbol


def _tuple(*items: Schema, **more: Any) -> Schema:
    exactly = {"minItems": len(items), "maxItems": len(items)}
    return {"type": "array", "prefixItems": [*items], "items": False, **exactly, **more}


_AT = {"type": "integer", "minimum": 0, "maximum": 64}

#: A vertex or a square: its row and its column.
VERTEX = _tuple(_AT, _AT)
EDGE = _tuple(VERTEX, VERTEX)
#: Where a path begins or ends, and where a dot is: an edge stands for its middle.
PLACE: Schema = {"anyOf": [VERTEX, EDGE]}

_COLOUR = {"type": "string", "pattern": "^[a-z]{1,30}$"}

_BLOCK = record(
    {
        "at": {**VERTEX, "description": "its square"},
        "shape": listed(
            {"type": "string", "pattern": "^[#.]+$"},
            'its rows from the top, such as `["##", "#."]`, which may be in several parts',
            minItems=1,
        ),
    },
    {
        "turns": truth("whether it may be turned"),
        "negative": truth("whether it takes away"),
        "colour": {**_COLOUR, "description": "its colour, if stars count it or it is not yellow"},
    },
)


def _entries(symbol: Symbol) -> Schema:
    """Return the schema of the field of a symbol."""
    if symbol.name == "blocks":
        return listed(_BLOCK, symbol.asks)
    if symbol.name == "line_dots":
        line = {"type": "integer", "minimum": 1, "maximum": 2}
        return listed(_tuple(PLACE, line), f"`[place, 1 or 2]`: {symbol.asks}")
    if symbol.where != "square":
        return listed(EDGE if symbol.where == "edge" else PLACE, f"places: {symbol.asks}")
    if symbol.coloured:
        return listed(_tuple(_AT, _AT, _COLOUR), f"`[row, column, colour]`: {symbol.asks}")
    if symbol.values is None:
        mark = _tuple(_AT, _AT, _COLOUR, minItems=2)
        return listed(mark, f"`[row, column]` or `[row, column, colour]`: {symbol.asks}")
    numbers = {"type": "integer", "minimum": min(symbol.values), "maximum": max(symbol.values)}
    entry = _tuple(_AT, _AT, numbers, _COLOUR, minItems=3)
    return listed(entry, f"`[row, column, number]`, or a colour after these: {symbol.asks}")


PUZZLE = record(
    {
        "id": text("unique within the file"),
        "rows": whole("rows of squares", minimum=0, maximum=64),
        "cols": whole("columns of squares", minimum=0, maximum=64),
        "starts": listed(PLACE, "vertices and edges at which a path may begin", minItems=1),
        "goals": listed(
            PLACE,
            "vertices and edges; a path ends at the first of them that it reaches",
            minItems=1,
        ),
    },
    {
        **{name: _entries(symbol) for name, symbol in SYMBOLS.items()},
        "pass_goals": truth("whether a path may run over goals"),
        "missing": listed(VERTEX, "squares that the board does not have"),
        "open_halves": truth("whether half an edge, at an end of a line, does not divide regions"),
        "symmetry": one_of("where a second line is, which must not meet the path", [*SYMMETRIES]),
        "wraps": truth("whether the board is a cylinder: right of its last column is the first"),
        "rules": one_of("whose rules hold where editors differ ([symbols.md](symbols.md))", RULES),
    },
)

#: A path: its vertices in their order, or edges where it begins or ends in the middle of one.
PATH = listed(PLACE, minItems=1)

SKIPPED = record(
    {"id": text("of the puzzle"), "reason": text("the first of the reasons below that holds")},
    {"detail": text("where it is, what was found, and what is expected")},
)

#: What the records of all solvers have of a path.
FOUND_PATH = maybe({**PATH, "description": "the vertices of the solution; null unless solved"})
