"""Generated puzzles are what Algorithms 3 and 4 say; sets are distinct and reproducible."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from witness.base.errors import InputError
from witness.puzzle.generate.algorithms import (
    UNIQUE,
    Requirement,
    algorithm_3,
    algorithm_4,
    path_set,
    puzzle_sets,
    random_set,
)
from witness.puzzle.generate.decisions import has_one_solution
from witness.puzzle.generate.gaps import MOST_GAPS, gaps_beside, random_gaps
from witness.puzzle.generate.random_paths import PATH_METHODS, walk
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.rules import path_edges

METHODS = sorted(PATH_METHODS)


def near(count, draws, chance, sigmas=4.5):
    """Whether a count is what `draws` draws with this chance give."""
    variance = draws * chance * max(0.0, 1 - chance)
    return abs(count - draws * chance) <= sigmas * variance**0.5 + 1e-6


def exact_algorithm_3(rows, cols):
    """Every puzzle that Algorithm 3 can draw, with its probability."""
    board = grid(rows, cols)
    goals = [vertex for vertex in board.peripheral_vertices if vertex != (0, 0)]
    most = max(1, rows * cols // 2)
    chances = {}
    for goal, count in product(goals, range(1, most + 1)):
        sets = list(combinations(board.squares, count))
        for squares, numbers in product(sets, product((1, 2, 3), repeat=count)):
            triangles = tuple((r, c, k) for (r, c), k in zip(squares, numbers, strict=True))
            puzzle = Puzzle(rows, cols, ((0, 0),), (goal,), triangles)
            if next(solutions(puzzle), None) is not None:
                chances[puzzle] = 1 / len(goals) / most / len(sets) / 3**count
    total = sum(chances.values())
    return {puzzle: chance / total for puzzle, chance in chances.items()}


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)])
def test_algorithm_3_distribution(size):
    expected = exact_algorithm_3(*size)
    draws = 3000
    rng = random.Random(1)
    drawn = Counter(algorithm_3(*size, rng) for _ in range(draws))
    assert set(drawn) <= set(expected)
    for puzzle, chance in expected.items():
        assert near(drawn[puzzle], draws, chance), puzzle
    for count in (1, 2):
        chance = sum(c for puzzle, c in expected.items() if len(puzzle.triangles) == count)
        assert near(sum(n for p, n in drawn.items() if len(p.triangles) == count), draws, chance)


def test_algorithm_3_puzzles_are_well_formed_and_solvable():
    rng = random.Random(2)
    counts = set()
    for _ in range(300):
        rows, cols = rng.randrange(1, 5), rng.randrange(1, 4)
        puzzle = algorithm_3(rows, cols, rng)
        assert puzzle.problems() == []
        assert (puzzle.rows, puzzle.cols, puzzle.starts) == (rows, cols, ((0, 0),))
        assert len(puzzle.goals) == 1
        assert puzzle.goals[0] in set(puzzle.grid.peripheral_vertices) - {(0, 0)}
        assert 1 <= len(puzzle.triangles) <= max(1, rows * cols // 2)
        assert puzzle.canonical() == puzzle
        assert next(solutions(puzzle), None) is not None
        counts.add(len(puzzle.triangles))
    assert counts == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("method", METHODS)
def test_algorithm_4_puzzles_are_well_formed_and_solvable(method):
    rng = random.Random(3)
    for _ in range(200):
        rows, cols = rng.randrange(1, 4), rng.randrange(1, 5)
        puzzle = algorithm_4(rows, cols, rng, method)
        assert puzzle.problems() == []
        assert (puzzle.rows, puzzle.cols, puzzle.starts) == (rows, cols, ((0, 0),))
        assert puzzle.goals[0] in set(puzzle.grid.peripheral_vertices) - {(0, 0)}
        assert puzzle.triangles
        assert puzzle.canonical() == puzzle
        assert next(solutions(puzzle), None) is not None


def test_algorithm_4_draws_goal_and_number_of_squares_uniformly():
    draws = 6000
    rng = random.Random(4)
    puzzles = [algorithm_4(1, 2, rng) for _ in range(draws)]
    goals = Counter(puzzle.goals[0] for puzzle in puzzles)
    assert set(goals) == set(grid(1, 2).vertices) - {(0, 0)}
    assert all(near(count, draws, 1 / 5) for count in goals.values())
    # To the neighbour (0, 1) there are three paths:
    # right (1/2) has one edge of the left square and none of the right one;
    # up, right, down (1/4) has three of the left and one of the right;
    # up, right, right, down, left (1/4) has two of the left and three of the right.
    # With two squares touched, one or both are drawn, each with 1/2.
    chance = {
        ((0, 0, 1),): 1 / 2,
        ((0, 0, 3),): 1 / 16,
        ((0, 1, 1),): 1 / 16,
        ((0, 0, 3), (0, 1, 1)): 1 / 8,
        ((0, 0, 2),): 1 / 16,
        ((0, 1, 3),): 1 / 16,
        ((0, 0, 2), (0, 1, 3)): 1 / 8,
    }
    to_neighbour = Counter(p.triangles for p in puzzles if p.goals == ((0, 1),))
    total = sum(to_neighbour.values())
    assert set(to_neighbour) == set(chance)
    for triangles, expected in chance.items():
        assert near(to_neighbour[triangles], total, expected), triangles


PLAN = [("train", 40), ("filter", 60), ("test", 300)]
SIZES = {"train": (1, 3), "filter": (2, 3), "test": (1, 4)}


def test_sets_are_distinct_disjoint_and_named():
    ticks = []
    sets = puzzle_sets(PLAN, SIZES, random.Random(1), progress=ticks.append)
    assert [(name, len(puzzles)) for name, puzzles in sets.items()] == PLAN
    everything = [puzzle for puzzles in sets.values() for puzzle in puzzles]
    assert len({puzzle.canonical() for puzzle in everything}) == len(everything)
    assert [puzzle for puzzle in ticks if puzzle is not None] == everything
    for name, puzzles in sets.items():
        assert [puzzle.id for puzzle in puzzles] == [f"{name}-{i:04d}" for i in range(len(puzzles))]
        sides = {side for puzzle in puzzles for side in (puzzle.rows, puzzle.cols)}
        assert sides == set(range(SIZES[name][0], SIZES[name][1] + 1))
    assert sets["train"][7].id == "train-0007"


def test_a_seed_gives_the_same_sets_again():
    def drawn(seed):
        sets = puzzle_sets(PLAN, SIZES, random.Random(seed))
        return [puzzle.to_json() for puzzles in sets.values() for puzzle in puzzles]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


RANDOM = {
    "id": "random-0000",
    "rows": 4,
    "cols": 4,
    "starts": [[0, 0]],
    "goals": [[0, 4]],
    "triangles": [[0, 0, 1], [2, 3, 1], [3, 0, 3]],
}
FROM_PATH = {
    "id": "path-0000",
    "rows": 4,
    "cols": 4,
    "starts": [[0, 0]],
    "goals": [[0, 4]],
    "triangles": [
        [0, 3, 1],
        [1, 0, 3],
        [1, 2, 3],
        [2, 0, 3],
        [2, 1, 1],
        [2, 2, 2],
        [3, 0, 2],
        [3, 1, 3],
    ],
}


def test_seeds_name_the_same_puzzles_for_ever():
    # Published sets are named by their seed; a change of these puzzles needs a good reason.
    (random_puzzle,) = random_set(1, 4, 4, random.Random(3))
    (path_puzzle,) = path_set(4, 4, 1, random.Random(3))
    assert random_puzzle.to_json() == RANDOM
    assert path_puzzle.to_json() == FROM_PATH


@pytest.mark.slow
def test_all_puzzles_of_a_size_can_be_found_but_no_more():
    every = set(exact_algorithm_3(1, 1))
    assert {p.canonical() for p in random_set(len(every), 1, 1, random.Random(1))} == every
    with pytest.raises(InputError, match=f"only {len(every)} of 500 distinct .* 'random'.*larger"):
        random_set(500, 1, 1, random.Random(1), max_misses=100)
    with pytest.raises(InputError, match=r"only \d+ of 500 distinct puzzles .* 'path'"):
        path_set(1, 1, 500, random.Random(1), max_misses=100)
    # The first set has used them all up.
    with pytest.raises(InputError, match=r"only 0 of 1 distinct .* 'b'"):
        puzzle_sets([("a", len(every)), ("b", 1)], {"a": (1, 1), "b": (1, 1)}, random.Random(1))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rng: algorithm_3(0, 3, rng), "rows is 0"),
        (lambda rng: algorithm_3(3, 65, rng), "cols is 65"),
        (lambda rng: algorithm_4(3, 3, rng, "other"), "unknown path method 'other'.*walk, uniform"),
        (lambda rng: random_set(1, 0, 3, rng), "board sizes of 'random' are 0 to 3"),
        (lambda rng: random_set(1, 4, 3, rng), "board sizes of 'random' are 4 to 3"),
        (lambda rng: algorithm_3(40, 40, rng), "decided up to 13 squares .* not for 40×40"),
        (
            lambda rng: path_set(14, 20, 1, rng, requirements=[UNIQUE]),
            "whether there is one solution is decided up to 13 squares",
        ),
        (lambda rng: path_set(2, 2, 10**9, rng), "1000000000 .* 0 to 1,000,000 are possible"),
        (lambda rng: puzzle_sets([("a", 1)], {}, rng), "'a' has no board sizes"),
        (
            lambda rng: puzzle_sets([("a", 1), ("a", 1)], {"a": (2, 2)}, rng),
            "two puzzle sets named 'a'",
        ),
    ],
)
def test_impossible_requirements(call, message):
    with pytest.raises(InputError, match=message):
        call(random.Random(1))


def test_unique_puzzles_have_one_solution():
    for draw in (
        lambda: random_set(15, 2, 3, random.Random(1), requirements=[UNIQUE]),
        lambda: path_set(3, 4, 15, random.Random(1), requirements=[UNIQUE]),
    ):
        puzzles = draw()
        assert puzzles == draw()
        assert len(set(puzzles)) == 15
        for puzzle in puzzles:
            assert has_one_solution(puzzle)
            assert len(list(solutions(puzzle))) == 1


def test_no_unique_puzzles():
    words = "none of 50 draws in a row for 'path' had exactly one solution and luck"
    with pytest.raises(InputError, match=words):
        path_set(
            3,
            3,
            2,
            random.Random(1),
            requirements=[UNIQUE, Requirement(lambda puzzle: False, "luck")],
            max_misses=50,
        )


def test_uniform_paths_on_a_board_that_is_too_large(monkeypatch):
    monkeypatch.setattr("witness.base.limits.budget.memory", lambda: 10**6)
    with pytest.raises(InputError, match="uniformly random paths on 9×11 need more memory"):
        algorithm_4(9, 11, random.Random(1), "uniform")
    with pytest.raises(InputError, match="on 14×20 take too long; up to 13 squares"):
        algorithm_4(14, 20, random.Random(1), "uniform")


def test_walks_that_never_arrive_end():
    board = grid(64, 64)
    with pytest.raises(InputError, match=r"none of 200 random .* \[64, 64\] on a 64×64 board"):
        walk(board, (0, 0), (64, 64), random.Random(1), max_walks=200)


def test_large_boards_are_drawn_in_vain_less_often():
    with pytest.raises(InputError, match="none of 4 draws"):  # 10×10 is four times 5×5
        path_set(
            10,
            10,
            1,
            random.Random(1),
            requirements=[Requirement(lambda puzzle: False, "luck")],
            max_misses=50,
        )


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
