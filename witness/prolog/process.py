"""Asking SWI-Prolog in a process of its own, which can be ended.

An evaluation may never end, or take all memory. In the process of `worker.py` it has limits, and
whatever becomes of that process, this one goes on.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.prolog.swi import missing

#: Seconds for an answer. Inferences are limited as well; this is for single ones that take long.
SECONDS = 10.0

#: Bytes of an answer to read at once.
_CHUNK = 1 << 16


class Process:
    """A process of SWI-Prolog. It ends with this one, and when an answer takes too long."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        command = [sys.executable, "-P", str(Path(__file__).with_name("worker.py"))]
        # Ctrl-C is for the process that asks.
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

    def ask(self, predicate: str, *given: Any) -> Any:
        """Return the answer of a predicate, "module:name": its last argument, after those given.

        Raises `InputError` if Prolog raises an error, takes too long or ends; in the latter cases
        this process has ended.
        """
        line = json.dumps([predicate, *given]).encode() + b"\n"
        try:
            proved, answer = json.loads(self._exchanged(line))
        except BaseException:  # also after Ctrl-C: the answer would be taken for that of another
            self.end()
            raise
        if not proved:
            raise InputError(f"SWI-Prolog: {' '.join(answer.split())}")
        return answer

    def _exchanged(self, line: bytes) -> bytes:
        program = self._program
        assert program.stdin is not None
        assert program.stdout is not None
        ended = "SWI-Prolog has ended: it ran out of memory, or crashed"
        try:
            program.stdin.write(line)
            program.stdin.flush()
        except BrokenPipeError:
            raise InputError(ended) from None
        deadline = time.monotonic() + SECONDS
        found = b""
        while not found.endswith(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([program.stdout], [], [], left)[0]:
                raise InputError(f"SWI-Prolog gave no answer within {SECONDS:g} s")
            part = os.read(program.stdout.fileno(), _CHUNK)
            if not part:
                raise InputError(ended)
            found += part
        return found

    def end(self) -> None:
        """End the process."""
        atexit.unregister(self.end)
        if self._owner != os.getpid():
            return
        self._program.kill()
        self._program.wait()
        for stream in (self._program.stdin, self._program.stdout):
            with suppress(OSError):  # what was not written before it ended
                if stream is not None:
                    stream.close()


_shared: list[Process] = []


def process() -> Process:
    """Return a process that can be asked, which all share; start it if there is none.

    Raises `InputError`, which says how to install SWI-Prolog, if it is missing.
    """
    if not _shared or not _shared[0].alive:
        reason = why_missing()
        if reason is not None:
            raise InputError(reason)
        _shared[:] = [Process()]
    return _shared[0]


@cache
def why_missing() -> str | None:
    """Return why SWI-Prolog cannot be used, as `missing`; it is looked for once."""
    return missing()
