"""Pages of the studies are written from records: the shipped ones, and tiny ones made here."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from support.examples import ROOT
from support.windmill_encoding import encoded

from studies.difficulty import page as difficulty_page
from studies.difficulty import study as difficulty
from studies.difficulty.correlations import SERIES_AUTHOR
from studies.games import page as games_page
from studies.games import variants
from studies.records import read_measured, write_measured
from studies.rules import page as rules_page
from studies.solvers import page as solvers_page
from studies.solvers import study as solvers
from witness.base.errors import InputError
from witness.boards.generate.algorithms import algorithm_4
from witness.puzzle.grid import edge_between

STUDIES = ROOT / "studies"
RECORDS = ROOT / "results" / "studies"
RULES = {
    "paper": "examples/paper.pl",
    "extended": "examples/extended.pl",
    "bias": "bias/extended.pl",
    "live": "examples/live.pl",
    "live_bias": "bias/live.pl",
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to write to, as Snakemake makes it, with the files that are read."""
    for study in ("games", "solvers", "difficulty", "rules"):
        (tmp_path / "studies" / study).mkdir(parents=True)
    for folder in ("ratings", "boards"):
        (tmp_path / folder).mkdir()
    for folder in ("examples", "bias", "bk", "games"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_record_says_how_it_was_measured(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    write_measured(file, iter([{"a": 1}, {"a": 2}]), "the command", {"seed": 3})
    found = read_measured(file)
    assert found.rows == [{"a": 1}, {"a": 2}]
    assert (found.origin.command, found.origin.settings) == ("the command", {"seed": 3})
    assert set(found.origin.machine) >= {"processor", "cores", "python"}


@pytest.mark.parametrize("text", ["", '{"a": 1}\n', '[1]\n{"a": 1}\n'])
def test_a_record_without_its_origin(text: str, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(text)
    with pytest.raises(InputError, match="does not say how this was measured"):
        read_measured(file)


def test_the_page_about_games(place: Path) -> None:
    """The page is what its template makes of the records beside it."""
    records = RECORDS / "games"
    source = {
        **RULES,
        "template": STUDIES / "games" / "results.md.j2",
        "hamming": records / "hamming.jsonl",
        "variants": [records / "variants" / f"{name}.jsonl" for name in variants.names()],
        "paths": [records / "paths" / f"{b}.jsonl" for b in ("1x1", "1x2", "2x1", "1x3", "2x2")],
        **{
            kind: sorted((records / kind).iterdir())
            for kind in ("sheets", "ratings", "random_paths", "searches")
        },
    }
    page = "studies/games/results.md"
    games_page.write(source, {"page": page}, f"snakemake --cores 2 {page}")
    assert (place / page).read_text() == (ROOT / page).read_text()


def test_plans_that_a_limit_left_are_not_called_shortest() -> None:
    text = (ROOT / "studies/games/results.md").read_text()
    for name in (name for name in variants.names() if name.startswith(("fifteen", "shuffled"))):
        (found,) = read_measured(RECORDS / "games" / "variants" / f"{name}.jsonl").rows
        if found["length"] is not None and not found["shortest"]:
            assert f" {found['length']} (not proved shortest)" in text
            assert f" {found['length']}," not in text


@pytest.mark.slow
def test_the_page_about_solvers(place: Path) -> None:
    source = {
        "template": STUDIES / "solvers" / "results.md.j2",
        "panels": "examples/panels.jsonl",
        "runs": RECORDS / "solvers" / "runs.jsonl",
        "shipped": RECORDS / "solvers" / "shipped.jsonl",
    }
    page, figure = "studies/solvers/results.md", "studies/solvers/solvers.svg"
    solvers_page.write(source, {"page": page, "figure": figure}, f"snakemake --cores 2 {page}")
    assert (place / page).read_text() == (ROOT / page).read_text()
    assert (place / figure).read_text().startswith("<?xml")


def test_limits_in_the_figure_about_solvers() -> None:
    """A search may end at its limit of memory long before that of time."""
    row = {"solver": "A*", "kind": "triangles", "panels": "solvable", "side": 5}
    ends = [("solved", 0.5), ("memory-limit", 1.0), ("memory-limit", 2.0)]
    runs = pd.DataFrame([row | {"status": status, "seconds": s} for status, s in ends])
    axes = solvers_page.plot(runs, 20).axes[0]
    assert [list(line.get_ydata()) for line in axes.lines if line.get_label() == "A*"] == [[20]]


def test_the_page_about_rules(place: Path) -> None:
    page = "studies/rules/results.md"
    others = [f"examples/{name}.pl" for name in ("squares", "stars", "dots", "mixed")]
    source = {**RULES, "others": others, "template": STUDIES / "rules" / "results.md.j2"}
    rules_page.write(source, {"page": page}, f"snakemake --cores 2 {page}")
    text = (place / page).read_text()
    assert text == (ROOT / page).read_text()
    assert "| `along` | 60 | 48 |" in text
    assert "| `corners` | 287 | 0 |" in text
    assert text.count("| `examples/stars.pl:") == 3


def test_measuring_solvers() -> None:
    pytest.importorskip("z3")
    pytest.importorskip("pysat", reason="PySAT is not installed (the extra sat)")
    rows = list(solvers.runs({}, sizes=[3], number=2, seed=1, time_limit=20))
    assert {row["status"] for row in rows if row["panels"] == "solvable"} == {"solved"}
    assert {row["status"] for row in rows if row["panels"] == "unsolvable"} == {"unsolvable"}
    # Eight of the runs are for triangles, seven for regions; two panels of either kind.
    assert len(rows) == (8 + 7) * 2 * 2
    shipped = list(
        solvers.shipped({"panels": ROOT / "examples/panels.jsonl"}, number=1, time_limit=20)
    )
    assert {row["puzzle"] for row in shipped} >= {"eight", "figure-1", "all-symbols", "cut-off"}
    assert {row["status"] for row in shipped if row["puzzle"] == "cut-off"} == {"unsolvable"}


def test_variants_of_games() -> None:
    """Every name gives facts that the game has."""
    for name in variants.names():
        sheet = ROOT / "games" / f"{variants.GAMES[name.partition('-')[0]]}.kif"
        text = sheet.read_text()
        assert all(old in text for old, _ in variants.variant(name, sheet).changes), name


def dump(file: Path) -> None:
    """Write a dump of twenty-four panels, half with triangles, half with dots."""
    rng = random.Random(3)
    entries = []
    for number in range(24):
        puzzle = replace(algorithm_4(4, 4, rng), id=f"p{number}")
        if number % 2:
            # All but one edge of a path upwards and to the right: few paths have them all.
            path = [(0, 0)]
            for up in rng.sample([0, 1] * 4, 8):
                path.append((path[-1][0] + up, path[-1][1] + 1 - up))
            dots = rng.sample([edge_between(a, b) for a, b in pairwise(path)], 7)
            puzzle = replace(
                puzzle, starts=((0, 0),), goals=((4, 4),), triangles=(), dots=tuple(dots)
            )
        if number == 1:
            around = set(puzzle.grid.vertices) - {(0, 0), (4, 4)}
            puzzle = replace(puzzle, dots=tuple(sorted(around)))
        entries.append({
            "id": puzzle.id, "contents": encoded(puzzle), "createUtc": number, "solves": 1,
            "upvotes": rng.randrange(30), "creator": SERIES_AUTHOR if number in (2, 4, 6) else "x",
        })  # fmt: skip
    file.write_text(json.dumps(entries), encoding="utf-8")


def measured(place: Path, folder: str, name: str, rows: Iterator[Any]) -> Path:
    """Write a record, and return its file."""
    file = place / folder / f"{name}.jsonl"
    write_measured(file, rows, "the command", {"max_states": 20_000})
    return file


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*the plain engine is used:RuntimeWarning")
def test_the_page_about_difficulty(place: Path) -> None:
    """From a dump to the page and its figures."""
    source: dict[str, Any] = {"dump": place / "dump.json"}
    dump(source["dump"])
    page = place / "studies" / "difficulty" / "results.md"
    output = {"page": str(page), **{n: str(page.with_name(f"{n}.svg")) for n in (
        "votes", "histograms", "width", "alike", "equidistant", "levels",
    )}}  # fmt: skip

    def rated(name: str) -> Path:
        # The plain engine, which learned rules about dots need, is slower.
        most = 200 if "dots" in name or "mixed" in name else 20_000
        rows = difficulty.ratings(source, player=name, max_states=most)
        return measured(place, "ratings", name, rows)

    source["ratings"] = [rated(name) for name in difficulty.players()]
    source["boards"] = [
        measured(
            place, "boards", f"2x{cols}",
            difficulty.boards({}, rows="2", cols=cols, max_states=20_000),
        )
        for cols in "23"
    ]  # fmt: skip
    source |= {
        "template": STUDIES / "difficulty" / "results.md.j2",
        "histograms": source["boards"][:1],
    }
    difficulty_page.write(source, output, "the command", seed=1)
    text = page.read_text("utf-8")
    assert "24 read, 24 imported" in text
    assert "12 panels with dots" in text
    assert "the 1 have" in text
    # A line below the header, Table 4.1 itself, and eight players.
    (learned,) = re.findall(r"\| bits \|\n(.*?)\n\n", text, re.DOTALL)
    assert learned.count("\n") == 9
    assert "thesis: `thesis,examples/squares.pl,examples/dots.pl` |" in learned
    assert "Of the 3 puzzles of the series, 3 were posted on two days" in text
    assert "| 2×3 | 48 | 1 | 4 | 48 | 1 (26 boards) |" in text
    assert page.with_name("votes.svg").exists()
    assert page.with_name("histograms.svg").exists()


@pytest.mark.long
def test_the_panels_of_the_page_about_difficulty(tmp_path: Path) -> None:
    """The four sheets come out byte for byte."""
    boards = {
        f"{rows}×{cols}": list(difficulty.boards({}, rows=rows, cols=cols, max_states=2_000_000))
        for rows, cols in ("22", "23", "33", "34")
    }
    output = {n: str(tmp_path / f"{n}.svg") for n in ("width", "alike", "equidistant", "levels")}
    difficulty_page.draw_panels(boards, output, random.Random(1))
    for name, file in output.items():
        kept = ROOT / "studies" / "difficulty" / f"{name}.svg"
        assert Path(file).read_bytes() == kept.read_bytes(), name
