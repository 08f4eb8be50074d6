"""The memory of searches: kept between them, within limits, and asked for only once."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from support.examples import random_puzzle

from witness.puzzle.model import Puzzle
from witness.searches import Limits, pool, reference
from witness.searches.compiled import node_bytes, solve
from witness.searches.pool import Pool, reserved
from witness.searches.predicates.written import NONE, PAPER

WIDE = Puzzle(7, 7, ((0, 0),), ((7, 7),), ((0, 0, 3), (0, 1, 3), (1, 1, 3)))
LARGE = Puzzle(9, 9, ((0, 0),), ((9, 9),))

Reserve = Callable[[int], npt.NDArray[np.uint64]]


def asking(monkeypatch: pytest.MonkeyPatch, most: int) -> list[int]:
    """Have the machine refuse more than `most` words at once; return what it will be asked for."""
    asked: list[int] = []

    def refusing(number: int) -> npt.NDArray[np.uint64]:
        asked.append(number)
        if number > most:
            raise MemoryError
        return reserved(number)

    monkeypatch.setattr(pool, "reserved", refusing)
    return asked


def test_the_pool_does_not_outgrow_the_limit() -> None:
    """Beyond the nodes there is only room for chunks that are not full, two a queue."""
    own = Pool()
    result = solve(WIDE, NONE, limits=Limits(memory_limit=30), pool=own)
    assert result.status == "memory-limit"
    assert own.nodes.nbytes < 36e6
    assert own.nodes.nbytes >= 30e6 - node_bytes(WIDE)


def test_a_pool_that_the_machine_refuses(figure_1: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made smaller; if that does not help, what there was is gone, not half there."""
    own = Pool()
    asking(monkeypatch, 10_000)
    with pytest.raises(MemoryError):
        own.prepare(2, 100_000)
    assert (own.nodes.size, own.links.size, own.free.size) == (0, 0, 0)
    asking(monkeypatch, 200_000)
    own.prepare(2, 100_000)
    assert 0 < own.nodes.size <= 200_000
    assert own.links.size == own.free.size == own.nodes.size // 128
    assert solve(figure_1, PAPER, pool=own).status == "solved"


def test_a_pool_that_is_full_ends_the_search_and_the_next_one_asks_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = Pool()
    asked = asking(monkeypatch, 400_000)
    assert solve(WIDE, NONE, pool=own).status == "memory-limit"
    first = len(asked)
    assert solve(WIDE, NONE, limits=Limits(10), pool=own).status == "expansion-limit"
    assert len(asked) == 2 * first
    assert solve(WIDE, NONE, limits=Limits(10), pool=own).status == "expansion-limit"
    assert len(asked) == 2 * first


@pytest.mark.slow
def test_memory_is_asked_for_once_whatever_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Pool()
    limits = Limits(max_expansions=1000)
    solve(Puzzle(15, 15, ((0, 0),), ((15, 15),)), NONE, limits=limits, pool=own)
    asked = asking(monkeypatch, 0)
    for puzzle in (WIDE, LARGE, WIDE):
        assert solve(puzzle, NONE, limits=limits, pool=own).expansions > 0
    assert asked == []


def test_a_pool_serves_boards_of_all_sizes(figure_1: Puzzle) -> None:
    own = Pool()
    for puzzle in (figure_1, LARGE, figure_1, WIDE, LARGE):
        limits = Limits(max_expansions=40_000)
        alone = solve(puzzle, NONE, limits=limits, pool=Pool())
        again = solve(puzzle, NONE, limits=limits, pool=own)
        assert (again.status, again.path, again.expansions) == (
            alone.status,
            alone.path,
            alone.expansions,
        )


def test_nothing_is_left_of_the_search_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of every kind, on boards of few sizes, one after another in the same arrays."""
    monkeypatch.setattr("witness.searches.pool.MOST_SIZES", 5)
    own = Pool()
    rng = random.Random("left over")
    for _ in range(400):
        puzzle = random_puzzle(rng, 3, symbols=True)
        predicate, mode = rng.choice((NONE, PAPER)), rng.choice(("prune", "sort"))
        limits = Limits(rng.choice((3, 30, 3000)))
        fast = solve(puzzle, predicate, mode, limits=limits, pool=own)
        plain = reference.solve(puzzle, predicate, mode, limits=limits)
        assert (fast.status, fast.path, fast.expansions) == (
            plain.status,
            plain.path,
            plain.expansions,
        )
    assert 0 < len(own._rooms) <= 5
