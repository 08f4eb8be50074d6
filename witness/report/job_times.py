"""How long the jobs of an experiment took, from their logs.

A job that succeeds logs when it began and ended. From that follow the time that each stage took on
all cores together, and the time during which anything was running, however often the experiment was
interrupted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from witness.base.files import read_text

_DONE = re.compile(r"done: (\S+) to (\S+)\n")


@dataclass(frozen=True)
class JobTime:
    """One job: its stage, by the name of its log, its beginning and end in UTC, and the log."""

    stage: str
    begun: datetime
    ended: datetime
    log: Path | None = None

    @property
    def seconds(self) -> float:
        """Seconds from the start of the process to its end."""
        return (self.ended - self.begun).total_seconds()


def done_line(begun: float, ended: float) -> str:
    """Return the log line of a successful job; the times are in seconds since the epoch."""
    first, last = (datetime.fromtimestamp(moment, UTC) for moment in (begun, ended))
    return f"done: {first.isoformat()} to {last.isoformat()}\n"


def read_job_times(logs: str | Path) -> list[JobTime]:
    """Return the times of the successful jobs in the logs of an experiment."""
    found = []
    for path in sorted(Path(logs).rglob("*.log")):
        match = _DONE.fullmatch(read_text(path))
        if match is not None:
            stage = _stage(path.relative_to(logs))
            begun, ended = map(datetime.fromisoformat, match.groups())
            found.append(JobTime(stage, begun, ended, path))
    return found


def _stage(log: Path) -> str:
    """Return the stage of a log: its first folder, and for `evaluate` also the puzzle set."""
    first = log.parts[0].removesuffix(".log")
    return f"{first} {log.parts[1]}" if first == "evaluate" else first


def stage_seconds(jobs: Iterable[JobTime]) -> dict[str, float]:
    """Return the seconds of each stage, summed over its jobs."""
    found: dict[str, float] = {}
    for job in jobs:
        found[job.stage] = found.get(job.stage, 0.0) + job.seconds
    return found


def running_seconds(jobs: Iterable[JobTime]) -> float:
    """Return the seconds during which at least one job was running."""
    total, until = 0.0, None
    for job in sorted(jobs, key=lambda job: job.begun):
        begun = job.begun if until is None else max(job.begun, until)
        if job.ended > begun:
            total += (job.ended - begun).total_seconds()
            until = job.ended
    return total


def most_at_once(jobs: Iterable[JobTime]) -> int:
    """Return the greatest number of jobs that ran at the same time."""
    changes = [(moment, step) for job in jobs for moment, step in ((job.begun, 1), (job.ended, -1))]
    most = running = 0
    for _, step in sorted(changes):
        running += step
        most = max(most, running)
    return most
