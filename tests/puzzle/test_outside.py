"""Squares outside a panel of witnesspuzzles.com."""

from __future__ import annotations

import random
from typing import Any

import pytest

from witness.puzzle.formats.outside import outside_squares, runs_around
from witness.puzzle.grid import Edge, Square, grid, parts
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.rules import Path, path_edges

TOP_LEFT: Edge = ((3, 0), (3, 1))
BELOW: Edge = ((2, 0), (2, 1))
CENTRE = ((1, 1), (1, 2)), ((2, 1), (2, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2))


@pytest.mark.parametrize(
    ("removed", "expected"),
    [
        ((), set()),
        ((TOP_LEFT,), {(2, 0)}),
        ((TOP_LEFT, BELOW), {(2, 0), (1, 0)}),
        ((BELOW,), set()),
        (CENTRE, set()),
        ((*CENTRE, ((1, 3), (2, 3)), ((1, 2), (2, 2))), {(1, 2), (1, 1), (0, 1), (2, 1), (1, 0)}),
    ],
)
def test_squares_that_are_outside(removed: tuple[Edge, ...], expected: set[Square]) -> None:
    assert outside_squares(grid(3, 3), set(removed)) == expected


def test_squares_outside_a_cylinder() -> None:
    """It has no border on the left and on the right, but edges lead round."""
    round_it: Edge = ((0, 0), (1, 0))
    board = grid(1, 3, True)
    assert outside_squares(board, {round_it}) == set()
    assert outside_squares(board, {round_it, ((0, 0), (0, 1))}) == {(0, 0), (0, 2)}


def panel(missing: list[Square], **more: Any) -> Puzzle:
    ends = {"starts": ((0, 0), (3, 0)), "goals": ((0, 3), (3, 3)), "pass_goals": True}
    return Puzzle(3, 3, **ends, missing=tuple(missing), **more)


@pytest.mark.parametrize(
    ("missing", "removed", "expected"),
    [
        ([], set(), False),
        ([(2, 0)], {TOP_LEFT}, False),  # at each vertex, all squares are joined
        ([(2, 0), (1, 1)], {TOP_LEFT, BELOW}, True),  # two squares meet at a vertex alone
        # The square at the bottom left, cut off by two others, has a line from it to the top left:
        # it leads along the left border, unless there is none.
        ([(1, 0), (0, 1), (1, 1)], set(), True),
        ([(1, 0), (1, 1), (1, 2)], set(), True),
        ([(1, 0), (1, 1), (1, 2)], {((1, 0), (2, 0)), ((1, 3), (2, 3))}, True),  # inside
        (
            [(1, 0), (1, 1), (1, 2)],
            {((1, c), (2, c)) for c in range(4)},
            False,
        ),
    ],
)
def test_whether_regions_run_along_lines(
    missing: list[Square], removed: set[Edge], expected: bool
) -> None:
    assert runs_around(panel(missing, gaps=tuple(removed)), removed) is expected


@pytest.mark.parametrize("seed", range(150))
def test_regions_are_those_of_the_site(seed: int) -> None:
    """Where no region runs along lines, both ways to find regions say the same, whatever the line.

    The site goes over squares, edges and vertices that are not on the line, except those of the
    outside.
    """
    rng = random.Random(seed)
    board = grid(rng.randint(1, 3), rng.randint(1, 3))
    removed = {edge for edge in board.edges if rng.random() < 0.3}
    missing = outside_squares(board, removed)
    ends = rng.sample(board.vertices, 2)
    puzzle = Puzzle(
        board.rows, board.cols, (ends[0],), (ends[1],), missing=tuple(missing),
        gaps=tuple(removed), squares=(),
    )  # fmt: skip
    same = all(
        regions_of_the_site(puzzle, removed, path) == regions_here(puzzle, path)
        for path in simple_paths(puzzle)
    )
    assert same or runs_around(puzzle, removed)


def regions_of_the_site(puzzle: Puzzle, removed: set[Edge], path: Path) -> set[frozenset[Square]]:
    board = puzzle.grid
    missing = {*puzzle.missing}
    gone = {
        edge
        for edge in removed
        if len(board.edge_squares(edge)) < 2 or missing & {*board.edge_squares(edge)}
    }
    line = {*path, *path_edges(path)}
    blocked = line | gone | {end for edge in gone for end in edge}  # type: ignore[operator]
    near: dict[Any, set[Any]] = {}
    for edge in board.edges:
        squares = {("square", square) for square in board.edge_squares(edge)} - {
            ("square", square) for square in missing
        }
        for other in (*edge, *squares):
            if edge not in blocked and other not in blocked:
                near.setdefault(edge, set()).add(other)
                near.setdefault(other, set()).add(edge)
    found = set()
    for square in {*board.squares} - missing:
        todo: list[Any] = [("square", square)]
        for place in todo:
            todo += near.get(place, set()) - {*todo}
        found.add(frozenset(place[1] for place in todo if place[0] == "square"))
    return found


def regions_here(puzzle: Puzzle, path: Path) -> set[frozenset[Square]]:
    board = puzzle.grid
    dividing = path_masks(puzzle, path)[0] | puzzle.walls
    found = {frozenset(board.squares_of(part)) for part in parts(board, ~dividing)}
    return {region for region in found if not region & {*puzzle.missing}}
