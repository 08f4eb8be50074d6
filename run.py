#!/usr/bin/env python3
"""Set up the project and run it; all it needs is Python.

    python3 run.py small    the small experiment, to its report
    python3 run.py test     the tests
    python3 run.py popper   the small experiment with Popper, which it gets if it can

The first run creates a virtual environment in .venv and installs the project into it with pip;
delete the folder to start over. Further arguments go to Snakemake or pytest.
"""

from __future__ import annotations

import hashlib
import html.parser
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.parse
import urllib.request
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"

#: The first and the last version of Python with which all this was tried.
OLDEST, NEWEST = (3, 11), (3, 14)

#: The first version of SWI-Prolog with which Popper's interface can be built, and what pip needs.
OLDEST_PROLOG = (9, 1, 12)
POPPER = (
    "setuptools<81",
    "janus-swi>=1.5,<2",
    "popper-ilp @ git+https://github.com/logic-and-learning-lab/Popper@v4.3.0",
)

#: What a name of a folder may not have: pip, the shell or PATH would take it for something else.
UNFIT = re.compile(r'[$"`\\*?:\0-\x1f\x7f]')


def main() -> int:
    """Run the task that the first argument names."""
    if len(sys.argv) < 2 or sys.argv[1] not in ("small", "test", "popper"):
        print(__doc__, *(f"There is no task {name}." for name in sys.argv[1:2]), sep="\n")
        return 2
    unfit = UNFIT.search(str(HERE))
    if unfit:
        print(f"This cannot be installed in {str(HERE)!r}: rename the folder with {unfit[0]!r}")
        return 2
    problem = None if is_installed() else why_not()
    if problem:
        other = other_python()
        print(problem if other is None else f"{problem}; {other} is taken", flush=True)
        if other is None:
            print("Install that, or another Python such as 3.13, and run this again.")
            return 2
        os.execv(other, [other, *sys.argv])
    task, rest = sys.argv[1], sys.argv[2:]
    set_up()
    if task == "popper" and not (ENVIRONMENT / "bin" / "popper-ilp").exists():
        missing = prolog_missing()
        if missing:
            print(f"{missing}. docs/learners.md#getting-popper says how to get it.")
            return 2
        install("--no-cache-dir", *POPPER)
    search_path = f"{ENVIRONMENT / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": search_path, "VIRTUAL_ENV": str(ENVIRONMENT)}
    if task == "test":
        command = [PYTHON, "-m", "pytest", *rest]
    else:
        command = [
            PYTHON, "-m", "snakemake", "--cores", "2",
            "--configfile", f"config/{task}.yaml", *rest,
        ]  # fmt: skip
    status = subprocess.run(command, cwd=HERE, env=environment, check=False).returncode
    report = HERE / "results" / task / "report.html"
    if task != "test" and status == 0 and report.is_file():
        print("\n`source .venv/bin/activate` makes the command `witness` known to this shell")
    return status


def prolog_missing() -> str | None:
    """Return what Popper needs of SWI-Prolog and is not here; None if nothing is missing."""
    needed = ".".join(map(str, OLDEST_PROLOG))
    swipl = shutil.which("swipl")
    if swipl is None:
        return f"Popper needs SWI-Prolog {needed} or newer, and there is no swipl"
    said = subprocess.run([swipl, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\d+(\.\d+)+", said)
    version = tuple(map(int, found[0].split("."))) if found else ()
    if version < OLDEST_PROLOG:
        return f"Popper needs SWI-Prolog {needed} or newer, and {swipl} is {said.strip()}"
    return None


def why_not() -> str | None:
    """Return why nothing can be installed with this Python; None if it can."""
    version = sys.version_info[:2]
    first, last = (".".join(map(str, one)) for one in (OLDEST, NEWEST))
    if not OLDEST <= version <= NEWEST:
        return f"Python {first} to {last} is needed, and this is {sys.version.split()[0]}"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if version < (3, 14) or (shutil.which(compiler) and header.is_file()):
        return None
    return (
        f"With Python {last}, Snakemake's package immutables has to be compiled, and here is no "
        "compiler or no Python.h (on Debian: apt install gcc python3-dev)"
    )


def other_python() -> str | None:
    """Return the newest other Python here with which everything can be installed."""
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        program = shutil.which(f"python3.{minor}")
        if program:
            ask = [program, "-c", "import run, sys; sys.exit(run.why_not() is not None)"]
            if subprocess.run(ask, cwd=HERE, stderr=subprocess.DEVNULL).returncode == 0:
                return program
    return None


def is_installed() -> bool:
    """Whether the virtual environment has the project as it is now."""
    marker = ENVIRONMENT / "installed"
    return marker.is_file() and marker.read_text() == checksum()


def checksum() -> str:
    """Return the checksum of what says what is installed."""
    return hashlib.sha256((HERE / "pyproject.toml").read_bytes()).hexdigest()


def set_up() -> None:
    """Create the virtual environment and install the project, unless this is already done."""
    if is_installed():
        return
    print("Setting up .venv, once: a minute or two …", flush=True)
    try:
        import ensurepip  # noqa: F401 - Debian ships Python without it
    except ImportError:
        venv.create(ENVIRONMENT, clear=True, symlinks=True)
        install_pip()
    else:
        venv.create(ENVIRONMENT, clear=True, symlinks=True, with_pip=True)
    install("--editable", f"{HERE}[dev]")
    (ENVIRONMENT / "installed").write_text(checksum())


def install(*arguments: str, pip: str = "pip") -> None:
    """Run pip in the virtual environment."""
    runner = ["-m", pip] if pip == "pip" else [pip]
    command = [str(PYTHON), *runner, "install", "--quiet", *arguments]
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit("The installation failed; the lines above say why. Run this again to retry.")


class Links(html.parser.HTMLParser):
    """Collect the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the address of a link."""
        self.found += [value for name, value in attrs if tag == "a" and name == "href" and value]


def install_pip() -> None:
    """Install pip, where ensurepip is missing, from its own wheel, which runs uninstalled."""
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/") + "/pip/"
    links = Links()
    with urllib.request.urlopen(index, timeout=60) as page:
        links.feed(page.read().decode())
    released = re.compile(r"/pip-[0-9.]+-py3-none-any\.whl")  # no 25.0rc1 and the like
    wheels = [urllib.parse.urljoin(index, link) for link in links.found if released.search(link)]
    if not wheels:
        sys.exit(f"There is no pip at {index}. On Debian: apt install python3-venv")
    address, _, fragment = wheels[-1].partition("#")
    with urllib.request.urlopen(address, timeout=60) as stream:
        content = stream.read()
    digest = fragment.removeprefix("sha256=")
    if fragment and hashlib.sha256(content).hexdigest() != digest:
        sys.exit(f"{address} was not downloaded completely; run this again")
    wheel = ENVIRONMENT / address.rsplit("/", 1)[1]
    wheel.write_bytes(content)
    install("--no-index", str(wheel), pip=str(wheel / "pip"))


if __name__ == "__main__":
    sys.exit(main())
