"""Exceptions that come from outside, in whatever thread a block runs.

Another thread looks around, and raises an exception in the thread of the block
(`PyThreadState_SetAsyncExc`), where it comes between two instructions of Python.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from witness.base.swallowed import repeated

#: Seconds until an exception comes once more if its block has not been left by then.
PATIENCE = 1.0

#: The threads in which no alarm may come now, and the lock of this set.
_held: set[int] = set()
_lock = threading.Lock()

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)
_NOTHING: Any = ctypes.py_object()  # the null pointer


@contextmanager
def alarm(
    kind: type[Exception], look: Callable[[], type[Exception] | None], first: float, interval: float
) -> Iterator[None]:
    """Raise in the block, which may be in any thread, what `look` asks for.

    `look` is called in another thread, after `first` seconds and then every `interval` seconds. It
    returns a subclass of `kind` that takes no arguments, or None as long as all is well. Nothing
    comes after the block.
    """
    watch = _Watch(look, first, interval)
    with repeated(kind, watch.soon):
        try:
            try:
                watch.start()
                yield
            finally:
                watch.end()
        except kind:
            watch.end()  # in case the exception came while the first call ended the watch
            raise


@contextmanager
def held() -> Iterator[None]:
    """Let the alarms of this thread wait until the block is over."""
    thread = threading.get_ident()
    try:
        with _lock:
            _held.add(thread)
        yield
    finally:
        _held.discard(thread)


class _Watch(threading.Thread):
    """The thread that looks around for a block of another one."""

    def __init__(
        self, look: Callable[[], type[Exception] | None], first: float, interval: float
    ) -> None:
        super().__init__(name="witness alarm", daemon=True)
        self._block = threading.get_ident()
        self._look = look
        self._interval = interval
        self._next = time.perf_counter() + first
        self._over = threading.Event()
        self._raised = False

    def run(self) -> None:
        """Look until the block is over."""
        while not self._over.wait(max(self._next - time.perf_counter(), 0.0)):
            if time.perf_counter() < self._next:
                continue  # it was put off meanwhile
            self._next = time.perf_counter() + self._interval
            error = self._look()
            if error is not None:
                self._raise(error)

    def soon(self) -> None:
        """Look again in a moment: what was raised has been lost."""
        self._next = time.perf_counter() + self._interval

    def end(self) -> None:
        """Raise nothing any more, nor what has not yet arrived."""
        with _lock:
            self._over.set()
            if self._raised:
                _raise_in(self._block, _NOTHING)

    def _raise(self, error: type[Exception]) -> None:
        with _lock:
            if self._over.is_set() or self._block in _held:
                return
            self._raised = True
            self._next = time.perf_counter() + PATIENCE
            _raise_in(self._block, error)
