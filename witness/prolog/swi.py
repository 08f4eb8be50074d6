"""Finding SWI-Prolog and starting it inside this process, through janus-swi."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from witness.base.errors import InputError

HOW_TO_GET = (
    "in a checkout, bash tools/swi-prolog.sh installs it into this virtual environment; elsewhere "
    "install SWI-Prolog 9.1.12 or newer, then pip install --no-cache-dir janus-swi"
)

#: Where tools/swi-prolog.sh leaves a SWI-Prolog that belongs to a virtual environment.
PRIVATE_HOME = Path("swi-prolog") / "home"


def why_not() -> str | None:
    """Return why SWI-Prolog cannot be used; None if it can.

    This tries it in another process: if SWI-Prolog finds no home, or one of another version, it
    aborts the process that loads it.
    """
    _point_to_private_home()
    if find_spec("janus_swi") is None:
        return "the package janus-swi is not installed"
    tried = subprocess.run(
        [sys.executable, "-c", "import janus_swi"], capture_output=True, text=True, check=False
    )
    if tried.returncode == 0:
        return None
    lines = [line.strip() for line in tried.stderr.split("\n") if line.strip()]
    return f"SWI-Prolog does not start: {lines[-1] if lines else 'no message'}"


def missing() -> str | None:
    """Return why SWI-Prolog cannot be used, and how to install it; None if it can be used."""
    reason = why_not()
    return None if reason is None else f"{reason}. To install SWI-Prolog: {HOW_TO_GET}"


@cache
def janus() -> Any:
    """Start SWI-Prolog in this process, and return the module janus_swi.

    Raises `InputError`, which says how to install it, if it is missing.
    """
    reason = missing()
    if reason is not None:
        raise InputError(reason)
    return import_module("janus_swi")


def version() -> str:
    """Return the version of SWI-Prolog, such as 9.2.9."""
    number = int(janus().query_once("current_prolog_flag(version, V)")["V"])
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def _point_to_private_home() -> None:
    home = Path(sys.prefix) / PRIVATE_HOME
    if home.is_dir():
        os.environ.setdefault("SWI_HOME_DIR", str(home))
