"""Locks on files: they end with the process that holds them, however that ends."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import TextIO

from witness.base.errors import InputError, quoted, shortened

#: Seconds that a process waits for others in all, unless WITNESS_PATIENCE says otherwise ("inf":
#: without end), those after which it says for whom, and those between two looks.
PATIENCE, SOON, INTERVAL = 5.0, 1.0, 0.05

#: The most seconds that the command at hand may wait, and those for which it has waited.
_most, _waited = inf, 0.0


def lock(descriptor: int, *, wait: bool = True) -> bool:
    """Lock an open file until it is closed; return False if another process has it.

    That cannot be where it can `wait`. Raises `OSError` where the file system has no locks.
    """
    import fcntl  # not at the top: Windows, which has none, is refused with a message

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # systems differ in what they say
        return False
    return True


def locked(stream: TextIO) -> bool:
    """Lock a file for this process until it is closed; return False if another process has it.

    Where the file system has no locks, a warning says so.
    """
    try:
        return lock(stream.fileno(), wait=False)
    except OSError as error:
        warnings.warn(f"{stream.name} cannot be locked: {error.strerror}", stacklevel=3)
    return True


@contextmanager
def patience(most: float | None) -> Iterator[None]:
    """Let `locked_in_time` wait for so many seconds at most in the block (None: as usual)."""
    global _most, _waited
    before = _most, _waited
    _most, _waited = inf if most is None else most, 0.0
    try:
        yield
    finally:
        _most, _waited = before


def locked_in_time(stream: TextIO, wait_for: Callable[[str], None]) -> bool:
    """Lock a file as soon as no other process has it; return False once `PATIENCE` is over.

    After a second `wait_for` is told who has it: the holder writes that into the file, which has to
    be open for appending and reading. Raises `OSError` where the file system has no locks.
    """
    global _waited
    begun, told = time.monotonic(), False
    most = min(_most, _usual()) - _waited
    while not lock(stream.fileno(), wait=False):
        passed = time.monotonic() - begun
        if passed >= most:
            _waited += passed
            return False
        if passed >= SOON and not told:
            wait_for(holder(stream))
            told = True
        time.sleep(INTERVAL)
    _waited += time.monotonic() - begun
    stream.truncate(0)
    stream.write(f"process {os.getpid()} on {os.uname().nodename}")
    stream.flush()
    return True


def holder(stream: TextIO) -> str:
    """Return who has locked a file with `locked_in_time`, in words."""
    stream.seek(0)
    return shortened(" ".join(stream.read().split())) or "another process"


def _usual() -> float:
    given = os.environ.get("WITNESS_PATIENCE", str(PATIENCE))
    try:
        return float(given)
    except ValueError:
        raise InputError(
            f"WITNESS_PATIENCE is {quoted(given)}; a number of seconds is expected"
        ) from None
