"""The commands that draw a search and a proof, as users call them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from witness.cli import main

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


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--depth", 2), "--depth is for --tree"),
        (("--forced", "--depth", 2), "--depth is for --tree"),
        (("--predicate", "paper"), "--predicate is for --tree, --forced"),
        (("--solve", "--nodes", 2), "--nodes is for --tree, --forced"),
        (("--tree", "--time-limit", 2), "--time-limit is for --solve"),
        (("--bk", "bk/triangles.pl"), "--bk is for --entropy, --tree, --forced"),
        (("--tree", "--rules", "none"), "--rules is for --entropy"),
        (("--tree", "--predicate", "best"), "witness: unknown predicate 'best'"),
        (("--tree", "--pass-goals"), "panels.jsonl: puzzle 'eight' has goals that a path may"),
    ],
)
def test_what_does_not_belong_together(
    options: tuple[object, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("show", PANELS, *options) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


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
