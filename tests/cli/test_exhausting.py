"""`generate all`: expressions and orders against the library, and a run that was stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.stopping import stopped

import witness as w
from witness.boards.generate.exhaustive import placements
from witness.cli import exhausting, main
from witness.puzzle.files import read_puzzles
from witness.puzzle.paths import solutions

BOARDS = "generate all --rows 2 --cols 3 --symbols 2"


def made(words: str, folder: Path) -> list[w.Puzzle]:
    assert main([*BOARDS.split(), *words.split("|"), "-o", str(folder / "made.jsonl")]) == 0
    return w.Puzzle.read(folder / "made.jsonl")


@pytest.fixture(scope="module")
def every() -> list[w.Puzzle]:
    return [w.Puzzle.of(panel) for _, panel in placements(2, 3, "triangles", 2).panels()]


def test_all(tmp_path: Path, every: list[w.Puzzle]) -> None:
    found = made("--name|all", tmp_path)
    assert found == every
    assert [one.id for one in found] == [f"all-{n:03d}" for n in range(1, 136)]


def test_where_is_what_the_library_says(tmp_path: Path, every: list[w.Puzzle]) -> None:
    found = made("--where|solutions = 1 and shortest > 5 or muse >= 5, length < 8", tmp_path)
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


def test_sort_is_by_the_ratings_of_the_library(tmp_path: Path, every: list[w.Puzzle]) -> None:
    found = made("--where|solutions > 0|--sort|-remuse,solutions|--most|20", tmp_path)
    solvable = [puzzle for puzzle in every if puzzle.count()]
    scores = {puzzle: puzzle.rate().remuse or 0.0 for puzzle in solvable}
    wanted = sorted(solvable, key=lambda one: (-scores[one], one.count()))[:20]
    assert [(scores[one], one.count()) for one in found] == [
        (scores[one], one.count()) for one in wanted
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", [["--most", "9"], ["--sort", "-remuse"], ["--part", "1/2"], ["--sample", "90"]]
)
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


def test_parts_are_the_whole(tmp_path: Path, every: list[w.Puzzle]) -> None:
    parts = [made(f"--part|{number}/4", tmp_path) for number in (1, 2, 3, 4)]
    assert [one for part in parts for one in part] == every
    assert min(map(len, parts)) > 20
    ids = [one.id for part in parts for one in part]
    assert len({*ids}) == len(every)
    assert ids[0] == "all-1-001"


def test_a_sample(
    tmp_path: Path, every: list[w.Puzzle], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is of the puzzles that there are, follows from the seed, and its share is said."""
    words = "--where|solutions = 1|--sample|400"
    found = made(words, tmp_path)
    said = capsys.readouterr().err
    assert f"{len(found)} of 400 puzzles are as asked for: {len(found) / 400:.3%} (" in said
    assert "with 95 % confidence)" in said
    unique = [puzzle for puzzle in every if puzzle.count() == 1]
    assert {*found} <= {*unique}
    assert made(f"{words}|--seed|1", tmp_path) == found != made(f"{words}|--seed|2", tmp_path)
    best = made("--sample|400|--sort|solutions|--most|3", tmp_path)
    assert [one.count() for one in best] == [0, 0, 0]


def test_kinds_together(tmp_path: Path) -> None:
    found = made("--kind|dots,triangles|--where|solutions = 1", tmp_path)
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


def test_the_time_is_estimated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter(range(0, 1000, 2))
    monkeypatch.setattr(exhausting.time, "monotonic", lambda: next(now))
    assert main(["generate", "all", "--rows", "1", "--cols", "2", "--symbols", "1"]) == 0
    said = capsys.readouterr()
    assert "6 puzzles up to the symmetries of the board" in said.err
    assert "2 of 6 puzzles in 4 s; the others take about 0:00:08" in said.err
    assert said.err.count("the others") == 1
    assert "6 of 6 puzzles are as asked for" in said.err
    assert len([json.loads(line) for line in said.out.splitlines()]) == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--where|solution = 1", "--where: there is no column 'solution'; there are solutions, "),
        ("--where|solutions is 1", "does not begin with a condition"),
        ("--where|__import__('os')", "--where: "),
        ("--sort|-bits", "--sort: there is no column 'bits'; there are solutions, shortest"),
        ("--kind|triangles,circles", "unknown kind of puzzle 'circles'; there are triangles, "),
        ("--sample|9|--part|1/2", "--part is for all puzzles, not for a --sample"),
        ("--sample|9|--most|2", "--most is for all puzzles, not for a --sample"),
        ("--seed|9", "--seed is for --sample"),
        ("--symbols|7", "a 2×3 board has 6 places for triangles, not 7"),
        ("--rows|8|--cols|8|--symbols|9", "more than 1,000,000 puzzles; ask for fewer"),
    ],
)
def test_what_cannot_be_meant(
    words: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    assert main([*BOARDS.split(), *words.split("|"), "-o", str(out)]) == 2
    (line,) = [one for one in capsys.readouterr().err.splitlines() if "up to the sym" not in one]
    assert message in line
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "1/0", "a/b", "1/2/3", "-1/2"])
def test_what_is_no_part(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*BOARDS.split(), f"--part={text}", "-o", str(tmp_path / "out.jsonl")])
    assert ended.value.code == 2
    assert "argument --part: " in capsys.readouterr().err
