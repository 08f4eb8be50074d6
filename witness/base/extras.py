"""Packages that not everybody needs: each belongs to an extra of the distribution."""

from __future__ import annotations

from importlib import import_module
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
