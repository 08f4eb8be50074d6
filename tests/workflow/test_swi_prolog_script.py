"""tools/swi-prolog.sh, with stand-ins for everything that it runs: nothing is downloaded."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "swi-prolog.sh"

#: What the script may use of the machine that the tests run on; the rest are stand-ins.
ORDINARY = [
    "bash", "cat", "chmod", "cp", "dirname", "flock", "grep", "ln", "mkdir", "mv", "readlink", "rm",
    "sed", "sh", "sort", "tail",
]  # fmt: skip

pytestmark = pytest.mark.skipif(
    any(shutil.which(name) is None for name in ORDINARY), reason="needs the tools of Linux"
)

DEBIAN_12 = 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n'
DEBIAN_13 = 'ID=debian\nVERSION_ID="13"\nVERSION_CODENAME=trixie\n'
UBUNTU_24 = 'ID=ubuntu\nVERSION_ID="24.04"\nVERSION_CODENAME=noble\nUBUNTU_CODENAME=noble\n'
UBUNTU_26 = 'ID=ubuntu\nVERSION_ID="26.04"\nVERSION_CODENAME=resolute\nUBUNTU_CODENAME=resolute\n'
FEDORA = "ID=fedora\nVERSION_ID=42\n"

#: A SWI-Prolog that knows its number and nothing else, as the packages would unpack it.
SWIPL = """#!/bin/bash
case "$1" in
    --dump-runtime-variables)
        echo 'PLVERSION="{number}";'
        echo "PLBASE=\\"${{SWI_HOME_DIR:-$OWN_HOME}}\\";"
        echo "PLLIBDIR=\\"$SWI_HOME_DIR/lib/arch-linux\\";" ;;
    *) echo "swipl $*" >> "$CALLS" ;;
esac
"""

#: What can be wrong with the machine, and what stand-ins look for though nobody set it.
SWITCHES = [
    "NO_NETWORK", "NO_DOWNLOAD", "NO_TCMALLOC", "NO_SUDO", "NO_COMPILER", "NO_PIP", "INTERRUPT",
    "APT_CONFIG", "SWI_HOME_DIR",
]  # fmt: skip

STAND_INS = {
    # The archive of this suite has this version of SWI-Prolog: $ARCHIVE.
    "apt-get": """
        echo "apt-get $*" >> "$CALLS"
        case "$*" in
            *--no-release-info*) echo "$MIRROR"; exit ;;
            *indextargets*) [ -n "$NO_LISTS" ] || echo "$MIRROR"; exit ;;
            *update*)
                [ -z "$APT_CONFIG" ] || cat "$PWD/etc/apt/sources.list" >> "$CALLS"
                [ -z "$NO_NETWORK" ] || { echo "E: no route to host" >&2; exit 100; } ;;
            *download*)
                [ -z "$INTERRUPT" ] || kill -TERM 0
                [ -z "$NO_DOWNLOAD" ] || { echo "E: connection lost" >&2; exit 100; }
                for package in "${@:3}"; do echo > "$package.deb"; done ;;
            *"install -y swi-prolog"*) cp "$NEW_SWIPL" "$STAND_INS/swipl" ;;
        esac""",
    "apt-cache": """
        case "$1" in
            show) [ -z "$ARCHIVE" ] || echo "Version: $ARCHIVE" ;;
            pkgnames) printf '%s\\n' libtcmalloc-minimal4t64 libtcmalloc-minimal4 ;;
        esac""",
    "apt-config": 'echo "Acquire::http::Proxy \\"http://proxy:1\\";"',
    "add-apt-repository": 'echo "add-apt-repository $*" >> "$CALLS"',
    "dpkg": """
        echo "dpkg ${*//$PWD/.}" >> "$CALLS"
        case "$1" in
            --print-architecture) echo amd64 ;;
            --compare-versions) [ "$(printf '%s\\n' "$2" "$4" | sort -V | tail -n 1)" = "$2" ] ;;
            -x) case "$2" in
                *swi-prolog-core.deb)
                    mkdir -p "$3"/usr/{bin,lib/arch-linux-gnu,lib/swi-prolog/lib/arch-linux}
                    cp "$NEW_SWIPL" "$3/usr/bin/swipl"
                    echo > "$3/usr/lib/swi-prolog/boot.prc"
                    echo > "$3/usr/lib/arch-linux-gnu/libswipl.so.9"
                    ln -s libswipl.so.9 "$3/usr/lib/arch-linux-gnu/libswipl.so" ;;
                esac ;;
        esac""",
    "ldd": '[ -z "$NO_TCMALLOC" ] || echo "	libtcmalloc_minimal.so.4 => not found"',
    "uname": 'echo "$KERNEL"',
    "id": 'echo "$USER_ID"',
    "sudo": '[ -z "$NO_SUDO" ] || exit 1; shift; echo "sudo $*" >> "$CALLS"; "$@"',
    "compiler": 'cat > /dev/null; [ -z "$NO_COMPILER" ]',
}

#: The virtual environment's Python: janus-swi starts when pip has installed it.
PYTHON = """#!/bin/bash
janus=${0%/bin/python}/janus
case "$*" in
    *janus_swi.query_once*) [ -e "$janus" ] && [ "$(cat "$janus")" = "$SWI_HOME_DIR" ] ;;
    *'"include"'*) echo /usr/include/python ;;
    *version_info*) echo 3.11 ;;
    "-m pip --version") ;;
    "-m pip install"*)
        echo "pip ${*:3} CFLAGS=$CFLAGS SWIPL=$SWIPL" >> "$CALLS"
        [ -z "$NO_PIP" ] || { printf '  error: gcc failed\\n  a.c: error: no ;\\n' >&2; exit 1; }
        echo "${0%/bin/python}/swi-prolog/home" > "$janus" ;;
