"""Windows is refused in one line, by whatever could not work there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from witness.base.errors import InputError
from witness.base.limits import child
from witness.base.system import check_system
from witness.cli import main

#: What Python has on Linux and macOS only.
POSIX = ("fcntl", "grp", "posix", "pwd", "readline", "resource", "syslog", "termios", "tty")

#: Runs the command line as far as Windows gets: without the modules and the names of POSIX.
WINDOWS = f"""
import os, signal, sys, subprocess, tempfile, pathlib, logging, multiprocessing, psutil, shutil
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in {POSIX}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
for name in {POSIX}:
    sys.modules.pop(name, None)
for module, names in {{os: "fork getuid", signal: "SIGALRM SIGKILL pthread_sigmask"}}.items():
    for name in names.split():
        delattr(module, name)
import witness, witness.cli
sys.platform = "win32"
sys.exit(witness.cli.main(["--version"]))
"""


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


def test_the_line_is_all_that_is_said_where_there_is_no_posix() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WINDOWS], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("witness: witness runs on Linux and macOS; on Windows, ")
    assert done.stderr.count("\n") == 1


def test_the_library_says_it_where_it_cannot_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from witness.base import machine_code

    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(InputError, match="in WSL"):
        child.call_limited(lambda: 1)
    with pytest.raises(InputError, match="in WSL"):
        machine_code.load(child, note="nothing", usual_seconds=0)
