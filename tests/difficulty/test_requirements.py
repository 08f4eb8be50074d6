"""Puzzles of a required difficulty, curricula, and boards of two colours, as users ask for them."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.boards.generate.algorithms import path_set, random_set
from witness.cli import main
from witness.difficulty.curriculum import equal_steps
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.difficulty.score_range import Range, read_range, requirement
from witness.puzzle.files import read_puzzles

THESIS = Player(rules("thesis"))
INFINITE = float("inf")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("remuse:3..5", Range("remuse", 3, 5)),
        ("muse:..4.5", Range("muse", 0, 4.5)),
        ("muse:2..", Range("muse", 2, INFINITE)),
        ("remuse:1..1", Range("remuse", 1, 1)),
    ],
)
def test_ranges(text: str, expected: Range) -> None:
    assert read_range(text) == expected
    assert read_range(str(expected)) == expected


@pytest.mark.parametrize(
    "text", ["", "3..5", "remuse", "remuse:", "remuse:..", "fuse:1..2", "muse:3", "muse:-1..2",
             "muse:...5", "muse:1..2..3", "muse:.. .", "muse:1e3..2"]
)  # fmt: skip
def test_ranges_that_are_rubbish(text: str) -> None:
    with pytest.raises(InputError, match="a difficulty is like remuse"):
        read_range(text)


def test_a_range_the_wrong_way_round() -> None:
    with pytest.raises(InputError, match="its ends the wrong way round"):
        read_range("muse:5..3")


def test_equal_steps() -> None:
    scores = [1.0, 9.0, 4.9, 3.1, 5.2, 7.0, 7.0]
    assert equal_steps(scores, 5) == [0, 3, 2, 5, 1]
    assert equal_steps(scores, 2) == [0, 1]
    with pytest.raises(InputError, match="6 different scores, too few for 7 steps"):
        equal_steps(scores, 7)
    with pytest.raises(InputError, match="two steps or more, not 1"):
        equal_steps(scores, 1)


@pytest.mark.parametrize(
    "kind", [["random", "--max-size", "3"], ["path", "--rows", "3", "--cols", "3"]]
)
def test_generate_by_difficulty(kind: list[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    command = ["generate", *kind, "--count", "5", "--seed", "2", "--unique"]
    assert main([*command, "--difficulty", "remuse:3..5", "-o", str(file)]) == 0
    puzzles = read_puzzles(file)
    assert len(set(puzzles)) == 5
    for puzzle in puzzles:
        found = rate(puzzle, THESIS)
        assert found.solutions == 1
        assert 3 <= (found.remuse or 0) <= 5


def test_generate_for_players_with_other_rules(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    command = ["generate", "path", "--rows", "3", "--cols", "3", "--count", "3", "--seed", "2"]
    assert main([*command, "--difficulty", "muse:6..", "--rules", "none", "-o", str(file)]) == 0
    assert all((rate(p, Player()).muse or 0) >= 6 for p in read_puzzles(file))


def test_a_difficulty_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    """After some draws in vain it ends; on large boards, which take longer to rate, before."""
    words = "none of 20 draws in a row for 'random' had a difficulty in muse:30.."
    hard = requirement(read_range("muse:30.."), Player())
    with pytest.raises(InputError, match=re.escape(words)):
        random_set(1, 1, 2, random.Random(2), requirements=[hard], max_misses=20)
    words = "no puzzle with a difficulty in muse:60.. was found in "
    harder = requirement(read_range("muse:60.."), Player(), patience=50_000)
    with pytest.raises(InputError, match=re.escape(words)):
        path_set(9, 9, 1, random.Random(1), requirements=[harder])
    command = ["generate", "random", "--max-size", "2", "--count", "1", "--seed", "2"]
    assert main([*command, "--rules", "none"]) == 2
    assert "--rules is for --difficulty" in capsys.readouterr().err


def test_curriculum(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, sheet = tmp_path / "steps.jsonl", tmp_path / "steps.svg"
    command = ["generate", "curriculum", "--steps", "5", "--rows", "3", "--cols", "3"]
    command += ["--pool", "40", "--unique", "-o", str(file), "--sheet", str(sheet)]
    assert main(command) == 0
    said = capsys.readouterr().err.splitlines()
    assert len([line for line in said if line.startswith("witness: step")]) == 5
    puzzles = read_puzzles(file)
    assert [p.id for p in puzzles] == [f"step-{n}" for n in range(1, 6)]
    scores = [rate(p, THESIS).remuse or 0 for p in puzzles]
    assert scores == sorted(set(scores))
    assert sheet.read_text("utf-8").count('class="panel"') == 5
    before = file.read_text("utf-8"), sheet.read_text("utf-8")
    assert main(command) == 0
    assert (file.read_text("utf-8"), sheet.read_text("utf-8")) == before


def test_curriculum_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards, file = tmp_path / "boards.jsonl", tmp_path / "steps.jsonl"
    assert main(["generate", "two-colours", "--rows", "2", "--cols", "3", "-o", str(boards)]) == 0
    command = ["generate", "curriculum", "--from", str(boards), "--measure", "muse"]
    assert main([*command, "--steps", "2", "-o", str(file)]) == 0
    chosen = read_puzzles(file)
    assert file.with_suffix(".svg").read_text("utf-8").count('class="panel"') == 2
    assert {p.id for p in chosen} <= {p.id for p in read_puzzles(boards)}
    assert main([*command, "--steps", "48"]) == 2
    assert "too few for 48 steps" in capsys.readouterr().err
    assert main([*command, "--steps", "99"]) == 2
    assert "99 steps need as many puzzles to choose from; there are 48" in capsys.readouterr().err
    capsys.readouterr()
    for option, value in (("--unique", []), ("--seed", ["0"]), ("--name", ["x"])):
        assert main([*command, "--steps", "2", option, *value]) == 2
        assert f"{option} is for puzzles that are drawn" in capsys.readouterr().err


def test_outputs_of_a_curriculum(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["generate", "curriculum", "--steps", "2", "--pool", "9", "--rows", "2"]
    same = str(tmp_path / "x.svg")
    with pytest.raises(SystemExit):
        main([*command, "--sheet", same, "-o", same])
    assert "this command writes text, not .svg files" in capsys.readouterr().err
    assert main([*command, "--sheet", str(tmp_path / "x.txt")]) == 2
    assert "a picture is an .svg or a .png file" in capsys.readouterr().err
    assert not any(tmp_path.iterdir())
    assert main([*command, "--from", "puzzles.jsonl"]) == 2
    assert "--rows is for puzzles that are drawn" in capsys.readouterr().err


def test_two_colours_are_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "two-colours", "--rows", "5", "--cols", "5"]) == 2
    assert "3^25 colourings" in capsys.readouterr().err


def test_two_colours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "two-colours", "--rows", "2", "--cols", "2"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(records) == 8
    assert all({colour for *_, colour in r["squares"]} == {"black", "white"} for r in records)
