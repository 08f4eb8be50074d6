"""JSON Schemas of the log of a page to play on, and of what `witness votes` writes of such logs."""

from __future__ import annotations

from witness.base.schemas import maybe, number, one_of, record, text, truth, whole
from witness.difficulty.correlation import SCORES

#: What players did, as averages of the attempts at a panel.
OF_PLAYERS = ("unsolved", "seconds", "undone", "hints")

#: More than anybody needs: seconds, and edges or hints.
_MOST = 10_000_000

ATTEMPT = record(
    {
        "id": text("of the panel"),
        "seconds": number(
            "from the panel to the solution, or until it was left, while the page was seen",
            minimum=0,
            maximum=_MOST,
        ),
        "undone": whole("edges that were taken back", minimum=0, maximum=_MOST),
        "hints": whole("that were asked for", minimum=0, maximum=_MOST),
        "solved": truth("whether the line was a solution in the end"),
        "level": number("of the player after the attempt, in bits", minimum=0, maximum=_MOST),
        "time": text("of its end, such as `2026-11-26T19:07:35.123Z`"),
    }
)

PANEL_VOTES = record(
    {
        "id": text("of the panel"),
        "attempts": whole("in all logs"),
        "unsolved": number("share of the attempts that were given up"),
        "seconds": number("on average"),
        "undone": number("on average"),
        "hints": number("on average"),
    },
    {
        "muse": maybe(number("of `witness rate`; null where not known, as in all scores")),
        "remuse": maybe(number("likewise")),
        "solutions": maybe(whole("likewise")),
        "length": maybe(number("likewise")),
    },
)

VOTES = record(
    {
        "score": one_of("of `witness rate`", SCORES),
        "of_players": one_of("the average of each panel", OF_PLAYERS),
        "r": maybe(
            number("Pearson's; null with fewer than three panels, or if all of them are alike")
        ),
        "p": maybe(number("its p-value; null likewise")),
        "panels": whole("with attempts and a score"),
        "left_out": whole("those with attempts and no score, as they are unsolvable or at a limit"),
    }
)
