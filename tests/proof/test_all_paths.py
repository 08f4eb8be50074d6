"""All paths on small boards, and what squares look like on them."""

from __future__ import annotations

from itertools import islice

import pytest

from witness.logic.configurations import configurations
from witness.proof.all_paths import boards, levels, shortest_lengths, state_on
from witness.proof.firings import configuration
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths


def test_boards() -> None:
    found = [(board.rows, board.cols) for board in boards(6)]
    assert found == [(1, 6), (2, 3), (3, 2), (6, 1)]


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


def test_every_state_is_met_from_its_shortest_path_on() -> None:
    shortest = shortest_lengths()
    assert shortest.keys() == {configuration.state for configuration in configurations()}
    assert max(shortest.values()) == 10
    board = grid(3, 3)
    for length, level in enumerate(islice(levels(board), 12)):
        met = {state_on(board, path, square) for path in level for square in range(9)}
        assert met == {state for state, least in shortest.items() if least <= length}
