"""The commands that draw a search and a proof, as users call them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import witness as w
from witness.cli import main
from witness.cli.suggesting import AIMS as NAMED
from witness.studio.server.suggestions import AIMS

PANELS = "examples/panels.jsonl"


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def classes(file: Path) -> list[str | None]:
    return [element.get("class") for element in ElementTree.fromstring(file.read_text()).iter()]


def test_show_tree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", PANELS, "--id", "figure-1", "--tree") == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[2] == "│  └─ right to [1, 1]: pruned, clause 1, square [0, 0]"
    assert lines[6] == "      └─ up to [1, 2]: solution"
    picture = tmp_path / "tree.svg"
    assert run("show", PANELS, "--id", "figure-1", "--tree", "-o", picture) == 0
    assert classes(picture).count("faded") == 2
    assert run("show", PANELS, "--id", "figure-1", "--tree", "--predicate", "none") == 0
    assert "pruned" not in capsys.readouterr().out


def test_show_tree_says_what_a_limit_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", PANELS, "--id", "eight", "--tree", "--nodes", 7) == 0
    shown = capsys.readouterr()
    assert len(shown.out.strip().split("\n")) == 7
    assert "17,809 nodes" in shown.err
    assert run("show", PANELS, "--id", "eight", "--tree", "--depth", 2) == 0
    assert capsys.readouterr().err == ""


def test_show_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", PANELS, "--id", "figure-1", "--forced") == 0
    said = capsys.readouterr().out
    assert "●━━━━━┷━━━━━┛" in said
    assert "3. up to [1, 2], the only move there is: the goal, and a solution" in said
    picture = tmp_path / "forced.svg"
    assert run("show", PANELS, "--id", "figure-1", "--forced", "-o", picture) == 0
    assert classes(picture).count("note") == 3


def test_verify_draws_where_clauses_fire(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "where.svg"
    assert run("verify", "examples/paper.pl", "--picture", picture) == 0
    assert classes(picture).count("panel") == 4
    assert run("verify", "examples/unsound.pl", "--picture", picture) == 0
    assert classes(picture).count("panel") == 2
    capsys.readouterr()
    clauses = tmp_path / "clauses.pl"
    clauses.write_text("f(A,B) :- adjacent(A,B).\n")
    assert run("verify", clauses, "--core", clauses) == 2
    assert "name another output" in capsys.readouterr().err


def test_a_solution_that_takes_too_long(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One panel is an error; a sheet says it below the panel."""
    corners = [[29, 29, 3], [28, 29, 3], [29, 28, 3], [0, 0, 3], [1, 1, 3]]
    panel = {"id": "far", "rows": 30, "cols": 30, "starts": [[0, 0]], "goals": [[30, 30]]}
    file = tmp_path / "far.jsonl"
    file.write_text(json.dumps({**panel, "triangles": corners}) + "\n")
    assert run("show", file, "--solve", "--time-limit", 0.5) == 2
    said = "it is not known whether it has a solution: time-limit"
    assert said in capsys.readouterr().err
    assert run("show", file, "--all", "--solve", "--time-limit", 0.5) == 0
    assert f"far: {said}" in capsys.readouterr().out


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
    "command",
    [
        f"show {PANELS} --all -o",
        "verify examples/unsound.pl --picture",
        "learn task --until-proved --picture",
    ],
)
def test_pictures_are_svg(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another ending is refused before the work."""
    try:
        status = run(*command.split(), tmp_path / "x.png")
    except SystemExit as ended:
        status = int(str(ended.code))
    assert status == 2
    assert ".svg" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
