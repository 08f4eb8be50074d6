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
        "length": maybe(whole("edges of the solution; null unless solved")),
        "path": FOUND_PATH,
        "expansions": maybe(whole("nodes taken off the open list; null with an exact solver")),
        "seconds": number(
            "processor time of the search alone, without reading or set-up; of another solver "
            "than A\\*, from the panel to the answer"
        ),
        "engine": maybe(
            text(
                "which gave the answer: `compiled`, `reference` (also where the compiled one was "
                "requested and could not be used), `prolog`; null where a solver has one only"
            )
        ),
        "predicate": maybe(text("which pruned or sorted; null with an exact solver")),
        "mode": maybe(one_of("how A\\* used it; null without A\\*", ("prune", "sort"))),
        "solver": text("`astar`, `levin`, `phs`, or the name of an exact solver"),
    },
    {
        "heuristic": text("only if it is not Manhattan"),
        "learned_from": text("only with `--learn-from`: the puzzles that the policy is from"),
        "portfolio": listed(
            {"type": "string"},
            "only with `--portfolio`: the two predicates; `predicate` is then the one that had "
            "the answer, and expansions are those of both",
        ),
    },
)

COUNTED = record(
    {"id": _ID, "solutions": whole("how many were counted")},
    {"status": one_of("only where these are not all", ("limit", *_LIMITS))},
)

ENUMERATED = record(
    {
        "id": _ID,
        "length": whole("edges of the solution"),
        "path": {**PATH, "description": "its vertices"},
    }
)
