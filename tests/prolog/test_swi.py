"""Finding SWI-Prolog: one clear line where it is missing, whatever the reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.cli import main
from witness.prolog import swi


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let SWI-Prolog be looked for anew."""
    monkeypatch.setattr(swi, "janus", swi.janus.__wrapped__)
    return monkeypatch


def test_janus_is_not_installed(fresh: pytest.MonkeyPatch) -> None:
    fresh.setattr(swi, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"janus-swi is not installed.*tools/swi-prolog\.sh"):
        swi.janus()


def test_prolog_does_not_start(fresh: pytest.MonkeyPatch) -> None:
    """With a home of another version the process that loads it is aborted; ours is not."""
    fresh.setattr(swi, "find_spec", lambda name: object())
    died = subprocess.CompletedProcess([], -6, "", "[FATAL ERROR: at noon\n\tincompatible VM]\n")
    fresh.setattr(subprocess, "run", lambda *args, **kwargs: died)
    with pytest.raises(InputError, match=r"does not start: incompatible VM\]\. To install"):
        swi.janus()


def test_the_command_says_it_in_one_line(
    fresh: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    from witness.prolog import referee

    fresh.setattr(swi, "find_spec", lambda name: None)
    fresh.setattr(referee, "janus", swi.janus)
    assert main(["lab", "referee", str(tmp_path), "h.pl"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "SWI-Prolog 9.1.12 or newer" in error


def test_a_private_home_is_found(fresh: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fresh.setattr(sys, "prefix", str(tmp_path))
    fresh.delenv("SWI_HOME_DIR", raising=False)
    fresh.setattr(swi, "find_spec", lambda name: None)
    assert swi.why_not() is not None
    assert "SWI_HOME_DIR" not in swi.os.environ
    home = tmp_path / "swi-prolog" / "home"
    home.mkdir(parents=True)
    swi.why_not()
    assert swi.os.environ["SWI_HOME_DIR"] == str(home)
    fresh.setenv("SWI_HOME_DIR", "/elsewhere")  # what the user says goes first
    swi.why_not()
    assert swi.os.environ["SWI_HOME_DIR"] == "/elsewhere"


@pytest.mark.usefixtures("swi_prolog")
def test_the_version() -> None:
    major, minor, patch = map(int, swi.version().split("."))
    assert (major, minor, patch) >= (9, 1, 12)


@pytest.mark.usefixtures("swi_prolog")
def test_every_program_of_the_environment_starts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Popper's own command, for one; tools/swi-prolog.sh sees to it."""
    monkeypatch.delenv("SWI_HOME_DIR", raising=False)
    asked = "import janus_swi; print(janus_swi.query_once('X is 6 * 7')['X'])"
    words = [sys.executable, "-c", asked]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "42\n"), "run bash tools/swi-prolog.sh again"
