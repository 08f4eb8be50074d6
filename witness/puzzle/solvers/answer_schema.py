"""JSON Schemas of what `witness solve`, `count` and `enumerate` write, one object a puzzle."""

from __future__ import annotations

from witness.base.schemas import listed, maybe, number, one_of, record, text, whole
from witness.puzzle.puzzle_schema import FOUND_PATH, PATH

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
        "engine": maybe(text("`compiled`, `reference`, `prolog`; null: no choice")),
        "predicate": maybe(text("null with an exact solver")),
        "mode": maybe(one_of("null without A\\*", ("prune", "sort"))),
        "solver": text("`astar`, `levin`, `phs`, or an exact solver"),
    },
    {
        "heuristic": text("if not Manhattan"),
        "learned_from": text("`--learn-from`: the puzzles of the policy"),
        "portfolio": listed(
            {"type": "string"},
            "`--portfolio`: the predicates; `predicate` had the answer, `expansions` are of both",
        ),
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
