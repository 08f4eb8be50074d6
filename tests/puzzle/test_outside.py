"""Squares outside a panel of witnesspuzzles.com."""

from __future__ import annotations

from itertools import combinations

import pytest

from witness.puzzle.formats.outside import merges_regions, outside_squares
from witness.puzzle.grid import Edge, Square, grid

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


@pytest.mark.parametrize(
    ("outside", "expected"),
    [
        (set(), False),
        ({(2, 0)}, True),  # a corner lies between two squares
        ({(1, 1)}, True),
        ({(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 2)}, False),
        ({(r, c) for r in range(3) for c in range(3)}, False),
        ({(0, 0), (0, 1), (0, 2)}, True),
    ],
)
def test_whether_regions_would_merge(outside: set[Square], expected: bool) -> None:
    assert merges_regions(grid(3, 3), outside) is expected


def test_a_single_row() -> None:
    """In a row, only an end of it, or all of it, touches one square at most."""
    board = grid(1, 4)
    for size in range(5):
        for chosen in combinations(range(4), size):
            parts = "".join("x" if c in chosen else "." for c in range(4)).strip("x")
            assert merges_regions(board, {(0, c) for c in chosen}) is ("x" in parts)
