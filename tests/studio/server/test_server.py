"""The server of the studio, as a browser and as strangers ask it."""

from __future__ import annotations

import html
import http.client
import json
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from witness.base.errors import InputError
from witness.puzzle.files import write_puzzles
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.model import Puzzle
from witness.studio.server.server import PanelFile, Studio
from witness.studio.server.workers import LONGEST

SMALL = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),), id="small")
LARGE = algorithm_4(12, 12, random.Random(1))


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    made = Studio([SMALL], ["none"])
    yield made
    made.close()
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection("127.0.0.1", made.port, timeout=5).request("GET", "/")


def sent(
    studio: Studio, path: str, body: str | None = None, **headers: str
) -> http.client.HTTPResponse:
    """Send a request; the address and the page are the right ones unless `headers` say others."""
    own = {"Host": f"127.0.0.1:{studio.port}"} | {
        k.replace("_", "-"): v for k, v in headers.items()
    }
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=60)
    connection.putrequest("GET" if body is None else "POST", path, skip_host=True)
    for name, value in own.items():
        connection.putheader(name, value)
    if body is not None and "Content-Length" not in own:
        connection.putheader("Content-Length", str(len(body.encode())))
    connection.endheaders(None if body is None else body.encode())
    return connection.getresponse()


def question(puzzle: Puzzle) -> str:
    return json.dumps({"panel": puzzle.to_json()})


def asked(studio: Studio, name: str, data: Any, **headers: str) -> list[Any]:
    answer = sent(studio, f"/{studio.token}/ask/{name}", json.dumps(data), **headers)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer]


def test_the_page(studio: Studio) -> None:
    answer = sent(studio, f"/{studio.token}/")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    page = answer.read().decode()
    assert '"small"' in page
    assert "connect-src 'self'" in html.unescape(page)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/", studio.address)


def test_an_answer(studio: Studio) -> None:
    own = f"http://127.0.0.1:{studio.port}"
    found = asked(studio, "analyse", {"panel": SMALL.to_json()}, Origin=own)
    assert {"name": "solutions", "value": 4} in found
    assert found[-1] == {"done": True}
    also = asked(studio, "analyse", {"panel": SMALL.to_json()}, Host=f"localhost:{studio.port}")
    assert also == found


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/TOKEN", {}),
        ("/TOKE/", {}),
        ("/TOKEN0/", {}),
        ("//", {}),
        ("/TOKEN/x", {}),
        ("/TOKEN/../", {}),
        ("/TOKEN/%2e", {}),
        ("/TOKEN/", {"Host": "127.0.0.1"}),
        ("/TOKEN/", {"Host": "rebound.example:PORT"}),
        ("/TOKEN/", {"Origin": "http://evil.example"}),
        ("/TOKEN/", {"Origin": "null"}),
        ("/TOKEN/", {"Origin": "https://127.0.0.1:PORT"}),
    ],
)
def test_strangers_get_nothing(studio: Studio, path: str, headers: dict[str, str]) -> None:
    def filled(text: str) -> str:
        return text.replace("TOKEN", studio.token).replace("PORT", str(studio.port))

    own = {name: filled(value) for name, value in headers.items()}
    begun = studio.panel
    assert sent(studio, filled(path), **own).status == 403
    other = SMALL.to_json() | {"id": "other"}
    ask = filled(path) + ("ask/analyse" if path == "/TOKEN/" else "")
    assert sent(studio, ask, json.dumps({"panel": other}), **own).status == 403
    assert studio.panel == begun


@pytest.mark.parametrize(
    ("path", "length"),
    [
        ("ask", None),
        ("ask/analyse/x", None),
        ("tell/analyse", None),
        ("", None),
        ("ask/analyse", str(LONGEST)),
        ("ask/analyse", "-1"),
        ("ask/analyse", "many"),
        ("ask/analyse", "9" * 5000),
    ],
)
def test_what_is_no_question(studio: Studio, path: str, length: str | None) -> None:
    headers = {} if length is None else {"Content_Length": length}
    answer = sent(studio, f"/{studio.token}/{path}", question(SMALL), **headers)
    assert answer.status == 403


