"""witness studio: a page with panels of a file, or with none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.running import witness

from witness.puzzle.model import Puzzle


def test_a_page_with_panels_of_a_file(tmp_path: Path) -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), id="mine")
    file, page = tmp_path / "panels.jsonl", tmp_path / "studio.html"
    file.write_text(json.dumps(puzzle.to_json()))
    assert witness(["studio", file.name, "-o", page.name], tmp_path) == (0, "", "")
    assert '"id":"mine"' in page.read_text().replace(" ", "")
    empty = witness(["studio", "-o", "-"], tmp_path)
    assert empty.status == 0
    assert empty.out.startswith("<!doctype html>")
    assert '"mine"' not in empty.out


@pytest.mark.parametrize(
    ("rows", "words"),
    [(17, "rows is 17; the studio shows 1 to 16"), (0, "rows is 0; the studio shows 1 to 16")],
)
def test_a_panel_of_another_size_is_refused(rows: int, words: str, tmp_path: Path) -> None:
    puzzle = Puzzle(rows, 2, ((0, 0),), ((rows, 2),), id="mine")
    file, page = tmp_path / "panels.jsonl", tmp_path / "studio.html"
    file.write_text(json.dumps(puzzle.to_json()))
    done = witness(["studio", file.name, "-o", page.name], tmp_path)
    assert done.status == 2
    assert done.err == f"witness: {file.name}: puzzle 'mine': {words}\n"
    assert not page.exists()
