"""Commands that import and export: a panel goes to an editor and comes back."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from support.examples import ROOT
from support.exchange import page, panel, short_form
from support.stopping import stopped

from witness.cli import main
from witness.puzzle.files import read_puzzles, write_puzzles
from witness.puzzle.formats.registry import EXPORTS
from witness.puzzle.model import Puzzle

PANELS = ROOT / "examples/panels.jsonl"
BRIDGE = {(1, 1): {"type": "bridge", "color": "yellow"}}

SUMMARY = """\
witness: 5 read, 2 imported, 3 skipped:
  1 custom mechanics
  1 malformed
  1 repeated id
"""


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


@pytest.fixture
def pages(tmp_path: Path) -> list[Path]:
    """Files with five puzzles, of which two can be imported."""
    files = {
        "one.html": page(panel(), "AAAAAAAA"),
        "bridge.html": page(panel(BRIDGE), "BBBBBBBB"),
        "again.html": page(panel(), "AAAAAAAA"),
        "broken.html": page({"grid": 7}, "CCCCCCCC"),
        "texts.txt": short_form(panel(name="a name")) + "\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    return [tmp_path / name for name in files]


@pytest.mark.parametrize("name", EXPORTS)
def test_to_the_editor_and_back(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written, back = tmp_path / "out.txt", tmp_path / "back.jsonl"
    assert run("export", name, PANELS, "-o", written) == 0
    assert capsys.readouterr() == ("", "")
    puzzles = read_puzzles(PANELS)
    lines = written.read_text().splitlines()
    assert lines == [f"{puzzle.id}\t{EXPORTS[name].write(puzzle)}" for puzzle in puzzles]
    assert run("export", name, PANELS) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines() == lines

    def check() -> None:
        again = read_puzzles(back)
        assert [puzzle.id for puzzle in again] == [puzzle.id for puzzle in puzzles]
        assert [p.canonical() for p in again] == [p.canonical() for p in puzzles]

    assert run("import", name, written, "-o", back) == 0
    assert capsys.readouterr().err == "witness: 5 read, 5 imported, 0 skipped\n"
    check()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(printed.encode())))
    assert run("import", name, "-", "-o", back) == 0
    check()


def test_links_without_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", "windmill", PANELS) == 0
    links = [line.split("\t")[1] for line in capsys.readouterr().out.splitlines()]
    path = tmp_path / "links"
    path.write_text("\n".join(links))
    assert run("import", "windmill", path) == 0
    ids = [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()]
    assert ids == [f"link-{number}" for number in range(1, 6)]


@pytest.mark.parametrize("name", EXPORTS)
def test_what_cannot_be_said_leaves_no_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "p.jsonl", tmp_path / "out.txt"
    good = Puzzle(1, 1, ((0, 0),), ((1, 1),), id="good")
    write_puzzles(path, [good, Puzzle(2, 2, ((0, 0),), ((1, 1),), id="inner")])
    assert run("export", name, path, "-o", out) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"witness: {path}: puzzle 'inner' has a goal ")
    assert told.err.count("\n") == 1
    assert not out.exists()
    assert run("export", name, path) == 2
    assert capsys.readouterr().out == ""


def test_no_puzzles_and_no_overwriting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text("")
    assert run("export", "windmill", path) == 2
    assert "there are no puzzles in it" in capsys.readouterr().err
    write_puzzles(path, [Puzzle(1, 1, ((0, 0),), ((1, 1),))])
    before = path.read_bytes()
    assert run("export", "windmill", path, "-o", path) == 2
    assert "would be overwritten" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_import_of_pages_and_texts(
    pages: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written, left_out = tmp_path / "puzzles.jsonl", tmp_path / "skipped.jsonl"
    assert run("import", "witnesspuzzles", *pages, "-o", written, "--skipped", left_out) == 0
    assert capsys.readouterr() == ("", SUMMARY)
    puzzles = read_puzzles(written)
    assert [puzzle.id for puzzle in puzzles] == ["AAAAAAAA", "a name"]
    assert puzzles == [Puzzle(2, 3, ((0, 0),), ((2, 3),))] * 2
    records = [json.loads(line) for line in left_out.read_text().splitlines()]
    assert records == [
        {"id": "BBBBBBBB", "reason": "custom mechanics"},
        {"id": "AAAAAAAA", "reason": "repeated id"},
        {
            "id": "CCCCCCCC",
            "reason": "malformed",
            "detail": "the grid is missing, empty or no list",
        },
    ]


def test_an_import_of_pages_that_was_killed_goes_on(pages: list[Path], tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    assert run("import", "witnesspuzzles", *pages, "-o", whole) == 0
    command = ("import", "witnesspuzzles", *map(str, pages), "-o", out)
    assert stopped(*command, after=1).returncode == -9
    assert not out.exists()
    assert run(*command, "--resume") == 0
    assert out.read_text() == whole.read_text()


@pytest.mark.parametrize("name", ["windmill", "witnesspuzzles"])
@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"\xff\xfe", b"https://example.org/", b"_AAAA", b"{}", b"<html></html>", b"\0"],
)
def test_rubbish_is_one_line(
    name: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "rubbish", tmp_path / "out.jsonl"
    path.write_bytes(content)
    assert run("import", name, path, "-o", out) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"witness: {path}: ")
    assert told.err.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["rubbish"]
