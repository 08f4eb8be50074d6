"""What `run.py` looks at before it installs anything: the folder, and the version of Python."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT

#: Runs run.py as another version of Python would, with a compiler or without.
AS_VERSION = """
import runpy, sys
sys.version_info = (*{version}, 0, "final", 0)
sys.version = "{version[0]}.{version[1]}.0 (a stand-in)"
sys.argv = ["run.py", "small"]
runpy.run_path("run.py", run_name="__main__")
"""

#: A Python that says whether it could be used, and writes down what it is asked to run.
OTHER = """#!/bin/sh
if [ "$1" = -c ]; then exit {status}; fi
echo "$@" > taken
"""


def start(place: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(ROOT / "run.py", place)
    return subprocess.run(
        [sys.executable, *(command or ("run.py", "small"))],
        cwd=place, env=variables, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["a:b", "a$HOME", 'a"b', "a`b`", "a\\b", "a*", "why?", "a\nb"])
def test_a_folder_in_which_nothing_can_be_installed(name: str, tmp_path: Path) -> None:
    place = tmp_path / name / "witness"
    place.mkdir(parents=True)
    done = start(place)
    assert done.returncode == 2
    assert done.stdout.count("\n") == 1
    assert "rename the folder with" in done.stdout
    assert not done.stderr
    assert [file.name for file in place.iterdir()] == ["run.py"]


@pytest.mark.parametrize(
    ("version", "compiler", "words"),
    [
        ((3, 10), "cc", "Python 3.11 to 3.14 is needed, and this is 3.10.0"),
        ((3, 15), "cc", "Python 3.11 to 3.14 is needed, and this is 3.15.0"),
        ((3, 14), "no-compiler", "With Python 3.14, Snakemake's package immutables has to be comp"),
    ],
)
@pytest.mark.parametrize("others", [{}, {"3.13": 1}, {"3.13": 1, "3.12": 0, "3.11": 0}])
def test_a_python_with_which_nothing_can_be_installed(
    version: tuple[int, int], compiler: str, words: str, others: dict[str, int], tmp_path: Path
) -> None:
    """The newest other one that can be used is taken; else two lines say what to do."""
    place, programs = tmp_path / "here", tmp_path / "bin"
    place.mkdir()
    programs.mkdir()
    for name, status in others.items():
        (programs / f"python{name}").write_text(OTHER.format(status=status))
        (programs / f"python{name}").chmod(0o700)
    code = AS_VERSION.format(version=version)
    done = start(place, "-c", code, PATH=str(programs), CC=compiler)
    assert done.stdout.startswith(words)
    assert not done.stderr
    made = {file.name for file in place.iterdir()} - {"__pycache__"}
    if 0 in others.values():
        assert done.returncode == 0
        assert done.stdout.endswith(f"; {programs}/python3.12 is taken\n")
        assert (place / "taken").read_text() == "run.py small\n"
    else:
        assert done.returncode == 2
        assert done.stdout.count("\n") == 2
        assert made == {"run.py"}


@pytest.mark.parametrize(
    ("swipl", "words"),
    [
        (None, "9.1.12 or newer, and there is no swipl"),
        ("SWI-Prolog version 9.0.4 for x86_64-linux", "version 9.0.4 for x86_64-linux"),
        ("no version", "is no version"),
        ("SWI-Prolog version 9.2.9 for x86_64-linux", ""),
    ],
)
def test_what_popper_needs(swipl: str | None, words: str, tmp_path: Path) -> None:
    """One line says which SWI-Prolog is missing; with a new one pip gets Popper, and it runs."""
    place, programs = tmp_path / "here", tmp_path / "bin"
    for folder in (place / ".venv" / "bin", programs):
        folder.mkdir(parents=True)
    python = place / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$@" >> asked\n')
    (place / "pyproject.toml").touch()
    (place / ".venv" / "installed").write_text(hashlib.sha256(b"").hexdigest())
    python.chmod(0o700)
    if swipl is not None:
        (programs / "swipl").write_text(f"#!/bin/sh\necho '{swipl}'\n")
        (programs / "swipl").chmod(0o700)
    done = start(place, "run.py", "popper", PATH=str(programs))
    assert not done.stderr
    if words:
        assert done.returncode == 2
        assert (done.stdout.count("\n"), words in done.stdout) == (1, True)
        assert not (place / "asked").exists()
    else:
        assert done.returncode == 0
        pip, snakemake = (place / "asked").read_text().splitlines()
        assert "install" in pip
        assert "janus-swi" in pip
        assert snakemake.endswith("--configfile config/popper.yaml")
