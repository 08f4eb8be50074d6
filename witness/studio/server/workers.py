"""The process that answers questions, as those who ask see it (`worker`)."""

from __future__ import annotations

import json
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress

from witness.base.files import json_line
from witness.studio.server.analysis import Finding

#: The most bytes of a question.
LONGEST = 1_000_000

#: The seconds that the process has to end.
PATIENCE = 1.0

_LOST = {"error": "the process that answers has ended before its answer; ask again"}


class Asked:
    """A question that is being answered. `close` ends the work, at whatever point it is."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection

    def findings(self, asking: socket.socket | None = None) -> Iterator[Finding]:
        """Yield the findings; the last says `done`, `error` or `limit`.

        There are no more when a connection to those who ask is closed.
        """
        rest = b""
        both = [self.connection, *([] if asking is None else [asking])]
        while asking not in select.select(both, [], [])[0]:
            try:
                part = self.connection.recv(1 << 16)
            except OSError:
                part = b""
            if not part:
                yield _LOST
                return
            *lines, rest = (rest + part).split(b"\n")
            for finding in map(json.loads, lines):
                yield finding
                if finding.keys() & {"done", "error", "limit"}:
                    return

    def close(self) -> None:
        """End the work on the answer."""
        self.connection.close()


class Workers:
    """Processes that answer questions for players with rules of some names (`rules.registry`)."""

    def __init__(self, rules: Sequence[str]) -> None:
        self._rules = tuple(rules)
        self._lock = threading.Lock()
        self._closed = False
        self._start()

    def _start(self) -> None:
        self._control, theirs = socket.socketpair()
        self._idle = True
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "witness.studio.server.worker", *self._rules],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the process that asks
            )

    def ask(self, question: str, data: object) -> Asked:
        """Ask a question (`witness.studio.server.questions`); a process that ended is replaced."""
        connection, theirs = socket.socketpair()
        with self._lock, theirs:
            self._idle = False
            try:
                socket.send_fds(self._control, [b"?"], [theirs.fileno()])
            except OSError:
                if not self._closed:
                    self._end()
                    self._start()
                    socket.send_fds(self._control, [b"?"], [theirs.fileno()])
        with suppress(OSError):
            connection.sendall(json_line([question, data]).encode() + b"\n")
        return Asked(connection)

    def close(self) -> None:
        """End the processes, and all answers with them."""
        with self._lock:
            self._closed = True
            self._end()

    def _end(self) -> None:
        self._control.close()  # which it notices, unless it is still getting ready
        if self._idle:
            self.process.kill()  # it has started nothing that would go on
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