@pytest.mark.parametrize(
    ("body", "words"),
    [("{", "line 1: not JSON"), ("[]", "a JSON object"), ('{"panel": {}, "panel": {}}', "panel"),
     ('{"panel": {}}', "the key 'id' is missing")],
)  # fmt: skip
def test_bad_questions(studio: Studio, body: str, words: str) -> None:
    answer = sent(studio, f"/{studio.token}/ask/analyse", body)
    (only,) = [json.loads(line) for line in answer]
    assert words in only["error"]


def test_other_methods(studio: Studio) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=60)
    connection.request("PUT", f"/{studio.token}/", "x")
    assert connection.getresponse().status == 501


def begun(studio: Studio) -> socket.socket:
    """Ask a long question as a browser does, and wait until it is being answered."""
    connection = socket.create_connection(("127.0.0.1", studio.port), timeout=60)
    body = question(LARGE)
    head = f"POST /{studio.token}/ask/analyse HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n"
    connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    got = b""
    while b"solvable" not in got:
        got += connection.recv(1 << 16)
    return connection


def copies(studio: Studio) -> int:
    return len(psutil.Process(studio.workers.process.pid).children())


def test_who_hangs_up_ends_the_work_of_this_tab_alone(studio: Studio) -> None:
    one, other = begun(studio), begun(studio)
    assert copies(studio) == 2
    one.close()
    end = time.monotonic() + 20
    while copies(studio) > 1:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert asked(studio, "analyse", {"panel": SMALL.to_json()})[-1] == {"done": True}
    assert copies(studio) >= 1
    other.close()
    while copies(studio):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_panel_is_the_one_last_asked_about(studio: Studio) -> None:
    asked(studio, "analyse", {"panel": SMALL.to_json() | {"rows": 3}})
    assert studio.puzzle().rows == 3
    asked(studio, "hover", {"panel": SMALL.to_json(), "entry": {"key": "dots"}})
    assert studio.puzzle().rows == 3
    asked(studio, "analyse", {"panel": SMALL.to_json() | {"rows": -1}})
    with pytest.raises(InputError, match="rows is -1"):
        studio.puzzle()


def test_a_port_that_is_taken(studio: Studio) -> None:
    with pytest.raises(InputError, match=f"port {studio.port} cannot be used"):
        Studio([], ["none"], studio.port)


def test_a_file_has_a_port_of_its_own_if_it_is_free(tmp_path: Path) -> None:
    """A browser keeps drafts by the port of a page."""
    file, ports = PanelFile(str(tmp_path / "p.jsonl")), []
    for _ in range(2):
        with closing(Studio([], ["none"], file=file)) as one:
            ports.append(one.port)
            with closing(Studio([], ["none"], file=file)) as other:
                assert other.port != one.port
    assert ports[0] == ports[1]


def test_a_panel_that_is_too_large() -> None:
    with pytest.raises(InputError, match="rows is 40; the studio shows 1 to"):
        Studio([Puzzle(40, 2, ((0, 0),), ((1, 1),), id="tall")], ["none"])


def command(file: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start the command, and return it with the address that it says."""
    words = ["studio", str(file), "--no-browser", "--rules", "none", *options]
    program = subprocess.Popen(
        [sys.executable, "-m", "witness", *words], stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    return program, program.stdout.readline().strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    "stop",
    [
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGKILL, marks=pytest.mark.slow),
    ],
)
def test_the_command_and_what_it_leaves(tmp_path: Path, stop: signal.Signals) -> None:
    write_puzzles(tmp_path / "p.jsonl", [SMALL])
    program, address = command(tmp_path / "p.jsonl")
    port = int(re.findall(r":(\d+)/", address)[0])
    family = psutil.Process(program.pid).children(recursive=True)
    assert family
    program.send_signal(stop)
    assert program.wait(60) == {signal.SIGINT: 0, signal.SIGTERM: 143, signal.SIGKILL: -9}[stop]
    assert not psutil.wait_procs(family, 60)[1]
    if stop == signal.SIGKILL:  # it can be started anew at once, in the same place
        again, other = command(tmp_path / "p.jsonl")
        assert f":{port}/" in other
        assert other != address
        again.send_signal(signal.SIGINT)
        assert again.wait(60) == 0
