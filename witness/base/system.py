"""What the package needs of the system: POSIX, and address space (`ulimit -v`) for the compiler.

LLVM and OpenBLAS do not survive a limit of address space that is too low.
"""

from __future__ import annotations

import os
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

from witness.base.errors import InputError

#: The address space to have left before kernels are compiled, in bytes. A process that had 120 MB
#: of it crashed, and one that had 320 MB compiled what it needed.
_NEEDED = 600_000_000

#: Packages that end the process, or say that the user interrupted it, where there is too little.
_FRAGILE = ("llvmlite", "numba", "numpy")


def check_system() -> None:
    """Raise `InputError` on Windows, which lacks what time limits and forked calls are made of."""
    if sys.platform == "win32":
        raise InputError(
            "witness runs on Linux and macOS; on Windows, run it in WSL, the Windows Subsystem for "
            "Linux (wsl --install)"
        )


def check_address_space() -> None:
    """Raise `InputError` where the limit leaves too little for compiled code."""
    import resource  # which Windows does not have

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit == resource.RLIM_INFINITY:
        return
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:  # not Linux
        return
    left = limit - pages * os.sysconf("SC_PAGE_SIZE")
    if left < _NEEDED:
        raise InputError(
            f"the limit of address space (ulimit -v) leaves {max(0, left) // 10**6} MB, too "
            f"little for the compiler; it needs {_NEEDED // 10**6} MB more than is in use"
        )


class _Guard(MetaPathFinder):
    """Checks the address space before a fragile package is imported; finds nothing itself."""

    def find_spec(self, name: str, *_: Any) -> None:
        """Return None, so that the package is looked for as always."""
        if name in _FRAGILE:
            check_address_space()


def guard_imports() -> None:
    """Check the address space before packages are imported that would end the process."""
    if not any(isinstance(finder, _Guard) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Guard())
