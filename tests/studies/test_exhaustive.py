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
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.symbol_changes import ALONE

#: A large space that has more boards than are all looked at.
LARGE = [6, 6, 6]


def measured(sizes, large=LARGE, **most):
    """Return what is found among the boards with symbols of each kind."""
    return [
        row
        for kind in most
        for row in study.boards({}, kind=kind, sizes=sizes, large=large, **most)
    ]


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
    found = measured([[rows, cols]], **{kind: 9})
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


MOST = {"triangles": 4, "squares": 6, "dots": 2}


@pytest.fixture(scope="module")
def whole():
    rows = measured([[2, 2], [2, 3]], [3, 3, 3], **MOST)
    assert [row["boards"] for row in rows if row["rows"] == 3] == [1188, 358, 4236]
    return rows


BY_SETS = {"triangles", "squares", "dots", "gaps"}


@pytest.mark.slow
def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sizes = [[1, 2], [2, 2]]
    most = {"triangles": 4, "dots": 1}
    boards = [f"boards-{kind}.jsonl" for kind in most]
    for kind, file in zip(most, boards, strict=True):
        rows = study.boards({}, kind=kind, sizes=sizes, large=[2, 3, 3], **most)
        write_measured(file, rows, "the command", {"sizes": sizes})
    settings = {"large": [2, 3, 3], "draws": 1000, "seed": 1}
    kinds = ["triangles", "dots", ",".join(ALONE)]
    drawn = [f"{kind}.jsonl" for kind in kinds]
    for kind, file in zip(kinds, drawn, strict=True):
        write_measured(file, study.drawn({}, kind=kind, **settings), "the command", settings)
    source = {
        "boards": boards,
        "drawn": drawn,
        "template": ROOT / "studies" / "exhaustive" / "results.md.j2",
    }
    output = {
        "page": "studies/exhaustive/results.md",
        "figure": "studies/exhaustive/boards.svg",
        "numbers": "studies/exhaustive/numbers.csv",
    }
    page.write(source, output, "snakemake")
    text = (tmp_path / output["page"]).read_text()
    assert "| triangles | 2×2 | 159 | 24 | 2 | 4 | 2 | 4 |" in text
    assert "| dots | 2×2 | 10 | 0 | – | – | – | – |" in text
    numbers = (tmp_path / output["numbers"]).read_text()
    assert "\ntriangles,2×2,2,33,12,1,6,10,12,10,0,1,0,0,0,0\n" in numbers
    assert "Here are 195 boards" in text  # without the larger ones
    (row,) = [line for line in text.splitlines() if line.startswith("| triangles | 540 | 1,000 |")]
    assert " | 38.15 | " in row  # 206 of 540
    assert "How many 2×3 boards with 3 symbols" in text
    assert "at most 0.37 %" in text
    assert (tmp_path / output["figure"]).read_text().count("bits") >= 2
    first, _, rest = text.partition("\n")
    assert "studies/exhaustive/results.md.j2" in first
    assert "nan" not in rest
