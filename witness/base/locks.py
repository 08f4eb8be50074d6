"""Locks on files: they end with the process that holds them, however that ends."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from typing import TextIO

from witness.base.errors import shortened

#: Seconds after which a process says for whom it waits, and those between two looks before.
SOON, INTERVAL = 1.0, 0.05


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


def lock_in_turn(stream: TextIO, wait_for: Callable[[str], None]) -> None:
    """Lock a file as soon as no other process has it; the file then names this process.

    After a second, `wait_for` is told who holds the lock. The file must be open for appending and
    reading. Raises `OSError` where the file system has no locks.
    """
    begun = time.monotonic()
    while not lock(stream.fileno(), wait=False):
        if time.monotonic() - begun < SOON:
            time.sleep(INTERVAL)
            continue
        stream.seek(0)
        wait_for(shortened(" ".join(stream.read().split())) or "another process")
        lock(stream.fileno())
        break
    stream.truncate(0)
    stream.write(f"process {os.getpid()} on {os.uname().nodename}")
    stream.flush()
