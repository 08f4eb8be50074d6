"""What not everybody has: packages that belong to an extra of the distribution, and programs."""

from __future__ import annotations

import os
import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from witness.base.errors import InputError

#: The name under which this package is installed.
DISTRIBUTION = "witness-ilp"


def how_to_install(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def optional(module: str, package: str, extra: str) -> Any:
    """Import a module of a package that belongs to an extra.

    Raises `InputError`, which says how to install the extra, if the package is missing.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise InputError(f"{package} is not installed: {how_to_install(extra)}") from None


def executable(name: str) -> str | None:
    """Return the program of a path or name: beside this Python, or else on the PATH."""
    beside = Path(sys.executable).parent / name
    return str(beside) if os.access(beside, os.X_OK) else shutil.which(name)
