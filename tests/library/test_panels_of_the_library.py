"""Panels of the library on the way through the package, which makes changed ones of them."""

from __future__ import annotations

import pytest

import witness as w
from witness.base.errors import InputError


def test_changes_that_are_not_in_order() -> None:
    """`with_` checks; what the package makes on the way is not checked, and stays in its class."""
    puzzle = w.Puzzle.random(3, 3, seed=1, kind="symmetry")
    one = puzzle.starts[:1]
    with pytest.raises(InputError, match="but not its image"):
        puzzle.with_(starts=one)
    assert type(puzzle.changed(starts=one)) is w.Puzzle
    assert puzzle.changed(starts=one).problems()
    assert puzzle.rate().status == "rated"


@pytest.mark.slow
def test_a_missing_square_gets_no_symbol_around_a_line() -> None:
    puzzle = w.Puzzle(3, 1, [(1, 0)], [(3, 0)], missing=[(0, 0), (2, 0)])
    line = [(1, 0), (2, 0), (3, 0)]
    for kind in ("triangles", "dots", "squares", "stars", "blocks"):
        for found in puzzle.suggestions("line", path=line, kinds=[kind], most=3):
            assert found.puzzle.is_solution(line)
    everything = w.Puzzle(1, 1, [(0, 0)], [(1, 1)], missing=[(0, 0)])
    for kind in ("triangles", "blocks", "squares"):
        assert not [*everything.suggestions("line", path=[(0, 0), (0, 1), (1, 1)], kinds=[kind])]


@pytest.mark.slow
def test_half_an_edge_that_is_open_joins_a_region_around_a_line() -> None:
    middle = ((0, 1), (1, 1))
    puzzle = w.Puzzle(1, 2, [(1, 1)], [middle], open_halves=True)
    line = [(1, 1), middle]
    stars = [found.puzzle for found in puzzle.suggestions("line", path=line, kinds=["stars"])]
    assert {len(panel.stars) for panel in stars} == {2}
    blocks = [found.puzzle for found in puzzle.suggestions("line", path=line, kinds=["blocks"])]
    assert blocks  # of one square each: a larger one would lie across the line
    assert all(panel.is_solution(line) for panel in stars + blocks)
