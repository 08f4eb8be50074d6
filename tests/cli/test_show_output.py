"""What `show` writes, by the ending of its file, and what it says of puzzles that it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.examples import ROOT

from witness.cli import main

PANELS = str(ROOT / "examples" / "panels.jsonl")


def test_a_picture_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.PNG"
    assert main(["show", PANELS, "-o", str(out)]) == 2
    assert ".svg" in capsys.readouterr().err
    assert not out.exists()


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
