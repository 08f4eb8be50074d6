"""Exceptions from outside that Python swallows.

A signal or an alarm can come while a callback of a C library runs (Numba has some while it
compiles), or a finalizer. Python prints what is raised there, and forgets it: Ctrl-C, or a limit,
would be lost.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Block(NamedTuple):
    """A part of a program: its thread, a kind of exception, and what asks for one once more."""

    thread: int
    kind: type[BaseException]
    again: Callable[[], object]


#: The blocks that run now in all threads, the innermost last, and the lock of this list.
_blocks: list[Block] = []
_lock = threading.Lock()

#: The hook that was there before the first of them began.
_before = sys.unraisablehook


@contextmanager
def repeated(kind: type[BaseException], again: Callable[[], object]) -> Iterator[None]:
    """Call `again` whenever an exception of this kind is swallowed in the block.

    `again` asks for the exception once more, a moment later: what it raises itself is swallowed,
    too.
    """
    block = Block(threading.get_ident(), kind, again)
    try:
        begin(block)
        yield
    finally:
        end(block)


def begin(block: Block) -> None:
    """Call `again` of a block, from now on, for what is swallowed in its thread."""
    global _before
    with _lock:
        if not _blocks:
            _before, sys.unraisablehook = sys.unraisablehook, _hook
        _blocks.append(block)


def end(block: Block) -> None:
    """Undo `begin`; nothing happens if this has been done."""
    with _lock:
        if block in _blocks:
            _blocks.remove(block)
            if not _blocks:
                sys.unraisablehook = _before


def _hook(lost: sys.UnraisableHookArgs) -> None:
    thread = threading.get_ident()
    for block in reversed(_blocks):
        if block.thread == thread and issubclass(lost.exc_type, block.kind):
            block.again()
            return
    _before(lost)
