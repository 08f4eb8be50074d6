"""Coloured squares and stars on the frontier: exhaustive small boards, published counts, limits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest
from support.panels import SYMBOLS, random_panel
from support.solving import ENGINES

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.puzzle import solvers
from witness.puzzle.frontier.compiled import Compiled
from witness.puzzle.frontier.panel import answers_of, is_fast
from witness.puzzle.frontier.plain import Plain
from witness.puzzle.frontier.plan import plan
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path, is_solution

#: What a square may hold: nothing, a coloured square, a star.
COLOURED = (None, ("squares", "black"), ("squares", "white"))
STARRED = (*COLOURED, ("stars", "black"), ("stars", "white"))


def boards(puzzle: Puzzle, contents: tuple[tuple[str, str] | None, ...]) -> Iterator[Puzzle]:
    """Yield a panel with all ways to fill its squares."""
    squares = grid(puzzle.rows, puzzle.cols).squares
    for chosen in product(contents, repeat=len(squares)):
        symbols: dict[str, list[tuple[int, int, str]]] = {"squares": [], "stars": []}
        for square, content in zip(squares, chosen, strict=True):
            if content is not None:
                symbols[content[0]].append((*square, content[1]))
        found = {name: tuple(symbol) for name, symbol in symbols.items()}
        yield replace(puzzle, **found)


@cache
def paths(bare: Puzzle) -> tuple[Path, ...]:
    return tuple(simple_paths(bare))


def assert_right(engine: str, puzzle: Puzzle, possible: tuple[Path, ...]) -> bool:
    """Compare all answers with brute force; return whether there is a solution."""
    expected = {path for path in possible if is_solution(puzzle, path)}
    laid_out = plan(puzzle)
    answers = ENGINES[engine](laid_out, Budget())
    found = list(answers.solutions())
    assert len(found) == len(expected), puzzle
    assert set(found) == expected, puzzle
    assert answers.count() == len(expected)
    shortest = answers.shortest()
    number, draw = answers.sampler()
    assert number == len(expected)
    if not expected:
        assert shortest is None
        return False
    assert shortest in expected
    assert len(shortest) == min(map(len, expected))
    assert draw(random.Random(1)) in expected
    return True


@pytest.mark.parametrize(
    ("engine", "every"),
    [
        pytest.param("plain", 13, marks=pytest.mark.slow),
        pytest.param("compiled", 10, marks=pytest.mark.slow),
        pytest.param("compiled", 1, marks=pytest.mark.long),
    ],
)
def test_two_colours_of_squares(engine: str, every: int) -> None:
    """All 2×2 boards with each start and goal, or one of every few."""
    solvable = asked = 0
    for start, goal in permutations(grid(2, 2).vertices, 2):
        bare = Puzzle(2, 2, (start,), (goal,))
        for number, puzzle in enumerate(boards(bare, COLOURED)):
            if number % every == 0:
                solvable += assert_right(engine, puzzle, paths(bare))
                asked += 1
    assert asked == 9 * 8 * -(-81 // every)
    assert asked / 4 < solvable < asked


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "bare",
    [
        Puzzle(2, 2, ((0, 0),), ((2, 2),)),
        Puzzle(2, 2, ((1, 1),), ((0, 1), (2, 0)), pass_goals=True),
        Puzzle(2, 2, ((0, 0),), ((2, 1),), gaps=(((0, 1), (1, 1)), ((1, 0), (2, 0)))),
        Puzzle(2, 2, (((0, 0), (1, 0)),), (((1, 1), (1, 2)),), dots=((0, 1),)),
    ],
)
def test_squares_and_stars(engine: str, bare: Puzzle) -> None:
    """Boards of 2×2, with gaps, dots, and ends within edges: one of 6; in Python one of 27."""
    solvable = asked = 0
    for number, puzzle in enumerate(boards(bare, STARRED)):
        if number % (6 if engine == "compiled" else 27) == 0:
            solvable += assert_right(engine, puzzle, paths(bare))
            asked += 1
    assert asked / 20 < solvable < asked


@pytest.mark.slow
def test_the_other_solvers_count_the_same() -> None:
    rng = random.Random(8)
    compared = 0
    for _ in range(14):
        puzzle = random_panel(rng, ((4, 4), (5, 4)), SYMBOLS, pass_goals=True)
        if puzzle.squares or puzzle.stars:
            number, status = solvers.count(puzzle, "clingo", limits=Limits(time_limit=2))
            if status == "exact":
                assert solvers.count(puzzle, "frontier") == (number, status), puzzle
                compared += 1
    assert compared > 5


def test_wide_boards_have_the_same_count_in_all_engines() -> None:
    """Where the joints of regions stand above the line, and where beside the marks."""
    for columns, colours in ((5, "abcd"), (9, "ab"), (10, "ab")):
        rng = random.Random(columns)
        squares = [(r, c) for r in range(columns + 1) for c in range(columns)]
        chosen = rng.sample(squares, 2 * len(squares) // 3)
        placed = tuple((*square, rng.choice(colours)) for square in chosen)
        puzzle = Puzzle(columns + 1, columns, ((0, 0),), ((columns + 1, columns),), squares=placed)
        # Without walls that may go anywhere, plain Python has time for it.
        gaps = tuple(edge for edge in puzzle.grid.edges if rng.random() < 0.25)
        puzzle = replace(puzzle, gaps=gaps)
        laid_out = plan(puzzle)
        assert is_fast(puzzle)
        assert Compiled(laid_out, Budget()).count() == Plain(laid_out, Budget()).count()


def two_coloured(rows: int, cols: int) -> Iterator[Puzzle]:
    """Yield all boards with black and white squares, at least one of each, and black the first.

    There are as many with white the first.
    """
    for puzzle in boards(Puzzle(rows, cols, ((0, 0),), ((rows, cols),)), COLOURED):
        colours = [colour for _, _, colour in puzzle.squares]
        if len(set(colours)) == 2 and colours[0] == "black":
            yield puzzle


def has_one_solution(puzzle: Puzzle) -> bool:
    return Compiled(plan(puzzle), Budget()).count() == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cols", "number"), [(3, 1056), pytest.param(4, 16636, marks=pytest.mark.long)]
)
def test_boards_of_two_colours_with_one_solution(cols: int, number: int) -> None:
    """Published: 1,056 of three by three, 16,636 of three by four (Chen 2023)."""
    assert 2 * sum(map(has_one_solution, two_coloured(3, cols))) == number


def test_slices_of_one_state_and_tables_that_grow() -> None:
    rng = random.Random(9)
    panels = [random_panel(rng, ((3, 4), (4, 4)), SYMBOLS, ends=1) for _ in range(12)]

    def answers(puzzle: Puzzle, **sizes: int) -> tuple[Any, ...]:
        found = Compiled(plan(puzzle), Budget(), **sizes)
        number, draw = found.sampler()
        drawn = draw(random.Random(1)) if number else None
        return number, found.count(), found.shortest(), list(found.solutions())[:500], drawn

    for puzzle in panels:
        assert answers(puzzle, room=64, size=1) == answers(puzzle)


def test_too_many_colours_go_to_the_plain_engine() -> None:
    colours = "abcdefgh"
    stars = tuple((n // 4, n % 4, colours[n % 8]) for n in range(16))
    puzzle = Puzzle(4, 4, ((0, 0),), ((4, 4),), stars=stars)
    assert not is_fast(puzzle)
    panel = answers_of(puzzle)
    assert panel.engine == "reference"
    assert panel.count() == solvers.count(puzzle, "clingo")[0]
    assert answers_of(replace(puzzle, stars=stars[:4])).engine == "compiled"


def test_limits_where_a_star_is_alone() -> None:
    """Too many states for the time and memory, on a board that cannot be solved."""
    squares = ((0, 0, "a"), (0, 8, "b"), (8, 0, "b"), (8, 8, "a"))
    puzzle = Puzzle(9, 9, ((0, 0),), ((9, 9),), squares=squares, stars=((8, 4, "c"),))
    for limits, status in (
        (Limits(time_limit=0.01), "time-limit"),
        (Limits(memory_limit=1), "memory-limit"),
    ):
        assert solvers.solve(puzzle, "frontier", limits=limits).status == status
        assert solvers.count(puzzle, "frontier", limits=limits) == (0, status)
        with pytest.raises(LimitReachedError):
            answers_of(puzzle, Budget(limits)).sampler()
