"""A learner is one file and one line of the registry."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from support.examples import ROOT
from support.learning import CASES, NAMES

from witness.base.config import checked
from witness.base.errors import InputError
from witness.cli import main
from witness.learn import learn
from witness.learn.registry import LEARNERS, learner_named
from witness.learn.run import Learned, Run, Settings
from witness.learn.task import read_task
from witness.logic.language.parser import parse_clauses


def guess(directory: Path, settings: Settings) -> Run:
    """Learn the same clause from all examples."""
    task = read_task(directory)
    clauses = tuple(parse_clauses("f(A,B) :- square(B,C,D), three(C)."))
    counts = len(task.positives), len(task.negatives)
    return Run(Learned(clauses, 1, 2, {"limit": settings.timeout}), *counts, version="7")


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a learner that a new file defines and one line registers."""
    module = ModuleType("a_new_file")
    module.run = guess  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "a_new_file", module)
    monkeypatch.setitem(LEARNERS, "guess", "a_new_file:run")
    return "guess"


def test_an_invented_learner_learns(invented: str, tmp_path: Path) -> None:
    record = learn(CASES / NAMES[0], tmp_path, learner=invented, settings=Settings(timeout=9))
    task = read_task(CASES / NAMES[0])
    del record["seconds"]
    assert record == {
        "status": "learned",
        "true_positives": 1,
        "positives": len(task.positives),
        "false_positives": 2,
        "negatives": len(task.negatives),
        "program_size": 3,
        "learner": "guess",
        "version": "7",
        "limit": 9,
    }
    assert (tmp_path / "hypothesis.pl").read_text() == "f(A,B) :- square(B,C,D), three(C).\n"


def test_the_command_line_knows_an_invented_learner(
    invented: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("learn", str(CASES / NAMES[0]), "--learner", invented, "-o", str(tmp_path))
    assert main(given) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "result.json").read_text())
    with pytest.raises(SystemExit):
        main(["learn", "--help"])
    assert f"--learner {{{','.join(LEARNERS)}}}" in capsys.readouterr().out


def test_a_configuration_may_name_it(invented: str) -> None:
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    schema = ROOT / "workflow" / "schemas" / "config.schema.yaml"
    assert checked(config | {"learner": invented}, schema)["learner"] == invented
    with pytest.raises(
        InputError, match=r"learner: 'best' is not one of \['asp', .*'popper', 'guess'"
    ):
        checked(config | {"learner": "best"}, schema)


def test_every_learner_is_there() -> None:
    assert len({learner_named(name) for name in LEARNERS}) == len(LEARNERS)
    with pytest.raises(
        InputError, match="unknown learner 'best'; use asp, bottom-up, genetic, aleph, popper"
    ):
        learner_named("best")


def test_names_cost_no_import_of_what_they_name() -> None:
    code = (
        "import sys, witness.learn.registry\n"
        "heavy = {'clingo', 'deap', 'numpy', 'witness.learn.asp', 'witness.learn.popper'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert found.stdout.split() == []
