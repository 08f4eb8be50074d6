"""Which learners a command runs, and which settings each of them takes."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.interrupting import interrupt
from support.learning import CASES
from support.stand_in import executable

from witness.base.errors import InputError
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners import learn
from witness.clauses.learners.asp import learner as asp
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.registry import LEARNERS, check_settings, own_settings, taken
from witness.clauses.learners.settings import Interrupted, Learned, Run, Settings
from witness.clauses.learners.task import LearningTask, read_task
from witness.cli import main, parser
from witness.cli.learners import FIELDS, LearnerSettings
from witness.cli.signature import dashed, names_of
from witness.pipeline.plan import compared

CASE = CASES / "2x2_1_puzzle"


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A second learner that can be run, registered as `other`; it learns what asp does."""
    module = ModuleType("other_learner")
    vars(module).update(run_on=asp.run_on, SETTINGS=asp.SETTINGS)
    monkeypatch.setitem(sys.modules, "other_learner", module)
    monkeypatch.setitem(LEARNERS, "other", "other_learner:run_on")
    return module


@pytest.mark.parametrize("name", LEARNERS)
def test_settings_of_another_learner(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every option is refused by every learner that does not take it, and by its name."""
    options = {
        "command": ["--command", "x"],
        "max_clauses": ["--max-clauses", "3"],
        "max_literals": ["--max-literals", "3"],
        "options": ["--popper-option", "nuwls"],
        "collapse": ["--all-examples"],
    }
    for field, words in options.items():
        if field not in taken(name):
            assert main(["learn", str(CASE), "--learner", name, *words]) == 2
            error = capsys.readouterr().err
            assert error.startswith(f"witness: {words[0]} is for ")
            assert f"the learner is {name}; use --learner" in error


def test_the_help_says_which_learners_take_a_setting() -> None:
    """What it says of an option is what the modules of the learners say."""
    (commands,) = (a for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    texts = {
        option: str(action.help)
        for action in commands.choices["learn"]._actions
        for option in action.option_strings
    }
    for setting in (*names_of(LearnerSettings), "allow_singletons"):
        field, option = FIELDS.get(setting, setting), dashed(setting)
        names = [name for name in LEARNERS if field in taken(name)]
        *others, last = names
        said = f"{', '.join(others)} and {last}" if others else last
        if names == list(LEARNERS):
            assert not any(name in texts[option] for name in names)
            continue
        if field not in ("command", "solver"):
            assert re.search(rf"\bfor {said}\b(?! and\b)", texts[option]), (option, texts[option])


def test_every_setting_is_taken_by_some_learner() -> None:
    every = set().union(*(taken(name) for name in LEARNERS))
    assert every <= set(vars(Settings()))
    check_settings(LEARNERS, {field: field for field in every})
    assert own_settings("asp", {"noisy": True, "solver": "x", "timeout": 2.0}) == Settings(
        timeout=2.0, noisy=True
    )


def config(**changes: Any) -> dict[str, Any]:
    return {
        "learn_timeout": 9, "seed": 4, "compare_learners": 1, "compared_learners": None,
        "popper": {"command": "no-popper"},
        **changes,
    }  # fmt: skip


@pytest.mark.usefixtures("other")
def test_learners_that_a_configuration_compares() -> None:
    assert compared(config(compare_learners=0)) == {}
    assert set(compared(config())) == {"asp", "other"}
    assert list(compared(config(compared_learners=["other", "asp"]))) == ["other", "asp"]
    with pytest.raises(InputError, match="compared_learners: popper: Popper is not installed"):
        compared(config(compared_learners=["asp", "popper"]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "status", "why"),
    [
        ("import sys; sys.exit('it broke')", 2, "failed: ended with status 1: it broke"),
        ("import time; time.sleep(50)", 0, "timeout: ended at its time limit"),
    ],
)
def test_why_a_learner_did_not_end_by_itself(
    code: str, status: int, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said in a line; a failure that leaves nothing is no answer, but a record."""
    command = executable(tmp_path, code).command
    words = [
        "learn",
        str(CASE),
        "--learner",
        "popper",
        "--command",
        command,
        "--timeout",
        "2",
        "--json",
    ]
    assert main([*words, "-o", str(tmp_path / "out")]) == status
    said = capsys.readouterr()
    assert said.err == f"witness: popper: {why}\n"
    record = json.loads((tmp_path / "out" / "result.json").read_text())
    assert json.loads(said.out) == record
    assert (record["status"], record["program_size"]) == (why.split(":")[0], 0)


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """A task with long clauses, for which a learner would run for hours."""
    folder = tmp_path / "task"
    shutil.copytree(CASES / "3x3_0_puzzle", folder)
    bias = folder / "bias.pl"
    longer = re.sub(r"max_(vars|body)\(\d+\)", r"max_\1(14)", bias.read_text())
    bias.write_text(longer)
    return folder


@pytest.mark.slow
def test_what_was_found_is_kept(task: Path) -> None:
    command = [sys.executable, "-m", "witness", "learn", str(task)]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )  # fmt: skip
    said = interrupt(running, 5)
    kept = task / "hypothesis.pl"
    assert running.returncode == 2
    assert said == f"witness: interrupted; the best hypothesis found so far is in {kept}\n"
    record = json.loads((task / "result.json").read_text())
    assert record["status"] == "interrupted"
    counted = coverage(read_hypothesis(kept), read_task(task))
    assert counted == (record["true_positives"], 0)
    assert counted[0] > 0


@pytest.mark.parametrize("clauses", [True, False])
@pytest.mark.parametrize("keep", [True, False])
def test_an_experiment_keeps_no_half_run(
    task: Path, keep: bool, clauses: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It learns from the puzzle anew; so does a command that has found nothing yet."""
    found = interrupted_run() if clauses else replace(interrupted_run(), learned=Learned((), 0, 0))

    def run(_task: LearningTask, _settings: Settings) -> Run:
        raise Interrupted(lambda: found)

    monkeypatch.setattr(asp, "run_on", run)
    if keep and clauses:
        assert learn(task, keep=True)["status"] == "interrupted"
    else:
        with pytest.raises(KeyboardInterrupt):
            learn(task, keep=keep)
        assert not (task / "result.json").exists()


def interrupted_run() -> Run:
    """Return a run that was interrupted."""
    learned = asp.learn(read_task(CASES / "2x2_1_puzzle"))
    return Run(learned, 1, 1, "0", "interrupted")
