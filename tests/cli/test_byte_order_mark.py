"""A byte order mark at the beginning of a file is no part of it, whatever the file is."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from support.examples import ROOT, TABLE_3
from support.exchange import page, panel
from support.windmill_encoding import encoded

from witness.cli import main
from witness.puzzle.formats.windmill_links import windmill_link
from witness.puzzle.model import Puzzle

MARK = b"\xef\xbb\xbf"
PUZZLE = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)), id="p")
LEVIN = b"Size: 1 1\nInit: 0 0\nGoal: 1 1\nColors: |0 0 1\n"
SHEET = (ROOT / "examples/games/corridor.kif").read_bytes()
DUMP = json.dumps([{"id": "p", "contents": encoded(PUZZLE)}]).encode()


@pytest.mark.parametrize(
    ("name", "content", "arguments"),
    [
        ("p.jsonl", json.dumps(PUZZLE.to_json()).encode(), ("count",)),
        ("f.pl", TABLE_3.encode(), ("explain",)),
        ("f.pl", TABLE_3.encode(), ("verify",)),
        ("dump.json", DUMP, ("import", "windmill")),
        ("links.txt", windmill_link(PUZZLE).encode(), ("import", "windmill")),
        ("levin.txt", LEVIN, ("import", "levin")),
        ("page.html", page(panel()).encode(), ("import", "witnesspuzzles")),
        ("text.txt", json.dumps(panel()).encode(), ("import", "witnesspuzzles")),
        ("p.jsonl", json.dumps(PUZZLE.to_json()).encode(), ("export", "windmill")),
        ("game.kif", SHEET, ("game", "analyse")),
    ],
)
def test_a_file_with_the_mark_is_read_like_one_without(
    name: str,
    content: bytes,
    arguments: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / name
    printed = []
    for text in (content, MARK + content):
        file.write_bytes(text)
        assert main([*arguments, str(file)]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0]
    assert printed[0] == printed[1]


def test_a_compressed_dump_with_the_mark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dump").write_bytes(gzip.compress(MARK + DUMP))
    assert main(["import", "windmill", str(tmp_path / "dump")]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "p"


def test_background_bias_certificate_and_learning_task(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def marked(source: Path) -> str:
        copy = tmp_path / f"{source.parent.name}-{source.name}"
        copy.write_bytes(MARK + source.read_bytes())
        return str(copy)

    given = ["--bk", marked(ROOT / "bk/triangles.pl"), "--bias", marked(ROOT / "bias/paper.pl")]
    hypothesis = marked(ROOT / "examples/paper.pl")
    certificate = tmp_path / "certificate.json"
    assert main(["verify", hypothesis, *given, "--certificate", str(certificate)]) == 0
    certificate.write_bytes(MARK + certificate.read_bytes())
    assert main(["recheck", str(certificate), hypothesis, *given]) == 0

    puzzles, task = tmp_path / "p.jsonl", tmp_path / "task"
    puzzles.write_text(json.dumps(PUZZLE.to_json()))
    assert main(["examples", str(puzzles), "--id", "p", "-o", str(task)]) == 0
    for file in sorted(task.iterdir()):
        file.write_bytes(MARK + file.read_bytes())
    capsys.readouterr()
    assert main(["learn", str(task)]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "learned"
