"""The frontier algorithm, in both engines, against brute force and published counts."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from support.panels import mirrored, random_panel
from support.solving import ENGINES

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.puzzle.frontier.compiled import Compiled
from witness.puzzle.frontier.panel import answers_of
from witness.puzzle.frontier.plain import Plain
from witness.puzzle.frontier.plan import plan
from witness.puzzle.frontier.table import step_table
from witness.puzzle.generate.random_paths import PATH_METHODS
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution, path_edges

#: Symbols of panels without regions, for which states are shorter, and all symbols.
LINE, ALL = ("triangles", "gaps", "dots"), ("triangles", "gaps", "dots", "squares", "stars")

#: Simple paths between opposite corners of an empty n×n board, n = 1, 2, … (OEIS A007764).
CORNER_TO_CORNER = (
    2, 12, 184, 8512, 1262816, 575780564, 789360053252, 3266598486981642, 41044208702632496804,
    1568758030464750013214100,
)  # fmt: skip


def corner_to_corner(rows: int, cols: int) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),))


@pytest.mark.parametrize(("engine", "largest"), [("plain", 6), ("compiled", 10)])
def test_published_counts(engine: str, largest: int) -> None:
    for side in range(1, largest + 1):
        answers = ENGINES[engine](plan(corner_to_corner(side, side)), Budget())
        assert answers.count() == CORNER_TO_CORNER[side - 1]


@pytest.mark.slow
@pytest.mark.parametrize("symbols", [LINE, ALL])
@pytest.mark.parametrize(
    ("engine", "draws"),
    [
        ("plain", 40), ("compiled", 200),
        pytest.param("plain", 1000, marks=pytest.mark.long),
        pytest.param("compiled", 5000, marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_agrees_with_brute_force(engine: str, draws: int, symbols: tuple[str, ...]) -> None:
    """Solutions, their number, a shortest one and random ones."""
    rng = random.Random(1)
    solvable = 0
    for _ in range(draws):
        puzzle = random_panel(rng, symbols=symbols, pass_goals=True)
        expected = list(solutions(puzzle))
        laid_out = plan(puzzle)
        answers = ENGINES[engine](laid_out, Budget())
        found = list(answers.solutions())
        assert len(found) == len(set(found)) == len(expected), puzzle
        assert set(found) == set(expected), puzzle
        assert answers.count() == len(expected)
        shortest = answers.shortest()
        number, draw = answers.sampler()
        assert number == len(expected)
        if not expected:
            assert shortest is None
            continue
        solvable += 1
        assert len(shortest) == min(map(len, expected))
        assert is_solution(puzzle, shortest)
        assert draw(rng) in expected
    assert draws / 3 < solvable < draws * 0.95


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(2, 2, ((0, 0),), ((2, 2), (1, 2)), dots=((1, 1),)),
        Puzzle(
            3, 2, ((0, 0),), ((3, 2),), squares=((0, 0, "b"), (0, 1, "a")), stars=((1, 0, "b"),)
        ),
    ],
)
def test_random_solutions_are_uniform(engine: str, puzzle: Puzzle) -> None:
    expected = set(solutions(puzzle))
    laid_out = plan(puzzle)
    number, draw = ENGINES[engine](laid_out, Budget()).sampler()
    rng = random.Random(1)
    draws = 400 * number
    drawn = Counter(draw(rng) for _ in range(draws))
    assert set(drawn) == expected
    assert len(expected) == number == 8
    # Chi-squared with 7 degrees of freedom is below 24.4 in 999 of 1000 cases.
    assert sum((times - 400) ** 2 / 400 for times in drawn.values()) < 24.4


def test_a_seed_gives_the_same_paths_in_all_engines() -> None:
    laid_out = plan(Puzzle(4, 4, ((0, 0),), ((4, 1),), ((1, 1, 2),)))
    drawn = []
    for engine in ENGINES.values():
        _, draw = engine(laid_out, Budget()).sampler()
        rng = random.Random(7)
        drawn.append([draw(rng) for _ in range(20)])
    assert drawn[0] == drawn[1]
    assert len({str(path) for path in drawn[0]}) > 15


def test_boards_of_two_columns() -> None:
    """Their numbers satisfy a linear recurrence (OEIS A006192)."""
    terms = [answers_of(corner_to_corner(rows, 2)).count() for rows in range(1, 65)]
    assert terms[:5] == [4, 12, 38, 125, 414]
    for n in range(4, 64):
        assert terms[n] == 4 * terms[n - 1] - 3 * terms[n - 2] + 2 * terms[n - 3] + terms[n - 4]


def test_numbers_longer_than_two_words() -> None:
    laid_out = plan(corner_to_corner(64, 3))
    number = Compiled(laid_out, Budget()).count()
    assert number > 1 << 128
    assert number == Plain(laid_out, Budget()).count()
    assert Compiled(laid_out, Budget()).sampler()[0] == number


def test_wide_boards_go_to_the_plain_engine() -> None:
    board = grid(14, 14)
    path = PATH_METHODS["backtracking"](board, (0, 0), (14, 14), random.Random(1))
    used = Counter(square for edge in path_edges(path) for square in board.edge_squares(edge))
    triangles = tuple((r, c, count) for (r, c), count in sorted(used.items()))
    panel = answers_of(Puzzle(14, 14, ((0, 0),), ((14, 14),), triangles))
    assert panel.engine == "reference"
    assert path in panel.solutions()
    assert answers_of(corner_to_corner(13, 20)).engine == "compiled"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_board_that_is_one_line(engine: str) -> None:
    for puzzle, number in (
        (Puzzle(0, 0, ((0, 0),), ((0, 0),)), 1),
        (Puzzle(0, 0, ((0, 0),), ((0, 0),), dots=((0, 0),)), 1),
        (Puzzle(0, 3, ((0, 1),), ((0, 1), (0, 3))), 1),
        (Puzzle(0, 3, ((0, 1),), ((0, 1), (0, 3)), pass_goals=True), 2),
        (Puzzle(3, 0, ((0, 0), (3, 0)), ((0, 0), (3, 0)), pass_goals=True), 4),
        (Puzzle(0, 1, (((0, 0), (0, 1)),), ((0, 0), (0, 1))), 2),
    ):
        assert ENGINES[engine](plan(puzzle), Budget()).count() == number
        assert sum(1 for _ in solutions(puzzle)) == number


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("question", ["count", "shortest", "sampler", "solutions"])
@pytest.mark.parametrize("squares", [(), ((0, 0, "black"), (0, 9, "white"))])
def test_limits(engine: str, question: str, squares: tuple[tuple[int, int, str], ...]) -> None:
    # Three threes around a corner, as far away as possible: all of the board is to be looked at.
    triangles = ((8, 9, 3), (9, 8, 3), (9, 9, 3))
    laid_out = plan(Puzzle(10, 10, ((0, 0),), ((0, 10),), triangles, squares=squares))

    def ask(limits: Limits) -> Any:
        answer = getattr(ENGINES[engine](laid_out, Budget(limits)), question)()
        return next(answer, None) if question == "solutions" else answer

    with pytest.raises(LimitReachedError) as reached:
        ask(Limits(memory_limit=0.05))
    assert reached.value.status == "memory-limit"
    with pytest.raises(LimitReachedError) as reached:
        ask(Limits(time_limit=0.001))
    assert reached.value.status == "time-limit"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_dot_in_a_gap_is_out_of_reach(engine: str) -> None:
    edge = ((1, 1), (1, 2))
    puzzle = Puzzle(4, 5, ((0, 0),), ((4, 5),), gaps=(edge,), dots=(edge,))
    for panel in (puzzle, mirrored(puzzle)):
        assert ENGINES[engine](plan(panel), Budget()).count() == 0
        assert next(ENGINES[engine](plan(panel), Budget()).solutions(), None) is None


def test_a_panel_leaves_no_trace_in_the_next() -> None:
    empty = Puzzle(3, 4, ((0, 0),), ((3, 4),))
    before = step_table(plan(empty)).copy()
    full = empty.changed(triangles=((1, 1, 2),), dots=((2, 2),), gaps=(((0, 0), (0, 1)),))
    assert (step_table(plan(full)) != before).any()
    assert (step_table(plan(empty)) == before).all()
