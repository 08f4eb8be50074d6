"""What a job of the workflow logs: that it is done and how long it took, or what is wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from witness.base.errors import InputError
from witness.base.machine import process_begun
from witness.report.job_times import done_line


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
