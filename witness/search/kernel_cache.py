"""Compiling the kernel once, and keeping the machine code on disk for later runs.

Numba does both; this module looks after what can go wrong. The code is compiled for the number of
words that a board needs, kept in a folder that is named by the kernel's file and text and by the
versions that made it, and used only if it is what was written: a damaged file is removed and
compiled anew, and where nothing can be written the kernel is compiled for this run alone. Of
several processes that start together, one compiles.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding
import numba
import numpy as np
from numba import njit

from witness.search import kernel, layout, wide


class Kernel(NamedTuple):
    """The compiled `begin` and `run` of `witness.search.kernel`, for boards of W words."""

    begin: Callable[..., Any]
    run: Callable[..., int]


def folder() -> Path:
    """Give the folder for the machine code: in NUMBA_CACHE_DIR, or else in the user's cache.

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
    main = Path(str(kernel.__file__))
    made_from = [
        f"{main} {main.stat().st_mtime_ns}".encode(),
        *(Path(str(module.__file__)).read_bytes() for module in (kernel, layout, wide)),
        f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}".encode(),
        f"{numba.config.CPU_NAME or llvmlite.binding.get_host_cpu_name()}".encode(),
        f"{numba.config.CPU_FEATURES or llvmlite.binding.get_host_cpu_features()}".encode(),
    ]
    return Path(base) / f"kernel-{hashlib.sha256(b' '.join(made_from)).hexdigest()[:16]}"


@lru_cache(maxsize=8)
def load(words: int, plain: bool) -> Kernel:
    """Give the kernel for boards of `words` words, from disk if it was compiled before.

    The plain one is for pruning searches that need to look only where a step can matter.
    """
    try:
        place = folder() / f"words-{words}-{'plain' if plain else 'any'}"
        place.mkdir(parents=True, exist_ok=True)
        with _locked(place):
            known = _intact(place)
            if not known:
                _clear(place)
                _say(words, plain)
            found = _compiled(words, plain, place)
            if not known:
                _seal(place)
            return found
    except OSError as error:
        warnings.warn(
            f"the compiled search engine cannot be kept on disk ({_reason(error)}), so that every "
            "run compiles it anew; NUMBA_CACHE_DIR names another folder",
            RuntimeWarning,
            stacklevel=2,
        )
        _say(words, plain)
        return _compiled(words, plain, None)


def _reason(error: OSError) -> str:
    if error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror


def _say(words: int, plain: bool) -> None:
    boards = {1: "up to 7×7", 2: "up to 10×10"}.get(words, "beyond 10×10")
    searches = "pruning" if plain else "other"
    print(
        f"witness: compiling the search engine for {searches} searches on boards {boards} squares; "
        "this takes some seconds, the first time only",
        file=sys.stderr,
        flush=True,
    )


def _compiled(words: int, plain: bool, place: Path | None) -> Kernel:
    """Compile, or read what was compiled; `place` is the folder, None to keep nothing."""
    before = numba.config.CACHE_DIR
    try:
        if place is not None:
            numba.config.CACHE_DIR = str(place)
        functions = {}
        for name, signature in kernel.signatures(words, 1 if plain else 2).items():
            function = njit(cache=place is not None, _nrt=False)(getattr(kernel, name))
            function.compile(signature)
            function.disable_compile()
            functions[name] = function
    finally:
        numba.config.CACHE_DIR = before
    return Kernel(**functions)


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
