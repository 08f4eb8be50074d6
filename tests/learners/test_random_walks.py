"""Partial paths of random walks: their labels against those of all partial paths."""

from __future__ import annotations

import random

import pytest
from support.examples import random_puzzle

from witness.base.errors import InputError
from witness.learners.partial_paths import partial_paths
from witness.learners.random_walks import Walks, paths_of_walks
from witness.puzzle.model import Puzzle
from witness.puzzle.symbols import REGIONAL


def drawn(number: int, seed: int, symbols: bool) -> list[Puzzle]:
    rng = random.Random(seed)
    found = []
    while len(found) < number:
        puzzle = random_puzzle(rng, symbols=symbols)
        try:
            if partial_paths(puzzle):
                found.append(puzzle)
        except InputError:
            continue  # of features that no examples are made of
    return found


@pytest.mark.parametrize("unreachable", [False, True])
@pytest.mark.parametrize("symbols", [False, True])
def test_labels_are_those_of_all_partial_paths(symbols: bool, unreachable: bool) -> None:
    lost = completable = 0
    for puzzle in drawn(60, 1 + symbols, symbols):
        known = {one.vertices: one for one in partial_paths(puzzle, unreachable=unreachable)}
        each = not any(getattr(puzzle, name) for name in REGIONAL)
        found = paths_of_walks(puzzle, Walks(6, 1), each=each, unreachable=unreachable)
        assert len({one.vertices for one in found}) == len(found)
        for one in found:
            expected = known[one.vertices]
            assert (one.edges, one.completable) == (expected.edges, expected.completable)
            if each:
                assert one.satisfiable == expected.satisfiable
        completable += sum(one.completable for one in found)
        lost += sum(not one.completable for one in found)
    assert min(lost, completable) > 100


def test_many_walks_pass_every_partial_path() -> None:
    puzzle = Puzzle(2, 2, [(0, 0)], [(2, 2)], [(0, 0, 2)])
    every = {one.vertices for one in partial_paths(puzzle)}
    assert {one.vertices for one in paths_of_walks(puzzle, Walks(300, 1))} == every
    assert paths_of_walks(puzzle, Walks(3, 5)) == paths_of_walks(puzzle, Walks(3, 5))
    assert paths_of_walks(puzzle, Walks(3, 5)) != paths_of_walks(puzzle, Walks(3, 6))
