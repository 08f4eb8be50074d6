"""Exceptions that come from outside, in whatever thread a function runs.

One thread for the whole process looks around, and raises an exception in the thread of the function
(`PyThreadState_SetAsyncExc`), where it comes between two instructions of Python. So what arms and
disarms an alarm can itself be interrupted: it is no context manager, whose exit could be skipped,
and it uses only locks and queues that are written in C.
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from witness.base import swallowed

#: Seconds until an exception comes once more if its function has not ended by then.
PATIENCE = 1.0

T = TypeVar("T")

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)
_NOTHING: Any = ctypes.py_object()  # the null pointer


@dataclass(eq=False)
class _Alarm:
    """An armed alarm: what `look` asks for is raised in its thread."""

    look: Callable[[], type[Exception] | None]
    interval: float
    next: float
    thread: int = field(default_factory=threading.get_ident)
    raised: bool = False

    def soon(self) -> None:
        """Look again in a moment: what was raised has been lost."""
        self.next = time.perf_counter() + self.interval
        _changes.put(None)


#: The alarms that are armed, the threads in which none may come now, and the lock of both.
_alarms: list[_Alarm] = []
_held: set[int] = set()
_lock = threading.Lock()

#: Gets an item when the watcher should look at the alarms again.
_changes: SimpleQueue[None] = SimpleQueue()

_watcher: threading.Thread | None = None


def with_alarm(
    work: Callable[[], T],
    kind: type[Exception],
    look: Callable[[], type[Exception] | None],
    first: float,
    interval: float,
) -> T:
    """Return what `work` returns; while it runs, raise in it what `look` asks for.

    `look` is called in another thread, after `first` seconds and then every `interval` seconds. It
    returns a subclass of `kind` that takes no arguments, or None as long as all is well. Nothing
    comes after the work.
    """
    alarm = _Alarm(look, interval, time.perf_counter() + first)
    block = swallowed.Block(alarm.thread, kind, alarm.soon)
    _watch()
    try:
        try:
            _arm(alarm, block)
            return work()
        finally:
            _disarm(alarm, block)
    except kind:
        # It may have come on the way into the first call, which then did nothing.
        _disarm(alarm, block)
        raise


def held(work: Callable[[], T]) -> T:
    """Return what `work` returns; the alarms of this thread wait until it is over."""
    thread = threading.get_ident()
    try:
        with _lock:
            _held.add(thread)
        return work()
    finally:
        _held.discard(thread)


def _arm(alarm: _Alarm, block: swallowed.Block) -> None:
    swallowed.begin(block)
    with _lock:
        _alarms.append(alarm)
    _changes.put(None)


def _disarm(alarm: _Alarm, block: swallowed.Block) -> None:
    """Let nothing come any more, nor what has been raised and has not arrived."""
    with _lock:
        if alarm in _alarms:
            _alarms.remove(alarm)
        if alarm.raised:
            _raise_in(alarm.thread, _NOTHING)
    swallowed.end(block)


def _watch() -> None:
    """Start the watcher, before any alarm is armed: a thread that starts may not be interrupted.

    Python says of a new thread for a moment that it is the one that starts it.
    """
    global _watcher
    if _watcher is None:
        with _lock:
            if _watcher is None:
                _watcher = threading.Thread(target=_look_around, name="witness alarms", daemon=True)
                _watcher.start()


def _look_around() -> None:
    while True:
        with _lock:
            due = min((alarm.next for alarm in _alarms), default=None)
        with suppress(Empty):
            _changes.get(timeout=None if due is None else max(due - time.perf_counter(), 0.0))
        with _lock:
            armed = [alarm for alarm in _alarms if alarm.next <= time.perf_counter()]
        for alarm in armed:
            alarm.next = time.perf_counter() + alarm.interval
            error = alarm.look()
            if error is not None:
                _raise(alarm, error)


def _raise(alarm: _Alarm, error: type[Exception]) -> None:
    with _lock:
        if alarm in _alarms and alarm.thread not in _held:
            alarm.raised = True
            alarm.next = time.perf_counter() + PATIENCE
            _raise_in(alarm.thread, error)


def _forget() -> None:
    """Begin anew in a process that was forked, where of the threads only one is left."""
    global _lock, _watcher, _changes
    _lock, _watcher, _changes = threading.Lock(), None, SimpleQueue()
    _alarms.clear()
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
