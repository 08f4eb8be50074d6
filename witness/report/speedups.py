"""Speedups of a run over the baseline, puzzle by puzzle and over a set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.base.limits import ANSWERED
from witness.report.cells import ratio

Record = Mapping[str, Any]

#: Times are recorded to the microsecond; a shorter one counts as one.
CLOCK = 1e-6


@dataclass(frozen=True)
class Pair:
    """A puzzle on which baseline and another run both found an answer, and the same one."""

    squares: int
    baseline: Record
    run: Record

    def of(self, measure: str) -> tuple[float, float]:
        """Return (baseline, run) in `expansions` or `seconds`, neither of them zero."""
        least = CLOCK if measure == "seconds" else 1
        return max(least, self.baseline[measure]), max(least, self.run[measure])

    def speedup(self, measure: str) -> float:
        """Return baseline / run."""
        before, after = self.of(measure)
        return before / after


def pairs(records: Sequence[Record], run: str) -> list[Pair]:
    """Pair the records of a run with the baseline's, where a comparison means something.

    Left out are puzzles on which one of the two hit a limit, and puzzles that the run lost.
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
            found.append(Pair(record["rows"] * record["cols"], other, record))
    return found


def total_speedup(paired: Iterable[Pair], measure: str) -> float | None:
    """Return Σ baseline / Σ run over puzzles, or None for no puzzles."""
    both = [pair.of(measure) for pair in paired]
    return ratio(sum(before for before, _ in both), sum(after for _, after in both))
