"""What starting up costs: a command and a script import what they use, and no more."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT

from witness.cli import COMMANDS, FORMER, GROUPS, ROWS, load
from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle

#: Packages of others that take long to import, all of them together seconds.
HEAVY = (
    "clingo", "jsonschema", "matplotlib", "numba", "numpy", "pandas", "psutil", "scipy",
    "snakemake", "tqdm", "yaml", "z3",
)  # fmt: skip

#: Files, by their names in a command.
FILES = {
    "PANELS": ROOT / "examples/panels.jsonl",
    "PAPER": ROOT / "examples/paper.pl",
    "GAME": ROOT / "examples/games/hanoi.kif",
}

SCRIPTS = ROOT / "workflow" / "scripts"

#: The modules that a job of the pipeline or a command imports, with the heavy packages they need.
MODULES = {
    "witness": set(),
    "witness.cli": set(),
    "witness.difficulty.games.rate": {"clingo", "numba", "numpy", "psutil"},
    "witness.difficulty.rate": {"numba", "numpy"},
    "witness.pipeline.candidates": {"jsonschema", "numpy"},
    "witness.pipeline.evaluate": {"numpy"},
    "witness.pipeline.race": {"jsonschema", "numpy"},
    "witness.puzzle.frontier.panel": set(),
    "witness.gdl.play.compiled": {"clingo", "numba", "numpy", "psutil"},
    "witness.puzzle.generate.algorithms": set(),
    "witness.clauses.learners": set(),
    "witness.puzzle.examples.examples": set(),
    "witness.searches.predicates.registry": set(),
    "witness.searches.predicates.written": set(),
    "witness.proof.prover": set(),
    "witness.searches": set(),
    "witness.searches.compiled": {"numba", "numpy"},
    "witness.searches.reference": set(),
    "witness.puzzle.solvers": set(),
    "witness.searches.as_solver": set(),
    "witness.puzzle.solvers.by_frontier": set(),
}

#: The scripts of jobs of which there are many, with the heavy packages that they import.
JOBS = {
    "evaluate": {"numba", "numpy"},  # once for all jobs, in the process from which they are forked
    "train_batch": {"numpy"},
    "triage_batch": {"jsonschema", "numba", "numpy"},
}

#: Commands that are over before anything heavy is needed, and those that need only some of it.
RUNS = {
    "--version": set(),
    "--help": set(),
    "rate --help": set(),
    "hypotheses --help": set(),
    "show PANELS": set(),
    "show --format words PANELS --path [[0,0],[0,1]]": set(),
    "count SMALL": {"numba", "numpy"},
    "solve SMALL --solver auto": {"numba", "numpy"},
    "solve SMALL --engine reference": set(),
    "explain PAPER": set(),
    "explain --python PAPER": set(),
    "verify PAPER": set(),
    "verify PAPER --why": set(),
    "generate path --rows 2 --cols 2 --count 1": set(),
}


def imported(code: str) -> set[str]:
    """Return the heavy packages that a process has imported after some code; SciPy is Numba's."""
    program = (
        "import atexit, json, sys\n"
        f"told = lambda: print(json.dumps([m for m in {HEAVY} if m in sys.modules]))\n"
        "atexit.register(told)\n" + code
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def allowed(needed: set[str]) -> set[str]:
    """Return what may be imported with packages: Numba imports two, NumPy and SciPy's version."""
    return needed | ({"scipy", "yaml"} if "numba" in needed else set())


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_what_it_needs(module: str) -> None:
    assert imported(f"import {module}") <= allowed(MODULES[module])


@pytest.mark.parametrize("script", JOBS)
def test_a_script_imports_what_it_needs(script: str) -> None:
    """The imports at the top of the file, which come before the job is known."""
    text = (SCRIPTS / f"{script}.py").read_text(encoding="utf-8")
    lines = [
        ast.unparse(node)
        for node in ast.parse(text).body
        if isinstance(node, (ast.Import, ast.ImportFrom)) and "__future__" not in ast.unparse(node)
    ]
    code = "\n".join([f"sys.path.insert(0, {str(SCRIPTS)!r})", *lines])
    assert imported(code) <= allowed(JOBS[script])


@pytest.mark.slow
@pytest.mark.parametrize("command", RUNS)
def test_a_command_imports_what_it_uses(command: str, tmp_path: Path) -> None:
    small = tmp_path / "small.jsonl"
    write_puzzles(small, [Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),), id="small")])
    files = {**FILES, "SMALL": small}
    words = ["witness", *(str(files.get(word, word)) for word in command.split())]
    code = f"sys.argv = {words}\nfrom witness.cli import main\nmain()"
    assert imported(code) <= allowed(RUNS[command])


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "solve EIGHT", "rate EIGHT", "count EIGHT",
        "game solve GAME --max-expansions 5",
    ],
)  # fmt: skip
def test_loading_machine_code_imports_no_scipy(command: str, tmp_path: Path) -> None:
    """It would take a quarter of a second, as `any` and other functions of NumPy do when they are
    compiled into the code."""
    eight = tmp_path / "eight.jsonl"
    eight.write_text(FILES["PANELS"].read_text(encoding="utf-8").splitlines()[0])
    files = {**FILES, "EIGHT": eight}
    words = ["witness", *(str(files.get(word, word)) for word in command.split())]
    code = f"import sys; sys.argv = {words}\nfrom witness.cli import main\nmain()\n"
    for _ in range(2):  # the first one may compile, for which Numba needs everything
        done = subprocess.run(
            [sys.executable, "-c", f"{code}print('scipy.linalg' in sys.modules)"],
            capture_output=True, text=True, check=True, timeout=300,
        )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("words", ROWS)
def test_the_table_says_what_a_command_does(words: str) -> None:
    summary, _, _ = (load(words).run.__doc__ or "").partition("\n")
    assert summary.lower() == f"{ROWS[words][1]}.".lower()


def test_the_first_help_has_at_most_twenty_commands() -> None:
    first = {words.partition(" ")[0] for words in ROWS}
    assert len(first - {"play", "votes"}) <= 20
    assert {words.partition(" ")[0] for words in ROWS if " " in words} == set(GROUPS)
    assert not FORMER.keys() & first
    assert sum(map(len, COMMANDS.values())) == len(ROWS)


def test_every_module_of_the_command_line_is_in_the_table() -> None:
    with_commands = {
        path.stem
        for path in Path(ROOT / "witness" / "cli").glob("*.py")
        if re.search(r"^COMMANDS = (\(|tuple\()", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert with_commands == {module for module, _ in ROWS.values()}
