"""Commands that import and export: a panel goes to an editor and comes back."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.examples import ROOT
from support.exchange import page, panel

from witness.cli import main
from witness.puzzle.files import read_puzzles, write_puzzles
from witness.puzzle.formats.registry import EDITORS
from witness.puzzle.model import Puzzle

PANELS = ROOT / "examples/panels.jsonl"
BRIDGE = {(1, 1): {"type": "bridge", "color": "yellow"}}

SUMMARY = """\
witness: 5 read, 2 imported, 3 skipped:
  1 custom mechanics (BBBBBBBB)
  1 malformed (CCCCCCCC)
  1 repeated id (AAAAAAAA)
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
        "texts.txt": json.dumps(panel(name="a name")) + "\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    return [tmp_path / name for name in files]


@pytest.mark.parametrize("name", EDITORS)
def test_to_the_editor_and_back(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written, back = tmp_path / "out.txt", tmp_path / "back.jsonl"
    assert run("export", name, PANELS, "-o", written) == 0
    assert capsys.readouterr() == ("", "")
    puzzles = read_puzzles(PANELS)
    lines = written.read_text().splitlines()
    assert lines == [f"{puzzle.id}\t{EDITORS[name].write(puzzle)}" for puzzle in puzzles]
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


GOOD = Puzzle(1, 1, ((0, 0),), ((1, 1),), id="good")

#: Panels that neither editor can say, the second and the third for the same reason.
UNSAID = [
    Puzzle(2, 2, ((0, 0),), ((1, 1),), squares=((0, 0, "pink"), (0, 1, "red"), (1, 0, "red"),
           (1, 1, "red")), id="inner"),
    Puzzle(1, 1, ((0, 0),), ((1, 1), (0, 1)), id="passing"),
    Puzzle(1, 1, ((0, 0),), ((1, 1), (1, 0)), id="other"),
]  # fmt: skip


@pytest.mark.parametrize("name", EDITORS)
def test_what_cannot_be_said_is_skipped_counted_and_named(name: str, tmp_path: Path) -> None:
    path, out, left_out = (tmp_path / name for name in ("p.jsonl", "out.txt", "skipped.jsonl"))
    write_puzzles(path, [UNSAID[0], GOOD, *UNSAID[1:], replace(GOOD, id="last")])
    command = [sys.executable, "-m", "witness", "export", name, str(path)]
    done = subprocess.run(
        [*command, "-o", out, "--skipped", left_out], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
    first, *reasons = done.stderr.splitlines()
    assert first == "witness: 5 read, 2 exported, 3 skipped:"
    assert reasons[0].startswith("  2 several goals that a path may not pass over")
    assert reasons[0].endswith(" (passing, other)")
    assert reasons[1].startswith("  1 a goal ")
    assert reasons[1].endswith(" (inner)")
    assert [line.split("\t")[0] for line in out.read_text().splitlines()] == ["good", "last"]
    records = [json.loads(line) for line in left_out.read_text().splitlines()]
    assert [record["id"] for record in records] == ["inner", "passing", "other"]
    assert "([1, 1]); the colour pink" in records[0]["detail"]
    assert main(["import", name, str(out), "-o", str(tmp_path / "back.jsonl")]) == 0
    printed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert printed.stdout == out.read_text()


@pytest.mark.parametrize("name", EDITORS)
@pytest.mark.parametrize("puzzles", [UNSAID[:1], UNSAID])
def test_where_nothing_can_be_said_there_is_no_file(
    puzzles: list[Puzzle], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "p.jsonl", tmp_path / "out.txt"
    write_puzzles(path, puzzles)
    assert run("export", name, path, "-o", out, "--skipped", tmp_path / "skipped.jsonl") == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"witness: {path}: puzzle 'inner' has a goal ")
    assert told.err.endswith("; 2 more cannot, either\n" if len(puzzles) > 1 else "say that\n")
    assert told.err.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir()] == ["p.jsonl"]


def test_one_damaged_line_of_thousands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, written = tmp_path / "texts", tmp_path / "out.jsonl"
    texts = [json.dumps(panel(name=f"p{number}")) for number in range(1000)]
    texts[499] = texts[499][:-20]
    path.write_text("\n".join(texts))
    assert run("import", "witnesspuzzles", path, "-o", written) == 0
    assert len(read_puzzles(written)) == 999
    assert capsys.readouterr().err == (
        "witness: 1000 read, 999 imported, 1 skipped:\n  1 malformed (line 500)\n"
    )


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
