"""All symbols together: the rules and the goal test, held to a judge without code of theirs."""

from __future__ import annotations

import random

import pytest
from support.judge import Table
from support.panels import drawn_panel

from witness.puzzle.model import FEATURES
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
