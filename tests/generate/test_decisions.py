"""Decisions about solutions are the same whatever makes them."""

from __future__ import annotations

import random

import pytest
from support.panels import SMALL, random_panel

from witness.generate import decisions
from witness.generate.algorithms import random_set
from witness.generate.kinds import KINDS
from witness.puzzle.paths import solutions


@pytest.mark.parametrize("small", [0, 100])
def test_the_same_as_by_brute_force(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "SMALL_BOARD", small)
    rng = random.Random(small)
    counts = set()
    for _ in range(300):
        puzzle = random_panel(rng, SMALL, edge_ends=False)
        count = len(list(solutions(puzzle)))
        assert decisions.is_solvable(puzzle) == (count > 0)
        assert decisions.has_one_solution(puzzle) == (count == 1)
        counts.add(min(count, 2))
    assert counts == {0, 1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_a_set_is_the_same_whatever_decides(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    for small in (0, 100):
        monkeypatch.setattr(decisions, "SMALL_BOARD", small)
        drawn.append(random_set(40, 2, 4, random.Random(3), kind=kind, gaps=0.1))
    assert drawn[0] == drawn[1]
