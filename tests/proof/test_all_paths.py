"""All paths on small boards, and what squares look like on them."""

from __future__ import annotations

import pytest

from witness.proof.all_paths import levels, state_on
from witness.proof.firings import configuration
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 2), (2, 2)])
def test_levels_have_every_path_once(rows: int, cols: int) -> None:
    board = grid(rows, cols)
    found = [path.vertices(board) for level in levels(board) for path in level]
    ends = board.vertices
    expected = {
        path
        for start in ends
        for goal in ends
        if goal != start
        for path in simple_paths(Puzzle(rows, cols, (start,), (goal,)))
    } | {(vertex,) for vertex in ends}
    assert len(found) == len(expected)
    assert set(found) == expected
    assert found == sorted(found, key=lambda path: (len(path), path))


def test_states_are_those_of_configurations() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), tuple((*s, 2) for s in grid(2, 2).squares))
    for level in levels(puzzle.grid):
        for path in level[::7]:
            for number, square in enumerate(puzzle.grid.squares):
                known = configuration(puzzle, square, path.vertices(puzzle.grid))
                assert state_on(puzzle.grid, path, number) == known.state
