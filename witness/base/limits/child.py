"""A process that can be ended, with limits on its time and memory; nothing is left of it.

It is used for another program: `run_limited` runs one to its end, and a `Server` is asked one thing
after another.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, TypeVar

import psutil

from witness.base import clock
from witness.base.limits.budget import Budget

T = TypeVar("T")

#: Seconds between two looks at a running program.
INTERVAL = 0.05

#: Seconds that a program has to clean up before it is killed.
PATIENCE = 2.0

#: Bytes to keep of a program's output, half of them from its beginning.
KEPT = 10_000_000

#: Bytes of an answer to read at once, as many as a pipe holds.
_CHUNK = 1 << 16

#: On Linux a process has to ask for itself to be ended with its parent. So a program is started by
#: this one, which asks (prctl(PR_SET_PDEATHSIG, SIGKILL)) and then becomes the program. (To ask
#: between fork and exec, as `preexec_fn` does, takes as much memory as this process has.)
_LAUNCHER = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)
if os.getppid() == int(sys.argv[1]):
    try:
        os.execvp(sys.argv[2], sys.argv[2:])
    except OSError as error:
        sys.stderr.write(f"cannot start {error.errno}")
sys.exit(127)
"""


class CrashedError(Exception):
    """A process ended without an answer."""


# ---- another program ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Finished:
    """How a program ended and what it printed.

    `seconds` are processor time, of the program and of those of its children that it has waited
    for. `peak_memory` is in megabytes (10^6 bytes) of the program and its children, measured every
    twentieth of a second.
    """

    ended: Literal["itself", "timeout", "memory-limit"]
    returncode: int
    stdout: str
    stderr: str
    seconds: float
    peak_memory: float


