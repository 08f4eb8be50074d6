"""What the times of jobs add up to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from studies.times import in_words, most_at_once, stage_seconds
from witness.report.job import JobTime, busy_seconds

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def job(stage: str, begun: float, ended: float) -> JobTime:
    return JobTime(stage, NOON + timedelta(seconds=begun), NOON + timedelta(seconds=ended))


#: Two jobs at once, one inside the other, a gap, and one job alone.
JOBS = [job("learn", 0, 10), job("learn", 5, 8), job("test", 9, 12), job("learn", 100, 101.5)]


def test_sums_and_time_on_the_clock() -> None:
    assert stage_seconds(JOBS) == {"learn": 14.5, "test": 3}
    assert busy_seconds(JOBS) == 13.5
    assert most_at_once(JOBS) == 2
    assert (stage_seconds([]), busy_seconds([]), most_at_once([])) == ({}, 0, 0)


def test_one_after_the_other_is_not_at_once() -> None:
    assert most_at_once([job("a", 0, 1), job("a", 1, 2)]) == 1


def test_times_in_words() -> None:
    assert [in_words(t) for t in (0.000123, 0.0456, 0.999, 1.04, 123.4)] == [
        "0.12 ms", "46 ms", "1 s", "1 s", "120 s",
    ]  # fmt: skip
