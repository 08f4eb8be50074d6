"""Counterexamples to clauses that look beyond a square.

Which edges are live depends on all constraints of a puzzle, so puzzles with one constraint are not
enough. Here every simple path of a small board is a solution of the puzzles whose constraints it
satisfies, and all its beginnings are completable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import cast

from witness.base.limits import Budget
from witness.logic.configurations import (
    HEAD,
    ON_PATH,
    UNVISITED,
    Case,
    LocalConfiguration,
    case_of,
)
from witness.logic.dependence import Dependence
from witness.logic.language.views import board_view, path_view
from witness.logic.translate import Condition
from witness.proof.counterexamples import Counterexample
from witness.puzzle.grid import Grid, Square, Vertex, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.outlook import Outlook, Outlooks
from witness.puzzle.paths import path_masks, simple_paths

#: Boards on which everything is tried: every start, every goal, every set of constraints. The last
#: one is the largest.
EXHAUSTED = ((1, 1), (1, 2), (2, 1), (2, 2))

#: Boards with the start at the bottom left and goals on the border, and all constraints or one.
FURTHER = ((2, 3), (3, 2), (3, 3))


def find_far_counterexample(
    condition: Condition, dependence: Dependence, budget: Budget
) -> Counterexample | None:
    """Return a partial path on which a clause fires and that has a solution; None if none is found.

    Raises `LimitReachedError` at the limit of the budget.
    """
    if dependence.finite:
        known = _completable(dependence.features)
        for configuration, example in budget.each(known.values()):
            if condition(*configuration.views()):
                return example
        return None
    for puzzle, solution in _puzzles():
        board = board_view(puzzle)
        squares = [(square, board.square(square, n)) for square, n in puzzle.triangle_at.items()]
        for length in range(1, len(solution)):
            budget.check()
            path = path_view(puzzle, solution[:length])
            for square, view in squares:
                if condition(path, view):
                    return Counterexample(puzzle, square, solution[:length], solution)
    return None


@lru_cache(maxsize=8)
def _completable(
    features: Dependence,
) -> dict[Case, tuple[LocalConfiguration, Counterexample]]:
    """Return the local configurations on completable paths, each with an example."""
    found: dict[Case, tuple[LocalConfiguration, Counterexample]] = {}
    for puzzle, solution in _puzzles():
        outlooks = Outlooks(puzzle)
        edges = visited = 0
        numbers = [puzzle.grid.vertex_number(vertex) for vertex in solution]
        for length in range(1, len(solution)):
            head = numbers[length - 1]
            visited |= 1 << head
            if length > 1:
                steps = dict(puzzle.grid.steps[numbers[length - 2]])
                edges |= 1 << steps[head]
            outlook = outlooks.of(head, visited, edges)
            for square in puzzle.triangle_at:
                configuration = _configuration(puzzle, square, head, visited, edges, outlook)
                case = case_of(configuration, features)
                if case not in found:
                    example = Counterexample(puzzle, square, solution[:length], solution)
                    found[case] = configuration, example
    return found


def _configuration(
    puzzle: Puzzle, square: Square, head: int, visited: int, edges: int, outlook: Outlook
) -> LocalConfiguration:
    board = puzzle.grid
    corners = [board.vertex_number(corner) for corner in board.square_corners(square)]
    sides = [board.edge_number[edge] for edge in board.square_edges(square)]

    def places(found: int, numbers: Sequence[int]) -> frozenset[int]:
        return frozenset(place for place, number in enumerate(numbers) if found >> number & 1)

    states = (
        HEAD if corner == head else ON_PATH if visited >> corner & 1 else UNVISITED
        for corner in corners
    )
    return LocalConfiguration(
        puzzle.triangle_at[square],
        places(edges, sides),
        tuple(states),  # type: ignore[arg-type]
        live=places(outlook.live, sides),
        reachable=places(outlook.reachable, corners),
        cut_off=outlook.cut_off,
    )


def _puzzles() -> Iterator[tuple[Puzzle, tuple[Vertex, ...]]]:
    """Yield puzzles with a solution: first those that are exhausted, then further ones."""
    for rows, cols in EXHAUSTED:
        board = grid(rows, cols)
        for start in board.vertices:
            yield from _on(board, start, board.vertices, every=True)
    for rows, cols in FURTHER:
        board = grid(rows, cols)
        yield from _on(board, (0, 0), board.peripheral_vertices, every=False)


def _on(
    board: Grid, start: Vertex, goals: Iterable[Vertex], every: bool
) -> Iterator[tuple[Puzzle, tuple[Vertex, ...]]]:
    """Yield the puzzles of a board that a simple path from the start solves."""
    # To pass goals makes every simple path to one of them a path of this puzzle.
    ends = Puzzle(board.rows, board.cols, (start,), tuple(goals), pass_goals=True)
    for path in simple_paths(ends):
        if len(path) == 1:
            continue
        edges, _ = path_masks(ends, path)
        counts = [
            (*square, count)
            for square, mask in zip(board.squares, board.square_edge_masks, strict=True)
            if (count := (edges & mask).bit_count()) > 0
        ]
        for size in range(1, len(counts) + 1) if every else {1, len(counts)}:
            for chosen in combinations(counts, size):
                puzzle = Puzzle(
                    board.rows, board.cols, (start,), (path[-1],), chosen, id="counterexample"
                )
                yield puzzle, cast(tuple[Vertex, ...], path)
