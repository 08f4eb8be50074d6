"""What commands say on standard error, and when they say nothing."""

from __future__ import annotations

import io
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr

import pytest

from witness.cli import messages
from witness.cli.messages import clock, detail, notice, progress, warn

#: Seconds until something is shown.
SOON = 0.01


@contextmanager
def moving(delay: float, done: int = 0) -> Iterator[Callable[..., None]]:
    """Show a bar and the clock after a while, as a command does."""
    with progress(3, "step", done, delay) as step, clock(delay):
        yield step


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal() -> Terminal:
    return Terminal()


@pytest.mark.parametrize(("verbosity", "said"), [(-1, 1), (0, 2), (1, 3)])
def test_verbosity(verbosity: int, said: int, capsys: pytest.CaptureFixture) -> None:
    with messages.speaking(verbosity):
        for say in (warn, notice, detail):
            say("so it is")
    assert capsys.readouterr().err == "witness: so it is\n" * said
    notice("nobody listens")
    assert capsys.readouterr().err == ""


def test_a_warning_is_shown_once(capsys: pytest.CaptureFixture) -> None:
    with messages.speaking(0):
        for _ in range(3):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
            warnings.warn("the engine is slow", stacklevel=1)
    assert capsys.readouterr().err == "witness: the engine is slow\n"


def test_a_command_shows_that_it_works(terminal: Terminal) -> None:
    with redirect_stderr(terminal), messages.speaking(0), clock(SOON):
        time.sleep(0.1)
    assert terminal.getvalue() == "0 s\r\x1b[K"


def test_a_bar_that_waits_shows_the_time(terminal: Terminal) -> None:
    """One step may take long; the clock draws the bar meanwhile, and shows nothing of its own."""
    with redirect_stderr(terminal), messages.speaking(0), moving(SOON, done=1):
        time.sleep(0.1)
    assert "1/3" in terminal.getvalue()
    assert " s\r" not in terminal.getvalue()
