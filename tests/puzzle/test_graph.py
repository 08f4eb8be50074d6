"""Paths with ends anywhere and goals to pass over, against a plain reading of the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.panels import SMALL, drawn_panel, random_panel
from support.sizes import rounds

from witness.puzzle.graph import path_graph
from witness.puzzle.grid import edge_between
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import Path, is_solution, violations


def every_sequence(puzzle: Puzzle) -> Iterator[Path]:
    """Yield all sequences of vertices that step along edges, with every kind of end."""
    board = puzzle.grid

    def grow(path: Path) -> Iterator[Path]:
        yield path
        last = path[-1]
        for near in board.neighbours(last):  # type: ignore[arg-type]
            yield (*path, edge_between(last, near))  # type: ignore[arg-type]
            if near not in path:
                yield from grow((*path, near))

    for vertex in board.vertices:
        yield from grow((vertex,))
        for near in board.neighbours(vertex):
            for path in grow((vertex,)):
                yield (edge_between(vertex, near), *path)


@pytest.mark.slow
@pytest.mark.parametrize("size", [size for size in SMALL if size[0] * size[1] <= 4])
@rounds(2, 10)
def test_paths_are_what_the_rules_allow(size: tuple[int, int], rounds: int) -> None:
    rng = random.Random(1)
    found = 0
    for _ in range(3 * rounds if size[0] * size[1] < 4 else rounds):
        puzzle = random_panel(rng, [size], ("gaps",), pass_goals=True)
        assert puzzle.problems() == []
        expected = {path for path in every_sequence(puzzle) if not violations(puzzle, path)}
        paths = list(simple_paths(puzzle))
        assert len(paths) == len(set(paths))
        assert set(paths) == expected, puzzle
        found += len(paths)
    assert found > 12 * rounds - 20


def test_starts_that_are_connected_with_a_goal() -> None:
    """They are those from which brute force finds a path to a goal."""
    rng = random.Random(2)
    met: Counter[bool] = Counter()
    for _ in range(500):
        puzzle = random_panel(rng, SMALL, (), pass_goals=True)
        free = [edge for edge in puzzle.grid.edges if edge not in puzzle.starts + puzzle.goals]
        puzzle = replace(puzzle, gaps=tuple(rng.sample(free, rng.randint(0, (len(free) + 1) // 2))))
        graph = path_graph(puzzle)
        for number, start in zip(graph.starts, puzzle.starts, strict=True):
            has_path = next(simple_paths(replace(puzzle, starts=(start,))), None) is not None
            assert (number in graph.open_starts) == has_path, (puzzle, start)
            met[has_path] += 1
    assert min(met[True], met[False]) > 75, met


def test_paths_with_two_lines_are_what_the_rules_allow() -> None:
    rng = random.Random(4)
    found = 0
    while found < 60:
        puzzle = drawn_panel(rng, {"symmetry", "gaps", "edge-ends", "pass-goals"})
        if puzzle.symmetry and len(puzzle.grid.squares) < 3:
            expected = {path for path in every_sequence(puzzle) if is_solution(puzzle, path)}
            assert {*simple_paths(puzzle)} == expected, puzzle
            found += len(expected)


def test_a_start_may_be_passed_over_and_a_goal_may_not() -> None:
    middle = ((0, 0), (0, 1))
    row = Puzzle(0, 2, ((0, 0),), ((0, 2),))
    assert len(list(simple_paths(row))) == 1
    passed = Puzzle(0, 2, ((0, 0), middle), ((0, 2),))
    assert list(simple_paths(passed)) == [((0, 0), (0, 1), (0, 2)), (middle, (0, 1), (0, 2))]
    for goal in ((0, 1), middle):
        first = Puzzle(0, 2, ((0, 0),), ((0, 2), goal))
        assert list(simple_paths(first)) == [((0, 0), goal)]
        over = Puzzle(0, 2, ((0, 0),), ((0, 2), goal), pass_goals=True)
        assert set(simple_paths(over)) == {((0, 0), goal), ((0, 0), (0, 1), (0, 2))}
