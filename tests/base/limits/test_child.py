"""Programs within limits: what they print, how they end, and that nothing of them is left."""

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
from witness.base.limits import Budget, LimitReachedError, Limits, child
from witness.base.limits.child import CrashedError, Finished, run_limited
from witness.base.limits.forked import call_limited


def python(code: str, **limits: float) -> Finished:
    return run_limited([sys.executable, "-c", code], **limits)  # type: ignore[arg-type]


def gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 20
    while not gone(pid):
        assert time.monotonic() < deadline, f"process {pid} is still there"
        time.sleep(0.05)


def test_a_program_that_ends_by_itself() -> None:
    code = "import sys; print('out é'); print('err', file=sys.stderr); sys.exit(3)"
    finished = python(code, timeout=60, memory_limit=2000)
    assert (finished.ended, finished.returncode) == ("itself", 3)
    assert (finished.stdout, finished.stderr) == ("out é\n", "err\n")


def test_much_output_does_not_stop_it() -> None:
    finished = python("print('x' * 5_000_000)", timeout=60)
    assert len(finished.stdout) == 5_000_001


def test_a_program_that_gets_nothing_to_read() -> None:
    assert python("import sys; print(repr(sys.stdin.read()))").stdout == "''\n"


#: Starts children that would run for long, one of them in a session of its own, names them, and
#: runs for long itself.
_FAMILY = """
import subprocess, sys, time
for own in (False, True):
    words = [sys.executable, "-c", "import time; time.sleep(600)"]
    print(subprocess.Popen(words, start_new_session=own).pid, flush=True)
time.sleep(600)
"""


@pytest.mark.slow
def test_a_timeout_ends_the_whole_family() -> None:
    finished = python(_FAMILY, timeout=2.0)
    assert finished.ended == "timeout"
    assert finished.returncode < 0
    one, other = map(int, finished.stdout.split())
    wait_until_gone(one)
    wait_until_gone(other)


@pytest.mark.slow
def test_one_that_does_not_listen_is_ended_all_the_same() -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    finished = python(code, timeout=1.5)
    assert (finished.ended, finished.returncode) == ("timeout", -signal.SIGKILL)


def test_what_outlives_the_program_is_ended() -> None:
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid)\n"
    )
    finished = python(code, timeout=60)
    assert finished.ended == "itself"
    wait_until_gone(int(finished.stdout))


def test_a_memory_limit_counts_children() -> None:
    code = (
        "import subprocess, sys\n"
        "subprocess.run([sys.executable, '-c', 'x = bytearray(300_000_000); import time; "
        "time.sleep(600)'])\n"
    )
    finished = python(code, timeout=60, memory_limit=200)
    assert finished.ended == "memory-limit"
    assert finished.peak_memory > 200


def test_the_peak_is_measured() -> None:
    finished = python("x = bytearray(200_000_000); import time; time.sleep(0.5)", timeout=60)
    assert finished.ended == "itself"
    assert 200 < finished.peak_memory < 400


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        run_limited([tmp_path / "nowhere"])


#: The signals after which nothing is left; only Linux tells a process that its parent was killed.
ENDS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
ENDS += [signal.SIGKILL] if sys.platform == "linux" else []


@pytest.mark.parametrize("number", ENDS)
def test_it_ends_with_the_one_that_started_it(number: signal.Signals, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    inner = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    outer = (
        "import sys; from witness.base.limits.child import run_limited\n"
        f"run_limited([sys.executable, '-c', {inner!r}], timeout=600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", outer], stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while not (note.exists() and note.read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(parent.pid, number)
        assert parent.wait(timeout=60) != 0
    finally:
        parent.kill()
    wait_until_gone(int(note.read_text()))


def test_sigterm_is_as_it_was_afterwards() -> None:
    before = signal.getsignal(signal.SIGTERM)
    python("pass")
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.slow
def test_at_its_timeout_it_has_time_to_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import signal, sys, time\n"
        "def end(*_): time.sleep(1); print('done', flush=True); sys.exit(3)\n"
        "signal.signal(signal.SIGTERM, end); time.sleep(600)"
    )
    for patience, status, printed in ((30, 3, "done\n"), (0.3, -signal.SIGKILL, "")):
        monkeypatch.setattr(child, "PATIENCE", patience)
        finished = python(code, timeout=1.5)
        assert (finished.ended, finished.stdout) == ("timeout", printed)
        assert finished.returncode == status


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
from test_child import sleep_and_note
from witness.base.limits.forked import call_limited
call_limited(lambda: sleep_and_note(Path(sys.argv[2])))
"""


#: The signals after which nothing is left; of the last two only Linux tells a process.
CALL_ENDS = [signal.SIGINT, *([signal.SIGTERM, signal.SIGKILL] if sys.platform == "linux" else [])]


@pytest.mark.parametrize("number", CALL_ENDS)
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
