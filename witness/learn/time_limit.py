"""Limits on a learner that runs in this process."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import TypeVar

from witness.base.alarm import with_alarm
from witness.base.limits import LimitReachedError

T = TypeVar("T")

#: The longest time in seconds that threads can wait on every system: three years.
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


class _TimeLimitError(LimitReachedError):
    def __init__(self) -> None:
        super().__init__("time-limit")


class _MemoryLimitError(LimitReachedError):
    def __init__(self) -> None:
        super().__init__("memory-limit")


def limited(work: Callable[[], T], seconds: float | None, megabytes: float | None = None) -> T:
    """Return what `work` returns, in whatever thread this is; it has some seconds and memory.

    The memory is what this process takes beyond what it has now. Raises `LimitReachedError` at a
    limit.
    """
    if seconds is None and megabytes is None:
        return work()
    most = inf
    if megabytes is not None:
        import psutil

        taken = psutil.Process().memory_info
        most = taken().rss + megabytes * 1e6
    end = inf if seconds is None else time.perf_counter() + min(max(seconds, 1e-6), LONGEST)

    def look() -> type[LimitReachedError] | None:
        if time.perf_counter() >= end:
            return _TimeLimitError
        return _MemoryLimitError if megabytes is not None and taken().rss > most else None

    first = min(INTERVAL, max(end - time.perf_counter(), 1e-6))
    return with_alarm(work, LimitReachedError, look, first, INTERVAL)
