"""What commands say on standard error: notices, warnings, details, progress.

The library speaks through `logging` and `warnings`; both end up here. `-q` leaves only warnings and
errors, `-v` adds details, such as the solver that `auto` chose.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

_log = logging.getLogger("witness")

#: The least important messages to show, by verbosity.
LEVELS = {-1: logging.WARNING, 0: logging.INFO, 1: logging.DEBUG}

#: Seconds before a progress bar, or the clock, appears.
DELAY = 1.0

#: The progress bars that are open.
_bars: list[Any] = []


def notice(text: str) -> None:
    """Say something that is worth knowing, unless the user wants quiet."""
    _log.info(text)


def detail(text: str) -> None:
    """Say something that only a curious user wants to know."""
    _log.debug(text)


def warn(text: str) -> None:
    """Say something that matters for whether the answer can be relied upon."""
    _log.warning(text)


class _Lines(logging.Handler):
    """Prints each message once, as a line with the program's name, above any progress bar."""

    def __init__(self) -> None:
        super().__init__()
        self.told: set[tuple[int, str]] = set()

    def emit(self, record: logging.LogRecord) -> None:
        line = f"witness: {record.getMessage()}"
        bars = sys.modules.get("tqdm")
        if sys.stderr is None or (record.levelno, line) in self.told:
            return
        self.told.add((record.levelno, line))
        if bars is None:
            print(line, file=sys.stderr)
        else:
            bars.tqdm.write(line, file=sys.stderr)


@contextmanager
def speaking(verbosity: int) -> Iterator[None]:
    """Show messages on standard error while a command runs: -1 for quiet, 0, or 1 for details."""
    handler = _Lines()
    before = _log.level
    _log.addHandler(handler)
    _log.setLevel(LEVELS[verbosity])

    def show(message: Warning | str, *place: Any, **how: Any) -> None:
        warn(str(message))

    try:
        with warnings.catch_warnings():
            warnings.showwarning = show
            yield
    finally:
        _log.removeHandler(handler)
        _log.setLevel(before)


@contextmanager
def clock(delay: float = DELAY) -> Iterator[None]:
    """Show the seconds that pass, on standard error if that is a terminal, or keep bars moving.

    So a command shows after `delay` seconds that it works, even if it cannot say how much is left.
    """
    if _is_quiet():
        yield
        return
    done = threading.Event()
    ticking = threading.Thread(target=_tick, args=(sys.stderr, done, delay), daemon=True)
    ticking.start()
    try:
        yield
    finally:
        done.set()
        ticking.join()


def _is_quiet() -> bool:
    """Whether nobody wants to see on standard error that something moves."""
    shown = sys.stderr is not None and sys.stderr.isatty()
    return not shown or _log.getEffectiveLevel() > logging.INFO


def _tick(stream: TextIO, done: threading.Event, delay: float) -> None:
    begun = time.monotonic()
    wait = delay
    shown = False
    while not done.wait(wait):
        wait, shown = 1.0, True
        if _bars:
            _bars[-1].refresh()
        else:  # what is printed next overwrites it
            print(f"{time.monotonic() - begun:.0f} s", end="\r", file=stream, flush=True)
    if shown:
        print("\x1b[K", end="", file=stream, flush=True)


@contextmanager
def progress(
    total: int | None, unit: str, done: int = 0, delay: float = DELAY
) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error if that is a terminal, after `delay` seconds.

    Yields the function that advances it by a number of steps; with 0 steps, words can say how the
    work goes on. `done` steps are behind already.
    """
    if _is_quiet():
        yield lambda steps=1, words="": None
        return
    from tqdm import tqdm

    with tqdm(
        total=total, initial=done, unit=unit, file=sys.stderr, leave=False, delay=delay, miniters=0
    ) as bar:
        _bars.append(bar)

        def advance(steps: int = 1, words: str = "") -> None:
            bar.set_postfix_str(words, refresh=False)
            bar.update(steps)

        try:
            yield advance
        finally:
            _bars.remove(bar)
