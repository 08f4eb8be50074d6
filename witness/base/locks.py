"""Locks on files: they end with the process that holds them, however that ends."""

from __future__ import annotations

import warnings
from typing import TextIO


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
