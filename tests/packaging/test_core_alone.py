"""Without the extras: everything can be imported, and what needs one names it (see tox.toml)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.examples import ROOT

from witness.cli import ROWS, main

#: Modules of packages that belong to extras.
OF_EXTRAS = (
    "llvmlite", "numba", "pygments", "scipy",
    "snakemake", "z3",
)  # fmt: skip

#: Makes the import system find none of them.
ALONE = f"""
import sys
from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, path=None, target=None: (
    None if name.partition(".")[0] in {OF_EXTRAS} else find(name, path, target)
)
"""

MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("witness", "studies")
    for path in (ROOT / folder).rglob("*.py")
    if path.name != "__main__.py"  # this runs when it is imported
)

IMPORTING = """
import importlib, json
from witness.base.errors import InputError
failed = {}
for name in json.load(sys.stdin):
    try:
        importlib.import_module(name)
    except InputError as error:
        failed[name] = str(error)
assert not [name for name in sys.modules if name.partition(".")[0] in %r]
print(json.dumps(failed))
"""


def python(code: str, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ALONE + code, *words],
        input=given, capture_output=True, text=True, check=False,
    )  # fmt: skip


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return python("from witness.cli import main\nsys.exit(main(sys.argv[1:]))", *words)


@pytest.mark.slow
def test_everything_but_two_studies_can_be_imported() -> None:
    done = python(IMPORTING % (OF_EXTRAS,), given=json.dumps(MODULES))
    assert done.returncode == 0, done.stderr
    failed = json.loads(done.stdout)
    assert failed
    assert all(name.startswith(("studies.difficulty.", "studies.planning.")) for name in failed)
    assert set(failed.values()) == {
        f"{package} is not installed: pip install 'witness-ilp[{extra}]'"
        for package, extra in (("SciPy", "study"), ("Z3", "z3"))
    }


HELPING = """
from witness.cli import main
for word in sys.argv[1:]:
    try:
        main([word, "--help"])
    except SystemExit as end:
        assert end.code == 0, word
"""


def test_commands() -> None:
    words = [*dict.fromkeys(words.partition(" ")[0] for words in ROWS)]
    done = python(HELPING, *words)
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^usage: witness (\S+)", done.stdout, re.MULTILINE) == words


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["solve", "PANELS", "--solver", "z3"], "z3-solver"),
        (["lab", "lemmas", "outlook"], "z3-solver"),
    ],
)
def test_what_needs_an_extra_says_so(words: list[str], extra: str, tmp_path: Path) -> None:
    task, panels = str(tmp_path / "task"), str(ROOT / "examples/panels.jsonl")
    assert main(["examples", panels, "--id", "figure-1", "-o", task]) == 0
    done = command(*({"PANELS": panels}.get(word, word) for word in words))
    assert done.returncode == 2
    assert done.stdout == ""
    assert extra in done.stderr
    assert done.stderr.count("\n") == 1
