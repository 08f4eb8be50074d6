"""Ctrl-C and limits in the places where Python prints exceptions and goes on."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Callable

import pytest

from witness import cli
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import heeding_ctrl_c, limited
from witness.cli.signature import Command

#: For how long a test waits for what was swallowed to come again, in seconds.
PATIENCE = 30


class Finalized:
    """What runs a function when it is removed."""

    def __init__(self, function: Callable[[], object]) -> None:
        self.function = function

    def __del__(self) -> None:
        self.function()


def in_callback(function: Callable[[], object]) -> None:
    ctypes.CFUNCTYPE(None)(function)()


def wait() -> None:
    end = time.perf_counter() + PATIENCE
    while time.perf_counter() < end:
        time.sleep(0.01)


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)  # the handler runs before it is over


@pytest.mark.parametrize("place", [in_callback, Finalized])
def test_ctrl_c_ends_the_command(
    place: Callable[[Callable[[], object]], object],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def show() -> None:
        """Draw nothing."""
        place(ctrl_c)
        wait()

    monkeypatch.setattr("witness.cli.puzzles.COMMANDS", (Command("show", show, ()),))
    assert cli.main(["show"]) == 2
    assert capfd.readouterr().err == "witness: interrupted; nothing was left half-written\n"


@pytest.mark.parametrize("place", [in_callback, Finalized])
def test_limits_end_their_block(place: Callable[[Callable[[], object]], object]) -> None:
    def work() -> None:
        place(lambda: time.sleep(0.5))
        wait()

    with pytest.raises(LimitReachedError):
        limited(work, 0.05)


def test_other_exceptions_are_printed_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", lambda lost: printed.append(lost.exc_type))
    with heeding_ctrl_c():
        in_callback(lambda: 1 / 0)
    assert printed == [ZeroDivisionError]
