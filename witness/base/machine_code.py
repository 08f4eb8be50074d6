"""Compiling inner loops once, and keeping the machine code on disk for later runs.

Numba does both; this module looks after what can go wrong. The code is kept in a folder that is
named by the source's file and text and by the versions that made it, and used only if it is what
was written: a damaged file is removed and compiled anew, and where nothing can be written it is
compiled for this run alone. Of several processes that start together, one compiles.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from numba import njit

#: The functions to be compiled, by name, each with Numba's signature of its arguments.
Functions = Mapping[str, tuple[Callable[..., Any], Any]]


@lru_cache(maxsize=16)
def load(
    kernel: ModuleType,
    *uses: ModuleType,
    note: str,
    variant: str = "any",
    arguments: tuple[Any, ...] = (),
) -> SimpleNamespace:
    """Return the compiled functions of a kernel, from disk if they were compiled before.

    `kernel.signatures(*arguments)` has the types of what Python calls; `uses` are the modules that
    the kernel takes functions and constants from. `variant` tells apart what is compiled from the
    same text for other types. `note` is what standard error says while it is compiled.
    """
    functions = {
        name: (getattr(getattr(kernel, name), "py_func", getattr(kernel, name)), types)
        for name, types in kernel.signatures(*arguments).items()
    }
    return SimpleNamespace(**compiled(functions, (kernel, *uses), variant, note))


def direct(function: Any) -> Callable[..., Any]:
    """Return a function of `load` that does not look at the types of its arguments.

    Numba looks them up in every call, which takes a microsecond for arrays in a NamedTuple. To be
    called with exactly the types of the signature: nothing else notices when they are not.
    """
    (version,) = function.overloads.values()
    entry: Callable[..., Any] = version.entry_point
    return entry


def folder(modules: Sequence[ModuleType]) -> Path:
    """Give the folder for the machine code: in NUMBA_CACHE_DIR, or else in the user's cache.

    The first of the modules has the functions that are compiled, the others what these use.
    Raises `OSError` where a user has no home folder.
    """
    base = os.environ.get("NUMBA_CACHE_DIR")
    if not base:
        home = os.environ.get("XDG_CACHE_HOME")
        try:
            base = str((Path(home) if home else Path.home() / ".cache") / "witness")
        except RuntimeError:
            raise OSError("there is no home folder") from None
    # Numba compiles again for another file of the same text, or another time; so each has a folder.
    files = [Path(str(module.__file__)) for module in modules]
    made_from = [
        *(f"{file} {file.stat().st_mtime_ns}".encode() for file in files),
        *(file.read_bytes() for file in files),
        f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}".encode(),
        f"{numba.config.CPU_NAME or llvmlite.binding.get_host_cpu_name()}".encode(),
        f"{numba.config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features()}".encode(),
    ]
    return Path(base) / f"{files[0].stem}-{hashlib.sha256(b' '.join(made_from)).hexdigest()[:16]}"


def compiled(
    functions: Functions, modules: Sequence[ModuleType], variant: str, note: str
) -> dict[str, Callable[..., Any]]:
    """Give the compiled functions, from disk if they were compiled before.

    `variant` tells apart what is compiled from the same text for other types; `modules` are as in
    `folder`. `note` says on standard error what takes a while, when it is compiled.
    """
    try:
        place = folder(modules) / variant
        place.mkdir(parents=True, exist_ok=True)
        with _locked(place):
            known = _intact(place)
            if not known:
                _clear(place)
                _say(note)
            found = _compiled(functions, place)
            if not known:
                _seal(place)
            return found
    except OSError as error:
        warnings.warn(
            f"compiled code cannot be kept on disk ({_reason(error)}), so that every run compiles "
            "it anew; NUMBA_CACHE_DIR names another folder",
            RuntimeWarning,
            stacklevel=2,
        )
        _say(note)
        return _compiled(functions, None)


def _reason(error: OSError) -> str:
    if error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror


def _say(note: str) -> None:
    print(
        f"witness: compiling {note}; this takes some seconds, the first time only",
        file=sys.stderr,
        flush=True,
    )


def _compiled(functions: Functions, place: Path | None) -> dict[str, Callable[..., Any]]:
    """Compile, or read what was compiled; `place` is the folder, None to keep nothing."""
    before = numba.config.CACHE_DIR
    try:
        if place is not None:
            numba.config.CACHE_DIR = str(place)
        found = {}
        for name, (plain, signature) in functions.items():
            function = njit(cache=place is not None, _nrt=False)(plain)
            function.compile(signature)
            function.disable_compile()
            found[name] = function
    finally:
        numba.config.CACHE_DIR = before
    return found


@contextmanager
def _locked(place: Path) -> Iterator[None]:
    """Keep other processes out of a folder while the block runs."""
    with (place.parent / f"{place.name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _sums(place: Path) -> str:
    """Give the checksums of all files that Numba wrote, one a line."""
    files = sorted(path for path in place.rglob("*") if path.suffix in (".nbi", ".nbc"))
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(place)}\n"
        for path in files
    )


def _seal(place: Path) -> None:
    """Write down what the files are."""
    temporary = place / "sums.new"
    temporary.write_text(_sums(place), encoding="utf-8")
    temporary.replace(place / "sums")


def _intact(place: Path) -> bool:
    """Whether the files are those that were written down. Says so when they are not."""
    try:
        written = (place / "sums").read_bytes()
    except FileNotFoundError:
        return False
    if written and written == _sums(place).encode():
        return True
    print(f"witness: {place} is damaged and is made anew", file=sys.stderr, flush=True)
    return False


def _clear(place: Path) -> None:
    for path in place.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
