"""Running another program within limits on time and memory, and leaving nothing of it behind."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

import psutil

#: Seconds between two looks at a running program.
INTERVAL = 0.05

#: Seconds that a program has to clean up before it is killed.
PATIENCE = 2.0

#: Bytes to keep of a program's output, half of them from its beginning.
KEPT = 10_000_000

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


@dataclass(frozen=True)
class Finished:
    """How a program ended and what it printed.

    `peak_memory` is in megabytes (10^6 bytes) of the program and its children, measured every
    twentieth of a second.
    """

    ended: Literal["itself", "timeout", "memory-limit"]
    returncode: int
    stdout: str
    stderr: str
    seconds: float
    peak_memory: float


def executable(name: str) -> str | None:
    """Return the program of a path or name: beside this Python, or else on the PATH."""
    beside = Path(sys.executable).parent / name
    return str(beside) if os.access(beside, os.X_OK) else shutil.which(name)


def run_limited(
    command: Sequence[str | Path],
    *,
    timeout: float | None = None,
    patience: float = PATIENCE,
    memory_limit: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> Finished:
    """Run a command; end it, and all that it started, at a limit or when this process is ended.

    `timeout` is in seconds, `memory_limit` in megabytes of resident memory. At its timeout the
    program is asked to end (SIGTERM), and has `patience` seconds for that. Raises OSError when the
    command cannot be started.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begun = time.perf_counter()
        with _ended_with_us():
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
                _end(program, patience if ended == "timeout" else PATIENCE)
        seconds = time.perf_counter() - begun
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


def _end(program: subprocess.Popen[bytes], patience: float) -> None:
    """End a program and all that it started, also what has outlived it in its session.

    It is asked first, so that it can clean up; who does not listen is ended after `patience`.
    """
    family: list[psutil.Process] = []
    if program.poll() is None:
        with suppress(psutil.Error):
            family = psutil.Process(program.pid).children(recursive=True)
        program.terminate()
        with suppress(subprocess.TimeoutExpired):
            program.wait(patience)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    for process in family:
        with suppress(psutil.Error):
            process.kill()
    program.wait()


@contextmanager
def _ended_with_us() -> Iterator[None]:
    """Let a SIGTERM or SIGHUP to this process be an exception in the block: it can clean up."""

    def stop(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    signals = (signal.SIGTERM, signal.SIGHUP)
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
