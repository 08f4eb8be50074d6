"""Calls in a process of their own: what they return and raise, how they end, what they leave."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.limits.child import CrashedError, call_limited


def within(seconds: float) -> Budget:
    return Budget(Limits(time_limit=seconds))


def test_what_is_returned() -> None:
    here = os.getpid()
    assert call_limited(lambda: os.getpid()) != here
    assert (
        call_limited(lambda: b"x" * 3_000_000, budget=within(60), memory_limit=1000)
        == b"x" * 3_000_000
    )


def test_what_is_raised() -> None:
    def wrong() -> None:
        raise InputError("not so", file="a.txt", line=3)

    with pytest.raises(InputError, match=r"^a.txt: line 3: not so$") as raised:
        call_limited(wrong)
    assert (raised.value.file, raised.value.line, raised.value.reason) == ("a.txt", 3, "not so")


def sleep_and_note(place: Path, seconds: float = 60) -> None:
    place.write_text(str(os.getpid()))
    time.sleep(seconds)


def fill() -> None:
    kept = []
    while True:
        kept.append(bytearray(10_000_000))


def test_limits(tmp_path: Path) -> None:
    with pytest.raises(LimitReachedError, match="time-limit"):
        call_limited(lambda: sleep_and_note(tmp_path / "pid"), budget=within(0.5))
    assert not psutil.pid_exists(int((tmp_path / "pid").read_text()))
    with pytest.raises(LimitReachedError, match="memory-limit"):
        call_limited(fill, budget=within(60), memory_limit=100)
    with pytest.raises(CrashedError):
        call_limited(lambda: os.kill(os.getpid(), signal.SIGKILL))


def test_no_memory_for_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    before = psutil.Process().num_fds()
    monkeypatch.setattr(os, "fork", refused)
    with pytest.raises(LimitReachedError, match="memory-limit"):
        call_limited(os.getpid)
    assert psutil.Process().num_fds() == before


def test_nothing_of_this_process_is_done_twice(tmp_path: Path) -> None:
    """What waits to be written here is not written by the other process as well."""
    with (tmp_path / "file").open("w") as stream:
        stream.write("once")
        call_limited(lambda: None)
    assert (tmp_path / "file").read_text() == "once"


CALLER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_child_calls import sleep_and_note
from witness.base.limits.child import call_limited
call_limited(lambda: sleep_and_note(Path(sys.argv[2])))
"""


#: The signals after which nothing is left; of the last two only Linux tells a process.
ENDS = [signal.SIGINT, *([signal.SIGTERM, signal.SIGKILL] if sys.platform == "linux" else [])]


@pytest.mark.parametrize("number", ENDS)
def test_the_call_ends_with_its_caller(number: signal.Signals, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    command = [sys.executable, "-c", CALLER, str(Path(__file__).parent), str(note)]
    caller = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (note.exists() and note.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    caller.send_signal(number)
    _, err = caller.communicate(timeout=60)
    assert ("KeyboardInterrupt" in err) == (number == signal.SIGINT)
    called = int(note.read_text())
    while psutil.pid_exists(called) and psutil.Process(called).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.05)
