"""The numbers of the study of all boards, by brute force on the smallest ones; and its page."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from support.examples import ROOT

from studies.difficulty.two_colours import unique_boards
from studies.exhaustive import page, study
from studies.records import write_measured
from witness.boards.generate.exhaustive import interval
from witness.difficulty.entropy.reference import Player, entropy
from witness.difficulty.rules.thesis import THESIS
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.symbol_changes import ALONE

#: A large space that has more boards than are all looked at.
LARGE = [6, 6, 6]


def measured(sizes, parts=1, large=LARGE, **most):
    """Return what jobs find that share the boards, as a whole."""
    shares = [
        study.part({}, part=str(number), parts=str(parts), sizes=sizes, large=large, **most)
        for number in range(1, parts + 1)
    ]
    return [study.merged(rows) for rows in zip(*shares, strict=True)]


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


@pytest.mark.slow
@pytest.mark.parametrize(
    "parts", [3, 500, *(pytest.param(parts, marks=pytest.mark.long) for parts in (2, 8))]
)
def test_jobs_share_the_boards(parts, whole):
    """Their counts come to the whole, and the hardest board is the same, however many there are."""
    assert measured([[2, 2], [2, 3]], parts, [3, 3, 3], **MOST) == whole


MOST = {"triangles": 4, "squares": 6, "dots": 2}


@pytest.fixture(scope="module")
def whole():
    rows = measured([[2, 2], [2, 3]], 1, [3, 3, 3], **MOST)
    assert [row["boards"] for row in rows if row["rows"] == 3] == [1188, 358, 4236]
    return rows


@pytest.mark.slow
def test_what_is_drawn_is_of_the_boards_that_there_are():
    """The intervals hold the shares in all boards of 3×3."""
    everything = {row["kind"]: row for row in measured([], 1, [3, 3, 4], squares=4, triangles=4)}
    for kind in ("triangles", "squares", "triangles,dots", "stars", "gaps,blocks"):
        (row,) = study.drawn({}, kind=kind, large=[3, 3, 4], draws=2000, seed=1)
        assert row["boards"] == (2000 if {*kind.split(",")} <= BY_SETS else 40)
        assert row["seconds_of_all"] > 0
        assert 100 * row["there"] < row["bytes_of_all"] < 500 * row["there"]
        if row["kind"] in everything:
            truth = everything[row["kind"]]
            assert row["there"] == truth["boards"]
            for solved in ("0", "1"):
                low, high = interval(row["solutions"].get(solved, 0), row["boards"])
                assert low <= truth["solutions"].get(solved, 0) / truth["boards"] <= high


BY_SETS = {"triangles", "squares", "dots", "gaps"}


def test_boards_of_two_colours_with_one_solution_are_those_of_the_thesis():
    rows = measured([[2, 3]], squares=6)
    assert sum(row["solutions"].get("1", 0) for row in rows) == len(unique_boards(2, 3)) == 48


@pytest.mark.slow
def test_on_three_by_three_too():
    """There the diagonal maps no board with one solution to itself."""
    rows = measured([[3, 3]], squares=9)
    assert 2 * sum(row["solutions"].get("1", 0) for row in rows) == len(unique_boards(3, 3)) == 1056


@pytest.mark.slow
def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sizes = [[1, 2], [2, 2]]
    most = {"triangles": 4, "dots": 1}
    parts = []
    for part in ("1", "2"):
        rows = study.part({}, part=part, parts="2", sizes=sizes, large=[2, 3, 3], **most)
        parts.append(f"{part}-of-2.jsonl")
        write_measured(parts[-1], rows, "the command", {"sizes": sizes})
    write_measured("boards.jsonl", study.boards({"parts": parts}), "the command", {})
    settings = {"large": [2, 3, 3], "draws": 1000, "seed": 1}
    kinds = ["triangles", "dots", ",".join(ALONE)]
    drawn = [f"{kind}.jsonl" for kind in kinds]
    for kind, file in zip(kinds, drawn, strict=True):
        write_measured(file, study.drawn({}, kind=kind, **settings), "the command", settings)
    source = {
        "parts": parts,
        "boards": "boards.jsonl",
        "drawn": drawn,
        "template": ROOT / "studies" / "exhaustive" / "results.md.j2",
    }
    output = {"page": "studies/exhaustive/results.md", "figure": "studies/exhaustive/boards.svg"}
    page.write(source, output, "snakemake")
    text = (tmp_path / output["page"]).read_text()
    assert "| triangles | 2×2 | 159 | 24 | 2 | 4 | 2 | 4 |" in text
    assert "| dots | 2×2 | 10 | 0 | – | – | – | – |" in text
    assert "| triangles | 2×2 | 2 | 33 | 10 | 12 | 12 | 1 | 6 |" in text
    assert "| triangles | 2×2 | 2 | 10 | 12 | 10 | 0 | 1 | 0 | 0 | 0 | 0 |" in text
    assert "Here are 195 boards" in text  # without the larger ones
    (row,) = [line for line in text.splitlines() if line.startswith("| triangles | 1,000 |")]
    assert " | 38.15 | " in row  # 206 of 540
    assert "All 2×3 boards with 3 symbols" in text
    assert "at most 0.37 % of all boards" in text
    assert (tmp_path / output["figure"]).read_text().count("bits") >= 2
    first, _, rest = text.partition("\n")
    assert "studies/exhaustive/results.md.j2" in first
    assert "nan" not in rest
