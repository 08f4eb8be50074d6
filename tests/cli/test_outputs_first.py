"""Where an answer cannot be written is said before the work, not after it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, NoReturn

import pytest
from support.examples import ROOT
from support.learning import CASES

from witness.cli import main


def at_work(*_arguments: Any, **_more: Any) -> NoReturn:
    raise AssertionError("this is work")


@pytest.fixture
def task(tmp_path: Path) -> Path:
    shutil.copytree(CASES / "2x2_1_puzzle", tmp_path / "task")
    return tmp_path / "task"


@pytest.mark.parametrize("target", ["file", "file/below", "/proc/xx", "/proc/xx/below"])
def test_folders(
    target: str,
    task: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (task.parent / "file").touch()
    before = sorted(task.parent.rglob("*"))
    named = str(task.parent / target)
    for work in (
        "witness.learners.learned",
        "witness.proof.teaching.learn_until_proved",
        "witness.learners.examples.write_task",
    ):
        monkeypatch.setattr(work, at_work)
    panels = str(ROOT / "examples/panels.jsonl")
    for words in (
        ["learn", str(task)],
        ["learn", str(task), "--until-proved"],
        ["examples", panels, "--id", "figure-1"],
    ):
        assert main([*words, "-o", named]) == 2
        said = capsys.readouterr()
        assert said.err.startswith(f"witness: {named}: the folder cannot be written: ")
        assert said.err.count("\n") == 1
        assert said.out == ""
    assert sorted(task.parent.rglob("*")) == before
    with pytest.raises(AssertionError, match="this is work"):
        main(["learn", str(task), "-o", str(task.parent / "a/b")])
    assert sorted(task.parent.rglob("*")) == before


def test_the_folder_of_the_task(
    task: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where results go without -o; root can write into any, so the system is asked in its place."""

    def refused(*_arguments: Any, **_more: Any) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("witness.learners.learned", at_work)
    monkeypatch.setattr("tempfile.mkdtemp", refused)
    assert main(["learn", str(task)]) == 2
    said = capsys.readouterr().err
    assert said == f"witness: {task}: the folder cannot be written: Permission denied\n"


@pytest.mark.parametrize("words", [["hypotheses", "results"], ["explain", "clauses.pl"]])
def test_files(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for work in ("report.task_clauses.missing_files", "logic.background.background_of"):
        monkeypatch.setattr(f"witness.{work}", at_work)
    assert main([*words, "-o", "/proc/xx"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("witness: /proc: the folder cannot be written: ")
    with pytest.raises(AssertionError, match="this is work"):
        main([*words, "-o", "/dev/null"])
