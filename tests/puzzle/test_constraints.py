"""Constraints one by one, against the rules of whole puzzles."""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

import pytest
from support.judge import Table
from support.panels import on_both, with_second_line
from support.sizes import rounds

from witness.proof.panels import solved_panels
from witness.puzzle.constraints import KINDS, Constraint, constraint_tests, constraints
from witness.puzzle.grid import Square, regions
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.rules import Path, is_solution, path_edges


def touches(puzzle: Puzzle, square: Square, one: Constraint) -> bool:
    if one.kind != "dots":
        return square == one.place
    return one.place in (*puzzle.grid.square_edges(square), *puzzle.grid.square_corners(square))


def alone(puzzle: Puzzle, one: Constraint, path: Path) -> bool:
    """What a constraint means by itself, in words of the rules."""
    edges = on_both(puzzle, path_edges(path))
    marks = {mark[:2] for mark in puzzle.eliminations}
    marked = {square for part in regions(puzzle.grid, edges) if marks & {*part} for square in part}
    near = {square for square in puzzle.grid.squares if touches(puzzle, square, one)}
    if near & marked:
        return True
    if one.kind == "dots":
        return one.place in (edges if is_edge(one.place) else on_both(puzzle, path))
    square = cast(Square, one.place)
    if one.kind == "triangles":
        used = edges & {*puzzle.grid.square_edges(square)}
        return len(used) == puzzle.triangle_at[square]
    (region,) = [found for found in regions(puzzle.grid, edges) if square in found]
    if one.kind == "blocks":
        table = Table(puzzle)
        part = {table.square(*own) for own in region}
        blocks = [table.cells[at] for at in part if table.cells.get(at, "?")[0] == "block"]
        line = table.whole(path) or []
        second = map(table.mirror, line) if puzzle.symmetry else ()
        return table.fits(part, {*line, *second}, blocks)
    kind, colour = puzzle.colours_at[square]
    held = [puzzle.colours_at[other] for other in region if other in puzzle.colours_at]
    if kind == "square":
        return {own for sort, own in held if sort == "square"} == {colour}
    return Counter(own for _, own in held)[colour] == 2


def check(puzzle: Puzzle) -> int:
    every, satisfied = constraints(puzzle), constraint_tests(puzzle)
    solved = 0
    for path in simple_paths(puzzle):
        found = satisfied(*path_masks(puzzle, path))
        expected = sum(alone(puzzle, one, path) << n for n, one in enumerate(every))
        assert found == expected, (puzzle, path)
        right = is_solution(puzzle, path)
        assert not right or found == (1 << len(every)) - 1
        # Marks have to take something away; they may not take enough.
        assert puzzle.eliminations or right == (found == (1 << len(every)) - 1)
        solved += right
    return solved


@pytest.mark.slow
@pytest.mark.parametrize("every", [29, pytest.param(9, marks=pytest.mark.long)])
def test_on_random_puzzles(every: int) -> None:
    """Every board up to 3×3, and some of those with hundreds and thousands of paths."""
    drawn = [puzzle for puzzle, _ in list(solved_panels(KINDS))[250:1600:every]]
    large = [puzzle for puzzle in drawn if puzzle.rows * puzzle.cols > 9]
    small = [puzzle for puzzle in drawn if puzzle.rows * puzzle.cols <= 9]
    solved = sum(check(puzzle) for puzzle in [*small, *large[::4]])
    assert solved > 3600 / every
    assert {(3, 4), (4, 3)} <= {(puzzle.rows, puzzle.cols) for puzzle in large[::4]}


@pytest.mark.slow
@pytest.mark.parametrize("every", [96, pytest.param(12, marks=pytest.mark.long)])
def test_with_elimination_marks(every: int) -> None:
    drawn = [puzzle for puzzle, _ in list(solved_panels(KINDS, marks=True))[100:1600:every]]
    marked = [puzzle for puzzle in drawn if puzzle.eliminations and len(puzzle.grid.squares) < 10]
    assert sum(check(puzzle) for puzzle in marked) > 1440 / every


@pytest.mark.slow
@pytest.mark.parametrize("marks", [False, True])
@rounds(20, 250)
def test_with_two_lines(marks: bool, rounds: int) -> None:
    rng = random.Random(1)
    drawn = [puzzle for puzzle, _ in list(solved_panels(KINDS, marks=marks))[:rounds]]
    two = filter(None, (with_second_line(puzzle, rng) for puzzle in drawn))
    assert sum(map(check, two)) > rounds // 7


def test_their_order() -> None:
    puzzle = Puzzle(
        2, 2, ((0, 0),), ((2, 2),),
        triangles=((1, 1, 2),), squares=((0, 1, "red"),), stars=((0, 0, "red"),),
        dots=(((0, 1), (1, 1)), (2, 0), ((0, 0), (0, 1)), (0, 2)),
    )  # fmt: skip
    assert constraints(puzzle) == (
        ("stars", (0, 0)), ("squares", (0, 1)), ("triangles", (1, 1)),
        ("dots", (0, 2)), ("dots", (2, 0)),
        ("dots", ((0, 0), (0, 1))), ("dots", ((0, 1), (1, 1))),
    )  # fmt: skip
    assert constraints(puzzle, ("squares",)) == (("squares", (0, 1)),)
