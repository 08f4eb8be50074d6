"""Passages around a square, against all paths on small boards, and along random ones on larger."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from witness.boards.generate.random_paths import walk
from witness.logic.configurations import AWAY
from witness.proof.passages import Ends, Situation, least_lengths, refuted, situations
from witness.puzzle.grid import grid

#: The edges of a square, by their middles, in the order bottom, top, left, right.
MIDDLES = ((0, 0.5), (1, 0.5), (0.5, 0), (0.5, 1))

#: Its corners: bottom left, bottom right, top left, top right.
CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))

Line = tuple[tuple[int, int], ...]


def lines(rows: int, cols: int) -> Iterator[Line]:
    """Yield all paths on a board."""
    todo: list[Line] = [((r, c),) for r in range(rows + 1) for c in range(cols + 1)]
    while todo:
        line = todo.pop()
        yield line
        r, c = line[-1]
        for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if 0 <= near[0] <= rows and 0 <= near[1] <= cols and near not in line:
                todo.append((*line, near))


def seen(line: Line, at: tuple[int, int]) -> Iterator[tuple[Situation, Ends, int]]:
    """Yield the passages of a path around a square, by their definition."""
    line = tuple((r - at[0], c - at[1]) for r, c in line)
    steps = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(line)]
    if not 0 < sum(step in MIDDLES for step in steps) < 4:
        return
    for length in range(len(steps)):
        places = [n for n in range(length, len(steps)) if steps[n] in MIDDLES]
        if places:
            edges = sum(1 << n for n, middle in enumerate(MIDDLES) if middle in steps[:length])
            part = line[: length + 1]
            visited = sum(1 << n for n, corner in enumerate(CORNERS) if corner in part)
            head = CORNERS.index(part[-1]) if part[-1] in CORNERS else AWAY
            first, last = places[0], places[-1] + 1
            ends = CORNERS.index(line[first]), CORNERS.index(line[last])
            yield (len(places), (edges, visited, head)), ends, last - first


@pytest.mark.slow
def test_every_passage_of_small_boards_is_as_long_and_the_bound_is_met() -> None:
    """No table of situations can say more: on a board of 3×3 each bound is met."""
    met: dict[Situation, dict[Ends, int]] = {}
    for line in lines(3, 3):
        for situation, ends, length in seen(line, (1, 1)):
            known = met.setdefault(situation, {})
            known[ends] = min(length, known.get(ends, length))
    assert met == {one: least_lengths(one) for one in situations() if least_lengths(one)}
    assert sum(map(len, met.values())) == 224
    assert refuted(met) == []


@pytest.mark.parametrize("size", [(1, 3), (2, 3), (2, 2)])
def test_squares_at_the_border(size: tuple[int, int]) -> None:
    rows, cols = size
    for line in lines(rows, cols):
        for r, c in grid(rows, cols).squares:
            for situation, ends, length in seen(line, (r, c)):
                assert length >= least_lengths(situation)[ends]


def test_larger_boards() -> None:
    rng = random.Random(6)
    board, count = grid(6, 6), 0
    for _ in range(300):
        line = walk(board, *rng.sample(board.vertices, 2), rng)
        for square in board.squares:
            for situation, ends, length in seen(line, square):  # type: ignore[arg-type]
                assert length >= least_lengths(situation)[ends]
                count += 1
    assert count > 10_000


def test_what_says_too_much_is_refuted() -> None:
    proved = {one: dict(least_lengths(one)) for one in situations()}
    assert refuted(proved) == []
    longer = {one: dict(known) for one, known in proved.items()}
    fewer = {one: dict(known) for one, known in proved.items()}
    for situation, known in proved.items():
        for ends in known:
            longer[situation][ends] += 1
            assert refuted(longer) == [(situation, ends)]
            longer[situation][ends] -= 2  # less is no mistake
            assert refuted(longer) == []
            longer[situation][ends] += 1
            del fewer[situation][ends]
            assert refuted(fewer) == [(situation, ends)]
            fewer[situation][ends] = known[ends]
