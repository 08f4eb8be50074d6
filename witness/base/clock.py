"""The clock of what is ranked and reported: processor time, which other work does not lengthen.

On a busy machine a thread waits for its turn. A long search is interrupted, a short one is not, so
that the wall clock makes the ratio of their times wrong, and the least of some rounds does not
repair it. Limits stay by the wall clock (`witness.base.limits`): they are for who waits.

What one thread asks of others counts as its own: of child processes that have ended, of a server
that answers (`witness.base.limits.child`), and of threads of a library, such as clingo's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Helpers(threading.local):
    """The processor seconds of what worked for a thread elsewhere, and the `helped` blocks."""

    seconds = 0.0
    blocks = 0
    since = 0.0


_helpers = _Helpers()


def worked() -> float:
    """Return the processor seconds of this thread so far, with those of its helpers."""
    now = _elsewhere() - _helpers.since if _helpers.blocks else 0.0
    return time.thread_time() + _helpers.seconds + now


def credit(seconds: float) -> None:
    """Count processor seconds of something else as those of this thread."""
    _helpers.seconds += seconds


@contextmanager
def helped() -> Iterator[None]:
    """Count what other threads of this process, and children that end, do during the block.

    So no two threads of a process may be helped at the same time. Blocks of one thread may overlap.
    """
    if not _helpers.blocks:
        _helpers.since = _elsewhere()
    _helpers.blocks += 1
    try:
        yield
    finally:
        _helpers.blocks -= 1
        if not _helpers.blocks:
            credit(_elsewhere() - _helpers.since)


def _elsewhere() -> float:
    import resource  # not at the top: Windows, which has none, is refused with a message

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() - time.thread_time() + children.ru_utime + children.ru_stime
