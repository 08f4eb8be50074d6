"""Windows is refused in one line, by whatever could not work there."""

from __future__ import annotations

import errno
import fcntl
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any, NoReturn

import pytest
from support.examples import ROOT

from witness.base import machine as module
from witness.base.errors import LONGEST, InputError, listed, quoted, shortened
from witness.base.extras import DISTRIBUTION, how_to_install, optional
from witness.base.limits import forked
from witness.base.locks import locked
from witness.base.machine import commit, machine, memory
from witness.base.system import check_system
from witness.cli import main


def test_this_system_is_fine() -> None:
    check_system()


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["lab", "shipped"], ["no-command"], []]
)
def test_every_command_says_what_to_use(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert main(words) == 2
    monkeypatch.undo()
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "witness: witness runs on Linux and macOS; on Windows, run it in WSL, the Windows "
        "Subsystem for Linux (wsl --install)\n"
    )


def test_the_library_says_it_where_it_cannot_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from witness.base import machine_code

    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(InputError, match="in WSL"):
        forked.call_limited(lambda: 1)
    with pytest.raises(InputError, match="in WSL"):
        machine_code.load(forked, note="nothing", usual_seconds=0)


def test_the_place_comes_first() -> None:
    assert str(InputError("wrong")) == "wrong"
    assert str(InputError("wrong", file=Path("a/b.pl"))) == "a/b.pl: wrong"
    assert str(InputError("wrong", file="b.pl", line=3)) == "b.pl: line 3: wrong"
    assert str(InputError("wrong", line=3)) == "line 3: wrong"


def test_one_line_whatever_is_quoted() -> None:
    assert str(InputError("unknown x\ny\x1b[2J, ≥ 1", file="a\rb.pl")) == (
        "a\\rb.pl: unknown x\\ny\\x1b[2J, ≥ 1"
    )


def test_a_place_is_added_and_never_replaced() -> None:
    error = InputError("wrong", line=3).at(file="b.pl", line=9)
    assert (error.file, error.line, error.reason) == ("b.pl", 3, "wrong")
    assert str(error.at(file="c.pl")) == "b.pl: line 3: wrong"


def test_what_is_quoted_is_a_line_at_most() -> None:
    assert quoted("a\nb") == r"'a\nb'"
    assert quoted([1, "x"]) == "[1, 'x']"
    assert quoted("a" * 58) == repr("a" * 58)
    assert quoted("a" * 30 + "b" * 10**6) == f"'{'a' * 29}…{'b' * 28}'"
    assert quoted("\x1b" * 1000).isprintable()
    for value in ("\x1b" * 1000, [0] * 1000, {"key": "x" * 1000}, 10**4000):
        assert len(quoted(value)) == 60
        assert "…" in quoted(value)


def test_what_python_cannot_write_is_quoted_all_the_same() -> None:
    assert quoted(10**5000) == "a number of too many digits"
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep) == "a value that is nested too deeply"


def test_a_text_is_shortened_in_the_middle() -> None:
    assert shortened("f(A,B) :- c(A).") == "f(A,B) :- c(A)."
    assert shortened("abcdefghij", 5) == "ab…ij"
    assert shortened("abcdefghij", 10) == "abcdefghij"


def test_no_message_is_long_whatever_it_forgets_to_shorten() -> None:
    error = InputError(f"unknown {'x' * 10**6}; use a or b", file="f.pl", line=3)
    assert str(error).startswith("f.pl: line 3: unknown xxx")
    assert str(error).endswith("xxx; use a or b")
    assert len(str(error)) < 150
    assert len(str(InputError("x " * 10**6))) == LONGEST
    assert len(str(InputError("\x1b" * 10**6))) < LONGEST
    assert str(InputError("wrong", file="d/" * 500)) == f"{'d/' * 500}: wrong"


def test_of_many_problems_the_first_are_listed() -> None:
    assert listed(["a", "b", "c"]) == "a; b; c"
    assert listed(["a", "b", "a", "c", "d", "e"]) == "a; b; c; and 2 more"


def test_the_name_is_that_of_the_distribution() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["name"] == DISTRIBUTION
    assert how_to_install("study") == f"pip install '{DISTRIBUTION}[study]'"


def test_a_module_that_is_there() -> None:
    assert optional("json.decoder", "JSON", "none").JSONDecoder


def test_a_module_that_is_missing() -> None:
    with pytest.raises(InputError) as raised:
        optional("no_such_module", "Nothing", "none")
    assert str(raised.value) == "Nothing is not installed: pip install 'witness-ilp[none]'"


def test_one_at_a_time(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as one, (tmp_path / "lock").open("w") as other:
        assert locked(one)
        assert not locked(other)
        one.close()
        assert locked(other)


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> NoReturn:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with (
        (tmp_path / "lock").open("w") as stream,
        pytest.warns(UserWarning, match="lock cannot be locked: No locks available"),
    ):
        assert locked(stream)


def test_the_machine_is_described() -> None:
    found = machine()
    assert found["cores"] >= 1
    assert found["memory"] == memory() // 10**6 > 100
    assert all(found.values())


def test_the_commit_is_that_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    assert commit()["commit"].removesuffix(" changed") == head.stdout.strip()
    # Installed below another checkout, or where there is none.
    for place in (ROOT / "docs/witness/base/machine.py", tmp_path / "a/witness/base/machine.py"):
        monkeypatch.setattr(module, "__file__", str(place))
        assert commit() == {}


def test_a_process_knows_when_it_began() -> None:
    before = time.time()
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from witness.base.machine import process_begun; print(process_begun())",
        ],
        capture_output=True,
        check=True,
    )
    # The system counts in hundredths of a second.
    assert before - 0.02 <= float(done.stdout) <= time.time()
