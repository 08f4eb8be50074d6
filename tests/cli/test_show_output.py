"""What `show` writes, by the ending of its file, and what it says of puzzles that it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.examples import ROOT

from witness.cli import main

PANELS = str(ROOT / "examples" / "panels.jsonl")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (f"show {PANELS} -o x.GIF", "this command writes pictures (.svg or .png) and text, not"),
        (f"solve {PANELS} -o x.gz", "this command writes text, not .gz files"),
        (f"solve {PANELS} -o x.png", "this command writes text, not .png files"),
        (f"hypotheses {ROOT}/results -o x.xlsx", "this command writes text, not .xlsx files"),
        (f"studio {PANELS} -o x.png", "this command writes a page (.html), not .png files"),
        (f"verify {ROOT}/examples/paper.pl --core x.svg", "this command writes text, not .svg"),
    ],
)
def test_a_file_that_cannot_be_written(
    command: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(command.split())
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("option", ["rules", "prior", "policy"])
def test_an_empty_name_of_a_rule(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", PANELS, f"--{option}", ""]) == 2
    assert f"unknown {'rule' if option == 'rules' else option} ''" in capsys.readouterr().err


def test_the_first_of_several(capsys: pytest.CaptureFixture[str]) -> None:
    main(["show", PANELS])
    assert "the first of 5 puzzles; --id names another, or --all" in capsys.readouterr().err
    main(["show", PANELS, "--id", "eight"])
    assert not capsys.readouterr().err


@pytest.mark.parametrize("command", ["solve", "show --tree"])
def test_an_empty_name_of_a_predicate(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, *options = command.split()
    assert main([name, PANELS, *options, "--predicate", ""]) == 2
    assert "use none, baseline, paper" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["bias", "bk"])
def test_an_empty_name_of_a_file(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", PANELS, f"--{option}", ""])
    assert ended.value.code == 2
    assert "is empty" in capsys.readouterr().err
