"""Searches of one puzzle side by side."""

from __future__ import annotations

import pytest
from support.handmade import TEST, search

from witness.report.speedups import (
    TIMED,
    TOO_SHORT,
    TimeSpeedup,
    comparisons,
    time_ratio,
    time_speedup,
    total_speedup,
)


def test_comparisons_ignore_puzzles_without_a_baseline() -> None:
    assert comparisons([search(0, "winner_proved", 5)], "winner_proved") == []
    assert total_speedup([], "seconds") is None
    assert len(comparisons(TEST, "winner_sort")) == 2


def test_the_speedup_in_time_has_the_range_of_its_rounds() -> None:
    rounds = {"baseline": [4.0, 9.0, 6.0], "winner_proved": [2.0, 3.0, 1.0]}
    records = [search(0, run, 5, min(times)) | {"times": times} for run, times in rounds.items()]
    found = time_speedup(comparisons(records, "winner_proved"))
    assert isinstance(found, TimeSpeedup)
    assert (found.total, found.rounds) == (4, pytest.approx((2, 3, 6)))
    assert found.range == "2 to 6 in 3 rounds"
    # As experiments recorded it when each search had one time.
    once = [{k: v for k, v in record.items() if k != "times"} for record in records]
    old = time_speedup(comparisons(once, "winner_proved"))
    assert isinstance(old, TimeSpeedup)
    assert (old.total, old.range) == (4, "timed once")


def test_the_range_has_the_speedup_of_the_least_times() -> None:
    """Which is that of no round where the rounds were disturbed in turn."""
    times = {(0, "baseline"): [1.0, 9.0], (1, "baseline"): [9.0, 1.0]}
    times |= {(number, "winner_proved"): [1.0, 1.0] for number in (0, 1)}
    records = [
        search(number, run, 5, min(own)) | {"times": own} for (number, run), own in times.items()
    ]
    found = time_speedup(comparisons(records, "winner_proved"))
    assert isinstance(found, TimeSpeedup)
    assert (found.total, found.rounds, found.range) == (1, (5, 5), "1 to 5 in 2 rounds")


def test_of_sums_that_are_too_short_no_ratio_is_said() -> None:
    assert time_ratio(0.9 * TIMED, 0.1 * TIMED) == TOO_SHORT
    assert time_ratio(0.1 * TIMED, 0.9 * TIMED) == TOO_SHORT
    assert time_ratio(2 * TIMED, 0.1 * TIMED) == 20
    assert time_ratio(0, 0.1 * TIMED) is time_ratio(0, 0) is None
    short = [search(0, "baseline", 5, 0.03), search(0, "winner_proved", 5, 0.001)]
    assert time_speedup(comparisons(short, "winner_proved")) == TOO_SHORT
    assert time_speedup([]) is None