esac
"""


class Machine:
    """A machine of stand-ins with a virtual environment on it."""

    def __init__(self, folder: Path, release: str) -> None:
        self.folder = folder
        self.venv = folder / "the venv"  # a space, as in many a home directory
        self.programs = folder / "programs"
        self.calls = folder / "calls"
        self.own_home = folder / "own home"
        for name in (self.venv / "bin", self.programs, self.own_home, folder / "keyrings"):
            name.mkdir(parents=True)
        for name in ORDINARY:
            (self.programs / name).symlink_to(str(shutil.which(name)))
        for name, text in STAND_INS.items():
            self.program(self.programs / name, "#!/bin/bash\n" + text)
        self.program(self.venv / "bin" / "python", PYTHON)
        self.program(folder / "new-swipl", SWIPL.format(number=90209))
        (self.own_home / "boot.prc").touch()
        (folder / "os-release").write_text(release)
        for name in ("debian", "ubuntu"):
            (folder / "keyrings" / f"{name}-archive-keyring.gpg").touch()

    @staticmethod
    def program(path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o755)

    def own_swipl(self, number: int) -> None:
        self.program(self.programs / "swipl", SWIPL.format(number=number))

    def run(self, **variables: str) -> subprocess.CompletedProcess[str]:
        self.calls.write_text("")
        environment = {
            **dict.fromkeys(SWITCHES, ""),
            "PATH": str(self.programs),
            "CALLS": str(self.calls),
            "STAND_INS": str(self.programs),
            "OWN_HOME": str(self.own_home),
            "NEW_SWIPL": str(self.folder / "new-swipl"),
            "OS_RELEASE_FILE": str(self.folder / "os-release"),
            "KEYRINGS_DIR": str(self.folder / "keyrings"),
            "CC": "compiler -pthread",
            "KERNEL": "Linux",
            "USER_ID": "1000",
            "ARCHIVE": "9.2.9+dfsg-1",
            "MIRROR": "http://mirror/debian",
            **variables,
        }
        command = ["bash", str(SCRIPT), str(self.venv)]
        return subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,  # an interruption is for the script alone
        )

    def called(self, word: str) -> list[str]:
        return [line for line in self.calls.read_text().splitlines() if line.startswith(word)]

    def leftovers(self) -> list[str]:
        return sorted(path.name for path in self.venv.glob("swi-prolog*") if path.suffix != ".log")


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
