"""Speedups of a run over the baseline: of each puzzle, and of a set of puzzles."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from witness.base.limits import ANSWERED
from witness.pipeline.report.records import Records
from witness.pipeline.report.table import ratio, significant

#: One search, as `witness.pipeline.evaluate` records it.
SearchRecord = Mapping[str, Any]

#: The resolution of recorded times, in seconds; a shorter time counts as this.
CLOCK = 1e-6

#: Of two sums of times, the greater has at least as many seconds, or their ratio is not said.
TIMED = 0.25
TOO_SHORT = "too short to time"

#: An expansion costs no less with a predicate that prunes more, so that a speedup in time above
#: that in expansions is noise, and not said.
BEYOND = "above that in expansions"

#: An interval has these bounds, in percent, of a number of draws with this seed.
DRAWS = 2000
SEED = 1
BOUNDS = (2.5, 97.5)

#: What to say of searches in place of a ratio of their times.
NOT_TIMED = {
    TOO_SHORT: "its searches are too short to time",
    BEYOND: "its speedup in time came out above that in expansions, which is noise",
}


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
        """Return baseline / run; in `seconds` at most that in `expansions`: more is noise."""
        before, after = self.both(measure)
        found = before / after
        return found if measure == "expansions" else min(found, self.speedup("expansions"))


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


def on_test_set(records: Records, run: str) -> list[Comparison]:
    """Return the `comparisons` on the test set: none of winner_proved if nothing is proved."""
    some = run != "winner_proved" or records.proved_program
    return comparisons(records.test, run) if some else []


def total_speedup(compared: Iterable[Comparison]) -> float | None:
    """Return Σ baseline / Σ run of expansions over puzzles, or None for no puzzles."""
    both = [comparison.both("expansions") for comparison in compared]
    return ratio(sum(before for before, _ in both), sum(after for _, after in both))


class Spread(NamedTuple):
    """How a ratio of two sums over puzzles depends on which puzzles they are.

    `low` and `high` bound its 95 % bootstrap interval (`interval`). `mean` is the geometric mean of
    the ratios of single puzzles. `largest` is the share, in percent, of the baseline's sum that the
    largest hundredth of the puzzles has (at least one puzzle).
    """

    low: float
    high: float
    mean: float
    largest: float

    @property
    def interval(self) -> str:
        """The interval in words."""
        return in_range((self.low, self.high))


def spread(compared: Sequence[Comparison], measure: str) -> Spread | None:
    """Return the spread of the total speedup in `expansions` or `seconds`; None for no puzzles."""
    if not compared:
        return None
    before, after = zip(*(one.both(measure) for one in compared), strict=True)
    mean = statistics.geometric_mean(one.speedup(measure) for one in compared)
    most = sum(sorted(before)[-max(1, len(before) // 100) :])
    return Spread(*interval(before, after), mean, 100 * most / sum(before))


def interval(before: Sequence[float], after: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of Σ before / Σ after over the same puzzles.

    The bounds are percentiles of the ratios for puzzles that are drawn with replacement.
    """
    over, under = np.array(before), np.array(after)
    rng = np.random.default_rng(SEED)
    drawn = (rng.integers(len(over), size=len(over)) for _ in range(DRAWS))
    low, high = np.percentile([over[one].sum() / under[one].sum() for one in drawn], BOUNDS)
    return float(low), float(high)


def time_ratio(over: float, under: float, expansions: float | None) -> float | str | None:
    """Return the quotient of two sums of times, or why it is not said: `TOO_SHORT` or `BEYOND`.

    `expansions` is the quotient for the same searches in expansions. None if either sum is not
    positive, so that nothing was measured.
    """
    found = ratio(over, under)
    if found is not None and max(over, under) < TIMED:
        return TOO_SHORT
    beyond = found is not None and expansions is not None and found > expansions
    return BEYOND if beyond else found


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
    """Return the speedup in time over puzzles, why it is noise, or None for no puzzles.

    Searches without the times of their rounds were timed once.
    """
    if not compared:
        return None
    pairs = [one.both("seconds") for one in compared]
    expansions = total_speedup(compared)
    over, under = (sum(pair[side] for pair in pairs) for side in (0, 1))
    total = time_ratio(over, under, expansions)
    if not isinstance(total, float):
        return total
    times = [
        [search.get("times") or [search["seconds"]] for search in (one.baseline, one.run)]
        for one in compared
    ]
    rounds = min(len(own) for both in times for own in both)
    sums = [
        [sum(max(CLOCK, both[side][number]) for both in times) for side in (0, 1)]
        for number in range(rounds)
    ]
    each = tuple(before / after for before, after in sums)
    if expansions is not None and max(map(significant, each), default=0) > expansions:
        return BEYOND
    return TimeSpeedup(total, each)


def bounds(values: Iterable[float]) -> tuple[float, float]:
    """Return the least and the greatest of some values, with three significant digits."""
    ordered = sorted(values)
    return significant(ordered[0], 3), significant(ordered[-1], 3)


def in_range(values: Iterable[float]) -> str:
    """Return the `bounds` of some values in words."""
    return " to ".join(dict.fromkeys(f"{bound:g}" for bound in bounds(values)))
