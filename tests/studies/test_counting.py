"""The study of Table 2: its plain search beside the engines, and its page."""

from __future__ import annotations

import random
from pathlib import Path

import pandas as pd
import pytest

import witness as w
from studies.counting import page, study
from witness.base.files import write_jsonl
from witness.pipeline.report import paper
from witness.puzzle.generate.algorithms import algorithm_3


@pytest.mark.parametrize("name", study.PREDICATES)
def test_children_that_are_never_queued_are_counted_as_by_the_engines(name: str) -> None:
    rng = random.Random(3)
    known = {"π_baseline": "baseline", "π°": "paper"}
    for _ in range(30):
        puzzle = algorithm_3(rng.randint(2, 3), rng.randint(2, 4), rng)
        found = study.expansions(puzzle, study.PREDICATES[name], popped=False)
        assert found == w.search(puzzle, known[name]).expansions


def test_a_board_without_a_solution_by_hand() -> None:
    """1×2 with one and three triangles, the goal above the start.

    The start is expanded, and the four paths around the board; the child that goes up in the
    middle has two edges of the square with one triangle.
    """
    wide = w.Puzzle(1, 2, [(0, 0)], [(1, 0)], [(0, 0, 1), (0, 1, 3)])
    never, popped = (
        study.expansions(wide, study.baseline, popped=way) for way in study.WAYS.values()
    )
    assert (never, popped) == (5, 6)


def test_the_page_says_how_far_it_is_from_the_paper(tmp_path: Path) -> None:
    rng = random.Random(1)
    drawn = [algorithm_3(*size, rng) for size in ((2, 3), (3, 2), (3, 3)) for _ in range(100)]
    write_jsonl(
        tmp_path / "test.jsonl", [one.changed(id=str(n)).to_json() for n, one in enumerate(drawn)]
    )
    source = {"test": tmp_path / "test.jsonl"}
    rows = [*study.searched(source, experiment="one", sizes=[(2, 3)])]
    assert len(rows) == 200
    (row,) = page._searched(pd.DataFrame(rows))
    never, popped = (row[f"{way}: ours / paper"] for way in study.WAYS)
    assert 0.7 < never < popped < 1.3
    assert paper.TABLE_2[2, 3].expansions == 31
