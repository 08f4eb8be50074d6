"""Two lines: which of them is the path makes no difference, but for half edges on one site."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from support.judges import JUDGES, by_the_page
from support.node import needs_node
from support.panels import drawn_panel

from witness.puzzle.grid import is_edge
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path as Line
from witness.puzzle.rules import is_solution
from witness.puzzle.second_line import image

FEATURES = {"symmetry", "wraps", "edge-ends", "open-halves", "edge-start-goals", "squares", "stars",
            "triangles", "dots", "line_dots", "eliminations", "blocks", "gaps"}  # fmt: skip


@cache
def panels() -> list[Puzzle]:
    """Random panels with two lines that begin or end in halves of edges."""
    rng = random.Random(4)
    found: list[Puzzle] = []
    while len(found) < 120:
        few = {"symmetry", "edge-ends", "open-halves", "squares", *rng.sample(sorted(FEATURES), 3)}
        puzzle = drawn_panel(rng, few)
        if puzzle.symmetry and puzzle.open_halves and puzzle.regional:
            found.append(puzzle)
    return found


def exchanged(puzzle: Puzzle) -> Puzzle:
    """The panel whose first line is the second one of another."""
    return replace(puzzle, line_dots=[(place, 3 - line) for place, line in puzzle.line_dots])


def second(puzzle: Puzzle, line: Line) -> Line:
    return tuple(image(puzzle.grid, puzzle.symmetry, place) for place in line)


@pytest.mark.parametrize("judge", JUDGES)
def test_the_lines_can_be_exchanged(judge: str) -> None:
    right = 0
    for puzzle in panels():
        found = JUDGES[judge](puzzle)
        assert JUDGES[judge](exchanged(puzzle)) == {second(puzzle, line) for line in found}, puzzle
        right += any(is_edge(end) for line in found for end in (line[0], line[-1]))
    assert right > 10


@needs_node
def test_the_page_takes_the_lines_alike(tmp_path: Path) -> None:
    cases = [(puzzle, line) for puzzle in panels() for line in simple_paths(puzzle)]
    others = [(exchanged(puzzle), second(puzzle, line)) for puzzle, line in cases]
    found = by_the_page(cases, tmp_path)
    assert found == by_the_page(others, tmp_path)
    assert found == [is_solution(puzzle, line) for puzzle, line in cases]


MIDDLE, RIGHT = ((0, 1), (1, 1)), ((0, 2), (1, 2))

#: Panels and lines, and whether the game and the engine of witnesspuzzles.com accept them. Across a
#: half edge of the second line, a region of the site goes only over the edge's other end.
ON_THE_SITE = [
    (
        Puzzle(
            1, 3, ((0, 0), (0, 3), (1, 0), (1, 3)), (MIDDLE, RIGHT), pass_goals=True,
            squares=((0, 0, "white"), (0, 2, "black")), symmetry="left-right", open_halves=True,
        ),
        ((0, 0), (1, 0), (1, 1), MIDDLE),
        (False, False),
    ),
    (
        Puzzle(
            1, 3, ((1, 0), (1, 3), MIDDLE, RIGHT), ((0, 1), (0, 2)), pass_goals=True,
            squares=((0, 1, "black"), (0, 2, "white")), symmetry="left-right", open_halves=True,
        ),
        (MIDDLE, (1, 1), (1, 0), (0, 0), (0, 1)),
        (False, True),
    ),
    (
        Puzzle(
            3, 2, (MIDDLE, ((2, 1), (3, 1))), (((0, 0), (1, 0)), ((1, 0), (1, 1)),
            ((2, 0), (2, 1)), ((2, 0), (3, 0))), dots=((2, 0),), pass_goals=True,
            stars=((0, 0, "black"), (2, 1, "black")), symmetry="up-down", open_halves=True,
        ),
        (MIDDLE, (1, 1), (1, 2), (0, 2), (0, 1), (0, 0), (1, 0), ((1, 0), (1, 1))),
        (True, False),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("puzzle", "line", "expected"), ON_THE_SITE)
@pytest.mark.parametrize("judge", JUDGES)
def test_half_edges_on_witnesspuzzles(
    judge: str, puzzle: Puzzle, line: Line, expected: tuple[bool, bool]
) -> None:
    there = replace(puzzle, rules="witnesspuzzles")
    assert tuple(line in JUDGES[judge](one) for one in (puzzle, there)) == expected


@needs_node
def test_half_edges_on_witnesspuzzles_in_the_page(tmp_path: Path) -> None:
    cases = [
        (replace(puzzle, rules=rules), line)
        for puzzle, line, _ in ON_THE_SITE
        for rules in ("game", "witnesspuzzles")
    ]
    expected = [right for *_, both in ON_THE_SITE for right in both]
    assert by_the_page(cases, tmp_path) == expected


@pytest.mark.parametrize("judge", JUDGES)
def test_judges_agree_on_the_rules_of_the_site(judge: str) -> None:
    differ = 0
    for panel in panels():
        puzzle = replace(panel, rules="witnesspuzzles")
        found = JUDGES[judge](puzzle)
        assert found == JUDGES["table"](puzzle), puzzle
        differ += found != JUDGES["table"](panel)
    assert differ > 1
