"""Pausing the garbage collector, and running it in time."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


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


def collect_at_exit() -> None:
    """Free what only an exception keeps alive before Python shuts down, not while it does.

    A search of clingo is such a thing after Ctrl-C: if its thread calls Python while that shuts
    down, the process aborts.
    """
    atexit.unregister(gc.collect)
    atexit.register(gc.collect)
