"""The puzzles of the test set on which winner_proved takes longer than the baseline, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from witness.report.records import Records
from witness.report.rounding import significant
from witness.report.speedups import Comparison, comparisons
from witness.report.table import table

#: How the reason begins where the search is not longer in every round.
NOISE = "noise"


@table(
    "slower", "Test set: puzzles that became slower",
    (
        "puzzle", "size", "baseline expansions", "winner_proved expansions", "baseline seconds",
        "winner_proved seconds", "why",
    ),
)  # fmt: skip
def slower(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of the test set that take longer with winner_proved, most seconds first."""
    found = [one for one in comparisons(records.test, "winner_proved") if _lost(one) > 0]
    for one in sorted(found, key=lambda one: (-_lost(one), one.run["id"])):
        yield {
            "puzzle": one.run["id"],
            "size": f"{one.run['rows']}×{one.run['cols']}",
            "baseline expansions": one.baseline["expansions"],
            "winner_proved expansions": one.run["expansions"],
            "baseline seconds": one.baseline["seconds"],
            "winner_proved seconds": one.run["seconds"],
            "why": _why(one),
        }


def _lost(one: Comparison) -> float:
    """Return by how many seconds the search with winner_proved is longer."""
    before, after = one.both("seconds")
    return after - before


def _why(one: Comparison) -> str:
    """Return the reason in words, from the rounds of timing and the numbers of expansions."""
    rounds = list(
        zip(*(search.get("times") or () for search in (one.baseline, one.run)), strict=False)
    )
    longer = sum(after > before for before, after in rounds)
    if longer < len(rounds):
        return f"{NOISE}: it was longer in {longer} of {len(rounds)} rounds"
    before, after = one.both("expansions")
    times = significant(one.speedup("expansions") / one.speedup("seconds"), 2)
    dearer = "about as much" if times == 1 else f"{times:g} times as much"
    if after > before:
        return "more expansions: what is pruned changes the order of nodes that are alike"
    if after == before:
        return f"nothing more is pruned, and an expansion costs {dearer}"
    saved = f"{before - after:,} expansion{'' if before - after == 1 else 's'}"
    return f"{saved} saved, and one costs {dearer}"
