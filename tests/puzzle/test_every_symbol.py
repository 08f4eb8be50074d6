"""All symbols together: the rules and the goal test, held to a judge without code of theirs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.judge import Table
from support.judges import JUDGES, by_the_page
from support.node import needs_node
from support.panels import drawn_panel

from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.rules import is_solution

#: Features that are drawn together.
GROUPS = {
    "lines": {"triangles", "four-triangles", "dots", "gaps", "squares", "stars", "coloured",
              "missing", "open-halves", "edge-ends", "start-goals", "edge-start-goals",
              "pass-goals"},
    "blocks": {"blocks", "stars", "coloured", "missing", "open-halves", "edge-ends", "gaps"},
    "negative": {"blocks", "negative-blocks", "edge-ends", "missing"},
    "negative, windmill": {"blocks", "negative-blocks", "rules", "edge-ends"},
    "marks": {"eliminations", "triangles", "squares", "stars", "dots", "coloured", "missing"},
    "marks and blocks": {"eliminations", "blocks", "stars", "squares", "coloured"},
    "marks, windmill": {"eliminations", "blocks", "stars", "squares", "coloured", "dots", "rules"},
    "two lines": {"symmetry", "line_dots", "dots", "gaps", "squares", "triangles", "edge-ends",
                  "eliminations"},
    "halves": {"symmetry", "edge-ends", "open-halves", "squares", "stars", "dots", "eliminations",
               "rules"},
    "round": {"wraps", "symmetry", "line_dots", "dots", "squares", "stars", "triangles", "blocks",
              "eliminations", "edge-ends", "gaps"},
    "all": {*FEATURES} - {"rules"},
}  # fmt: skip


@pytest.mark.parametrize("group", GROUPS)
def test_rules_and_goal_test(group: str) -> None:
    rng = random.Random(group)
    seen: set[str] = set()
    right = wrong = 0
    for _ in range(60):
        puzzle = drawn_panel(rng, frozenset(GROUPS[group]))
        table, found = Table(puzzle), {*solutions(puzzle)}
        for path in simple_paths(puzzle):
            expected = table.accepts(path)
            assert (path in found) == is_solution(puzzle, path) == expected, (puzzle, path)
            right, wrong = right + expected, wrong + (not expected)
        seen |= puzzle.features
    assert seen == GROUPS[group]
    assert min(right, wrong) > 20


MIDDLE = ((0, 1), (1, 1))
MARKS = ((0, 0), (0, 1))


def two_squares(marks: tuple[tuple[int, int], ...], *, open_halves: bool) -> Puzzle:
    """A dot off the line, at the free end of half an edge that parts two squares, or does not."""
    return Puzzle(
        1, 2, (MIDDLE,), ((1, 1),), dots=((0, 1),), eliminations=marks, open_halves=open_halves
    )


def two_lines(dot: tuple[int, int], line: int) -> Puzzle:
    """A dot of a line, beside a region with a mark."""
    starts, goals = ((0, 0), (0, 3)), ((1, 0), (1, 3))
    return Puzzle(
        1, 3, starts, goals, line_dots=((dot, line),), eliminations=((0, 1),),
        symmetry="left-right",
    )  # fmt: skip


#: Panels, a line, and whether it is right.
DOTS = [
    # A dot off the line needs a mark in each region that it touches.
    (two_squares(MARKS, open_halves=False), (MIDDLE, (1, 1)), True),
    (two_squares(MARKS[:1], open_halves=False), (MIDDLE, (1, 1)), False),
    (two_squares(MARKS, open_halves=True), (MIDDLE, (1, 1)), False),
    (two_squares(MARKS[:1], open_halves=True), (MIDDLE, (1, 1)), True),
    # Marks take a dot away that no line takes, but none that the wrong line takes.
    (two_lines((0, 1), 1), ((0, 0), (1, 0)), True),
    (two_lines((0, 1), 2), ((0, 0), (0, 1), (1, 1), (1, 0)), False),
    (two_lines((0, 1), 2), ((0, 0), (1, 0)), True),
    (two_lines((0, 2), 1), ((0, 0), (0, 1), (1, 1), (1, 0)), False),
]


@pytest.mark.parametrize("judge", JUDGES)
def test_marks_and_dots(judge: str) -> None:
    found = [line in JUDGES[judge](puzzle) for puzzle, line, _ in DOTS]
    assert found == [right for *_, right in DOTS]


@needs_node
def test_marks_and_dots_in_the_page(tmp_path: Path) -> None:
    found = by_the_page([(puzzle, line) for puzzle, line, _ in DOTS], tmp_path)
    assert found == [right for *_, right in DOTS]
