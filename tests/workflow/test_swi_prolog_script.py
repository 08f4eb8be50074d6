"""tools/swi-prolog.sh, with stand-ins for everything that it runs: nothing is downloaded."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from support.machine_of_stand_ins import (
    DEBIAN_12,
    DEBIAN_13,
    FEDORA,
    ORDINARY,
    UBUNTU_24,
    UBUNTU_26,
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


def test_the_library_of_the_own_release(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    succeeds(machine.run(NO_TCMALLOC="1"))
    check_private(machine)
    assert [line.split()[-2] for line in machine.called("deb ")] == ["trixie", "bookworm"]
    assert machine.called("apt-get -qq download")[-1].endswith("libtcmalloc-minimal4t64")


def test_debian_13(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_13)
    succeeds(machine.run())
    check_private(machine)
    (line,) = machine.called("deb ")
    assert line.endswith("http://mirror/debian trixie main")


def test_without_package_lists_the_configured_mirror_is_taken(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_13)
    succeeds(machine.run(NO_LISTS="1"))
    check_private(machine)
    assert "--no-release-info" in machine.called("apt-get")[1]


def test_without_a_mirror(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_13)
    assert "no mirror of trixie" in fails(machine.run(MIRROR=""))[0]


def test_debian_11_is_too_old(tmp_path: Path) -> None:
    machine = Machine(tmp_path, 'ID=debian\nVERSION_ID="11"\nVERSION_CODENAME=bullseye\n')
    assert "no swipl 9.1.12 or newer on PATH" in fails(machine.run())[0]


def test_ubuntu_with_a_new_enough_package(tmp_path: Path) -> None:
    machine = Machine(tmp_path, UBUNTU_26)
    succeeds(machine.run(MIRROR="http://mirror/ubuntu"))
    check_private(machine)
    (line,) = machine.called("deb ")
    assert line.endswith("http://mirror/ubuntu resolute main universe")


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


@pytest.mark.parametrize(("release", "kernel"), [(DEBIAN_12, "Linux"), ("", "Darwin")])
def test_an_own_swipl_that_is_new_enough(tmp_path: Path, release: str, kernel: str) -> None:
    machine = Machine(tmp_path, release)
    machine.own_swipl(90112)
    if kernel == "Darwin":
        (machine.programs / "flock").unlink()
    succeeds(machine.run(KERNEL=kernel))
    check_own(machine)
    assert not machine.called("apt-get")
    assert "nothing to do" in succeeds(machine.run(KERNEL=kernel))


def test_an_own_swipl_takes_the_place_of_a_broken_private_one(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    succeeds(machine.run())
    (machine.venv / "swi-prolog" / "home" / "boot.prc").unlink()
    machine.own_swipl(90209)
    succeeds(machine.run())
    check_own(machine)


def test_a_second_run_does_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    succeeds(machine.run())
    assert "nothing to do" in succeeds(machine.run(NO_NETWORK="1"))
    assert machine.calls.read_text() == ""


def test_a_janus_that_needs_the_environment_is_built_anew(tmp_path: Path) -> None:
    """Earlier versions of the script left one; a variable that the user set is no home of it."""
    machine = Machine(tmp_path, DEBIAN_12)
    succeeds(machine.run())
    (machine.venv / "janus").write_text("")
    succeeds(machine.run(SWI_HOME_DIR=str(machine.venv / "swi-prolog" / "home")))
    check_private(machine)


@pytest.mark.parametrize("damage", ["swi-prolog/home/boot.prc", "bin/swipl", "janus"])
def test_what_is_damaged_is_repaired(tmp_path: Path, damage: str) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    succeeds(machine.run())
    (machine.venv / damage).unlink()
    (machine.venv / "swi-prolog.part" / "prefix" / "home").mkdir(parents=True)  # by kill -9
    succeeds(machine.run())
    check_private(machine)


def test_without_a_compiler(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    (line,) = fails(machine.run(NO_COMPILER="1"))
    assert "a C compiler (compiler) and Python.h of Python 3.11" in line
    assert line.endswith("apt-get install gcc libc6-dev python3.11-dev")
    assert not machine.called("apt-get")


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


def test_two_at_once(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    other = os.open(machine.venv, os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    (line,) = fails(machine.run())
    assert "this is already running for" in line
    os.close(other)
    succeeds(machine.run())


def test_a_build_that_fails(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    (line,) = fails(machine.run(NO_PIP="1"))
    assert "cannot build janus-swi (  a.c: error: no ;)" in line
    succeeds(machine.run())
    check_private(machine)


def test_without_a_keyring_nothing_is_downloaded(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    (tmp_path / "keyrings" / "debian-archive-keyring.gpg").unlink()
    (line,) = fails(machine.run())
    assert line.endswith("as root: apt-get install debian-archive-keyring")
    assert not machine.called("apt-get")


def test_without_a_virtual_environment(tmp_path: Path) -> None:
    machine = Machine(tmp_path, DEBIAN_12)
    shutil.rmtree(machine.venv)
    (line,) = fails(machine.run())
    assert "is not a virtual environment; make one: python3 -m venv" in line
