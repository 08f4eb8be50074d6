"""The text files of Levin tree search research."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.cli import main
from witness.puzzle.files import read_puzzles
from witness.puzzle.formats.levin import puzzle_from_text, read_levin
from witness.puzzle.model import Puzzle

FIRST = "Size: 5 4\nInit: 0 1\nGoal: 5 3\nColors: |0 0 1|2 2 2|3 3 6|4 0 1"
PUZZLE = Puzzle(
    5, 4, ((0, 1),), ((5, 3),),
    squares=((0, 0, "blue"), (2, 2, "red"), (3, 3, "magenta"), (4, 0, "blue")),
)  # fmt: skip
PLAIN = "Size: 1 2\nInit: 1 0\nGoal: 0 2\n"


def read(path: Path, text: str) -> list[Puzzle]:
    path.write_bytes(text.encode())
    return [puzzle_from_text(*entry) for entry in read_levin([path])]


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_one_puzzle(end: str, tmp_path: Path) -> None:
    (puzzle,) = read(tmp_path / "5x4_7", FIRST + end)
    assert puzzle == PUZZLE
    assert puzzle.id == "5x4_7"


def test_several_puzzles(tmp_path: Path) -> None:
    for text in (f"{FIRST}\n\n{PLAIN}", f"\n{FIRST}\r\n\r\n\n{PLAIN}\n".replace("\n", "\r\n")):
        puzzles = read(tmp_path / "many", text)
        assert [puzzle.id for puzzle in puzzles] == ["many-1", "many-2"]
        assert puzzles[0] == PUZZLE
        assert puzzles[1].goals == ((0, 2),)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    files = [tmp_path / "b", tmp_path / "a"]
    files[0].write_text(FIRST)
    files[1].write_text(PLAIN)
    written = tmp_path / "puzzles.jsonl"
    assert run("import", "levin", *files, "-o", written) == 0
    assert [puzzle.id for puzzle in read_puzzles(written)] == ["b", "a"]
    assert run("import", "levin", *files) == 0
    assert capsys.readouterr().out == written.read_text()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "there is no puzzle in it"),
        ("Hello\n", 1, "'Hello' is none of Size"),
        (PLAIN.replace("1 2", "1"), 1, "'Size: 1': expected rows and columns"),
        (PLAIN + "Colors: |0 0 1|", 4, "expected row, column and colour"),
        (PLAIN + "Init: 0 0", 4, "Init is there twice"),
        ("\nSize: 1 1\nInit: 0 0\n", 2, "has no Goal"),
        (PLAIN.replace("1 2", "65 2"), 1, "rows is 65; 0 to 64 is possible"),
        (PLAIN.replace("0 2", "0 3"), 1, "goals has [0, 3], which is off the board"),
        (PLAIN + "Colors: |0 0 7", 1, "Colors has the colour 7; 1 to 6"),
        (PLAIN + "Colors: |0 0 1|0 0 2", 1, "square [0, 0] has two symbols"),
    ],
)
def test_errors(
    text: str, line: int | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    path = tmp_path / "p"
    with pytest.raises(InputError) as caught:
        read(path, text)
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400
    written = tmp_path / "out.jsonl"
    assert run("import", "levin", path, "-o", written) == 2
    assert capsys.readouterr().err == f"witness: {caught.value}\n"
    assert not written.exists()


def test_damaged_puzzles_among_others_are_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    one, other, bad = (tmp_path / name for name in ("one", "other", "bad"))
    one.write_bytes(f"{FIRST}\n\nSize: 1 1\n\n{PLAIN}\n\xff\n".encode("latin-1"))
    other.write_text(PLAIN)
    bad.write_text("hello")
    (tmp_path / "sub").mkdir()
    again = tmp_path / "sub" / "other"
    again.write_text(FIRST)
    written, left_out = tmp_path / "out.jsonl", tmp_path / "skipped.jsonl"
    files = (one, other, bad, again)
    assert run("import", "levin", *files, "-o", written, "--skipped", left_out) == 0
    assert [puzzle.id for puzzle in read_puzzles(written)] == ["one-1", "one-3", "other"]
    assert capsys.readouterr().err == (
        "witness: 7 read, 3 imported, 4 skipped:\n"
        "  3 malformed (one-2, one-4, bad)\n  1 repeated id (other)\n"
    )
    details = [json.loads(line).get("detail", "") for line in left_out.read_text().splitlines()]
    assert [detail.partition(": line ")[2][:2] for detail in details] == ["6:", "12", "1:", ""]
