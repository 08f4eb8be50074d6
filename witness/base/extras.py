"""What not everybody has, or needs: packages that belong to an extra of the distribution, programs.

Numba, of the extra `fast`, takes longer to load than plain Python to answer about a few panels.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from witness.base.errors import InputError

#: The name under which this package is installed.
DISTRIBUTION = "witness-ilp"


#: The expansions, or so, that plain Python may make before a process loads machine code, and the
#: most panels that share them: these take no longer than loading does.
PLAIN, FEW = 250_000, 100

#: How many panels there were, and how many a command has, where it says so.
_answered, _panels = 0, None


def plain_share(*, asked: bool = False) -> int:
    """Return the expansions of the next panel in plain Python; it counts unless this is `asked`."""
    global _answered
    _answered += not asked
    number = _answered if _panels is None else _panels
    return PLAIN // (_panels or FEW) if number <= FEW else 0


@contextmanager
def for_panels(number: int) -> Iterator[None]:
    """Let all panels of a block have the same share, so that their order does not matter."""
    global _panels
    before, _panels = _panels, number
    try:
        yield
    finally:
        _panels = before


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
