"""The depth-first search finds what brute force and other solvers find."""

from __future__ import annotations

import random

import pytest
from support.panels import SMALL, random_panel

from witness import solvers
from witness.base.errors import InputError
from witness.frontier.panel import Frontier
from witness.generate.depth_first import SUPPORTED, solutions
from witness.generate.solvable import is_solvable
from witness.puzzle import paths
from witness.puzzle.model import Puzzle

#: Boards on which brute force takes too long.
LARGE = ((4, 4), (4, 5), (5, 4))


@pytest.mark.parametrize("seed", range(4))
def test_the_same_as_by_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    solvable = 0
    for _ in range(500):
        puzzle = random_panel(rng, SMALL, edge_ends=False)
        found = list(solutions(puzzle))
        assert len({*found}) == len(found)
        assert {*found} == {*paths.solutions(puzzle)}, puzzle
        solvable += bool(found)
    assert 100 < solvable < 400


def test_the_same_as_by_other_solvers() -> None:
    """On larger boards more is remembered as hopeless."""
    rng = random.Random(1)
    for _ in range(40):
        puzzle = random_panel(rng, LARGE, ends=1, edge_ends=False)
        path = next(solutions(puzzle), None)
        assert (path is None) == (solvers.solve(puzzle, "clingo").path is None), puzzle
    for _ in range(40):
        symbols = ("triangles", "gaps", "dots")
        puzzle = random_panel(rng, LARGE, symbols, ends=1, edge_ends=False)
        solvable = next(solutions(puzzle), None) is not None
        assert solvable == bool(Frontier(puzzle).count()), puzzle
        if not puzzle.dots:
            assert solvable == is_solvable(puzzle)


def test_a_start_that_is_a_goal() -> None:
    empty = Puzzle(0, 0, ((0, 0),), ((0, 0),))
    assert list(solutions(empty)) == [((0, 0),)]


def test_what_it_does_not_know() -> None:
    assert {"squares", "stars", "dots"} < SUPPORTED
    puzzle = Puzzle(1, 1, (((0, 0), (0, 1)),), ((1, 1),))
    with pytest.raises(InputError, match="middle of an edge; the depth-first search does not know"):
        next(solutions(puzzle))
