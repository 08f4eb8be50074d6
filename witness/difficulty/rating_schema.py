"""JSON Schemas of what `witness rate` and `witness game rate` write, one object a puzzle."""

from __future__ import annotations

from witness.base.schemas import listed, maybe, number, one_of, record, text, truth, whole
from witness.puzzle.puzzle_schema import PUZZLE

_LIMITS = ("state-limit", "time-limit", "memory-limit")

_SCORES = {
    "muse": maybe(
        number(
            "bits, to nine digits; null where it is infinite (`unsolvable`, `lost`) or not known "
            "(at a limit MUSE may be known all the same)"
        )
    ),
    "remuse": maybe(number("likewise")),
}
_BOUNDS = {
    "muse_bounds": listed(
        {"type": ["number", "null"]},
        "only where MUSE is not known: its lower and upper bound; null for no bound",
        minItems=2,
        maxItems=2,
    )
}

_ABOUT = {
    "remuse_about": number(
        "only at a limit: ReMUSE by the solutions that are known; the whole score may be lower, or "
        "higher by a hair"
    )
}

RATED = record(
    {
        "id": text("of the puzzle"),
        "status": one_of(
            "`unsolvable`: there is no solution; `lost`: the rules exclude all solutions; a limit: "
            "not finished",
            ("rated", "unsolvable", "lost", *_LIMITS),
        ),
        **_SCORES,
        "solutions": maybe(
            whole(
                "how many there are, whatever the rules say; null where not known (at a limit the "
                "frontier algorithm counts them, on boards of up to 121 vertices, or 64 with "
                "symbols of regions)"
            )
        ),
        "length": maybe(number("their edges on average; null where not known")),
        "states": whole(
            "partial paths visited; those that are plainly lost are skipped, and with a list of "
            "solutions all that begin none"
        ),
        "seconds": number("processor time, without reading and loading machine code"),
        "rules": listed(
            {"type": "string"}, "those of the player's that have something to say about this puzzle"
        ),
    },
    _BOUNDS | _ABOUT,
)

GAME_RATED = record(
    {
        "id": text("the rulesheet"),
        "role": text("whose puzzle it is"),
        "score": maybe(
            whole(
                "the least points with which a solution ends; null where no play ends, or a limit "
                "was met before the best score was proved"
            )
        ),
        "status": one_of(
            "`unsolvable`: no play ends with the score (within the horizon); a limit: not finished",
            ("rated", "unsolvable", "lost", *_LIMITS),
        ),
        **_SCORES,
        "solutions": maybe(
            whole(
                "how many plays solve the puzzle; null also where there are infinitely many "
                "(`cyclic`), where the number has more than some 3,000 digits, and with `partition`"
            )
        ),
        "length": maybe(number("their moves on average; null likewise")),
        "states": whole("positions visited"),
        "seconds": number(
            "processor time from the beginning of the command to the record: reading, grounding, "
            "the search for the best score, the analyses"
        ),
        "rules": listed({"type": "string"}, "those of the player's that apply to the game"),
        "cyclic": maybe(
            truth(
                "whether a position from which the puzzle can be solved can recur, so that ReMUSE "
                "is not defined and null; null where that is not known"
            )
        ),
        "horizon": maybe(whole("the moves that the player has; null for no limit")),
    },
    _BOUNDS,
)

#: What `witness suggest` writes, one object a suggestion.
SUGGESTED = record(
    {
        "puzzle": {**PUZZLE, "description": "the panel that is suggested"},
        "words": text("how it differs, or what it has"),
        "solutions": whole("how many it has"),
        "remuse": maybe(number("bits, to nine digits; null as for `witness rate`")),
    }
)
