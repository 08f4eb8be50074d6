"""The systems on which the package runs."""

from __future__ import annotations

import sys

from witness.base.errors import InputError


def check_system() -> None:
    """Raise `InputError` on Windows, which lacks what time limits and forked calls are made of."""
    if sys.platform == "win32":
        raise InputError(
            "witness runs on Linux and macOS; on Windows, run it in WSL, the Windows Subsystem for "
            "Linux (wsl --install)"
        )
