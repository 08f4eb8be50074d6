"""What a job of the workflow logs: when it began and ended, or what is wrong."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from witness.base.errors import InputError
from witness.base.files import read_text
from witness.base.machine import process_begun

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


def busy_seconds(jobs: Iterable[JobTime]) -> float:
    """Return for how many seconds some job was running; pauses between runs do not count."""
    total, until = 0.0, datetime.min.replace(tzinfo=UTC)
    for job in sorted(jobs, key=lambda job: job.begun):
        total += max(0.0, (job.ended - max(job.begun, until)).total_seconds())
        until = max(until, job.ended)
    return total


def _stage(log: Path) -> str:
    """Return the stage of a log: its first folder, and for `evaluate` also the puzzle set."""
    first = log.parts[0].removesuffix(".log")
    return f"{first} {log.parts[1]}" if first == "evaluate" else first


@contextmanager
def logged(log: str) -> Iterator[None]:
    """Run a block; write what goes wrong with the input as one line to the log and to stderr."""
    Path(log).parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except InputError as error:
        Path(log).write_text(f"{error}\n", encoding="utf-8")
        print(f"witness: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        Path(log).write_text("interrupted\n", encoding="utf-8")
        sys.exit(2)
    else:
        Path(log).write_text(done_line(process_begun(), time.time()), encoding="utf-8")
