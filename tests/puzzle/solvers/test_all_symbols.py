"""Solvers with all symbols and boards against brute force: sets of solutions, counts, shortest."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from support.judge import Table
from support.panels import drawn_panel

from witness.puzzle import solvers
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path
from witness.puzzle.symbols.blocks import Block

#: Features that are drawn together.
GROUPS = {
    "lines": {"triangles", "four-triangles", "dots", "gaps", "squares", "stars", "coloured",
              "missing", "open-halves", "edge-ends", "start-goals", "edge-start-goals"},
    "blocks": {"blocks", "stars", "coloured", "missing", "open-halves", "edge-ends", "gaps"},
    "blocks, windmill": {"blocks", "rules", "edge-ends", "missing", "pass-goals"},
    "negative": {"blocks", "negative-blocks", "edge-ends", "missing"},
    "negative, windmill": {"blocks", "negative-blocks", "rules", "eliminations"},
    "marks": {"eliminations", "triangles", "squares", "stars", "dots", "coloured", "missing"},
    "marks and blocks": {"eliminations", "blocks", "stars", "squares", "coloured"},
    "marks, windmill": {"eliminations", "blocks", "stars", "squares", "coloured", "dots",
                        "triangles", "rules"},
    "two lines": {"symmetry", "line_dots", "dots", "gaps", "squares", "triangles", "edge-ends",
                  "eliminations"},
    "round": {"wraps", "symmetry", "line_dots", "dots", "squares", "stars", "triangles", "blocks",
              "eliminations", "edge-ends", "gaps"},
    "all": {*FEATURES},
}  # fmt: skip

DRAWS = {"clingo": 16, "frontier": 40}


@cache
def by_judge(puzzle: Puzzle) -> frozenset[Path]:
    table = Table(puzzle)
    return frozenset(path for path in simple_paths(puzzle) if table.accepts(path))


def check(puzzle: Puzzle, name: str) -> bool:
    expected = by_judge(puzzle)
    found = list(solvers.solutions(puzzle, name))
    assert len(found) == len({*found}), puzzle
    assert {*found} == expected, puzzle
    assert solvers.count(puzzle, name) == (len(expected), "exact"), puzzle
    answer = solvers.solve(puzzle, name)
    assert answer.status == ("solved" if expected else "unsolvable"), puzzle
    assert answer.path in (expected or {None})
    shortest = solvers.solve(puzzle, name, shortest=True)
    assert shortest.length == min((len(path) - 1 for path in expected), default=None), puzzle
    return bool(expected)


def check_drawn(name: str, group: str, number: int) -> None:
    known = {feature for feature, knows_it in solvers.feature_table()[name].items() if knows_it}
    features = GROUPS[group] & known
    if name == "frontier" and group != "lines":
        pytest.skip("it refuses most of that")
    rng = random.Random(group)
    answers = []
    while len(answers) < number:
        answers.append(check(drawn_panel(rng, features), name))
    assert 1 < sum(answers) < len(answers) - 1


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("name", DRAWS)
def test_drawn_panels(name: str, group: str) -> None:
    check_drawn(name, group, DRAWS[name])


def test_blocks_beside_the_board() -> None:
    """A block of three on a board of two, of which a negative one takes away what is beside it."""
    blocks = (Block(0, 0, ("###",)), Block(0, 1, ("#",), negative=True))
    puzzle = Puzzle(1, 2, ((0, 0),), ((1, 0),), blocks=blocks, rules="windmill")
    assert by_judge(puzzle)
    assert check(puzzle, "clingo")
    assert not check(replace(puzzle, rules="game"), "clingo")


def test_blocks_far_beside_the_board() -> None:
    blocks = (Block(0, 0, ("#" * 9,)), Block(0, 1, ("#" * 7,), negative=True))
    puzzle = Puzzle(1, 2, ((0, 0),), ((1, 0),), blocks=blocks, rules="windmill")
    assert solvers.solve(puzzle, "clingo").status == "solved"
    smaller = replace(puzzle, blocks=(Block(0, 0, ("#" * 8,)), blocks[1]))
    assert solvers.solve(smaller, "clingo").status == "unsolvable"
