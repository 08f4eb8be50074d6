"""Speedups of a run over the baseline: of each puzzle, and of a set of puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.base.limits import ANSWERED
from witness.report.cells import ratio

#: One search, as `witness.experiment.evaluate` records it.
SearchRecord = Mapping[str, Any]

#: The resolution of recorded times, in seconds; a shorter time counts as this.
CLOCK = 1e-6


@dataclass(frozen=True)
class Comparison:
    """The searches of a puzzle to which the baseline and another run gave the same answer."""

    squares: int
    baseline: SearchRecord
    run: SearchRecord

    def both(self, measure: str) -> tuple[float, float]:
        """Return what the baseline and the run took, in `expansions` or `seconds`; never zero."""
        least = CLOCK if measure == "seconds" else 1
        return max(least, self.baseline[measure]), max(least, self.run[measure])

    def speedup(self, measure: str) -> float:
        """Return baseline / run."""
        before, after = self.both(measure)
        return before / after


def comparisons(records: Sequence[SearchRecord], run: str) -> list[Comparison]:
    """Return the searches of a run beside the baseline's, where a comparison means something.

    This leaves out puzzles on which either hit a limit, and puzzles that the run lost.
    """
    baseline = {record["id"]: record for record in records if record["run"] == "baseline"}
    found = []
    for record in records:
        other = baseline.get(record["id"])
        if (
            record["run"] == run
            and other is not None
            and record["status"] in ANSWERED
            and record["status"] == other["status"]
        ):
            found.append(Comparison(record["rows"] * record["cols"], other, record))
    return found


def total_speedup(compared: Iterable[Comparison], measure: str) -> float | None:
    """Return Σ baseline / Σ run over puzzles, or None for no puzzles."""
    both = [comparison.both(measure) for comparison in compared]
    return ratio(sum(before for before, _ in both), sum(after for _, after in both))
