"""The numbers of the study of all boards, by brute force on the smallest ones; and its page."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from support.examples import ROOT

from studies.exhaustive import page, study
from studies.records import write_measured
from witness.difficulty.entropy.reference import Player, entropy
from witness.difficulty.rules.thesis import THESIS
from witness.difficulty.two_colours import unique_boards
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions


def number(puzzle):
    return len(list(solutions(puzzle)))


def least(panel, kind):
    """Return the least of a panel and its image in the diagonal of a square board."""
    entries = sorted(getattr(panel, kind))
    if panel.rows != panel.cols:
        return tuple(entries)
    return tuple(min(entries, sorted((c, r, value) for r, c, value in entries)))


@pytest.mark.parametrize(
    ("kind", "values"), [("triangles", (1, 2, 3)), ("squares", ("black", "white"))]
)
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_every_row_is_what_brute_force_says(rows, cols, kind, values):
    board = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
    found = list(study.boards({}, sizes=[(rows, cols)], **{kind: 9}))
    assert [row["symbols"] for row in found] == list(range(1, rows * cols + 1))
    for row in found:
        panels = {}
        for places in combinations(board.grid.squares, row["symbols"]):
            for chosen in product(values, repeat=row["symbols"]):
                entries = [(*at, value) for at, value in zip(places, chosen, strict=True)]
                panel = replace(board, **{kind: entries})
                panels[least(panel, kind)] = panel
        counted = Counter(map(number, panels.values()))
        assert row["boards"] == len(panels)
        assert row["solutions"] == {str(n): counted[n] for n in sorted(counted)}
        needed = [
            panel
            for panel in panels.values()
            if number(panel) == 1
            and all(
                number(replace(panel, **{kind: [e for e in getattr(panel, kind) if e != one]})) > 1
                for one in getattr(panel, kind)
            )
        ]
        assert row["needed"] == len(needed)
        scores = [entropy(panel, Player(THESIS)).remuse for panel in needed]
        assert row["remuse"] == (pytest.approx(max(scores)) if scores else None)
        if scores:
            hardest = puzzle_from_json(row["hardest"])
            assert least(hardest, kind) in {least(panel, kind) for panel in needed}
            assert entropy(hardest, Player(THESIS)).remuse == pytest.approx(max(scores))


def test_boards_of_two_colours_with_one_solution_are_those_of_the_thesis():
    rows = study.boards({}, sizes=[(2, 3)], squares=6)
    assert sum(row["solutions"].get("1", 0) for row in rows) == len(unique_boards(2, 3)) == 48


@pytest.mark.slow
def test_on_three_by_three_too():
    """There the diagonal maps no board with one solution to itself."""
    rows = study.boards({}, sizes=[(3, 3)], squares=9)
    assert 2 * sum(row["solutions"].get("1", 0) for row in rows) == len(unique_boards(3, 3)) == 1056


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sizes = [[1, 2], [2, 2]]
    rows = list(study.boards({}, sizes=sizes, triangles=4, dots=1))
    write_measured("boards.jsonl", rows, "the command", {"sizes": sizes})
    source = {
        "boards": "boards.jsonl",
        "template": ROOT / "studies" / "exhaustive" / "results.md.j2",
    }
    output = {"page": "studies/exhaustive/results.md", "figure": "studies/exhaustive/boards.svg"}
    page.write(source, output, "snakemake")
    text = (tmp_path / output["page"]).read_text()
    assert "| triangles | 2×2 | 159 | 24 | 2 | 4 | 2 | 4 |" in text
    assert "| dots | 2×2 | 10 | 0 | – | – | – | – |" in text
    assert "| triangles | 2×2 | 2 | 33 | 10 | 12 | 12 | 1 | 6 |" in text
    assert "| triangles | 2×2 | 2 | 10 | 12 | 10 | 0 | 1 | 0 | 0 | 0 | 0 |" in text
    assert (tmp_path / output["figure"]).read_text().count("bits") >= 2
    first, _, rest = text.partition("\n")
    assert "studies/exhaustive/results.md.j2" in first
    assert "nan" not in rest
