"""Random paths are simple, and drawn with the probabilities that their descriptions imply."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from witness.puzzle.generate.random_paths import PATH_METHODS
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths

METHODS = sorted(PATH_METHODS)


def paths_between(board, start, goal):
    return list(simple_paths(Puzzle(board.rows, board.cols, (start,), (goal,))))


def exact_distribution(method, board, start, goal):
    """The probability of every path, from the whole list of paths.

    Backtracking takes a random neighbour among those from which the goal can still be reached.
    A walk takes any free neighbour, and is begun anew when that was a mistake. The third gives
    every path the same chance.
    """
    paths = paths_between(board, start, goal)
    if method == "uniform":
        return {path: 1 / len(paths) for path in paths}
    chances = {}
    for path in paths:
        chance = 1.0
        for length in range(1, len(path)):
            if method == "backtracking":
                choices = {p[length] for p in paths if p[:length] == path[:length]}
            else:
                choices = set(board.neighbours(path[length - 1])) - set(path[:length])
            chance /= len(choices)
        chances[path] = chance
    total = sum(chances.values())
    return {path: chance / total for path, chance in chances.items()}


@pytest.mark.parametrize("method", METHODS)
def test_paths_are_simple_and_lead_to_the_goal(method):
    rng = random.Random(1)
    for _ in range(500):
        board = grid(rng.randrange(1, 6), rng.randrange(1, 6))
        start, goal = rng.sample(board.vertices, 2)
        path = PATH_METHODS[method](board, start, goal, rng)
        assert (path[0], path[-1]) == (start, goal)
        assert len(set(path)) == len(path)
        for a, b in pairwise(path):
            assert b in board.neighbours(a)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("size", "start", "goal"),
    [((2, 2), (0, 0), (2, 2)), ((2, 2), (0, 0), (0, 1)), ((1, 3), (0, 0), (1, 2))],
)
def test_distribution(method, size, start, goal):
    board = grid(*size)
    expected = exact_distribution(method, board, start, goal)
    draws = 6000
    rng = random.Random(1)
    drawn = Counter(PATH_METHODS[method](board, start, goal, rng) for _ in range(draws))
    assert set(drawn) == set(expected)
    for path, chance in expected.items():
        tolerance = 4.5 * (draws * chance * (1 - chance)) ** 0.5
        assert abs(drawn[path] - draws * chance) <= tolerance, path


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_gives_the_same_path_again(method):
    draws = [
        [PATH_METHODS[method](grid(5, 5), (0, 0), (5, 5), random.Random(s)) for s in range(20)]
        for _ in range(2)
    ]
    assert draws[0] == draws[1]
    assert len(set(draws[0])) > 15


def test_backtracking_is_not_lost_on_large_boards():
    rng = random.Random(1)
    paths = [PATH_METHODS["backtracking"](grid(20, 20), (0, 0), (20, 0), rng) for _ in range(5)]
    assert all(path[-1] == (20, 0) for path in paths)
