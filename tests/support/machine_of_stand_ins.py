"""A machine of stand-ins for everything that tools/swi-prolog.sh runs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "swi-prolog.sh"

#: What the script may use of the machine that the tests run on; the rest are stand-ins.
ORDINARY = [
    "bash", "cat", "chmod", "cp", "dirname", "flock", "grep", "ln", "mkdir", "mv", "readlink", "rm",
    "sed", "sh", "sort", "tail",
]  # fmt: skip


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

#: The virtual environment's Python: janus-swi starts when pip has installed it and it knows its
#: home, without being told by the environment.
PYTHON = """#!/bin/bash
janus=${0%/bin/python}/janus
case "$*" in
    *janus_swi.query_once*) [ -z "$SWI_HOME_DIR" ] && [ -s "$janus" ] ;;
    *find_spec*janus_swi*) echo "${@: -1}" >> "$janus" ;;
    *'"include"'*) echo /usr/include/python ;;
    *version_info*) echo 3.11 ;;
    "-m pip --version") ;;
    "-m pip install"*)
        echo "pip ${*:3} CFLAGS=$CFLAGS SWIPL=$SWIPL" >> "$CALLS"
        [ -z "$NO_PIP" ] || { printf '  error: gcc failed\\n  a.c: error: no ;\\n' >&2; exit 1; }
        : > "$janus" ;;
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
