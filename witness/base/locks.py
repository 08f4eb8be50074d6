"""Locks on files: they end with the process that holds them, however that ends."""

from __future__ import annotations

import warnings
from typing import TextIO


def locked(stream: TextIO) -> bool:
    """Lock a file for this process until it is closed; return False if another process has it.

    Where the file system has no locks, a warning says so.
    """
    # Not at the top: commands that lock nothing would wait for this import.
    from filelock import lock_descriptor

    try:
        return lock_descriptor(stream.fileno(), blocking=False)
    except OSError as error:
        warnings.warn(f"{stream.name} cannot be locked: {error.strerror}", stacklevel=3)
    return True
