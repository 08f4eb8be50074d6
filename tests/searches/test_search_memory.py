"""The memory of searches: reserved beyond what there is, kept between them, asked for once."""

from __future__ import annotations

import os
import random
import sys

import numpy as np
import numpy.typing as npt
import pytest
from support.examples import random_puzzle

from witness.base.machine import memory
from witness.puzzle.model import Puzzle
from witness.searches import Limits, reference, search_memory
from witness.searches.compiled import solve
from witness.searches.predicates.written import NONE, PAPER
from witness.searches.search_memory import Pool, reserved

WIDE = Puzzle(7, 7, ((0, 0),), ((7, 7),), ((0, 0, 3), (0, 1, 3), (1, 1, 3)))


def asking(monkeypatch: pytest.MonkeyPatch, most: int) -> list[int]:
    """Have the machine refuse more than `most` words at once; return what it will be asked for."""
    asked: list[int] = []

    def refusing(number: int) -> npt.NDArray[np.uint64]:
        asked.append(number)
        if number > most:
            raise MemoryError
        return reserved(number)

    monkeypatch.setattr(search_memory, "reserved", refusing)
    return asked


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


def test_nothing_is_left_of_the_search_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of every kind, on boards of few sizes, one after another in the same arrays."""
    monkeypatch.setattr("witness.searches.search_memory.MOST_SIZES", 5)
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


def test_words_can_be_written() -> None:
    array = reserved(1000)
    assert array.size == 1000
    assert not array.any()
    array[:] = 7
    assert int(array.sum()) == 7000
    assert reserved(0).size == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count reservations differently")
def test_a_process_with_large_reservations_can_fork() -> None:
    """One mapping larger than the memory of the machine would make fork fail."""
    kept = reserved(memory() // 4)  # twice the memory
    kept[0] = 5
    process = os.fork()
    if not process:
        os._exit(int(kept[0]))
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 5


def test_what_no_machine_has_is_refused() -> None:
    for number in (1 << 58, 1 << 70):
        with pytest.raises(MemoryError, match="cannot be reserved"):
            reserved(number)
