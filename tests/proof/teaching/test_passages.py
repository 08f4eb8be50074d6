"""Passages that are learned from solutions and counterexamples, until all is proved."""

from __future__ import annotations

import random

import pytest

from witness.boards.generate.algorithms import random_set
from witness.proof.passages import least_lengths, refuted, situations
from witness.proof.teaching.passages import learned, teach_passages
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions


def test_the_passages_of_one_solution() -> None:
    """Around a square from corner to corner, with one edge on the left and one at the top."""
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),))
    table = learned([(puzzle, ((0, 0), (1, 0), (1, 1)))])
    assert table == {
        (2, (0, 0b0001, 0)): {(0, 3): 2},
        (1, (0b0100, 0b0101, 2)): {(2, 3): 1},
    }
    # Others are said to be impossible: from a corner that was visited, and from one that was not.
    assert ((1, (0b0100, 0b0101, 2)), (0, 1)) not in refuted(table)
    assert ((1, (0b0100, 0b0101, 2)), (1, 3)) in refuted(table)


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, 20])
def test_all_is_proved_in_the_end(count: int) -> None:
    puzzles = random_set(count, 2, 3, random.Random(1)) if count else []
    taught = teach_passages(puzzles)
    assert taught.table == {one: least_lengths(one) for one in situations() if least_lengths(one)}
    assert all(path in set(solutions(puzzle)) for puzzle, path in taught.examples)
    assert list(taught.refuted) == sorted(taught.refuted, reverse=True)
    assert taught.refuted[0] == len(refuted(learned(taught.examples[: first(puzzles)])))


def first(puzzles: list[Puzzle]) -> int:
    """Return how many solutions some puzzles have."""
    return sum(1 for puzzle in puzzles for _ in solutions(puzzle))
