"""JSON Schemas of puzzles and paths, of what an import skips, and of what solvers write."""

from __future__ import annotations

from typing import Any

from witness.base.schemas import Schema, listed, maybe, number, one_of, record, text, truth, whole
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
        "at": {**VERTEX, "description": "square; rows from the top, perhaps in several parts"},
        "shape": listed(
            {"type": "string", "pattern": "^[#.]+$"},
            "likewise",
            minItems=1,
        ),
    },
    {
        "turns": truth("may be turned; is taken away"),
        "negative": truth("likewise"),
        "colour": {**_COLOUR, "description": "if not yellow, or if stars count it"},
    },
)


def _entries(symbol: Symbol) -> Schema:
    """Return the schema of the field of a symbol."""
    if symbol.name == "blocks":
        return listed(_BLOCK, "that fill regions")
    if symbol.name == "line_dots":
        line = {"type": "integer", "minimum": 1, "maximum": 2}
        return listed(_tuple(PLACE, line), "place, line")
    if symbol.where != "square":
        return listed(
            EDGE if symbol.where == "edge" else PLACE,
            "edges" if symbol.where == "edge" else "places",
        )
    if symbol.coloured:
        return listed(_tuple(_AT, _AT, _COLOUR), "square, colour")
    if symbol.values is None:
        mark = _tuple(_AT, _AT, _COLOUR, minItems=2)
        return listed(mark, "square; perhaps colour")
    numbers = {"type": "integer", "minimum": min(symbol.values), "maximum": max(symbol.values)}
    entry = _tuple(_AT, _AT, numbers, _COLOUR, minItems=3)
    return listed(entry, "square, number; perhaps colour")


PUZZLE = record(
    {
        "id": text("unique in the file"),
        "rows": whole("squares", minimum=0, maximum=64),
        "cols": whole("likewise", minimum=0, maximum=64),
        "starts": listed(PLACE, "places; a path ends at the first goal", minItems=1),
        "goals": listed(
            PLACE,
            "likewise",
            minItems=1,
        ),
    },
    {
        **{name: _entries(symbol) for name, symbol in SYMBOLS.items()},
        "pass_goals": truth("a path may run over goals"),
        "missing": listed(VERTEX, "squares off the board"),
        "open_halves": truth("half edges at ends do not divide regions"),
        "symmetry": one_of("of a second line", [*SYMMETRIES]),
        "wraps": truth("a cylinder"),
        "rules": one_of("if editors differ", RULES),
    },
)

#: A path: its vertices in their order, or edges where it begins or ends in the middle of one.
PATH = listed(PLACE, minItems=1)

SKIPPED = record(
    {"id": text("of the puzzle"), "reason": text("the first that holds of the reasons below")},
    {"detail": text("place, found value, expected value")},
)

#: What the records of all solvers have of a path.
FOUND_PATH = maybe({**PATH, "description": "null unless solved"})


_ID = text("of the puzzle")
_LIMITS = ("time-limit", "memory-limit")

SOLVED = record(
    {
        "id": _ID,
        "status": one_of(
            "how the search ended", ("solved", "unsolvable", "expansion-limit", *_LIMITS)
        ),
        "length": maybe(whole("edges; both null unless solved")),
        "path": FOUND_PATH,
        "expansions": maybe(whole("null with an exact solver")),
        "seconds": number("processor time: A\\* the search alone, others from panel to answer"),
        "engine": maybe(text("`compiled`, `reference`; null: no choice")),
        "predicate": maybe(text("null with an exact solver")),
        "mode": maybe(one_of("null without A\\*", ("prune", "sort"))),
        "solver": text("`astar`, `levin`, `phs`, or an exact solver"),
    },
    {
        "heuristic": text("if not Manhattan"),
        "learned_from": text("`--learn-from`: the puzzles of the policy"),
        "unproved": truth("the predicate may lose solutions"),
    },
)

COUNTED = record(
    {"id": _ID, "solutions": whole("counted")},
    {"status": one_of("if not all were counted", ("limit", *_LIMITS))},
)

ENUMERATED = record(
    {
        "id": _ID,
        "length": whole("edges of the solution"),
        "path": {**PATH, "description": "its vertices"},
    }
)