def run_limited(
    command: Sequence[str | Path],
    *,
    timeout: float | None = None,
    memory_limit: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> Finished:
    """Run a command; end it, and all that it started, at a limit or when this process is ended.

    `timeout` is in seconds, `memory_limit` in megabytes of resident memory. At its timeout the
    program is asked to end (SIGTERM), and has `PATIENCE` seconds for that. Raises OSError when the
    command cannot be started.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begun, before = time.perf_counter(), clock.worked()
        with clock.helped(), ended_with_us():
            program = subprocess.Popen(
                _launched(command),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=environment,
                start_new_session=True,
            )
            peak = 0.0
            ended: Literal["itself", "timeout", "memory-limit"] = "itself"
            try:
                while program.poll() is None:
                    memory = _memory(program.pid)
                    peak = max(peak, memory)
                    if memory_limit is not None and memory > memory_limit:
                        ended = "memory-limit"
                        break
                    if timeout is not None and time.perf_counter() - begun > timeout:
                        ended = "timeout"
                        break
                    time.sleep(INTERVAL)
            finally:
                _end(program)
        seconds = clock.worked() - before
        finished = Finished(ended, program.returncode, _text(out), _text(err), seconds, peak)
    failed = re.fullmatch("cannot start ([0-9]+)", finished.stderr)
    if finished.returncode == 127 and failed is not None:
        number = int(failed.group(1))
        raise OSError(number, os.strerror(number), str(command[0]))
    return finished


def _launched(command: Sequence[str | Path]) -> list[str]:
    words = [str(word) for word in command]
    if sys.platform != "linux":
        return words
    return [sys.executable, "-S", "-E", "-c", _LAUNCHER, str(os.getpid()), *words]


def _text(stream: IO[bytes]) -> str:
    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    content = stream.read(KEPT)
    if size > KEPT:
        stream.seek(size - KEPT // 2)
        content = content[: KEPT // 2] + b"\n[...]\n" + stream.read(KEPT // 2)
    return content.decode("utf-8", errors="replace")


def _memory(pid: int) -> float:
    """Return the resident memory of a program and its children, in megabytes."""
    total = 0
    try:
        program = psutil.Process(pid)
        for process in (program, *program.children(recursive=True)):
            total += process.memory_info().rss
    except psutil.Error:
        pass  # it has ended
    return total / 1e6


def _end(program: subprocess.Popen[bytes]) -> None:
    """End a program and all that it started, also what has outlived it in its session.

    It is asked first, so that it can clean up; who does not listen is killed after `PATIENCE`.
    """
    family: list[psutil.Process] = []
    if program.poll() is None:
        with suppress(psutil.Error):
            family = psutil.Process(program.pid).children(recursive=True)
        program.terminate()
        with suppress(subprocess.TimeoutExpired):
            program.wait(PATIENCE)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    for process in family:
        with suppress(psutil.Error):
            process.kill()
    program.wait()


@contextmanager
def ended_with_us() -> Iterator[None]:
    """Let a SIGTERM or SIGHUP to this process be an exception in the block: it can clean up."""

    def stop(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    signals = [
        number
        for number in (signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) != signal.SIG_IGN  # as `nohup` has it
    ]
    try:
        previous = [signal.signal(number, stop) for number in signals]
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        for number, handler in zip(signals, previous, strict=True):
            signal.signal(number, handler)


# ---- a program that is asked ---------------------------------------------------------------------


class Server:
    """A program that answers each line on its standard input with a line.

    It ends with this process, and when an answer takes too long; Ctrl-C is for the process that
    asks.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._owner = os.getpid()
        self._counted = 0.0
        self._program = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        atexit.register(self.end)

    @property
    def alive(self) -> bool:
        """Whether it can be asked: it was started by this process, and has not ended."""
        return self._owner == os.getpid() and self._program.poll() is None

    def answer(self, line: bytes, budget: Budget) -> bytes:
        """Return the answer to a line.

        Raises `LimitReachedError` or `CrashedError`; the program has ended then.
        """
        program = self._program
        assert program.stdin is not None
        assert program.stdout is not None
        try:
            program.stdin.write(line + b"\n")
            program.stdin.flush()
            answer = answer_of(program.stdout.fileno(), budget, end=b"\n")
            if not answer.endswith(b"\n"):
                raise CrashedError
            self._count()
        except BrokenPipeError:
            self.end()
            raise CrashedError from None
        except BaseException:  # also after Ctrl-C: the answer would be taken for that of another
            self.end()
            raise
        return answer

    def _count(self) -> None:
        """Count what the program has worked since the last answer as work of who asked."""
        with suppress(OSError, psutil.Error):  # it has ended meanwhile
            worked = _worked(self._program.pid)
            clock.credit(worked - self._counted)
            self._counted = worked

    def end(self) -> None:
        """End the program."""
        atexit.unregister(self.end)
        if self._owner != os.getpid():
            return
        self._count()
        self._program.kill()
        with clock.uncounted():
            self._program.wait()
        for stream in (self._program.stdin, self._program.stdout):
            with suppress(OSError):  # what was not written before it ended
                if stream is not None:
                    stream.close()


def _worked(pid: int) -> float:
    """Return the processor seconds of a process so far."""
    if sys.platform == "linux":
        return time.clock_gettime(~pid << 3 | 2)  # its clock, as clock_getcpuclockid(3) has it
    times = psutil.Process(pid).cpu_times()
    return times.user + times.system


def answer_of(
    source: int,
    budget: Budget,
    *,
    end: bytes | None = None,
    check: Callable[[], None] | None = None,
) -> bytes:
    """Return what a process writes, up to an `end` or its own end. Raises `LimitReachedError`.

    `check` is called now and then, and can raise it as well.
    """
    found: list[bytes] = []
    looked = time.perf_counter()
    while True:
        if select.select([source], [], [], budget.wait(INTERVAL))[0]:
            found.append(os.read(source, _CHUNK))
            if not found[-1] or (end is not None and found[-1].endswith(end)):
                return b"".join(found)
        budget.check()
        if check is not None and time.perf_counter() >= looked + INTERVAL:
            looked = time.perf_counter()
            check()
