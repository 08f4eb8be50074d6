"""Speedups of a run over the baseline: of each puzzle, and of a set of puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from witness.base.limits import ANSWERED
from witness.report.rounding import ratio, significant

#: One search, as `witness.experiments.evaluate` records it.
SearchRecord = Mapping[str, Any]

#: The resolution of recorded times, in seconds; a shorter time counts as this.
CLOCK = 1e-6

#: Of two sums of times, the greater has at least as many seconds, or their ratio is not said.
TIMED = 0.25
TOO_SHORT = "too short to time"


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


def time_ratio(over: float, under: float) -> float | str | None:
    """Return the quotient of two sums of times, `TOO_SHORT` if it would be mostly noise.

    None if either is not positive, so that nothing was measured.
    """
    found = ratio(over, under)
    return TOO_SHORT if found is not None and max(over, under) < TIMED else found


class TimeSpeedup(NamedTuple):
    """A speedup in time: of the sums of the least times, and of the sums of each round."""

    total: float
    rounds: tuple[float, ...]

    @property
    def range(self) -> str:
        """The least and the greatest speedup, of the rounds and of the least times, in words."""
        if len(self.rounds) < 2:
            return "timed once"
        return f"{in_range((self.total, *self.rounds))} in {len(self.rounds)} rounds"


def time_speedup(compared: Sequence[Comparison]) -> TimeSpeedup | str | None:
    """Return the speedup in time over puzzles, `TOO_SHORT`, or None for no puzzles.

    Searches without the times of their rounds were timed once.
    """
    if not compared:
        return None
    pairs = [one.both("seconds") for one in compared]
    total = time_ratio(sum(before for before, _ in pairs), sum(after for _, after in pairs))
    if not isinstance(total, float):
        return total
    times = [
        [search.get("times") or [search["seconds"]] for search in (one.baseline, one.run)]
        for one in compared
    ]
    rounds = min(len(own) for both in times for own in both)
    sums = (
        [sum(max(CLOCK, both[side][number]) for both in times) for side in (0, 1)]
        for number in range(rounds)
    )
    return TimeSpeedup(total, tuple(before / after for before, after in sums))


def in_range(values: Iterable[float]) -> str:
    """Return the least and the greatest of some values in words."""
    ordered = sorted(values)
    low, high = (f"{significant(value, 3):g}" for value in (ordered[0], ordered[-1]))
    return low if low == high else f"{low} to {high}"
