"""Memory that is reserved at once, and provided when it is first used."""

from __future__ import annotations

import mmap
import sys
from contextlib import suppress

import numpy as np
import numpy.typing as npt

#: Linux's MAP_NORESERVE, which Python's `mmap` has from 3.13 on.
_NO_RESERVE = 0x4000


def reserved(number: int) -> npt.NDArray[np.uint64]:
    """Return an array of `number` words, all 0; raise `MemoryError` if the machine refuses it.

    It may be larger than the memory that is free. On Linux the system does not count it as taken:
    else it would refuse to fork a process that has reserved much, even one that uses little of it.
    """
    size = max(1, number) * 8
    try:
        if sys.platform == "linux":
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
            place = mmap.mmap(-1, size, flags=flags)
            with suppress(OSError):  # without huge pages the system has smaller ones
                place.madvise(mmap.MADV_HUGEPAGE)
        else:
            place = mmap.mmap(-1, size)
    except (OSError, OverflowError):
        raise MemoryError(f"{size:,} bytes cannot be reserved") from None
    return np.frombuffer(place, np.uint64, number)
