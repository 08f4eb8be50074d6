"""Build the sdist and the wheel, install them where there is no checkout, and use them.

    python tools/check_package.py                    # with each Python from 3.11 to 3.14 there is
    python tools/check_package.py /opt/python3.14    # with these

Each Python gets a virtual environment with the wheel and nothing but what that requires, in which
a predicate is learned, proved and searched with in an empty folder. The first one then gets the
extra `workflow` and runs the tiny experiment of the shipped Snakefile. It also gets an environment
for the unpacked sdist, and runs those of its tests that read files of all kinds (`TESTS`); all of
them would take as long as in a checkout. Needs the package `build`, and the network for pip. Where
`twine` is installed (`pip install twine`), it checks what an index would refuse.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")

#: What a new user does, as in README.md. {shipped} is the folder of what comes with the package.
COMMANDS = (
    "witness --help",
    "witness lab shipped",
    "witness show {shipped}/examples/panels.jsonl --id figure-1 --solve",
    "witness generate random --count 20 --min-size 3 --max-size 3 --seed 1 -o puzzles.jsonl",
    "witness examples puzzles.jsonl --id random-0003 --bias extended -o task",
    "witness learn task",
    "witness explain task/hypothesis.pl",
    "witness verify task/hypothesis.pl --certificate certificate.json --core core.pl",
    "witness recheck certificate.json task/hypothesis.pl",
    "witness solve puzzles.jsonl --predicate task/hypothesis.pl --mode prune -o answers.jsonl",
    "witness hypotheses task --format csv",
    "witness studio puzzles.jsonl -o studio.html",
    "witness game analyse {shipped}/examples/games/hanoi.kif",
)

#: Packages that only extras bring.
EXTRAS = ("llvmlite", "matplotlib", "numba", "pandas", "pygments", "scipy", "snakemake", "z3")

EXPERIMENT = (
    "snakemake --snakefile {shipped}/Snakefile --configfile {shipped}/config/tiny.yaml --cores 2 "
    "--quiet rules"
)

#: Tests of the sdist that read files: biases and background, configurations, recorded cases,
#: documentation, the package itself, the lock file.
TESTS = (
    "tests/base/test_config.py",
    "tests/base/test_shipped.py",
    "tests/clauses/learners/test_collapse.py",
    "tests/clauses/test_background.py",
    "tests/clauses/test_bias.py",
    "tests/packaging/test_metadata.py",
    "tests/test_architecture.py",
)


class Environment:
    """A virtual environment, and an empty folder in which its programs run."""

    def __init__(self, python: str, place: Path) -> None:
        subprocess.run([python, "-m", "venv", "--without-pip", place], check=True)
        self.programs = place / "bin"
        self.folder = place / "empty"
        self.folder.mkdir()
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        # Machine code is known by the text of its sources: what the checkout has compiled is used.
        self.variables = {**kept, "PATH": path}

    def install(self, *what: str) -> None:
        """Install with the pip that runs this script, as Debian's Python brings none."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.programs / "python")]
        self.run([*pip, "install", "--quiet", "--disable-pip-version-check", *what])

    def run(self, command: Sequence[str], folder: Path | None = None) -> str:
        """Return what a command prints; stop with all that it said if it fails."""
        done = subprocess.run(
            command, cwd=folder or self.folder, env=self.variables, capture_output=True, text=True
        )
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def shipped(self) -> Path:
        """Return the folder of what comes with the installed package, which is no checkout."""
        found = Path(self.run(["witness", "lab", "shipped", "Snakefile"]).strip()).parent
        if not found.is_relative_to(self.programs.parent):
            sys.exit(f"{found} is not in {self.programs.parent}")
        return found


def main() -> None:
    """Do all of it; end with status 1 at the first thing that is wrong."""
    pythons = sys.argv[1:] or [name for name in PYTHONS if works(name)] or [sys.executable]
    with tempfile.TemporaryDirectory(prefix="witness-package-") as folder:
        place = Path(folder)
        say("building")
        build = [sys.executable, "-m", "build", "--outdir", folder, str(HERE)]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        (wheel,), (sdist,) = place.glob("*.whl"), place.glob("*.tar.gz")
        if find_spec("twine"):
            subprocess.run(
                [sys.executable, "-m", "twine", "check", "--strict", wheel, sdist], check=True
            )
        else:
            say("twine is not installed, and checks nothing")
        first, *others = pythons
        with ThreadPoolExecutor(2) as pool:  # most steps keep one core busy
            jobs = [
                pool.submit(run_the_experiment, first, wheel, place / "first"),
                pool.submit(run_tests_of_the_sdist, first, sdist, place / "sdist"),
            ]
            for number, python in enumerate(others):
                jobs.append(pool.submit(use_the_core, python, wheel, place / f"other-{number}"))
            for job in as_completed(jobs):
                job.result()
    say(f"the package is fine with {', '.join(pythons)}")


def works(python: str) -> bool:
    """Whether a Python is there; the name may be that of a program which only says it is not."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def use_the_core(python: str, wheel: Path, place: Path) -> Environment:
    """Install the wheel without extras, and do with it what a new user does."""
    say(f"{python}: the wheel, in an empty folder")
    environment = Environment(python, place)
    environment.install(str(wheel))
    found = f"from importlib.util import find_spec; print([m for m in {EXTRAS} if find_spec(m)])"
    if environment.run(["python", "-c", found]) != "[]\n":
        sys.exit(f"extras are installed with the core: {environment.run(['python', '-c', found])}")
    shipped = str(environment.shipped())
    for command in COMMANDS:
        environment.run(command.format(shipped=shipped).split())
    if (environment.folder / "core.pl").stat().st_size == 0:
        sys.exit("no clause was learned and proved")
    return environment


def run_the_experiment(python: str, wheel: Path, place: Path) -> None:
    """Use the core; then run the tiny experiment from the Snakefile of the wheel."""
    environment = use_the_core(python, wheel, place)
    say(f"{python}: the tiny experiment, with the extra workflow")
    environment.install(f"{wheel}[workflow]")
    environment.run(EXPERIMENT.format(shipped=environment.shipped()).split())
    if not (environment.folder / "results/tiny/report.html").is_file():
        sys.exit("the experiment wrote no report")


def run_tests_of_the_sdist(python: str, sdist: Path, place: Path) -> None:
    """Unpack the sdist, install it as for development, and run tests of it."""
    say(f"{python}: tests of the sdist")
    environment = Environment(python, place)
    with tarfile.open(sdist) as archive:
        # Python 3.11 has the argument from 3.11.4 on.
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(environment.folder, **safe)
    (unpacked,) = environment.folder.iterdir()
    environment.install("--editable", f"{unpacked}[dev]")
    print(environment.run(["pytest", "-n0", *TESTS], unpacked).splitlines()[-1], flush=True)


def say(text: str) -> None:
    """Say what comes next, and when."""
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


if __name__ == "__main__":
    main()
