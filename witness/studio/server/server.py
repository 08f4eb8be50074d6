"""The local server between a page of the studio and the process that answers.

It is made of the standard library's `http.server`: it serves one person on one machine, two kinds
of requests and some lines at a time, so that a framework would be more to install and to trust than
it saves. (That library warns of its use on a network: this server listens on 127.0.0.1 alone, and
answers nobody who does not know its token, whose address or page is another.)
"""

from __future__ import annotations

import hmac
import os
import secrets
import threading
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from witness.base.errors import InputError
from witness.base.files import json_line, json_value
from witness.base.inputs import known_files
from witness.puzzle.files import puzzle_from_json, read_puzzles, write_puzzles
from witness.puzzle.model import Puzzle
from witness.studio.page.page import check_size, studio_page
from witness.studio.server.analysis import Finding
from witness.studio.server.workers import LONGEST, Asked, Workers

#: The host that the server listens on, and the names for it in addresses.
HOST = "127.0.0.1"
_HOSTS = (HOST, "localhost")

#: Seconds within which a request has to arrive.
PATIENCE = 30.0


class Studio:
    """A server of the page, with some panels on it; `close` ends it, and all work for it.

    `address` is that of the page, for one person: who knows it can ask. `rules` are names of rules
    (`witness.difficulty.rules.registry`), of which the page can choose. In a puzzle file, if there
    is one, the page can save panels. Without a port, the server listens on one of the file's own if
    it is free: a browser keeps drafts by the port.
    """

    def __init__(
        self,
        puzzles: Sequence[Puzzle] = (),
        rules: Sequence[str] = ("thesis", "full", "none"),
        port: int | None = None,
        file: PanelFile | None = None,
    ) -> None:
        """Raises `InputError` for a panel that is too large for the page, and for a used port."""
        self.puzzles = {one.id: one for one in puzzles}
        self.rules = list(rules)
        self.file = file
        self.page()
        #: The panel as it was when the page last asked about it.
        self.panel: dict[str, Any] | None = puzzles[0].to_json() if puzzles else None
        self.token = secrets.token_urlsafe(16)
        try:
            path = "" if file is None else str(Path(file.path).resolve())
            own = 20_000 + zlib.crc32(os.fsencode(path)) % 10_000
            self._server = _Server((HOST, own if port is None else port), _Handler, self)
        except OSError as error:
            if port is not None:
                raise InputError(f"port {port} cannot be used: {error.strerror}") from None
            self._server = _Server((HOST, 0), _Handler, self)
        self.workers = Workers(rules)
        self.port = self._server.server_address[1]
        self.address = f"http://{HOST}:{self.port}/{self.token}/"
        serve = partial(self._server.serve_forever, 0.1)  # seconds until it notices its end
        self._thread = threading.Thread(target=serve, daemon=True)
        self._thread.start()

    def page(self) -> bytes:
        """Return the page. Raises `InputError` for a panel that is too large for it."""
        file = None if self.file is None else self.file.path
        return studio_page(self.puzzles.values(), {"rules": self.rules, "file": file}).encode()

    def puzzle(self) -> Puzzle:
        """Return the panel as it is on the page; raise `InputError` if it is not in order."""
        if self.panel is None:
            raise InputError("nothing was drawn yet")
        return puzzle_from_json(self.panel)

    def ask(self, question: str, data: Mapping[str, Any]) -> Asked:
        """Ask a question of the page."""
        if question == "analyse" and isinstance(data.get("panel"), dict):
            self.panel = data["panel"]
        return self.workers.ask(question, data)

    def save(self, data: Mapping[str, Any]) -> Finding:
        """Save a panel in the file (`PanelFile.save`). Raises `InputError`."""
        if self.file is None:
            raise InputError("there is no file to save panels in; `witness studio FILE` names one")
        puzzle = puzzle_from_json(data.get("panel"))
        check_size(puzzle)
        self.file.save(puzzle)
        self.puzzles[puzzle.id] = puzzle
        return {"name": "saved", "value": self.file.path}

    def close(self) -> None:
        """End the server and all work for it."""
        self._server.shutdown()
        self._server.server_close()
        self.workers.close()


