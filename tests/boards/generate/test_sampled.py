"""The interval of a share, by all samples that there can be and against SciPy."""

from itertools import islice
from math import comb

import pytest

from witness.boards.generate.exhaustive import placements
from witness.boards.generate.path_sets import counter
from witness.boards.generate.sampled import CONFIDENCE, interval


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
    count = counter(found)
    ones = sum(count(chosen) == 1 for chosen in islice(found.drawn(1), 3000))
    low, high = interval(ones, 3000)
    assert found.count() == there
    assert low < unique / there < high
    assert high - low < 0.04
