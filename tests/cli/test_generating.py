"""Kinds of puzzles and gaps on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.stopping import stopped

import witness as w
from witness.base.errors import InputError
from witness.cli import exhausting, main
from witness.difficulty.state import SUPPORTED as RATED
from witness.puzzle.files import read_puzzles
from witness.puzzle.generate.exhaustive import placements
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.solvers import feature_table

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


@pytest.mark.parametrize("share", ["0", "0.25", "+.1", "2.5e-1", "1e-300"])
def test_shares(share: str, tmp_path: Path) -> None:
    assert len(made(f"{RANDOM} --gaps {share}", tmp_path)) == 6


BOARDS = "generate all --rows 2 --cols 3 --symbols 2"


def made_all(words: str, folder: Path) -> list[w.Puzzle]:
    assert main([*BOARDS.split(), *words.split("|"), "-o", str(folder / "made.jsonl")]) == 0
    return w.Puzzle.read(folder / "made.jsonl")


@pytest.fixture(scope="module")
def every() -> list[w.Puzzle]:
    found = placements(2, 3, "triangles", 2)
    return [w.Puzzle.of(found.panel(chosen)) for chosen in found.least()]


def test_all(tmp_path: Path, every: list[w.Puzzle]) -> None:
    found = made_all("--name|all", tmp_path)
    assert found == every
    assert [one.id for one in found] == [f"all-{n:03d}" for n in range(1, 136)]


def test_where_is_what_the_library_says(tmp_path: Path, every: list[w.Puzzle]) -> None:
    found = made_all("--where|solutions = 1 and shortest > 5 or muse >= 5, length < 8", tmp_path)
    wanted = []
    for puzzle in every:
        rated = puzzle.rate()
        length = puzzle.solve("astar", shortest=True).length
        if (len(list(solutions(puzzle))) == 1 and length is not None and length > 5) or (
            rated.muse is not None and 5 <= rated.muse < 100 and (rated.length or 9) < 8
        ):
            wanted.append(puzzle)
    assert found == wanted
    assert 0 < len(found) < len(every)


@pytest.mark.slow
@pytest.mark.parametrize("more", [["--most", "9"], ["--sample", "90"]])
def test_a_killed_run_goes_on(more: list[str], tmp_path: Path) -> None:
    after = 4
    words = [*BOARDS.split(), "--where", "solutions < 4", *more]
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    assert main([*words, "-o", str(whole)]) == 0
    assert stopped(*words, "-o", out, after=after).returncode == -9
    assert not out.exists()
    assert main([*words, "-o", str(out)]) == 2
    assert main([*words, "-o", str(out), "--resume"]) == 0
    assert out.read_text() == whole.read_text()
    assert len(read_puzzles(out)) > after


def test_a_run_that_finds_nothing_says_how_far_it_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was looked at before is not looked at again."""
    words = [*BOARDS.split(), "--where", "solutions > 1000", "-o", str(tmp_path / "out.jsonl")]
    looked = []

    class Seen(exhausting.Measures):
        def __init__(self, puzzle: w.Puzzle, *more: object) -> None:
            looked.append(puzzle)
            super().__init__(puzzle, *more)  # type: ignore[arg-type]
            if len(looked) == 120:
                raise KeyboardInterrupt

    monkeypatch.setattr(exhausting, "Measures", Seen)
    assert main(words) == 2
    assert len(looked) == 120
    assert main([*words, "--resume"]) == 0
    assert len(looked) == 120 + 135 - 101


def test_a_sample(
    tmp_path: Path, every: list[w.Puzzle], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is of the puzzles that there are, follows from the seed, and its share is said."""
    words = "--where|solutions = 1|--sample|400"
    found = made_all(words, tmp_path)
    said = capsys.readouterr().err
    assert f"{len(found)} of 400 puzzles are as asked for: {len(found) / 400:.3%} (" in said
    assert "with 95 % confidence)" in said
    unique = [puzzle for puzzle in every if puzzle.count() == 1]
    assert {*found} <= {*unique}
    assert (
        made_all(f"{words}|--seed|1", tmp_path) == found != made_all(f"{words}|--seed|2", tmp_path)
    )


def test_kinds_together(tmp_path: Path) -> None:
    found = made_all("--kind|dots,triangles|--where|solutions = 1", tmp_path)
    assert any(one.dots and one.triangles for one in found)
    assert all(one.count() == 1 for one in found)


def test_it_streams(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle is on standard output before the next one is looked at."""
    before = []

    class Seen(exhausting.Measures):
        def __init__(self, puzzle: w.Puzzle, *more: object) -> None:
            before.append(len(capsys.readouterr().out.splitlines()))
            super().__init__(puzzle, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(exhausting, "Measures", Seen)
    assert main(["generate", "all", "--rows", "1", "--cols", "2", "--symbols", "1", "-q"]) == 0
    assert before == [0, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("solutions = 1", True), ("solutions == 1.0 and muse < 2.5", True), ("muse != .5", True),
        ("solutions > 1", False), ("solutions >= 1,muse <= 2", True), ("length < 9", False),
        ("length != 9", True), ("solutions < 1 or muse > 1e0", True),
        # `and` binds tighter.
        ("solutions = 1 or muse = 9 and muse = 8", True),
        ("muse = 9 and muse = 8 or muse = 2", True),
    ],
)  # fmt: skip
def test_where_by_hand(text: str, holds: bool) -> None:
    row = {"solutions": 1, "shortest": 4, "length": None, "muse": 2.0, "remuse": 1.0}
    assert exhausting._test(text)(row) is holds


@pytest.mark.parametrize(
    "text", ["", "muse =", "muse = 1 muse = 2", "muse = = 1", "muse = 1e", "m"]
)
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(InputError, match="--where: ") as error:
        exhausting._test(text)
    assert "does not begin with a condition" in error.value.reason
