"""Gaps: as many as asked for, and never in the way."""

from __future__ import annotations

import random

import pytest

from witness.base.errors import InputError
from witness.boards.generate.algorithms import algorithm_3, algorithm_4, random_set
from witness.boards.generate.gaps import MOST_GAPS, gaps_beside, random_gaps
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import path_edges


def panels(rng: random.Random, number: int) -> list[Puzzle]:
    found = []
    for _ in range(number):
        rows, cols = rng.randrange(1, 4), rng.randrange(1, 4)
        goal = rng.choice(grid(rows, cols).peripheral_vertices[1:])
        found.append(Puzzle(rows, cols, ((0, 0),), (goal,)))
    return found


@pytest.mark.parametrize("share", [0.05, 0.1, MOST_GAPS, 0.9])
def test_a_goal_can_be_reached_with_as_many_gaps_as_there_can_be(share: float) -> None:
    rng = random.Random(1)
    for panel in panels(rng, 150):
        gapped = random_gaps(panel, share, rng)
        assert gapped.problems() == []
        assert next(simple_paths(gapped), None) is not None
        edges = len(panel.grid.edges)
        wanted = max(1, int(share * edges + 0.5))
        assert len(gapped.gaps) <= wanted
        if len(gapped.gaps) < wanted:  # any other edge is needed
            for edge in {*panel.grid.edges} - {*gapped.gaps}:
                more = Puzzle(
                    panel.rows, panel.cols, panel.starts, panel.goals, gaps=(*gapped.gaps, edge)
                )
                assert next(simple_paths(more), None) is None


def test_no_gap_is_on_the_path() -> None:
    rng = random.Random(2)
    for panel in panels(rng, 150):
        path = rng.choice(list(simple_paths(panel)))
        share = rng.choice((0.1, 0.2, 0.9))
        gapped = gaps_beside(panel, path, share, rng)
        edges = len(panel.grid.edges)
        beside = edges - len(path_edges(path))
        assert len(gapped.gaps) == min(beside, max(1, int(share * edges + 0.5)))
        assert not {*gapped.gaps} & {*path_edges(path)}


@pytest.mark.parametrize("share", [-0.1, 0.26, 1, float("nan"), float("inf")])
def test_impossible_shares(share: float) -> None:
    rng = random.Random(1)
    for draw in (
        lambda: algorithm_3(3, 3, rng, gaps=share),
        lambda: algorithm_4(3, 3, rng, gaps=share),
        lambda: random_set(1, 2, 3, rng, gaps=share),
    ):
        with pytest.raises(InputError, match=r"the share of gaps is .*; 0 to 0.25 is possible"):
            draw()
