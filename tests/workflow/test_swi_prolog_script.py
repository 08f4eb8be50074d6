"""tools/swi-prolog.sh, with stand-ins for everything that it runs: nothing is downloaded."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from support.machine_of_stand_ins import (
    DEBIAN_12,
    FEDORA,
    ORDINARY,
    UBUNTU_24,
    Machine,
)

pytestmark = pytest.mark.skipif(
    any(shutil.which(name) is None for name in ORDINARY), reason="needs the tools of Linux"
)


def succeeds(result: subprocess.CompletedProcess[str]) -> str:
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def fails(result: subprocess.CompletedProcess[str]) -> list[str]:
    assert result.returncode == 1, result
    return result.stderr.splitlines()


def check_private(machine: Machine) -> None:
    """The prefix is whole, and everything in it is where janus-swi and users look for it."""
    prefix = machine.venv / "swi-prolog"
    assert machine.leftovers() == ["swi-prolog"]
    assert (machine.venv / "janus").read_text() == f"{prefix}/home\n"
    assert (prefix / "home" / "boot.prc").is_file()
    assert (prefix / "home" / "lib" / "arch-linux" / "libswipl.so.9").is_file()
    assert not (prefix / "home" / "lib" / "arch-linux" / "libswipl.so").readlink().is_absolute()
    # What setup.py of janus-swi asks, through the wrapper.
    command = [machine.venv / "bin" / "swipl", "--dump-runtime-variables"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert f'PLLIBDIR="{prefix}/home/lib/arch-linux"' in answer
    (pip,) = machine.called("pip")
    assert pip.endswith(f"SWIPL={machine.venv}/bin/swipl")
    assert "--no-cache-dir" in pip
    assert "CFLAGS=-std=gnu17 " in pip


def check_own(machine: Machine) -> None:
    """Nothing but the home of the machine's own SWI-Prolog is in the virtual environment."""
    assert machine.called("pip")[0].endswith(f"SWIPL={machine.programs}/swipl")
    assert machine.leftovers() == ["swi-prolog"]
    assert (machine.venv / "janus").read_text() == f"{machine.venv}/swi-prolog/home\n"
    (home,) = (machine.venv / "swi-prolog").iterdir()
    assert (home.name, home.readlink()) == ("home", machine.own_home)
    assert not os.path.lexists(machine.venv / "bin" / "swipl")


def test_debian_12_with_an_old_swipl(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    machine.own_swipl(90004)
    assert "unpacking SWI-Prolog 9.2.9" in succeeds(machine.run())
    check_private(machine)
    keyring = tmp_path / "keyrings" / "debian-archive-keyring.gpg"
    assert machine.called("deb ") == [f"deb [signed-by={keyring}] http://mirror/debian trixie main"]
    assert machine.called("swipl") == ["swipl -q -g make_library_index(swi(library)) -t halt"]


@pytest.mark.parametrize("user", ["0", "1000"])
def test_ubuntu_24_adds_the_archive_of_swi_prolog(tmp_path: Path, user: str) -> None:
    machine = Machine(tmp_path, UBUNTU_24)
    machine.own_swipl(90004)
    succeeds(machine.run(ARCHIVE="9.0.4+dfsg-3", USER_ID=user))
    system = [line for line in machine.called("a") if "Dir::" not in line and "-qq" not in line]
    assert system == [
        "add-apt-repository -y ppa:swi-prolog/stable",
        "apt-get update",
        "apt-get install -y swi-prolog",
    ]
    assert len(machine.called("sudo")) == (0 if user == "0" else 4)  # the first tries it
    check_own(machine)


@pytest.mark.parametrize("missing", ["sudo", "add-apt-repository"])
def test_ubuntu_24_says_what_to_run(tmp_path: Path, missing: str) -> None:
    machine = Machine(tmp_path, UBUNTU_24)
    variables = {"NO_SUDO": "1"} if missing == "sudo" else {}
    if missing != "sudo":
        (machine.programs / missing).unlink()
    first, *steps = fails(machine.run(ARCHIVE="9.0.4+dfsg-3", **variables))
    assert "noble has SWI-Prolog 9.0.4+dfsg-3, and 9.1.12 is needed" in first
    assert [step.strip() for step in steps] == [
        "sudo apt-get install -y software-properties-common",
        "sudo add-apt-repository -y ppa:swi-prolog/stable",
        "sudo apt-get update",
        "sudo apt-get install -y swi-prolog",
    ]
    assert machine.leftovers() == []
    assert not machine.called("pip")


@pytest.mark.parametrize(
    ("release", "kernel", "command"),
    [
        (FEDORA, "Linux", "sudo dnf install pl"),
        ("ID=arch\n", "Linux", "sudo pacman -S swi-prolog"),
        ("", "Darwin", "brew install swi-prolog"),
        ("ID=slackware\n", "Linux", "conda install -c conda-forge swi-prolog"),
    ],
)
def test_elsewhere(tmp_path: Path, release: str, kernel: str, command: str) -> None:
    machine = Machine(tmp_path, release)
    first, second, *source = fails(machine.run(KERNEL=kernel))
    assert "no swipl 9.1.12 or newer on PATH" in first
    assert second.strip() == command
    assert any("-DSWIPL_PACKAGES=OFF" in line for line in source)
    assert not machine.called("apt-get")


def test_a_second_run_does_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    succeeds(machine.run())
    assert "nothing to do" in succeeds(machine.run(NO_NETWORK="1"))
    assert machine.calls.read_text() == ""


@pytest.mark.parametrize("damage", ["swi-prolog/home/boot.prc", "bin/swipl", "janus"])
def test_what_is_damaged_is_repaired(tmp_path: Path, damage: str) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    succeeds(machine.run())
    (machine.venv / damage).unlink()
    (machine.venv / "swi-prolog.part" / "prefix" / "home").mkdir(parents=True)  # by kill -9
    succeeds(machine.run())
    check_private(machine)


@pytest.mark.parametrize(
    ("failing", "what"),
    [("NO_NETWORK", "no route to host"), ("NO_DOWNLOAD", "connection lost")],
)
def test_a_download_that_fails(tmp_path: Path, failing: str, what: str) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    (line,) = fails(machine.run(**{failing: "1"}))
    assert f"E: {what}" in line
    assert line.endswith("check the network and run this again")
    assert machine.leftovers() == []
    assert not os.path.lexists(machine.venv / "bin" / "swipl")
    succeeds(machine.run())
    check_private(machine)


def test_an_interruption_leaves_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    assert machine.run(INTERRUPT="1").returncode == -signal.SIGTERM
    assert machine.leftovers() == []
    succeeds(machine.run())
    check_private(machine)
