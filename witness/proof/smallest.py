"""The smallest counterexample to a clause, which shows best why the clause is wrong.

Counterexamples have an order, and this is the least of all. First come those on boards of fewer
squares, of any shape, with the start and the goal at any vertices; then those with the shorter
partial path; then with the shorter solution; then on the board with fewer rows. What is left is
ordered by the vertices of the partial path and of the solution, by the square, and by the triangles
in it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from witness.base.limits import current
from witness.clauses.dependence import Dependence
from witness.proof.all_paths import Firings, NumberedPath, boards, levels, longer, state_on
from witness.proof.counterexamples import Counterexample
from witness.puzzle.grid import Grid, Square
from witness.puzzle.model import Puzzle
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import Condition

#: The order, in words.
ORDER = "fewest squares, then shortest partial path, then shortest solution"

#: The most squares of the boards on which all paths are tried if no counterexample is known.
MOST_SQUARES = 6


def smallest_counterexample(
    condition: Condition,
    dependence: Dependence,
    known: Counterexample | None = None,
    most: int = MOST_SQUARES,
) -> Counterexample | None:
    """Return the least counterexample to a clause that looks at a path and a square alone.

    If one is `known`, all paths on all boards with fewer squares are looked at. Without one, they
    are those of up to `most` squares; None is returned if there is none. Raises `LimitReachedError`
    at the limit of the budget in force, and `TooManyStepsError` as the condition does.
    """
    firings = Firings(condition, dependence)
    if known is not None:
        most = known.puzzle.rows * known.puzzle.cols
    for squares in range(1, most + 1):
        longest = len(known.partial_path) if known is not None and squares == most else None
        found = [_least_on(board, firings, longest) for board in boards(squares)]
        least = min((one for one in found if one is not None), key=rank, default=None)
        if least is not None:
            return least
    return known


def rank(example: Counterexample) -> tuple[Any, ...]:
    """Return what counterexamples are ordered by."""
    puzzle = example.puzzle
    return (
        puzzle.rows * puzzle.cols,
        len(example.partial_path),
        len(example.solution),
        puzzle.rows,
        example.partial_path,
        example.solution,
        example.place,
        puzzle.triangle_at[example.squares[0]],
    )


def _least_on(board: Grid, firings: Firings, longest: int | None) -> Counterexample | None:
    """Return the least counterexample on a board, with a path of `longest` vertices at most."""
    for level in islice(levels(board), longest):
        found = []
        for path in current().each(level):
            for square, triangles in firings.on(board, path):
                trail = _shortest_solution(board, path, square, triangles)
                if trail is not None:
                    solution = tuple(board.vertices[number] for number in trail)
                    puzzle = Puzzle(
                        board.rows, board.cols, solution[:1], solution[-1:],
                        ((*square, triangles),), id="counterexample",
                    )  # fmt: skip
                    found.append(Counterexample(puzzle, square, path.vertices(board), solution))
        if found:
            return min(found, key=rank)
    return None


def _shortest_solution(
    board: Grid, path: NumberedPath, square: Square, triangles: int
) -> tuple[int, ...] | None:
    """Return the least path that continues one and has as many of a square's edges as it needs."""
    number = board.square_number(square)
    mask = board.square_edge_masks[number]
    level = [path]
    while level:
        open_ends = [
            path
            for path in level
            if _completable_states()[triangles, *state_on(board, path, number)]
        ]
        level = []
        for further in current().each(longer(board, open_ends)):
            if (further.edges & mask).bit_count() == triangles:
                return further.trail
            level.append(further)
    return None


@lru_cache(maxsize=1)
def _completable_states() -> dict[tuple[int, int, int, int], bool]:
    """Whether a square with triangles in a state can still get its number of edges."""
    return {(c.triangles, *c.state): c.completable for c in configurations()}
