"""Counting by sets of paths: brute force says the same, for all symbols, alone and mixed."""

from itertools import islice

import pytest

from witness.base.limits import LimitReachedError
from witness.boards import solvers
from witness.boards.generate import path_sets
from witness.boards.generate.exhaustive import placements
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


@pytest.mark.parametrize("kinds", BY_SETS)
def test_on_three_by_three(kinds):
    """Also where the panels do not come one after the other."""
    found = placements(3, 3, kinds, 4)
    count = path_sets.counter(found)
    for chosen in islice(found.drawn(1), 40):
        assert count(chosen) == solvers.count(found.panel(chosen))[0]
        assert count(chosen[:-1]) >= count(chosen)


def test_boards_with_many_paths_are_counted_by_a_solver(monkeypatch):
    found = placements(2, 2, "triangles", 2)
    numbers = [path_sets.counter(found)(chosen) for chosen in found.least()]
    monkeypatch.setattr(path_sets, "MOST_PATHS", 11)  # there are 12
    monkeypatch.delattr(path_sets, "PathSets")
    assert [path_sets.counter(found)(chosen) for chosen in found.least()] == numbers
    monkeypatch.setattr(solvers, "count", lambda puzzle: (12, "memory-limit"))
    with pytest.raises(LimitReachedError):
        path_sets.counter(found)((0, 3))
