"""The process that answers questions, each in a copy of itself that can be ended at any time.

Everything that answers need is loaded once, so that a copy begins at once. For each question the
process gets a connection over its standard input, a socket, and reads the question from there, one
line; the copy writes its findings there, a line each. Where the other side closes the connection,
the copy is killed, which frees the processor whatever it does; where the copy ends, the connection
is closed. When standard input ends, so does the process, and with it all copies.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import select
import selectors
import signal
import socket
import sys
import traceback
import warnings
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import NoReturn

from witness.base.files import json_line
from witness.base.limits.forked import end_with_parent
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rules.registry import rules
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.generate.kinds import KINDS
from witness.studio.server.questions import Players, answer
from witness.studio.server.workers import LONGEST

#: The most questions that are answered at a time.
MOST_AT_ONCE = 8

#: The seconds in which a question has to arrive.
PATIENCE = 5.0

_BUSY = {"limit": f"{MOST_AT_ONCE} questions are being answered; ask again later"}


def main(names: Sequence[str]) -> None:
    """Answer until standard input ends, for players with the rules of these names."""
    warnings.simplefilter("ignore")  # about engines, for people at a shell
    players = {name: Player(rules(name)) for name in names}
    warm_up(players)
    gc.collect()
    gc.freeze()  # so that copies share memory
    _Parent(players).serve()


def warm_up(players: Players) -> None:
    """Answer a question about a panel of each kind, so that everything is loaded.

    Ends the process where nobody is left who could ask.
    """
    for kind in KINDS:
        panel = algorithm_4(2, 2, Random(1), kind=kind).to_json()
        for name in players:
            answer("analyse", {"panel": panel, "rules": name}, players, lambda _: None)
        if select.select([0], [], [], 0)[0]:
            with socket.socket(fileno=os.dup(0)) as control:
                if not control.recv(1, socket.MSG_PEEK):
                    sys.exit()


class _Parent:
    """The process that starts copies and ends them."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.control = socket.socket(fileno=os.dup(0))
        self.libc = ctypes.CDLL(None)
        #: The connections by the number of the process that answers there.
        self.connections: dict[int, socket.socket] = {}
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.control, selectors.EVENT_READ)

    def serve(self) -> None:
        woken, wake = socket.socketpair()
        for end in (woken, wake):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        self.selector.register(woken, selectors.EVENT_READ)
        while True:
            for key, _ in self.selector.select():
                if key.fileobj is self.control:
                    if not self._accept():
                        self._end()
                        return
                elif key.fileobj is woken:
                    woken.recv(4096)
                    self._reap()
                elif key.data in self.connections:  # the other side has closed it
                    with suppress(ProcessLookupError):
                        os.kill(key.data, signal.SIGKILL)
                    self.selector.unregister(key.fileobj)

    def _accept(self) -> bool:
        """Start a copy for the next question; return False at the end of the input."""
        try:
            sent, handles, _, _ = socket.recv_fds(self.control, 1, 1)
        except OSError:
            return False
        if not sent:
            return False
        connection = socket.socket(fileno=handles[0])
        asked = _question(connection)
        if asked is None:
            connection.close()
        elif len(self.connections) >= MOST_AT_ONCE:
            with suppress(OSError):
                connection.sendall(json_line(_BUSY).encode() + b"\n")
            connection.close()
        else:
            parent, pid = os.getpid(), os.fork()
            if pid == 0:
                self._work(connection, asked, parent)
            self.connections[pid] = connection
            self.selector.register(connection, selectors.EVENT_READ, pid)
        return True

    def _work(self, connection: socket.socket, asked: tuple[str, object], parent: int) -> NoReturn:
        """Answer in this process, a copy, and end it."""
        try:
            end_with_parent(parent, self.libc)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for other in (self.control, *self.connections.values()):
                other.close()
            with suppress(BrokenPipeError, ConnectionResetError):
                _answer(connection, *asked, self.players)
        finally:
            os._exit(0)

    def _reap(self) -> None:
        """Close the connections of copies that have ended."""
        with suppress(ChildProcessError):
            while (pid := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                connection = self.connections.pop(pid)
                with suppress(KeyError):
                    self.selector.unregister(connection)
                connection.close()

    def _end(self) -> None:
        signal.set_wakeup_fd(-1)
        for pid in self.connections:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _question(connection: socket.socket) -> tuple[str, object] | None:
    """Return the name and the data of the question on a connection, None if none arrives."""
    connection.settimeout(PATIENCE)
    line = b""
    try:
        while not line.endswith(b"\n") and len(line) <= LONGEST:
            part = connection.recv(1 << 16)
            if not part:
                return None
            line += part
        name, data = json.loads(line)
    except (OSError, ValueError, RecursionError):
        return None
    connection.settimeout(None)
    return str(name), data


def _answer(connection: socket.socket, name: str, data: object, players: Players) -> None:
    """Write an answer to a connection; an error in the program is one as well."""

    def tell(finding: object) -> None:
        connection.sendall(json_line(finding).encode() + b"\n")

    try:
        answer(name, data, players, tell)
    except OSError:
        raise  # nobody reads it
    except Exception as error:
        traceback.print_exc()
        tell({"error": f"an error in this program: {type(error).__name__}: {error}"})


if __name__ == "__main__":
    main(sys.argv[1:])
