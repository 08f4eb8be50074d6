"""Brute-force enumeration against published counts and a plainer enumeration."""

import random

import pytest

from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges, path_masks, simple_paths, solutions, walk

FIGURE_1 = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)))


def corner_to_corner(rows, cols):
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),))


def random_puzzle(rng):
    """A random small board with gaps, several starts and goals anywhere, and triangles."""
    rows, cols = rng.choice([(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (2, 3), (3, 2)])
    base = grid(rows, cols)
    ends = rng.sample(base.vertices, rng.randrange(2, 5))
    count = rng.randrange(1, len(ends))
    squares = rng.sample(base.squares, rng.randrange(len(base.squares) // 2 + 1))
    return Puzzle(
        rows,
        cols,
        tuple(ends[:count]),
        tuple(ends[count:]),
        tuple((r, c, rng.randrange(1, 4)) for r, c in squares),
        tuple(rng.sample(base.edges, rng.randrange(4))),
    )


def plain_walk(puzzle, path):
    """The definition, recursively."""
    yield path, path[-1] in puzzle.goals
    if path[-1] in puzzle.goals:
        return
    for near in puzzle.grid.neighbours(path[-1]):
        gap = {(path[-1], near), (near, path[-1])} & set(puzzle.gaps)
        if near not in path and not gap:
            yield from plain_walk(puzzle, (*path, near))


@pytest.mark.parametrize(("pass_goals", "count"), [(False, 1), (True, 2)])
def test_a_start_that_is_a_goal(pass_goals, count):
    """It is a path by itself, which goes on only where goals may be passed."""
    line = Puzzle(0, 3, ((0, 1),), ((0, 1), (0, 3)), pass_goals=pass_goals)
    found = [((0, 1),), ((0, 1), (0, 2), (0, 3))]
    assert list(simple_paths(line)) == list(solutions(line)) == found[:count]


def test_figure_1():
    assert list(solutions(FIGURE_1)) == [((0, 0), (0, 1), (0, 2), (1, 2))]
    assert list(simple_paths(FIGURE_1)) == [
        ((0, 0), (1, 0), (1, 1), (1, 2)),
        ((0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2)),
        ((0, 0), (0, 1), (1, 1), (1, 2)),
        ((0, 0), (0, 1), (0, 2), (1, 2)),
    ]


@pytest.mark.parametrize(
    ("rows", "cols", "count"),
    [
        # Squares: OEIS A007764. Others: A064298, A006192 (3 vertices a column), A007786 (4).
        (1, 1, 2),
        (2, 2, 12),
        (3, 3, 184),
        (4, 4, 8512),
        (1, 3, 8),
        (2, 3, 38),
        (2, 4, 125),
        (4, 2, 125),
        (2, 5, 414),
        (3, 4, 976),
        (5, 3, 5382),
        pytest.param(5, 5, 1262816, marks=pytest.mark.long),
    ],
)
def test_published_counts_of_corner_to_corner_paths(rows, cols, count):
    assert sum(1 for _ in simple_paths(corner_to_corner(rows, cols))) == count


def test_walk_is_the_definition_on_random_boards():
    rng = random.Random(1)
    for _ in range(500):
        puzzle = random_puzzle(rng)
        expected = [step for start in puzzle.starts for step in plain_walk(puzzle, (start,))]
        assert list(walk(puzzle)) == expected


def test_path_from_edges_undoes_path_masks():
    rng = random.Random(3)
    for _ in range(100):
        puzzle = random_puzzle(rng)
        for path, _ in walk(puzzle):
            edges, vertices = path_masks(puzzle, path)
            assert edges.bit_count() == len(path) - 1
            assert vertices.bit_count() == len(path)
            assert path_from_edges(puzzle, puzzle.grid.vertex_number(path[-1]), edges) == path
