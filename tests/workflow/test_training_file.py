"""A training set of one's own: a file of panels, from the configuration to the report."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.elsewhere import TINY, made, refused
from support.examples import ROOT
from support.running import witness

from witness.puzzle.files import read_puzzles

SNAKEFILE = ("--snakefile", f"{ROOT}/Snakefile", "--configfile", "my.yaml")

#: A panel that has a solution, and a name that no folder has.
PANEL: dict[str, Any] = {
    "id": "../Ärger & co", "rows": 2, "cols": 2, "starts": [[0, 0]], "goals": [[2, 2]],
    "triangles": [[0, 0, 3]],
}  # fmt: skip
OTHER = PANEL | {"id": "batch_0", "goals": [[0, 2]]}


def written(place: Path, *panels: dict[str, Any], **sets: Any) -> str:
    """Write a configuration and its file; return the text of the file."""
    config = TINY | {"name": "own"}
    config["puzzle_sets"] = TINY["puzzle_sets"] | {"train": {"file": "my panels.jsonl"}} | sets
    (place / "my.yaml").write_text(yaml.safe_dump(config))
    text = "".join(f"{json.dumps(panel)}\n" for panel in panels)
    (place / "my panels.jsonl").write_text(text)
    return text


@pytest.mark.slow
def test_from_the_file_to_the_report(tmp_path: Path) -> None:
    """The panels of the file are learned from, by their names, and are in no other set."""
    test = {"count": 100, "min_size": 2, "max_size": 2}  # of a few hundred
    text = written(tmp_path, OTHER, PANEL, test=test)
    command = "generate random --count 8 --max-size 2 -o drawn.jsonl"
    assert witness(command.split(), tmp_path).status == 0
    drawn = (tmp_path / "drawn.jsonl").read_text()
    (tmp_path / "my panels.jsonl").write_text(f"{text}\n{drawn}")
    own = read_puzzles(tmp_path / "my panels.jsonl")
    made(tmp_path, *SNAKEFILE)
    results = tmp_path / "results/own"
    config = yaml.safe_load((results / "config.yaml").read_text())
    counts = {"count": 10, "min_size": 2, "max_size": 2}
    assert config["puzzle_sets"]["train"] == {"file": "my panels.jsonl", **counts}
    assert read_puzzles(results / "puzzles/train.jsonl") == own
    others = [
        puzzle.canonical()
        for name in ("filter_1", "filter_2", "filter_3", "test")
        for puzzle in read_puzzles(results / f"puzzles/{name}.jsonl")
    ]
    assert len({*others}) == 4 + 5 + 6 + 100
    assert not {*others} & {puzzle.canonical() for puzzle in own}
    rows = [*csv.DictReader((results / "tables/hypotheses.csv").open(encoding="utf-8"))]
    assert [row["puzzle"] for row in rows] == [puzzle.id for puzzle in own]
    page = (results / "report.html").read_text()
    assert "The training set is <code>my panels.jsonl</code>: 10 panels with 2 rows" in page
    # Nothing changes if the run is repeated from its own configuration.
    again = made(tmp_path, *SNAKEFILE[:3], "results/own/config.yaml")
    assert "Nothing to be done" in again
    # Another training set is refused, and so is a file of which a panel has changed.
    more = PANEL | {"id": "more", "goals": [[1, 2]]}
    for panels in ([OTHER, PANEL, more], [more, *map(json.loads, (text + drawn).splitlines()[1:])]):
        written(tmp_path, *panels)
        assert "another name" in refused(tmp_path, *SNAKEFILE, "--dry-run")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("panels", "message"),
    [
        ([], "my panels.jsonl: there are no puzzles in it"),
        ([PANEL, OTHER | {"rows": "2"}], "my panels.jsonl: line 2: "),
        ([PANEL, PANEL], "my panels.jsonl: line 2: the id '../Ärger & co' is already on line 1"),
        ([PANEL, PANEL | {"id": "twin"}],
         "my panels.jsonl: line 2: puzzle 'twin' is the same as that on line 1"),
        ([OTHER, PANEL | {"rows": 6}], "my panels.jsonl: line 2: puzzle '../Ärger & co' has 6×2 "),
        ([OTHER, PANEL | {"triangles": [[row, col, 3] for row in (0, 1) for col in (0, 1)]}],
         "my panels.jsonl: line 2: puzzle '../Ärger & co' has no solution"),
        ([OTHER, PANEL | {"squares": [[0, 1, "black"]]}],
         "my panels.jsonl: line 2: puzzle '../Ärger & co' has coloured squares; bias/paper.pl is"),
        ([PANEL, OTHER | {"triangles": []}],
         "my panels.jsonl: line 2: puzzle 'batch_0' has no symbols; bias/paper.pl is about triang"),
        ([PANEL | {"symmetry": "horizontal", "open_halves": True}], "my panels.jsonl: line 1: "),
    ],
)  # fmt: skip
def test_panels_that_are_refused(
    panels: list[dict[str, Any]], message: str, tmp_path: Path
) -> None:
    """One line names the file, its line and the panel, before anything is made."""
    written(tmp_path, *panels)
    said = refused(tmp_path, *SNAKEFILE, "--dry-run")
    assert said.startswith(message), said
    assert not (tmp_path / "results").exists()
