"""Compiling inner loops once, and keeping the machine code on disk for later runs.

Numba does both; this module takes care of what can go wrong. The name of the folder depends on the
text of the source and on the versions of what compiled it. Code is used only if it is what was
written: damaged files are removed and compiled again, and where nothing can be written the code is
compiled for this run alone. Of several processes that start together, one compiles, and the others
wait for it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import stat
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

import numpy as np

from witness.base.errors import InputError
from witness.base.limits.alarm import held
from witness.base.locks import lock_in_turn
from witness.base.system import check_address_space, check_system

T = TypeVar("T")

#: Functions to compile, by name, each with Numba's signature of its arguments.
Functions = Mapping[str, tuple[Callable[..., Any], Any]]

#: The functions that compiled ones call, as far as Numba does not know them yet.
_inner: list[Callable[..., Any]] = []

#: How many times as long plain Python takes, roughly.
SLOWER = 100

#: Numba's settings are those of the process: one thread compiles at a time.
_numba = threading.Lock()


def inner(function: Any) -> Any:
    """Decorate a function that compiled ones call; Python calls it as plain Python.

    With `njit` it could call machine code, and to compile what that takes is a third of all
    compiling. Numba, which takes long to import, comes to know the function when it compiles.
    """
    _inner.append(function)
    return function


def load(
    kernel: ModuleType,
    *uses: ModuleType,
    note: str,
    usual_seconds: int,
    variant: str = "any",
    arguments: tuple[Any, ...] = (),
    checked: bool = True,
) -> SimpleNamespace:
    """Return the compiled functions of a kernel, from disk if they were compiled before.

    `kernel.signatures(*arguments)` has the argument types of the functions that Python calls;
    `uses` are the modules from which the kernel takes functions and constants. `variant`
    distinguishes versions of the same text for different types. `note` names the code on standard
    error while it is compiled, which takes `usual_seconds` of a processor (measured on an AMD
    EPYC). `checked` says whether each call checks the types of its arguments, which takes
    microseconds with NamedTuples; without the check, an array of another type is read as if it were
    of the right one. Without Numba, the functions are plain Python. Raises `InputError` on Windows.
    """
    check_system()
    if not disabled():
        return _loaded_once(kernel, uses, note, usual_seconds, variant, arguments, checked)
    functions = _functions(kernel, arguments)
    plain = {name: _wrapping(function) for name, (function, _) in functions.items()}
    return SimpleNamespace(**plain, plain=True)


def slice_of(functions: SimpleNamespace, size: int) -> int:
    """Return how many steps of some functions take as long as `size` steps of machine code."""
    return max(1, size // SLOWER) if functions.plain else size


def _functions(kernel: ModuleType, arguments: tuple[Any, ...]) -> Functions:
    """Return the functions of a kernel that Python calls, in plain Python, with their types."""
    return {
        name: (getattr(getattr(kernel, name), "py_func", getattr(kernel, name)), types)
        for name, types in kernel.signatures(*arguments).items()
    }


@lru_cache(maxsize=16)
def _loaded_once(
    kernel: ModuleType,
    uses: tuple[ModuleType, ...],
    note: str,
    usual_seconds: int,
    variant: str,
    arguments: tuple[Any, ...],
    checked: bool,
) -> SimpleNamespace:
    """Return what `load` does, compiled."""
    check_address_space()
    functions = _functions(kernel, arguments)
    found = compiled(functions, (kernel, *uses), variant, note, usual_seconds)
    if not checked:
        versions = {name: [*function.overloads.values()] for name, function in found.items()}
        found = {name: version.entry_point for name, (version,) in versions.items()}
    return SimpleNamespace(**found, plain=False)


def disabled() -> bool:
    """Whether there is no compiler, or Numba's is switched off; say so the first time.

    The search and the frontier solver then leave the work to their reference engines; all other
    functions run as plain Python.
    """
    from witness.base.jit import INSTALLED, numba

    if INSTALLED and not numba.config.DISABLE_JIT:
        return False
    _say_disabled(INSTALLED)
    return True


@lru_cache(maxsize=1)
def _say_disabled(installed: bool) -> None:
    why = (
        "Numba's compiler is disabled (NUMBA_DISABLE_JIT)"
        if installed
        else "Numba is not installed (pip install 'witness-ilp[fast]')"
    )
    _say(f"{why}, so that everything runs in plain Python, far more slowly")


def _wrapping(plain: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function in which whole numbers wrap around silently, as in machine code."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return plain(*arguments)

    return call


def folder(modules: Sequence[ModuleType]) -> Path:
    """Return the folder for the machine code, in NUMBA_CACHE_DIR or else in the user's cache.

    The first module has the functions to compile, the others what these use. Raises `OSError`
    for a user without a home folder.
    """
    from witness.base.jit import binding, llvmlite, numba

    base = os.environ.get("NUMBA_CACHE_DIR")
    if not base:
        home = os.environ.get("XDG_CACHE_HOME")
        try:
            base = str((Path(home) if home else Path.home() / ".cache") / "witness")
        except RuntimeError:
            raise OSError("there is no home folder") from None
    files = [*(Path(str(module.__file__)) for module in modules), Path(__file__)]
    made_from = [
        *(module.__name__.encode() for module in modules),
        *(file.read_bytes() for file in files),
        f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}".encode(),
        f"{numba.config.CPU_NAME or binding.get_host_cpu_name()}".encode(),
        f"{numba.config.CPU_FEATURES or binding.get_host_cpu_features()}".encode(),
    ]
    return Path(base) / f"{files[0].stem}-{hashlib.sha256(b' '.join(made_from)).hexdigest()[:16]}"


def compiled(
    functions: Functions,
    modules: Sequence[ModuleType],
    variant: str,
    note: str,
    usual_seconds: int,
) -> dict[str, Any]:
    """Return the compiled functions, from disk if they were compiled before.

    `variant` distinguishes versions of the same text for different types; `modules` are as in
    `folder`. `note` and `usual_seconds` are what standard error says while it is compiled.
    """
    compiling = _compiling(note, usual_seconds)
    try:
        place = folder(modules) / variant
        base = place.parent.parent
        base.parent.mkdir(parents=True, exist_ok=True)
        for made in (base, place.parent, place):
            made.mkdir(mode=0o700, exist_ok=True)
        _check_private(place)
        with _locked(place, note):
            known = _intact(place)
            if not known:
                _clear(place)
                _say(compiling)
            found = _compiled(functions, place, known=known)
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
        _say(compiling)
        return _compiled(functions, None)


def _compiling(note: str, usual_seconds: int) -> str:
    return (
        f"compiling {note}; this takes about {usual_seconds} s, longer on a busy or slow machine, "
        "the first time only"
    )


def _check_private(place: Path) -> None:
    """Check that nobody else can write to a folder for machine code, or to what is in it.

    Numba's index is pickled: who writes it runs code here. Raises `InputError` for what belongs to
    another user, or what others may write, the folders above included. Where the sticky bit is set
    (`/tmp`) they can only add to it.
    """
    real = Path(os.path.realpath(place))
    for one in (*real.parents, real, *real.rglob("*")):
        found = one.stat()
        foreign = found.st_uid not in (0, os.geteuid())
        if foreign or (found.st_mode & 0o022 and not found.st_mode & stat.S_ISVTX):
            raise InputError(
                "other users may write to it, and machine code is run from there; make it private "
                "(chmod -R go-w), or set NUMBA_CACHE_DIR to a folder that is",
                file=one,
            )


def _reason(error: OSError) -> str:
    if error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror


def _say(words: str) -> None:
    print(f"witness: {words}", file=sys.stderr, flush=True)


def _compiled(functions: Functions, place: Path | None, *, known: bool = False) -> dict[str, Any]:
    """Compile, or load what is `known` from the folder `place`; with None, keep nothing."""
    from witness.base.jit import njit, numba, register_jitable

    with _numba:
        while _inner:
            register_jitable(no_cfunc_wrapper=True, _nrt=False)(_inner.pop(0))
        before = numba.config.CACHE_DIR
        try:
            if place is not None:
                numba.config.CACHE_DIR = str(place)
            found = {}
            for name, (plain, signature) in functions.items():
                source = plain if place is None else _moved(plain, place)
                function = njit(cache=place is not None, no_cfunc_wrapper=True, _nrt=False)(source)
                if not (known and _undisturbed(partial(_loaded, function, signature))):
                    _undisturbed(partial(function.compile, signature))
                function.disable_compile()
                found[name] = function
        finally:
            numba.config.CACHE_DIR = before
        return found


def _moved(plain: Callable[..., Any], place: Path) -> Callable[..., Any]:
    """Return a function as if a file of a folder had it, as Numba asks for its path and date."""
    file = place / Path(plain.__code__.co_filename).name
    file.touch()
    os.utime(file, (0, 0))
    code = plain.__code__.replace(co_filename=str(file))
    return FunctionType(code, plain.__globals__, plain.__name__, plain.__defaults__)


def _undisturbed(work: Callable[[], T]) -> T:
    """Return what `work` returns; Ctrl-C and alarms wait until it is over, a second or two.

    LLVM calls back into Python, and crashes if such a call raises an exception.
    """
    if threading.current_thread() is not threading.main_thread():
        return held(work)  # Ctrl-C comes in the main thread
    waiting: list[int] = []
    before = signal.signal(signal.SIGINT, lambda came, _: waiting.append(came))
    try:
        return held(work)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
        if waiting:
            signal.raise_signal(signal.SIGINT)


def _loaded(function: Any, signature: Any) -> bool:
    """Whether the machine code of a function could be loaded from disk without Numba's compiler.

    `function.compile` would load it, too, but imports everything that Numba can compile before,
    which takes 0.3 s (half of it is SciPy). Code that needs no memory of Numba's own needs none of
    it. A version of Numba that is built otherwise loads it in the slow way.
    """
    from witness.base.jit import cpu_target

    load = getattr(getattr(function, "_cache", None), "_load_overload", None)
    found = None if load is None else load(signature, cpu_target.target_context)
    if found is not None:
        function.add_overload(found)
    return found is not None


@contextmanager
def _locked(place: Path, note: str) -> Iterator[None]:
    """Lock other processes out of a folder while the block runs."""
    with (place.parent / f"{place.name}.lock").open("a+", encoding="utf-8") as handle:
        lock_in_turn(handle, lambda who: _say(f"waiting for {who}, which compiles {note}"))
        yield


def _sums(place: Path) -> str:
    """Return the checksums of all files that Numba wrote, one per line."""
    files = sorted(path for path in place.rglob("*") if path.suffix in (".nbi", ".nbc"))
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(place)}\n"
        for path in files
    )


def _seal(place: Path) -> None:
    """Write the checksums of the files."""
    temporary = place / "sums.new"
    temporary.write_text(_sums(place), encoding="utf-8")
    temporary.replace(place / "sums")


def _intact(place: Path) -> bool:
    """Whether the files match their checksums; print a message when they do not."""
    try:
        written = (place / "sums").read_bytes()
    except FileNotFoundError:
        return False
    if written and written == _sums(place).encode():
        return True
    _say(f"{place} is damaged and is made anew")
    return False


def _clear(place: Path) -> None:
    for path in place.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
