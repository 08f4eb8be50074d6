"""The commands rate and show --entropy, as users call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from witness.cli import main
from witness.puzzle.files import write_puzzles
from witness.puzzle.model import Puzzle

PUZZLES = (
    Puzzle(
        2, 2, ((0, 0),), ((2, 2),), id="table-3.1",
        squares=((0, 0, "black"), (0, 1, "black"), (1, 0, "white"), (1, 1, "white")),
    ),
    Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 3),), id="none"),
    Puzzle(6, 6, ((0, 0),), ((6, 6),), id="empty"),
)  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "puzzles.jsonl"
    write_puzzles(path, PUZZLES)
    return str(path)


def records(text: str) -> dict[str, dict[str, Any]]:
    return {record["id"]: record for record in map(json.loads, text.splitlines())}


def test_rate(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["rate", file, "--max-states", "1000", "-o", str(out)]) == 0
    assert "no puzzle of" not in capsys.readouterr().err
    found = records(out.read_text("utf-8"))
    table, none, empty = (found[p.id] for p in PUZZLES)
    assert table.pop("seconds") >= 0
    assert table == {
        "id": "table-3.1", "status": "rated", "muse": 1.0, "remuse": 0.160058462,
        "solutions": 2, "length": 6.0, "states": 14, "rules": ["wall", "colours"],
    }  # fmt: skip
    assert (none["status"], none["muse"], none["solutions"]) == ("unsolvable", None, 0)
    assert (empty["status"], empty["states"]) == ("state-limit", 1000)
    assert empty["muse_bounds"][0] >= 0
    assert "muse_bounds" not in table


def test_rate_one_measure(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", file, "--measure", "muse", "--rules", "none", "--max-states", "99"]) == 0
    found = records(capsys.readouterr().out)["table-3.1"]
    assert found["muse"] == 4.0
    assert "remuse" not in found
    assert found["rules"] == []


def test_rate_with_learned_rules(
    tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = tmp_path / "rule.pl"
    rule.write_text(
        "f(A,B) :- square(B,T,S), path(A,P), count(P,S,N), greaterThan(N,T).\n", "utf-8"
    )
    assert main(["rate", file, "--rules", f"wall,{rule}", "--max-states", "99"]) == 0
    assert records(capsys.readouterr().out)["none"]["rules"] == ["wall", str(rule)]


def test_rules_that_apply_to_nothing(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", file, "--rules", "dots", "--max-states", "9"]) == 0
    said = f"witness: no puzzle of {file} has what the rule is about: dots\n"
    assert said in capsys.readouterr().err


def test_rules_that_are_not_proved(
    tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = tmp_path / "rule.pl"
    rule.write_text("f(A,B) :- square(B,T,S), three(T), path(A,P).\n", encoding="utf-8")
    assert main(["rate", file, "--rules", str(rule), "--max-states", "99"]) == 0
    assert f"{rule} is not proved" in capsys.readouterr().err
    rule.write_text("% nothing\n", encoding="utf-8")
    assert main(["rate", file, "--rules", str(rule), "--max-states", "99"]) == 0
    assert all(r["rules"] == [] for r in records(capsys.readouterr().out).values())


def test_show_entropy(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", file, "--entropy", "--measure", "muse", "--rules", "none"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "MUSE: 4.000 bits" in lines
    assert "  [0, 0]  2 moves, 1.000 bits" in lines
    picture = tmp_path / "x.svg"
    assert main(["show", file, "--entropy", "-o", str(picture)]) == 0
    assert picture.read_text("utf-8").count('class="note"') == 4
