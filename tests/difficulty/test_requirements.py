"""Puzzles of a required difficulty, as users ask for them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.cli import main
from witness.difficulty.entropy.reference import Player
from witness.difficulty.rate import rate
from witness.difficulty.rules.registry import rules
from witness.difficulty.score_range import Range, read_range, requirement
from witness.puzzle.files import read_puzzles
from witness.puzzle.generate.algorithms import path_set, random_set

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
    with pytest.raises(InputError, match=rf"{re.escape(words)} \(they had [\d.]+ to [\d.]+ bits"):
        random_set(1, 1, 2, random.Random(2), requirements=[hard], max_misses=20)
    words = "no puzzle with a difficulty in muse:60.. was found in "
    harder = requirement(read_range("muse:60.."), Player(), patience=50_000)
    with pytest.raises(InputError, match=re.escape(words)):
        path_set(9, 9, 1, random.Random(1), requirements=[harder])
    command = ["generate", "random", "--max-size", "2", "--count", "1", "--seed", "2"]
    assert main([*command, "--rules", "none"]) == 2
    assert "--rules is for --difficulty" in capsys.readouterr().err
