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

    def __init__(self) -> None:
        self.seconds = 0.0
        #: What others had worked when each block began that is not over, the outermost first.
        self.begun: list[list[float]] = []


_helpers = _Helpers()


def worked() -> float:
    """Return the processor seconds of this thread so far, with those of its helpers."""
    now = _elsewhere() - _helpers.begun[0][0] if _helpers.begun else 0.0
    return time.thread_time() + _helpers.seconds + now


def credit(seconds: float) -> None:
    """Count processor seconds of something else as those of this thread."""
    _helpers.seconds += seconds


@contextmanager
def helped() -> Iterator[None]:
    """Count what other threads of this process, and children that end, do during the block.

    So no two threads of a process may be helped at the same time. Blocks of one thread may overlap.
    A block that another thread ends, such as that of a generator which it closes, counts nothing
    from then on.
    """
    blocks, own, thread = _helpers.begun, [_elsewhere()], threading.get_ident()
    blocks.append(own)
    try:
        yield
    finally:
        outermost = blocks[0] is own
        blocks[:] = [block for block in blocks if block is not own]
        if outermost and thread == threading.get_ident():
            now = _elsewhere()
            credit(now - own[0])
            if blocks:
                blocks[0][0] = now


@contextmanager
def uncounted() -> Iterator[None]:
    """Count nothing of what others do during the block: it is counted already."""
    before = _elsewhere()
    yield
    for begun in _helpers.begun:
        begun[0] += _elsewhere() - before


def _elsewhere() -> float:
    import resource  # not at the top: Windows, which has none, is refused with a message

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() - time.thread_time() + children.ru_utime + children.ru_stime
