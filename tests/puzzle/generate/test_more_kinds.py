"""Puzzles of blocks, marks, two lines and everything: their paths solve them, by another judge."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from support.judge import Table

from witness.puzzle.generate import algorithms
from witness.puzzle.generate.algorithms import (
    Requirement,
    algorithm_3,
    algorithm_4,
    path_set,
)
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.generate.random_paths import backtracking_on
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths, solutions
from witness.puzzle.polyominoes import size, squares_of
from witness.puzzle.rules import is_solution

MORE = ("blocks", "eliminations", "symmetry", "everything")
SIZES = ((1, 2), (2, 2), (3, 2), (3, 3), (3, 4), (4, 4))


def around(
    kind: str, number: int, monkeypatch: pytest.MonkeyPatch, gaps: float = 0.0
) -> list[tuple[Puzzle, Any]]:
    """Draw puzzles by Algorithm 4, with their paths."""
    found: list[tuple[Puzzle, Any]] = []
    inner = KINDS[kind].around

    def noted(panel: Puzzle, path: Any, rng: random.Random) -> Puzzle | None:
        puzzle = inner(panel, path, rng)
        found.extend([(puzzle, path)] if puzzle else [])
        return puzzle

    monkeypatch.setitem(KINDS, kind, replace(KINDS[kind], around=noted))
    rng = random.Random(f"{kind} {gaps}")
    for _ in range(number):
        algorithm_4(*rng.choice(SIZES), rng, kind=kind, gaps=gaps)
    return found


def connected(shape: tuple[str, ...]) -> bool:
    squares = {*squares_of(shape)}
    todo = [squares.pop()]
    for r, c in todo:
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & squares
        squares -= near
        todo += near
    return not squares


@pytest.mark.slow
@pytest.mark.parametrize("gaps", [0.0, 0.1])
@pytest.mark.parametrize("kind", MORE)
def test_puzzles_around_a_path_are_solved_by_it(
    kind: str, gaps: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[str] = set()
    for puzzle, path in around(kind, 150, monkeypatch, gaps):
        assert puzzle.problems() == []
        assert puzzle.canonical() == puzzle
        assert Table(puzzle).accepts(path), (puzzle, path)
        assert puzzle.features <= KINDS[kind].features | {"gaps"}
        assert bool(puzzle.gaps) == bool(gaps)
        seen |= puzzle.features
    assert seen >= KINDS[kind].features


def test_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [b for puzzle, _ in around("blocks", 200, monkeypatch) for b in puzzle.blocks]
    sizes = Counter(size(block.shape) for block in blocks)
    assert {*sizes} == {1, 2, 3, 4, 5}
    assert all(connected(block.shape) for block in blocks)
    may_turn = [block for block in blocks if block.shape in (("##",), ("#", "#"))]
    assert 0.35 < sum(block.turns for block in may_turn) / len(may_turn) < 0.65
    shapes = {block.shape for block in blocks}
    assert {("##",), ("#", "#"), ("##", "#."), (".#", "##")} <= shapes


def test_exactly_one_symbol_of_a_region_with_a_mark_must_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = Counter[int]()
    for puzzle, path in around("eliminations", 150, monkeypatch):
        numbers[len(puzzle.eliminations)] += 1
        for mark in puzzle.eliminations:
            fewer = tuple(other for other in puzzle.eliminations if other != mark)
            assert not is_solution(replace(puzzle, eliminations=fewer), path)
            in_squares = [
                replace(puzzle, eliminations=fewer, **{name: tuple(rest)})
                for name in ("triangles", "squares", "stars")
                for entry in getattr(puzzle, name)
                for rest in [[one for one in getattr(puzzle, name) if one != entry]]
            ]
            assert any(is_solution(one, path) for one in in_squares)
    assert {*numbers} == {1, 2}


@pytest.mark.parametrize("kind", MORE)
def test_puzzles_anywhere_are_solvable(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With brute force in the place of a solver."""
    asked = Counter[bool]()

    def solvable(puzzle: Puzzle) -> bool:
        table = Table(puzzle)
        found = any(map(table.accepts, simple_paths(puzzle)))
        asked[found] += 1
        return found

    monkeypatch.setattr(algorithms, "is_solvable", solvable)
    monkeypatch.setattr(algorithms, "check_decided", lambda *_: None)
    rng = random.Random(kind)
    seen: set[str] = set()
    for _ in range(40):
        puzzle = algorithm_3(rng.choice((2, 3)), rng.choice((2, 3)), rng, kind=kind)
        assert puzzle.problems() == []
        assert next(solutions(puzzle), None) is not None
        seen |= puzzle.features
    assert asked[True] == 40
    assert seen >= KINDS[kind].features - {"wraps", "negative-blocks", "coloured"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", MORE)
def test_unique_puzzles_are_unique_by_brute_force(kind: str) -> None:
    def unique(puzzle: Puzzle) -> bool:
        table = Table(puzzle)
        return sum(map(table.accepts, simple_paths(puzzle))) == 1

    wanted = [Requirement(unique, "one solution")]
    found = path_set(3, 3, 2, random.Random(1), kind=kind, requirements=wanted)
    assert found == path_set(3, 3, 2, random.Random(1), kind=kind, requirements=wanted)
    assert all(len(list(solutions(puzzle))) == 1 for puzzle in found)


def test_a_path_of_two_lines_that_cannot_be() -> None:
    """Both middle edges of the board would be those of both lines."""
    puzzle = Puzzle(0, 3, ((0, 0), (0, 3)), ((0, 1), (0, 2)), symmetry="left-right")
    assert backtracking_on(puzzle, random.Random(1)) == ((0, 0), (0, 1))
    beyond = replace(puzzle, goals=((0, 2),))
    assert backtracking_on(beyond, random.Random(1)) is None
