"""Limits on a learner that runs in this process."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf

from witness.base.limits import LimitReachedError
from witness.base.swallowed import repeated

#: The longest time in seconds that timers support on every system: three years.
LONGEST = 1e8

#: Seconds between two looks at the clock and at the memory of this process.
INTERVAL = 0.05


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
def limited(seconds: float | None, megabytes: float | None = None) -> Iterator[None]:
    """Raise `LimitReachedError` in the block at a limit (in the main thread only).

    The memory is what this process takes beyond what it has now.
    """
    if seconds is None and megabytes is None:
        yield
        return
    most = inf
    if megabytes is not None:
        import psutil

        taken = psutil.Process().memory_info
        most = taken().rss + megabytes * 1e6
    end = inf if seconds is None else time.perf_counter() + min(max(seconds, 1e-6), LONGEST)

    def look(_signal: int, _frame: object) -> None:
        late = time.perf_counter() >= end
        if late or (megabytes is not None and taken().rss > most):
            # Once is enough: it might come again while the block is left.
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise LimitReachedError("time-limit" if late else "memory-limit")

    first = min(INTERVAL, max(end - time.perf_counter(), 1e-6))
    with _alarm(look, first, INTERVAL), repeated(LimitReachedError, _alarm_again):
        yield


def _alarm_again() -> None:
    signal.setitimer(signal.ITIMER_REAL, INTERVAL, INTERVAL)


@contextmanager
def _alarm(handler: Callable[[int, object], None], first: float, then: float) -> Iterator[None]:
    previous = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, first, then)
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.signal(signal.SIGALRM, previous)
