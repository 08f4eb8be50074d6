"""A function in a process of its own, a copy of this one, with limits on its time and memory.

It is used for a library in another language, which nothing in this process can interrupt. A call
takes some milliseconds more than without.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn, TypeVar

import psutil

from witness.base import clock
from witness.base.limits.budget import UNLIMITED, Budget
from witness.base.limits.child import CrashedError, answer_of
from witness.base.system import check_system

T = TypeVar("T")


def call_limited(
    function: Callable[[], T], *, budget: Budget = UNLIMITED, memory_limit: float | None = None
) -> T:
    """Return what a function returns when it is called in a process of its own.

    Its answer must be one that `pickle` takes; what it raises is raised here. The budget is for its
    time; `memory_limit` is in megabytes of resident memory beyond what this process has. Raises
    `LimitReachedError`, `CrashedError`, and `InputError` on Windows. Ctrl-C ends the call at once;
    so does the end of this process (on Linux).
    """
    check_system()
    own = psutil.Process().memory_info().rss
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
        raise budget.reached("memory-limit", "the machine's processes or memory") from None
    finally:
        os.close(write)
    process = psutil.Process(pid)

    def check_memory() -> None:
        with suppress(psutil.Error):  # it has ended
            if memory_limit is not None and process.memory_info().rss > own + memory_limit * 1e6:
                raise budget.reached("memory-limit", f"{memory_limit:,.0f} MB")

    with clock.helped():
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            answer = answer_of(read, budget, check=check_memory)
        finally:
            os.close(read)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    try:
        returned, value = pickle.loads(answer)
    except (EOFError, pickle.UnpicklingError):
        raise CrashedError from None
    if not returned:
        raise value
    found: T = value
    return found


def _fork() -> int:
    with warnings.catch_warnings():
        # The copy has one thread only, and needs nothing of the others.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _work(function: Callable[[], object], write: int, parent: int, libc: ctypes.CDLL) -> NoReturn:
    """Call the function, write its answer, and end, without anything that this process began."""
    try:
        # Ctrl-C comes to the parent as well, which ends this process.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        end_with_parent(parent, libc)
        gc.disable()
        try:
            answer = pickle.dumps((True, function()), pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            answer = pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        with os.fdopen(write, "wb") as stream:
            stream.write(answer)
    finally:
        os._exit(0)


def end_with_parent(parent: int, libc: ctypes.CDLL) -> None:
    """Let this process, a copy, end when its parent does, whatever ends that (on Linux)."""
    if sys.platform == "linux":
        libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os._exit(0)