class _Server(ThreadingHTTPServer):
    """A server with a thread for each request."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, at: tuple[str, int], handler: Callable[..., Any], studio: Studio) -> None:
        super().__init__(at, handler)
        self.studio = studio


class _Handler(BaseHTTPRequestHandler):
    """A request: for the page, or a question."""

    server: _Server
    timeout = PATIENCE

    def do_GET(self) -> None:
        """Send the page."""
        if not self._is_allowed() or self._path() != []:
            self.send_error(403)
            return
        page = self.server.studio.page()
        self._begin("text/html; charset=utf-8", {"Content-Length": str(len(page))})
        self.wfile.write(page)

    def do_POST(self) -> None:
        """Answer a question: a finding on each line, as it is found."""
        path = self._path() if self._is_allowed() else None
        length = self.headers.get("Content-Length", "")
        small = length.isascii() and length.isdigit() and len(length) < 9 and int(length) < LONGEST
        if path is None or len(path) != 2 or path[0] != "ask" or not small:
            self.send_error(403)
            return
        try:
            data = json_value(self.rfile.read(int(length)).decode(), "the question")
            if not isinstance(data, dict):
                raise InputError("a question is a JSON object")
            done = [self.server.studio.save(data), {"done": True}] if path[1] == "save" else []
        except (InputError, UnicodeDecodeError) as error:
            done = [{"error": str(error)}]
        if done:
            self._begin("application/x-ndjson")
            for finding in done:
                self._send(finding)
            return
        asked = self.server.studio.ask(path[1], data)
        with closing(asked), suppress(OSError):  # the page is gone, or asks something else
            self._begin("application/x-ndjson")
            for finding in asked.findings(self.connection):
                self._send(finding)

    def _begin(self, kind: str, more: Mapping[str, str] = {}) -> None:
        self.send_response(200)
        headers = {
            "Content-Type": kind,
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
        for name, value in (headers | dict(more)).items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, finding: Mapping[str, Any]) -> None:
        self.wfile.write(json_line(finding).encode() + b"\n")
        self.wfile.flush()

    def _is_allowed(self) -> bool:
        """Whether the request is to this server by its own name, and from its own page if any."""
        port = self.server.studio.port
        hosts = [f"{host}:{port}" for host in _HOSTS]
        origin = self.headers.get("Origin")
        own = origin is None or origin in [f"http://{host}" for host in hosts]
        return own and self.headers.get("Host") in hosts

    def _path(self) -> list[str] | None:
        """Return the parts of the address after the token, None if that is not right."""
        _, _, rest = self.path.partition("/")
        token, slash, rest = rest.partition("/")
        right = hmac.compare_digest(token.encode(), self.server.studio.token.encode())
        return (rest.split("/") if rest else []) if right and slash else None

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


class PanelFile:
    """A puzzle file that is saved panel by panel; it need not exist, but its folder has to.

    `puzzles` are its panels when it was last read or saved.
    """

    def __init__(self, path: str) -> None:
        """Raises `InputError` for a file that has anything but puzzles, and without a folder."""
        self.path = path
        self._lock = threading.Lock()
        if not Path(path).absolute().parent.is_dir():
            raise InputError(
                f"cannot be written: the folder {Path(path).parent} does not exist", file=path
            )
        #: What is in the file as far as is known, None if there is none.
        self._there = self._read()
        self.puzzles = [*(self._there or ())]

    @property
    def exists(self) -> bool:
        """Whether the file was there when it was last read or saved."""
        return self._there is not None

    def save(self, puzzle: Puzzle) -> None:
        """Write a panel into the file, in the place of that of its id, or else as the last one.

        Raises `InputError`, and writes nothing, if somebody else has changed the file since it was
        last read or saved. The next save puts its panel into what is there then.
        """
        with self._lock:
            there = self._read()
            if _lines(there) != _lines(self._there):
                self._there = there
                self.puzzles = self.puzzles if there is None else there
                what = "was deleted" if there is None else "has changed on the disk"
                then = "write it anew" if there is None else "put this panel into what is there"
                raise InputError(
                    f"it {what} meanwhile, and nothing is written; save again to {then}",
                    file=self.path,
                )
            panels = {one.id: one for one in self.puzzles} | {puzzle.id: puzzle}
            with known_files():  # of its own: the command that waits has read the file
                write_puzzles(self.path, panels.values())
            self._there = self.puzzles = [*panels.values()]

    def _read(self) -> list[Puzzle] | None:
        return read_puzzles(self.path) if Path(self.path).exists() else None


def _lines(puzzles: Iterable[Puzzle] | None) -> list[str] | None:
    return None if puzzles is None else [json_line(puzzle.to_json()) for puzzle in puzzles]
