"""The table of steps of the compiled loops against the steps themselves, one by one."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from support.frontier_steps import Steps
from support.panels import mirrored, random_panel
from support.solving import ENGINES

from witness.base.limits import Budget
from witness.boards.frontier import arrays
from witness.boards.frontier.plan import plan
from witness.boards.frontier.table import step_table
from witness.boards.generate.algorithms import algorithm_4
from witness.puzzle.model import Puzzle

ENDS = {None: 0, "S": arrays.S, "G": arrays.G}


def row_by_row(laid_out: Steps) -> list[dict[int, int]]:
    """Return the rows of the table, from the definition of a step."""
    return [
        {
            arrays.COLUMN: step.column,
            arrays.RIGHT_KINDS: sum(1 << kind for kind in step.right),
            arrays.UP_KINDS: sum(1 << kind for kind in step.up),
            arrays.RIGHT_END: ENDS[step.right_end],
            arrays.UP_END: ENDS[step.up_end],
            arrays.START: step.start,
            arrays.GOAL: step.goal,
            arrays.ALONE: step.alone,
            arrays.THROUGH: step.through,
            arrays.NEEDED: step.needed,
            arrays.TRIANGLES: step.triangles,
            arrays.LEFT_SQUARE: step.left_square,
            arrays.BELOW_SQUARE: step.below_square,
            arrays.LAST_COLUMN: step.column == laid_out.columns - 1,
            arrays.ENOUGH: number >= laid_out.last_need,
            arrays.BEGUN: number >= laid_out.last_start,
            arrays.ENDING: number >= laid_out.last_goal,
        }
        for number, step in enumerate(laid_out.steps)
    ]


def assert_same(puzzle: Puzzle) -> None:
    laid_out = Steps(puzzle)
    expected = np.array([[row[c] for c in range(arrays.STEP_SIZE)] for row in row_by_row(laid_out)])
    table = step_table(plan(puzzle))
    assert laid_out.size == len(laid_out.steps) == len(table)
    assert (table == expected).all(), puzzle


def test_the_table_has_the_steps() -> None:
    rng = random.Random(1)
    sizes = ((0, 3), (3, 0), (1, 1), (2, 5), (5, 2), (4, 4), (6, 4))
    for _ in range(600):
        puzzle = random_panel(rng, sizes, ("triangles", "gaps", "dots"), pass_goals=True)
        assert puzzle.problems() == []
        assert_same(puzzle)
        assert_same(mirrored(puzzle))
    for side in (1, 8, 12):
        assert_same(algorithm_4(side, side + 2, rng))


def test_a_place_that_is_both_a_start_and_a_goal() -> None:
    line = Puzzle(0, 3, ((0, 0), (0, 1)), ((0, 1), (0, 3)))
    for puzzle in (line, replace(line, pass_goals=True), mirrored(line)):
        assert_same(puzzle)


def test_a_panel_leaves_no_trace_in_the_next() -> None:
    empty = Puzzle(3, 4, ((0, 0),), ((3, 4),))
    before = step_table(plan(empty)).copy()
    full = replace(empty, triangles=((1, 1, 2),), dots=((2, 2),), gaps=(((0, 0), (0, 1)),))
    assert (step_table(plan(full)) != before).any()
    assert (step_table(plan(empty)) == before).all()


def test_a_dot_in_a_gap_is_out_of_reach() -> None:
    edge = ((1, 1), (1, 2))
    puzzle = Puzzle(4, 5, ((0, 0),), ((4, 5),), gaps=(edge,), dots=(edge,))
    assert puzzle.problems() == []
    for panel in (puzzle, mirrored(puzzle)):
        assert_same(panel)
        for engine in ENGINES.values():
            assert engine(plan(panel), Budget()).count() == 0
            assert next(engine(plan(panel), Budget()).solutions(), None) is None
