"""What is measured: Algorithm 1 in plain Python, with pruned children counted in two ways.

The paper does not say where a child is dropped on which the predicate is true. Here it is never
queued, and not counted. A program that tests a path when it takes it from the open list counts it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from studies.records import Row
from witness.pipeline.report.table import size_name
from witness.puzzle.files import read_puzzles
from witness.puzzle.generate.algorithms import START
from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import Puzzle

Path = tuple[Vertex, ...]
Used = Mapping[Square, int]
Fires = Callable[[Path, Used, Used], bool]

#: Neighbours in the order of the search engines: up, right, down, left.
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def baseline(_path: Path, used: Used, needed: Used) -> bool:
    """π_baseline: a square has more edges on the path than triangles."""
    return any(used[square] > number for square, number in needed.items())


def winner(path: Path, used: Used, needed: Used) -> bool:
    """π°: π_baseline, or a square with three triangles has edges on the path, and is left."""
    return baseline(path, used, needed) or any(
        number == 3 and 0 < used[square] < 3 and path[-1] not in _corners(square)
        for square, number in needed.items()
    )


#: The predicates, and whether a child is dropped when it is popped, with ties by the path itself.
PREDICATES: Mapping[str, Fires] = {"π_baseline": baseline, "π°": winner}
WAYS = {"never queued": False, "counted when popped": True}


def expansions(puzzle: Puzzle, fires: Fires, popped: bool) -> int:
    """Return the expansions of A* in prune mode (paper, Algorithm 1) on a puzzle with triangles.

    With `popped`, a child on which the predicate is true is queued, and counted when it is popped;
    of nodes with equal f and h the one with the least path comes first (a heap of tuples does so).
    Else it is not queued, and of such nodes the older one comes first, as in the search engines.
    """
    (goal,) = puzzle.goal_vertices
    needed = {(row, col): number for row, col, number in puzzle.triangles}
    ages = count()

    def node(path: Path, used: Used) -> tuple[Any, ...]:
        left = abs(path[-1][0] - goal[0]) + abs(path[-1][1] - goal[1])
        age = next(ages)
        return len(path) - 1 + left, left, path if popped else age, age, path, used

    heap = [node((START,), dict.fromkeys(needed, 0))]
    made = 0
    while heap:
        *_, path, used = heapq.heappop(heap)
        made += 1
        if popped and fires(path, used, needed):
            continue
        for up, right in STEPS:
            end = path[-1][0] + up, path[-1][1] + right
            if end in path or not (0 <= end[0] <= puzzle.rows and 0 <= end[1] <= puzzle.cols):
                continue
            now = {square: used[square] + (_beside(square, path[-1], end)) for square in needed}
            if end == goal:
                if now == needed:
                    return made
            elif popped or not fires((*path, end), now, needed):
                heapq.heappush(heap, node((*path, end), now))
    return made


def _corners(square: Square) -> set[Vertex]:
    return {(square[0] + up, square[1] + right) for up in (0, 1) for right in (0, 1)}


def _beside(square: Square, one: Vertex, other: Vertex) -> bool:
    """Whether an edge is one of a square's."""
    return {one, other} <= _corners(square)


def searched(
    source: Mapping[str, Any], *, experiment: str, sizes: Sequence[Sequence[int]]
) -> Iterator[Row]:
    """Yield the expansions for the test puzzles of some sizes, counted in both ways."""
    del experiment
    for puzzle in read_puzzles(source["test"]):
        size = sorted((puzzle.rows, puzzle.cols))
        if size in [[*one] for one in sizes]:
            yield {"size": size_name(*size)} | {
                f"{name}, {way}": expansions(puzzle, fires, popped)
                for name, fires in PREDICATES.items()
                for way, popped in WAYS.items()
            }
