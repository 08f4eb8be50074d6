"""JSON Schemas of what `witness rate` and `witness game rate` write, one object a puzzle."""

from __future__ import annotations

from witness.base.schemas import listed, maybe, number, one_of, record, text, truth, whole
from witness.puzzle.puzzle_schema import PUZZLE

_LIMITS = ("state-limit", "time-limit", "memory-limit")

_SCORES = {
    "muse": maybe(number("bits; null: infinite (`unsolvable`, `lost`) or unknown")),
    "remuse": maybe(number("likewise")),
}
_BOUNDS = {
    "muse_bounds": listed(
        {"type": ["number", "null"]},
        "if MUSE is unknown; null: none",
        minItems=2,
        maxItems=2,
    )
}

_ABOUT = {"remuse_about": number("at a limit: by known solutions")}

RATED = record(
    {
        "id": text("of the puzzle"),
        "status": one_of(
            "`lost`: the rules exclude all solutions",
            ("rated", "unsolvable", "lost", *_LIMITS),
        ),
        **_SCORES,
        "solutions": maybe(whole("their number and mean edges; null: unknown")),
        "length": maybe(number("likewise")),
        "states": whole("partial paths visited; processor time"),
        "seconds": number("likewise"),
        "rules": listed({"type": "string"}, "rules of the player that apply"),
    },
    _BOUNDS | _ABOUT,
)

GAME_RATED = record(
    {
        "id": text("rulesheet; whose puzzle it is"),
        "role": text("likewise"),
        "score": maybe(whole("least points of a solution; null: no play ends, or not proved")),
        "status": one_of(
            "`unsolvable`: no play ends with the score",
            ("rated", "unsolvable", "lost", *_LIMITS),
        ),
        **_SCORES,
        "solutions": maybe(
            whole(
                "their number and mean moves; null also: `cyclic`, over 3,000 digits, `partition`"
            )
        ),
        "length": maybe(number("likewise")),
        "states": whole("positions visited; all processor time"),
        "seconds": number("likewise"),
        "rules": listed({"type": "string"}, "rules of the player that apply"),
        "cyclic": maybe(truth("a solvable position can recur; ReMUSE is then null; null: unknown")),
        "horizon": maybe(whole("limit of moves; null: none")),
    },
    _BOUNDS,
)

#: What `witness suggest` writes, one object a suggestion.
SUGGESTED = record(
    {
        "puzzle": {**PUZZLE, "description": "panel, and its change"},
        "words": text("likewise"),
        "solutions": whole("as from `witness rate`"),
        "remuse": maybe(number("likewise")),
    }
)
