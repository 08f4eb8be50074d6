"""Decisions about solutions against brute force, on thousands of boards solvable and not."""

from __future__ import annotations

import random

import pytest
from support.panels import SMALL, random_panel

from witness.boards.generate.decisions import has_one_solution, is_solvable
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions


def brute_force(puzzle):
    return next(solutions(puzzle), None) is not None


def compare(puzzles):
    """Check every puzzle against brute force; give (solvable, unsolvable) counts."""
    counts = {True: 0, False: 0}
    for puzzle in puzzles:
        assert puzzle.problems() == []
        expected = brute_force(puzzle)
        assert is_solvable(puzzle) == expected, puzzle
        counts[expected] += 1
    return counts[True], counts[False]


def random_puzzle(rng, sizes, max_gaps, max_ends=2, border_only=False):
    """Triangles on up to 70 % of the squares, starts and goals (also inside), gaps."""
    rows, cols = rng.choice(sizes)
    board = grid(rows, cols)
    vertices = board.peripheral_vertices if border_only else board.vertices
    ends = rng.sample(vertices, rng.randrange(2, min(max_ends, len(vertices)) + 1))
    count = rng.randrange(1, len(ends))
    squares = rng.sample(board.squares, rng.randrange(1, max(2, rows * cols * 7 // 10 + 1)))
    return Puzzle(
        rows,
        cols,
        tuple(ends[:count]),
        tuple(ends[count:]),
        tuple((r, c, rng.randrange(1, 4)) for r, c in squares),
        tuple(rng.sample(board.edges, rng.randrange(min(max_gaps, 3 * rows * cols) + 1))),
    )


def test_figure_1():
    assert is_solvable(Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2))))
    assert not is_solvable(Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 3))))


def test_all_boards_of_one_and_two_squares():
    puzzles = [
        Puzzle(1, cols, (start,), (goal,), triangles)
        for cols in (1, 2)
        for start in grid(1, cols).vertices
        for goal in grid(1, cols).vertices
        if start != goal
        for left in range(4)
        for right in range(4 if cols == 2 else 1)
        for triangles in [tuple(t for t in ((0, 0, left), (0, 1, right)) if t[2])]
    ]
    solvable, unsolvable = compare(puzzles)
    assert solvable + unsolvable == 12 * 4 + 30 * 16
    assert min(solvable, unsolvable) > 100


SIZES = [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (1, 5)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("draws", "sizes", "max_gaps", "max_ends", "border_only"),
    [
        pytest.param(600, SIZES, 0, 2, True, id="as Algorithm 3 draws them"),
        pytest.param(600, SIZES, 0, 2, False, id="starts and goals inside"),
        pytest.param(600, SIZES, 5, 2, False, id="gaps"),
        pytest.param(600, SIZES, 4, 5, False, id="gaps, several starts and goals"),
        pytest.param(150, [(3, 3), (2, 4), (4, 2)], 3, 4, False, id="larger"),
        pytest.param(15, [(3, 4), (4, 3), (4, 4)], 2, 3, False, id="largest"),
    ],
)
def test_agrees_with_brute_force(draws, sizes, max_gaps, max_ends, border_only):
    rng = random.Random(1)
    solvable, unsolvable = compare(
        random_puzzle(rng, sizes, max_gaps, max_ends, border_only) for _ in range(draws)
    )
    assert min(solvable, unsolvable) > draws / 5


def test_a_path_may_end_at_a_goal_but_not_pass_it():
    # The only way to the far goal leads through the near one.
    row = Puzzle(0, 2, ((0, 0),), ((0, 1), (0, 2)))
    assert is_solvable(row)
    # The second square cannot be reached without stopping at (0, 1).
    gaps = (((0, 0), (1, 0)),)
    puzzle = Puzzle(1, 2, ((0, 0),), ((0, 1), (1, 2)), ((0, 1, 2),), gaps)
    assert not is_solvable(puzzle)
    assert is_solvable(Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 1, 2),), gaps))


def test_a_start_that_is_a_goal():
    assert is_solvable(Puzzle(0, 0, ((0, 0),), ((0, 0),)))
    assert is_solvable(Puzzle(0, 3, ((0, 1),), ((0, 1),)))


def test_cut_off():
    gaps = (((0, 1), (1, 1)), ((1, 0), (1, 1)))
    assert not is_solvable(Puzzle(1, 1, ((0, 0),), ((1, 1),), gaps=gaps))
    assert is_solvable(Puzzle(1, 1, ((0, 0),), ((1, 1),), gaps=gaps[:1]))


def test_crowded_corner_far_from_the_start():
    # Around (4, 4) three threes meet: no path can serve them, and every start is far away.
    triangles = ((3, 4, 3), (4, 3, 3), (4, 4, 3))
    assert not is_solvable(Puzzle(5, 5, ((0, 0),), ((0, 5),), triangles))
    assert is_solvable(Puzzle(5, 5, ((0, 0),), ((0, 5),), triangles[:2]))


def test_all_symbols_as_by_brute_force():
    rng = random.Random(0)
    counts = set()
    for _ in range(600):
        puzzle = random_panel(rng, SMALL)
        count = len(list(solutions(puzzle)))
        assert is_solvable(puzzle) == (count > 0)
        assert has_one_solution(puzzle) == (count == 1)
        counts.add(min(count, 2))
    assert counts == {0, 1, 2}
