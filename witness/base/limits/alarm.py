"""Alarms: exceptions that come from outside, in whatever thread some work runs.

An alarm is used for Python code that asks no budget, such as a learner and the clauses that it
evaluates: the work can be interrupted anywhere, in this process, and what it has found stays.

One thread for the whole process looks around, and raises an exception in the thread of the work
(`PyThreadState_SetAsyncExc`), where it comes between two instructions of Python. So what arms and
disarms an alarm can itself be interrupted: it is no context manager, whose exit could be skipped,
and it uses only locks and queues that are written in C.

Python swallows an exception that comes while a finalizer runs: Python prints and forgets it. The
alarm comes once more.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from queue import Empty, SimpleQueue
from typing import TypeVar

from witness.base.limits.budget import LimitReachedError

#: Seconds between two looks at the clock and at the memory of this process.
INTERVAL = 0.05

#: Seconds until an exception comes once more if its work has not ended by then.
PATIENCE = 1.0

#: The longest time in seconds that threads can wait on every system: three years.
LONGEST = 1e8

T = TypeVar("T")


class _TimeLimitError(LimitReachedError):
    def __init__(self, *_: object) -> None:  # clingo makes another one of what is raised in it
        super().__init__("time-limit")


class _MemoryLimitError(LimitReachedError):
    def __init__(self, *_: object) -> None:
        super().__init__("memory-limit")


@dataclass(eq=False)
class _Alarm:
    """An alarm of a thread: from the time `next` on, what `look` asks for is raised there."""

    look: Callable[[], type[Exception] | None]
    next: float
    thread: int = field(default_factory=threading.get_ident)
    raised: bool = False


#: The alarms of all threads, the innermost last; the threads in which no alarm may come now; and
#: the lock of both.
_armed: list[_Alarm] = []
_held: set[int] = set()
_lock = threading.Lock()

#: Gets an item when the watcher should look at the alarms again.
_changes: SimpleQueue[None] = SimpleQueue()

_watcher: threading.Thread | None = None


def limited(work: Callable[[], T], seconds: float | None, megabytes: float | None = None) -> T:
    """Return what `work` returns, in whatever thread this is; it has some seconds and memory.

    The memory is what this process takes beyond what it has now. Raises `LimitReachedError` at a
    limit, in the work, and never after it.
    """
    if seconds is None and megabytes is None:
        return work()
    most = inf
    if megabytes is not None:
        import psutil

        taken = psutil.Process().memory_info
        most = taken().rss + megabytes * 1e6
    begun = time.perf_counter()
    end = inf if seconds is None else begun + min(max(seconds, 1e-6), LONGEST)

    def look() -> type[LimitReachedError] | None:
        if time.perf_counter() >= end:
            return _TimeLimitError
        return _MemoryLimitError if megabytes is not None and taken().rss > most else None

    alarm = _Alarm(look, min(begun + INTERVAL, end))
    _watch()
    try:
        try:
            with _lock:
                _armed.append(alarm)
            _changes.put(None)
            return work()
        finally:
            _disarm(alarm)
    except LimitReachedError:
        # It may have come on the way into the first call, which then did nothing.
        _disarm(alarm)
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


def _disarm(alarm: _Alarm) -> None:
    """Let nothing come any more, nor what has been raised and has not arrived."""
    with _lock:
        if alarm in _armed:
            _armed.remove(alarm)
        if alarm.raised:
            _raise_in(alarm.thread, None)


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
            due = min((alarm.next for alarm in _armed), default=inf)
        with suppress(Empty):
            _changes.get(timeout=None if due == inf else max(due - time.perf_counter(), 0.0))
        with _lock:
            due_now = [alarm for alarm in _armed if alarm.next <= time.perf_counter()]
        for alarm in due_now:
            alarm.next = time.perf_counter() + INTERVAL
            error = alarm.look()
            if error is not None:
                _raise(alarm, error)


def _raise(alarm: _Alarm, error: type[Exception]) -> None:
    with _lock:
        if alarm in _armed and alarm.thread not in _held:
            alarm.raised = True
            alarm.next = time.perf_counter() + PATIENCE
            _raise_in(alarm.thread, error)


def _raise_in(thread: int, error: type[Exception] | None) -> None:
    """Raise an exception in a thread, or, with None, take back one that has not arrived."""
    import ctypes  # not at the top: the command line would wait for this import

    what = ctypes.py_object() if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


def _forget() -> None:
    """Begin anew in a process that was forked, where of the threads only one is left."""
    global _lock, _watcher, _changes
    _lock, _watcher, _changes = threading.Lock(), None, SimpleQueue()
    _armed.clear()
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
