"""SWI-Prolog in a process of its own, and one line where it is missing or does not start."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.base.limits import LimitReachedError
from witness.base.limits.alarm import limited
from witness.clauses.prolog import process
from witness.cli import main


@pytest.mark.usefixtures("no_prolog")
def test_the_command_says_in_one_line_that_it_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    assert main(["lab", "referee", str(tmp_path), "h.pl"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "apt-get install swi-prolog-nox" in error


@pytest.mark.usefixtures("no_prolog")
def test_prolog_does_not_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "swipl"
    program.write_text("#!/bin/sh\necho '[FATAL ERROR: incompatible VM]' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(process, "executable", lambda name: str(program))
    with pytest.raises(InputError, match=r"does not start: \[FATAL ERROR: incompatible VM\]"):
        process.process()


@pytest.mark.usefixtures("swi_prolog")
def test_what_it_is_asked() -> None:
    swi = process.Process()
    words = [str(process.executable("swipl")), "--version"]
    number = subprocess.run(words, capture_output=True, text=True, check=True)
    assert number.stdout.split()[2] == swi.ask("witness_worker:version") == process.version()
    assert swi.ask("lists:append", ["é😀\n", 1], [[], "true"]) == ["é😀\n", 1, [], True]
    for wrong in (["lists:sum_list", ["a", 1]], ["lists:last", []], ["nowhere:nothing"]):
        with pytest.raises(InputError, match="SWI-Prolog: "):
            swi.ask(*wrong)


@pytest.mark.usefixtures("swi_prolog")
def test_a_limit_of_who_asks_is_not_taken_for_its_own() -> None:
    swi = process.Process()
    with pytest.raises(LimitReachedError):
        limited(lambda: swi.ask("lists:numlist", 1, 10**8), 0.1, None)
    assert not swi.alive
