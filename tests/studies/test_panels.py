"""The page about public panels, from a small dump and some texts to its tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT

from studies.panels import page, study
from studies.records import read_measured, write_measured
from witness.puzzle.formats.windmill_links import EDITOR, windmill_link
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.model import Puzzle

ENDS = {"rows": 4, "cols": 4, "starts": ((0, 0),), "goals": ((4, 4),)}
PANELS = [
    Puzzle(**ENDS, triangles=((0, 0, 1),), id="triangle"),
    Puzzle(**ENDS, blocks=[{"at": (0, 0), "shape": ["##"]}], id="block"),
    Puzzle(**ENDS, blocks=[{"at": (1, 1), "shape": ["#" * 4] * 3}], id="large"),
    Puzzle(**ENDS, eliminations=((3, 3),), dots=((4, 0),), id="mark", rules="windmill"),
    # A block of one square in the middle: no line from corner to corner goes all around it.
    Puzzle(**ENDS, blocks=[{"at": (1, 1), "shape": ["#"]}], id="none"),
]  # fmt: skip


@pytest.fixture
def source(tmp_path: Path) -> dict[str, Any]:
    dump = [
        {"id": p.id, "contents": windmill_link(p).removeprefix(EDITOR), "creator": "someone",
         "createUtc": 10 * n, "upvotes": n, "solves": 1}
        for n, p in enumerate(PANELS)
    ]  # fmt: skip
    (tmp_path / "dump.json").write_text(json.dumps(dump), encoding="utf-8")
    texts = [f"{p.id}\t{witnesspuzzles_text(p)}\n" for p in PANELS[:2]]
    (tmp_path / "pages.txt").write_text("".join(texts), encoding="utf-8")
    return {"windmill": str(tmp_path / "dump.json"), "play_pages": str(tmp_path / "pages.txt")}


@pytest.mark.slow
def test_the_page(source: dict[str, Any], tmp_path: Path) -> None:
    rows = {
        "census": (study.census(source), {}),
        "solved": (study.solved(source, time_limit=9, number=None, seed=1), {"time_limit": 9}),
        "rated": (study.rated(source, max_states=100_000), {"max_states": 100_000}),
    }
    for name, (found, settings) in rows.items():
        source[name] = str(tmp_path / f"{name}.jsonl")
        write_measured(source[name], found, "the command", settings)
    solved = {row["id"]: row["status"] for row in read_measured(source["solved"]).rows}
    assert solved == {p.id: "unsolvable" if p.id == "none" else "solved" for p in PANELS}
    rated = {row["id"]: row for row in read_measured(source["rated"]).rows}
    assert rated["none"]["status"] == "unsolvable"
    assert rated["block"]["muse"] > 0
    output = {name: str(tmp_path / f"{name}.svg") for name in ("hardest", "unsolvable")}
    output["page"] = str(tmp_path / "results.md")
    template = ROOT / "studies" / "panels" / "results.md.j2"
    page.write({**source, "template": str(template)}, output, "the command")
    text = Path(output["page"]).read_text(encoding="utf-8")
    assert "| triangles, gaps, dots, squares, stars | 1 | 1 | 2 |" in text
    assert "| blocks | 4 | 2 | 6 |" in text
    assert "| cylinders | 5 | 2 | 7 |" in text
    assert "| blocks | 3 | 2 | 1 | 0 |" in text
    assert "These 1 panels have no solution" in text
    assert "none" in Path(output["unsolvable"]).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("features", "kind"),
    [
        ("blocks eliminations", "elimination marks and blocks"),
        ("blocks eliminations negative-blocks", "negative blocks"),
        ("blocks symmetry", "two lines"),
        ("stars", "triangles, gaps, dots, squares, stars"),
        ("", "triangles, gaps, dots, squares, stars"),
    ],
)
def test_kinds(features: str, kind: str) -> None:
    assert page.kind(features) == kind
