"""`witness suggest`: its three forms, its limits, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import witness as w
from witness.cli import main
from witness.cli.suggesting import AIMS as NAMED
from witness.library.studio.suggestions import AIMS

BOARD = w.Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 1), (1, 1, 1)], id="board")
LINE = "[[0,0],[0,1],[0,2],[1,2],[2,2]]"


@pytest.fixture
def file(tmp_path: Path) -> str:
    w.Puzzle.write(tmp_path / "board.jsonl", BOARD)
    return str(tmp_path / "board.jsonl")


def test_the_aims_are_those_of_the_library() -> None:
    assert tuple(AIMS) == NAMED


@pytest.mark.parametrize("aim", AIMS)
def test_forms(aim: str, file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["suggest", file, "--aim", aim, "--most", "3"]
    path = None
    if aim == "line":
        asked += ["--path", LINE]
        path = json.loads(LINE)
    wanted = list(BOARD.suggestions(aim, path=path, most=3))
    assert main([*asked, "--format", "jsonl"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [w.Puzzle.from_json(one["puzzle"]) for one in records] == [one.puzzle for one in wanted]
    assert [(one["words"], one["solutions"]) for one in records] == [
        (one.words, one.solutions) for one in wanted
    ]
    assert [one["remuse"] for one in records] == pytest.approx([one.remuse for one in wanted])
    assert main([*asked, "--format", "puzzles", "-o", str(tmp_path / "out")]) == 0
    assert w.Puzzle.read(tmp_path / "out") == [one.puzzle for one in wanted]
    assert main(asked) == 0
    shown = capsys.readouterr().out
    for number, one in enumerate(wanted, start=1):
        assert f"{number}. {one.words}: {one.solutions} solution" in shown
        assert str(one.puzzle) in shown


def test_kinds_and_rules(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["suggest", file, "--aim", "unique", "--format", "jsonl", "--most", "99"]
    assert main([*asked, "--kind", "dots", "--kind", "gaps", "--rules", "none"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wanted = list(BOARD.suggestions("unique", kinds=["dots", "gaps"], rules="none"))
    assert [one["words"] for one in records] == [one.words for one in wanted]
    assert [one["remuse"] for one in records] == pytest.approx([one.remuse for one in wanted])
    words = {one.words.split()[2] for one in wanted}
    assert words == {"dot", "gap"}


def test_what_was_found_before_a_limit_stays(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["suggest", file, "--aim", "unique", "--time-limit", "1e-9"]
    assert main([*asked, "--format", "puzzles", "-o", str(tmp_path / "out")]) == 0
    assert "time-limit: there may be more suggestions" in capsys.readouterr().err
    assert (tmp_path / "out").read_text() == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--aim line", "the aim line needs a path"),
        ("--aim unique --path [[0,0]]", "a path is for line"),
        ("--aim line --path [[0,0]", "--path is not JSON"),
        ("--aim line --path [[0,0],[0,1]]", "the line does not fit puzzle 'board'"),
        ("--aim unique --id other", "no puzzle has the id 'other'"),
    ],
)
def test_what_cannot_be_asked(
    words: str, message: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["suggest", file, *words.split()]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
    assert line.startswith("witness: ")
