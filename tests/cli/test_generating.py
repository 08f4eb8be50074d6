"""Kinds of puzzles and gaps on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from witness.boards.generate.kinds import KINDS
from witness.boards.solvers import feature_table
from witness.cli import main
from witness.difficulty.state import SUPPORTED as RATED
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions

#: The commands that draw, on small boards.
RANDOM = "generate random --count 6 --min-size 2 --max-size 3"
PATH = "generate path --rows 3 --cols 3 --count 6"

#: The kinds of which a solver that is here knows all.
DECIDED = {
    name
    for name, kind in KINDS.items()
    if any(kind.features <= {f for f, yes in t.items() if yes} for t in feature_table().values())
}


def made(command: str, folder: Path) -> list[Puzzle]:
    assert main([*command.split(), "-o", str(folder / "made.jsonl")]) == 0
    return read_puzzles(folder / "made.jsonl")


@pytest.mark.slow
@pytest.mark.parametrize("command", [RANDOM, PATH])
@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind: str, command: str, tmp_path: Path) -> None:
    if command == RANDOM and kind not in DECIDED:
        pytest.skip("no solver that is here decides this kind")
    puzzles = made(f"{command} --kind {kind} --gaps 0.1 --seed 5", tmp_path)
    assert len({*puzzles}) == 6
    assert puzzles == made(f"{command} --kind {kind} --gaps 0.1 --seed 5", tmp_path)
    for puzzle in puzzles:
        assert puzzle.features - KINDS[kind].features == {"gaps"}
        assert next(solutions(puzzle), None) is not None
    pictures = tmp_path / "x.svg"
    assert main(["show", str(tmp_path / "made.jsonl"), "--all", "-o", str(pictures)]) == 0


@pytest.mark.parametrize("command", [RANDOM, PATH])
def test_triangles_without_gaps_are_the_default(command: str, tmp_path: Path) -> None:
    assert made(command, tmp_path) == made(f"{command} --kind triangles --gaps 0", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].features <= RATED])
def test_difficulty_and_one_solution(kind: str, tmp_path: Path) -> None:
    for puzzle in made(f"{PATH} --kind {kind} --difficulty muse:2..9 --seed 2", tmp_path):
        path = tmp_path / "one.jsonl"
        path.write_text(json.dumps(puzzle.to_json()) + "\n")
        assert main(["rate", str(path), "-o", str(tmp_path / "rated")]) == 0
        assert 2 <= json.loads((tmp_path / "rated").read_text())["muse"] <= 9
    (puzzle,) = made(f"{PATH} --kind {kind} --unique --seed 2".replace("6", "1"), tmp_path)
    assert len(list(solutions(puzzle))) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "generate random --count 1 --kind stars --max-size 7",
            "1 and 6 for stars, as every board",
        ),
        ("generate random --count 1 --kind stars --min-size 1", "stars need 2 squares"),
        ("generate path --rows 1 --cols 1 --count 1 --kind stars", "has no room for stars"),
        ("generate path --rows 8 --cols 8 --count 1 --kind mixed --unique", "up to 6 squares"),
    ],
)
def test_what_cannot_be_drawn(
    options: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options.split()) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("share", ["0.26", "1", "-0.1", "nan", "inf", "", "x", "1e999", "0,1", "٣"])
def test_shares_that_are_none(share: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*RANDOM.split(), f"--gaps={share}"])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert "argument --gaps" in error
    assert "is not a number from 0 to 0.25" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("share", ["0", "0.25", "+.1", "2.5e-1", "1e-300"])
def test_shares(share: str, tmp_path: Path) -> None:
    assert len(made(f"{RANDOM} --gaps {share}", tmp_path)) == 6
