"""The numbers of the study of all boards, by brute force on the smallest ones; and its page."""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from support.examples import ROOT, TABLE_3

from studies.exhaustive import page, study
from studies.panels import page as panels_page
from studies.panels import study as panels_study
from studies.records import read_measured, write_measured
from studies.triage.definitions import Definitions, sample, texts
from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.difficulty.entropy.reference import Player, entropy
from witness.difficulty.rules.thesis import THESIS
from witness.puzzle.files import puzzle_from_json
from witness.puzzle.formats.windmill_links import EDITOR, windmill_link
from witness.puzzle.formats.witnesspuzzles_text import witnesspuzzles_text
from witness.puzzle.generate.algorithms import random_set
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.symbol_changes import ALONE
from witness.puzzle.views.translate import translate

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


MOST = {"triangles": 4, "squares": 6, "dots": 2}


@pytest.fixture(scope="module")
def whole():
    rows = measured([[2, 2], [2, 3]], 1, [3, 3, 3], **MOST)
    assert [row["boards"] for row in rows if row["rows"] == 3] == [1188, 358, 4236]
    return rows


BY_SETS = {"triangles", "squares", "dots", "gaps"}


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
    (row,) = [line for line in text.splitlines() if line.startswith("| triangles | 1,000 |")]
    assert " | 38.15 | " in row  # 206 of 540
    assert "All 2×3 boards with 3 symbols" in text
    assert "at most 0.37 % of all boards" in text
    assert (tmp_path / output["figure"]).read_text().count("bits") >= 2
    first, _, rest = text.partition("\n")
    assert "studies/exhaustive/results.md.j2" in first
    assert "nan" not in rest


LINES = TABLE_3.splitlines()


@pytest.fixture(scope="module")
def puzzles():
    return random_set(6, 2, 3, random.Random(3), "train")


def test_prices_of_examples(swi_prolog: None, puzzles, background: Background) -> None:
    examples = sample(puzzles, 20, "plain", random.Random(1))
    assert len(examples) == 6 * 20
    assert examples == sample(puzzles, 20, "plain", random.Random(1))
    fires = translate(parse_clauses(TABLE_3), background).fires
    with Definitions(None, *texts(examples)) as definitions:
        whole = definitions.price(LINES)
        single = [definitions.price([line]) for line in LINES]
        nothing = definitions.price([])
    assert whole.covered == sum(fires(*example) for example in examples) / len(examples)
    assert 0 < nothing.inferences < 3
    # Each clause takes some inferences, and all together no more than one after another.
    assert all(price.inferences > 10 for price in single)
    assert max(p.inferences for p in single) < whole.inferences <= sum(p.inferences for p in single)
    assert whole.seconds > 0


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
def panels_source(tmp_path: Path) -> dict[str, Any]:
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
def test_the_page_about_panels(panels_source: dict[str, Any], tmp_path: Path) -> None:
    rows = {
        "census": (panels_study.census(panels_source), {}),
        "solved": (
            panels_study.solved(panels_source, time_limit=9, number=None, seed=1),
            {"time_limit": 9},
        ),
        "rated": (panels_study.rated(panels_source, max_states=100_000), {"max_states": 100_000}),
    }
    for name, (found, settings) in rows.items():
        panels_source[name] = str(tmp_path / f"{name}.jsonl")
        write_measured(panels_source[name], found, "the command", settings)
    solved = {row["id"]: row["status"] for row in read_measured(panels_source["solved"]).rows}
    assert solved == {p.id: "unsolvable" if p.id == "none" else "solved" for p in PANELS}
    rated = {row["id"]: row for row in read_measured(panels_source["rated"]).rows}
    assert rated["none"]["status"] == "unsolvable"
    assert rated["block"]["muse"] > 0
    output = {name: str(tmp_path / f"{name}.svg") for name in ("hardest", "unsolvable")}
    output |= {"page": str(tmp_path / "results.md"), "features": str(tmp_path / "features.csv")}
    template = ROOT / "studies" / "panels" / "results.md.j2"
    panels_page.write({**panels_source, "template": str(template)}, output, "the command")
    text = Path(output["page"]).read_text(encoding="utf-8")
    assert "| triangles, gaps, dots, squares, stars | 1 | 1 | 2 |" in text
    assert "| blocks | 4 | 2 | 6 |" in text
    assert "| cylinders | 5 | 2 | 7 |" in text
    assert "| blocks | 3 | 2 | 1 | 0 |" in text
    assert "These 1 panels have no solution" in text
    assert "none" in Path(output["unsolvable"]).read_text(encoding="utf-8")
