"""Counting by sets of paths, against brute force; the interval of a share, against SciPy."""

from itertools import islice
from math import comb

import pytest

from witness.base.limits import LimitReachedError
from witness.puzzle import solvers
from witness.puzzle.generate import path_sets
from witness.puzzle.generate.exhaustive import CONFIDENCE, interval, placements
from witness.puzzle.paths import solutions

BY_SETS = ["triangles", "squares", "dots", "gaps", "triangles,squares", "squares,gaps,dots"]


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [*BY_SETS, "stars", "blocks", "squares,stars"])
@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 2), (2, 3)])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_as_brute_force(rows, cols, kinds, number):
    found = placements(rows, cols, kinds, number)
    count = path_sets.counter(found)
    assert isinstance(getattr(count, "__self__", None), path_sets.PathSets) == (kinds in BY_SETS)
    for chosen in islice(found.least(), None, None, 1 if rows < 2 else 11):
        assert count(chosen) == len(list(solutions(found.panel(chosen))))


def test_boards_with_many_paths_are_counted_by_a_solver(monkeypatch):
    found = placements(2, 2, "triangles", 2)
    numbers = [path_sets.counter(found)(chosen) for chosen in found.least()]
    monkeypatch.setattr(path_sets, "MOST_PATHS", 11)  # there are 12
    monkeypatch.delattr(path_sets, "PathSets")
    assert [path_sets.counter(found)(chosen) for chosen in found.least()] == numbers
    monkeypatch.setattr(solvers, "count", lambda puzzle: (12, "memory-limit"))
    with pytest.raises(LimitReachedError):
        path_sets.counter(found)((0, 3))


@pytest.mark.parametrize("drawn", [1, 2, 10, 40])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.03, 0.4, 0.5, 0.9, 1.0])
def test_most_samples_hold_the_share(drawn, share):
    held = 0.0
    for found in range(drawn + 1):
        low, high = interval(found, drawn)
        assert 0 <= low <= found / drawn <= high <= 1
        if low <= share <= high:
            held += comb(drawn, found) * share**found * (1 - share) ** (drawn - found)
    assert held >= CONFIDENCE / 100


@pytest.mark.parametrize(
    ("found", "drawn"), [(0, 10), (10, 10), (3, 10), (1, 10**6), (400, 10**5), (99_999, 10**5)]
)
def test_as_scipy(found, drawn):
    beta = pytest.importorskip("scipy.stats").beta
    low, high = interval(found, drawn)
    assert low == pytest.approx(beta.ppf(0.025, found, drawn - found + 1) if found else 0)
    assert high == pytest.approx(beta.ppf(0.975, found + 1, drawn - found) if found < drawn else 1)


@pytest.mark.parametrize(
    ("kinds", "number", "unique", "there"),
    [("triangles", 4, 1171, 5238), ("squares", 7, 200, 2376)],
)
def test_draws_of_three_by_three(kinds, number, unique, there):
    """The numbers of all of them are in studies/exhaustive/results.md."""
    found = placements(3, 3, kinds, number)
    count = path_sets.counter(found)
    ones = sum(count(chosen) == 1 for chosen in islice(found.drawn(1), 3000))
    low, high = interval(ones, 3000)
    assert found.count() == there
    assert low < unique / there < high
    assert high - low < 0.04
