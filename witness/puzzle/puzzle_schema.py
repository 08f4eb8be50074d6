"""JSON Schemas of puzzles, of paths, and of what an import has skipped."""

from __future__ import annotations

from typing import Any

from witness.base.schemas import Schema, listed, maybe, record, text, truth, whole
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

_COLOUR = {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}


def _entries(symbol: Symbol) -> Schema:
    """Return the schema of the field of a symbol."""
    if symbol.where != "square":
        return listed(EDGE if symbol.where == "edge" else PLACE, f"places: {symbol.asks}")
    if symbol.coloured:
        return listed(_tuple(_AT, _AT, _COLOUR), f"`[row, column, colour]`: {symbol.asks}")
    numbers: Schema = {"type": "integer"}
    if symbol.values is not None:
        numbers |= {"minimum": min(symbol.values), "maximum": max(symbol.values)}
    return listed(_tuple(_AT, _AT, numbers), f"`[row, column, number]`: {symbol.asks}")


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
    },
)

#: A path: its vertices in their order, or edges where it begins or ends in the middle of one.
PATH = listed(PLACE, minItems=1)

SKIPPED = record(
    {"id": text("of the puzzle"), "reason": text("the first of the reasons below that holds")},
    {"detail": text("for a wrong number: what was found, and what is expected")},
)

#: What the records of all solvers have of a path.
FOUND_PATH = maybe({**PATH, "description": "the vertices of the solution; null unless solved"})
