"""Searches of one puzzle side by side."""

from __future__ import annotations

import pytest
from support.handmade import TEST, search

from witness.report.speedups import (
    BEYOND,
    TIMED,
    TOO_SHORT,
    Comparison,
    TimeSpeedup,
    comparisons,
    time_ratio,
    time_speedup,
    total_speedup,
)


def test_comparisons_ignore_puzzles_without_a_baseline() -> None:
    assert comparisons([search(0, "winner_proved", 5)], "winner_proved") == []
    assert total_speedup([]) is None
    assert len(comparisons(TEST, "winner_sort")) == 2


def test_the_speedup_in_time_has_the_range_of_its_rounds() -> None:
    rounds = {"baseline": [4.0, 9.0, 6.0], "winner_proved": [2.0, 3.0, 1.0]}
    records = [
        search(0, run, 30 if run == "baseline" else 5, min(times)) | {"times": times}
        for run, times in rounds.items()
    ]
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
        search(number, run, 25 if run == "baseline" else 5, min(own)) | {"times": own}
        for (number, run), own in times.items()
    ]
    found = time_speedup(comparisons(records, "winner_proved"))
    assert isinstance(found, TimeSpeedup)
    assert (found.total, found.rounds, found.range) == (1, (5, 5), "1 to 5 in 2 rounds")


def test_of_sums_that_are_too_short_no_ratio_is_said() -> None:
    assert time_ratio(0.9 * TIMED, 0.1 * TIMED, 10) == TOO_SHORT
    assert time_ratio(0.1 * TIMED, 0.9 * TIMED, 10) == TOO_SHORT
    assert time_ratio(2 * TIMED, 0.1 * TIMED, 20) == 20
    assert time_ratio(0, 0.1 * TIMED, 10) is time_ratio(0, 0, None) is None
    short = [search(0, "baseline", 5, 0.03), search(0, "winner_proved", 5, 0.001)]
    assert time_speedup(comparisons(short, "winner_proved")) == TOO_SHORT
    assert time_speedup([]) is None


def test_no_ratio_of_times_is_said_above_that_of_expansions() -> None:
    """Neither that of the least times, nor that of a round, nor that of a puzzle."""
    assert time_ratio(2 * TIMED, 0.1 * TIMED, 19.99) == BEYOND

    def compared(before: list[float], after: list[float]) -> list[Comparison]:
        baseline = search(0, "baseline", 20, min(before)) | {"times": before}
        run = search(0, "winner_proved", 10, min(after)) | {"times": after}
        return comparisons([baseline, run], "winner_proved")

    assert isinstance(time_speedup(compared([4.0, 4.0], [2.0, 3.0])), TimeSpeedup)
    assert time_speedup(compared([4.0, 4.0], [1.9, 3.0])) == BEYOND
    assert time_speedup(compared([4.0, 6.1], [2.0, 3.0])) == BEYOND
    (one,) = compared([4.0], [1.9])
    assert (one.speedup("expansions"), one.speedup("seconds")) == (2, 2)
