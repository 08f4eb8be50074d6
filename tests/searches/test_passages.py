"""The heuristic of passages is a lower bound, and paths that it drops cannot be completed."""

from __future__ import annotations

import random
from dataclasses import replace
from unittest.mock import patch

import pytest
from support.consumers import solutions
from support.examples import random_puzzle
from support.sizes import seeds

from witness.proof.passages import Table, least_lengths, situations
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import path_masks
from witness.searches import engine
from witness.searches.dots import NO_WAY
from witness.searches.heuristics import Needs
from witness.searches.passages import Passages
from witness.searches.predicates.written import BASELINE, NONE

TABLE: Table = {one: least_lengths(one) for one in situations()}


def tabled(puzzle: Puzzle) -> Passages:
    return Passages(puzzle, TABLE)


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_it_is_a_lower_bound(seed: int) -> None:
    rng = random.Random(f"passages {seed}")
    exact = more = looked_at = 0
    for number in range(200):
        puzzle = random_puzzle(rng, 3, symbols=number % 3 == 0)
        estimate, other = tabled(puzzle).of, Needs(puzzle).of
        for solution in solutions(puzzle):
            for length in range(1, len(solution)):
                edges, _ = path_masks(puzzle, solution[:length])
                head = puzzle.grid.vertex_number(solution[length - 1])  # type: ignore[arg-type]
                found = estimate(head, edges)
                assert found <= len(solution) - length, (puzzle, solution, length)
                exact += found == len(solution) - length
                more += found > other(head, edges)
                looked_at += 1
    assert exact > looked_at / 5
    assert more > looked_at / 50


def test_by_hand() -> None:
    """A row of four squares, from left to right along the bottom."""
    row = Puzzle(1, 4, ((0, 0),), ((0, 4),), ((0, 2, 3),))
    # Up at one side of the square, over it, and down again; Manhattan says four.
    assert tabled(row).of(0, 0) == 6
    board = row.grid
    below = sum(1 << board.edge_number[(0, c), (0, c + 1)] for c in range(3))
    # Along the bottom of the square: two further edges, up and back over its top, and to the goal.
    assert tabled(row).of(3, below) == 2 + 3
    # A square with too many edges.
    assert tabled(replace(row, triangles=((0, 0, 1), (0, 2, 3)))).of(3, below) == 5
    up = 1 << board.edge_number[(0, 0), (1, 0)] | 1 << board.edge_number[(1, 0), (1, 1)]
    assert tabled(replace(row, triangles=((0, 0, 1),))).of(6, up) == NO_WAY
    # Past the square with no way back to it but at the top: one edge at most.
    past = below | 1 << board.edge_number[(0, 3), (1, 3)]
    onward = past | 1 << board.edge_number[(1, 3), (1, 4)]
    assert tabled(row).of(board.vertex_number((1, 4)), onward) == NO_WAY


def test_paths_stay_shortest() -> None:
    rng = random.Random(8)
    fewer = 0
    for number in range(150):
        puzzle = random_puzzle(rng, 3, symbols=number % 3 == 0)
        plain = engine("reference")(puzzle, BASELINE)
        with patch("witness.searches.heuristics.Needs", tabled):
            found = engine("reference")(puzzle, NONE, heuristic="needs")
        assert (found.status, found.length) == (plain.status, plain.length), puzzle
        fewer += found.expansions < plain.expansions
    assert fewer > 50
