"""Limits on a learner that runs in this process."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager

#: The longest time in seconds that timers support on every system: three years.
LONGEST = 1e8


@contextmanager
def without_collector() -> Iterator[None]:
    """Pause the garbage collector, which would visit millions of tuples repeatedly."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `TimeoutError` in the block after a number of seconds (in the main thread only)."""
    if seconds is None:
        yield
        return

    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, min(max(seconds, 1e-6), LONGEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
