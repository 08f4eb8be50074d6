"""Ctrl-C while `witness learn` runs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.interrupting import interrupt
from support.learning import CASES

from witness.learners import learn
from witness.learners.asp import learner as asp
from witness.learners.coverage import coverage
from witness.learners.settings import NOTHING, Interrupted, Run, Settings
from witness.learners.task import LearningTask, read_task
from witness.logic.language.reader import read_hypothesis


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
    said = interrupt(running, 8)
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
    found = interrupted_run() if clauses else replace(interrupted_run(), learned=NOTHING)

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
