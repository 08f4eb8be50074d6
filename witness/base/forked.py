"""Calling a function in a process of its own, within limits on time and memory.

For work that nothing else can interrupt, as that of a library in another language. The process is a
copy of this one, so that a call takes some milliseconds more than without.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NoReturn, TypeVar

import psutil

from witness.base.process import INTERVAL
from witness.base.system import check_system

T = TypeVar("T")

#: Bytes of an answer to read at once.
_CHUNK = 1 << 20


class CallEndedError(Exception):
    """A call was ended at a limit, or crashed."""

    def __init__(self, ended: Literal["timeout", "memory-limit", "crash"]) -> None:
        super().__init__(ended)
        self.ended = ended


def call_limited(
    function: Callable[[], T], *, timeout: float | None = None, memory_limit: float | None = None
) -> T:
    """Return what a function returns when it is called in a process of its own.

    Its answer must be one that `pickle` takes; what it raises is raised here. `timeout` is in
    seconds, `memory_limit` in megabytes of resident memory beyond what this process has. Raises
    `CallEndedError`, and `InputError` on Windows. Ctrl-C ends the call at once; so does the end of
    this process (on Linux).
    """
    check_system()
    deadline = None if timeout is None else time.perf_counter() + timeout
    most = None if memory_limit is None else memory_limit * 1e6 + psutil.Process().memory_info().rss
    parent = os.getpid()
    libc = ctypes.CDLL(None)
    read, write = os.pipe()
    # Ctrl-C must not end up in what the copy has of this process's own work.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        pid = _fork()
        if pid == 0:
            _work(function, write, parent, libc)
    except OSError:  # there is no memory for another process, or no number
        os.close(read)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        raise CallEndedError("memory-limit") from None
    finally:
        os.close(write)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        answer = _answer(read, pid, deadline, most)
    finally:
        os.close(read)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    try:
        returned, value = pickle.loads(answer)
    except (EOFError, pickle.UnpicklingError):
        raise CallEndedError("crash") from None
    if not returned:
        raise value
    found: T = value
    return found


def _fork() -> int:
    with warnings.catch_warnings():
        # The copy has one thread only, and needs nothing of the others.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _answer(read: int, pid: int, deadline: float | None, most: float | None) -> bytes:
    """Return all that the process writes."""
    process = psutil.Process(pid)
    found = []
    looked = time.perf_counter()
    while True:
        ready, _, _ = select.select([read], [], [], INTERVAL)
        if ready:
            found.append(os.read(read, _CHUNK))
            if not found[-1]:
                return b"".join(found)
        now = time.perf_counter()
        if deadline is not None and now >= deadline:
            raise CallEndedError("timeout")
        if most is not None and now >= looked + INTERVAL:
            looked = now
            with suppress(psutil.Error):  # it has ended
                if process.memory_info().rss > most:
                    raise CallEndedError("memory-limit")


def _work(function: Callable[[], object], write: int, parent: int, libc: ctypes.CDLL) -> NoReturn:
    """Call the function, write its answer, and end, without anything that this process began."""
    try:
        # Ctrl-C comes to the parent as well, which ends this process.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        if sys.platform == "linux":
            libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() == parent:
            gc.disable()
            try:
                answer = pickle.dumps((True, function()), pickle.HIGHEST_PROTOCOL)
            except Exception as error:
                answer = pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
            with os.fdopen(write, "wb") as stream:
                stream.write(answer)
    finally:
        os._exit(0)
