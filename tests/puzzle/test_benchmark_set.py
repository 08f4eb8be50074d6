"""The benchmark set: its files are what its program makes, and its numbers are true."""

from __future__ import annotations

import csv
import hashlib
import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT
from support.judge import accepts

import witness as w
from witness.base.errors import InputError
from witness.pipeline.score import scores
from witness.puzzle.files import read_puzzles
from witness.puzzle.paths import simple_paths

FOLDER = ROOT / "benchmark"
ROWS = [*csv.DictReader((FOLDER / "numbers.csv").open(encoding="utf-8"))]
MAKE: dict[str, Any] = runpy.run_path(str(FOLDER / "make.py"))


def panels(*files: Path) -> dict[str, w.Puzzle]:
    return {one.id: one for file in files for one in read_puzzles(file)}


def test_checksums_are_those_of_the_files() -> None:
    lines = (FOLDER / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    said = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    assert {*said} == {path.name for path in FOLDER.iterdir()} - {"SHA256SUMS", "make.py"}
    for name, digest in said.items():
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest


def test_every_panel_has_a_row_and_every_kind_as_many() -> None:
    found = panels(*FOLDER.glob("*.jsonl"))
    assert {*found} == {row["id"] for row in ROWS}
    for split in ("train", "test"):
        for file in FOLDER.glob(f"{split}-*.jsonl"):
            band = file.stem.partition("-")[2]
            assert {*panels(file)} == {
                row["id"] for row in ROWS if (row["split"], row["band"]) == (split, band)
            }
    cells = {(row["kind"], row["band"]) for row in ROWS}
    assert len(ROWS) == len(cells) * (MAKE["SOLVABLE"] + MAKE["UNSOLVABLE"])
    solved = sum(row["status"] == "solved" for row in ROWS)
    assert solved == len(cells) * MAKE["SOLVABLE"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", MAKE["KINDS"])
def test_the_easiest_panels_are_what_the_program_draws(kind: str) -> None:
    drawn = MAKE["drawn"](kind, 1)
    known = panels(FOLDER / "train-1.jsonl", FOLDER / "test-1.jsonl")
    assert [one.to_json() for one in drawn] == [known[one.id].to_json() for one in drawn]


@pytest.mark.slow
@pytest.mark.parametrize("kind", MAKE["KINDS"])
def test_numbers_of_small_panels_are_those_of_brute_force(kind: str) -> None:
    known = panels(FOLDER / "train-1.jsonl", FOLDER / "test-1.jsonl")
    for row in [row for row in ROWS if row["kind"] == kind and row["band"] == "1"][::5]:
        panel = known[row["id"]]
        lengths = [len(path) - 1 for path in simple_paths(panel) if accepts(panel, path)]
        assert int(row["solutions"]) == len(lengths), row["id"]
        assert row["shortest"] == (str(min(lengths)) if lengths else ""), row["id"]
        again = w.search(panel, "baseline")
        assert again.expansions == int(row["baseline"]), row["id"]


def test_answers_are_checked_and_summed_up(tmp_path: Path) -> None:
    """The sums are those of the rows; the first wrong answer is named."""
    file = str(FOLDER / "test-1.jsonl")
    kept = [row for row in ROWS if row["split"] == "test" and row["band"] == "1" and row["none"]]
    for found in scores(file, ["none", "kind + needs"])[-2:]:
        of = [int(row[found["answers"]]) for row in kept if row["status"] == found["status"]]
        assert (found["all"], found["expansions"]) == (len(of), sum(of))
        assert found["low"] < sum(of) < found["high"]
    (solved, *_), (lost, *_) = (
        [row["id"] for row in kept if row["status"] == of] for of in ("solved", "unsolvable")
    )
    steps = [[0, 0], [2, 0]]
    for answer, words in (
        ({"id": solved, "status": "solved", "path": steps}, "not neighbours"),
        ({"id": solved, "status": "unsolvable"}, "has a solution"),
        ({"id": "other", "status": "solved"}, "not among the panels"),
    ):
        first = {"id": lost, "status": "unsolvable", "expansions": 5}
        (tmp_path / "a.jsonl").write_text(f"{json.dumps(first)}\n{json.dumps(answer)}\n")
        with pytest.raises(InputError, match=f"line 2: .*{answer['id']}.*{words}"):
            scores(file, [str(tmp_path / "a.jsonl")])


@pytest.mark.slow
def test_the_table_of_the_page_is_of_these_numbers() -> None:
    lines = [*map(str.split, (ROOT / "docs" / "benchmark.md").read_text("utf-8").splitlines())]
    for band in range(1, 6):
        found = scores(str(FOLDER / f"test-{band}.jsonl"), ["none", "kind + needs"])
        first, other = (one for one in found if (one["kind"], one["status"]) == ("all", "solved"))
        cells = (band, first["panels"], first["all"], first["expansions"], other["expansions"])
        assert [*map(str, (*cells, other["times"]))] in lines
