"""Times of jobs, read back from logs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from witness.report.job_times import (
    JobTime,
    done_line,
    most_at_once,
    read_job_times,
    running_seconds,
    stage_seconds,
)

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def job(stage: str, begun: float, ended: float) -> JobTime:
    return JobTime(stage, NOON + timedelta(seconds=begun), NOON + timedelta(seconds=ended))


#: Two jobs at once, one inside the other, a gap, and one job alone.
JOBS = [job("learn", 0, 10), job("learn", 5, 8), job("test", 9, 12), job("learn", 100, 101.5)]


def test_sums_and_time_on_the_clock() -> None:
    assert stage_seconds(JOBS) == {"learn": 14.5, "test": 3}
    assert running_seconds(JOBS) == 13.5
    assert most_at_once(JOBS) == 2
    assert (stage_seconds([]), running_seconds([]), most_at_once([])) == ({}, 0, 0)


def test_one_after_the_other_is_not_at_once() -> None:
    assert most_at_once([job("a", 0, 1), job("a", 1, 2)]) == 1


def test_logs_are_read_back(tmp_path: Path) -> None:
    texts = {
        "learn/train-0000.log": done_line(1000.25, 1003.5),
        "triage/plain/stage_1/batch_0.log": done_line(2000, 2001),
        "report.log": done_line(3000, 3000.5),
        "learn/train-0001.log": "interrupted\n",
        "learn/train-0002.log": "bk.pl: line 3: nonsense\n",
        "learn/train-0003.log": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = read_job_times(tmp_path)
    assert [(f.stage, f.seconds) for f in found] == [
        ("learn", 3.25), ("report", 0.5), ("triage", 1.0),
    ]  # fmt: skip
    assert found[0].begun == datetime.fromtimestamp(1000.25, UTC)
