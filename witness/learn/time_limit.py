"""What keeps a learner that runs in this process within its time."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager

#: Seconds that a timer of every system can hold: three years.
LONGEST = 1e8


@contextmanager
def without_collector() -> Iterator[None]:
    """Pause the collector of cycles: it would go through millions of tuples again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TimeoutError in the block after so many seconds (in the main thread)."""
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
