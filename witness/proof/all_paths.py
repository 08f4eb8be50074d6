"""All paths on small boards, where a clause fires on them, and its smallest counterexample.

The shortest paths come first; they run from any vertex to any other one. The clause looks at a path
and at a square with triangles alone.

The smallest counterexample shows best why a clause is wrong. Fewer squares come first, on boards of
any shape, with the start and the goal at any vertices; then the shorter partial path; then the
shorter solution; then fewer rows. What is left is ordered by the vertices of the partial path and
of the solution, by the square, and by its triangles.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from witness.base.limits import current
from witness.clauses.dependence import Dependence
from witness.proof.counterexamples import Counterexample
from witness.puzzle.grid import Grid, Square, Vertex, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.views.board import PathView, SquareView, path_view, square_view
from witness.puzzle.views.configurations import AWAY, configurations
from witness.puzzle.views.translate import Condition

#: The state of a square on a path (`LocalConfiguration.state`).
State = tuple[int, int, int]

#: What does not follow from the state of a square and the length of the path.
_ELSEWHERE = Dependence.GLOBAL & ~(Dependence.GAPS | Dependence.LENGTH)


class NumberedPath(NamedTuple):
    """A path by the numbers of its vertices, and the bit sets of its vertices and its edges."""

    trail: tuple[int, ...]
    visited: int
    edges: int

    def vertices(self, board: Grid) -> tuple[Vertex, ...]:
        """Return the vertices of the path."""
        return tuple(board.vertices[number] for number in self.trail)


def boards(squares: int) -> list[Grid]:
    """Return the boards with a number of squares, those with fewer rows first."""
    return [grid(rows, squares // rows) for rows in range(1, squares + 1) if not squares % rows]


def levels(board: Grid) -> Iterator[list[NumberedPath]]:
    """Yield the paths on a board with one vertex, with two, …, each list in the order of these."""
    level = [NumberedPath((number,), 1 << number, 0) for number in range(len(board.vertices))]
    while level:
        yield level
        level = longer(board, level)


def longer(board: Grid, level: list[NumberedPath]) -> list[NumberedPath]:
    """Return all paths with one more edge, in the order of their vertices if `level` is."""
    return [
        NumberedPath((*path.trail, near), path.visited | 1 << near, path.edges | 1 << edge)
        for path in level
        for near, edge in sorted(board.steps[path.trail[-1]])
        if not path.visited >> near & 1
    ]


def state_on(board: Grid, path: NumberedPath, square: int) -> State:
    """Return the state of a square, which is given by its number, on a path."""
    edges, corners = _square(board.rows, board.cols, square)
    return (
        sum(1 << n for n, edge in enumerate(edges) if path.edges >> edge & 1),
        sum(1 << n for n, corner in enumerate(corners) if path.visited >> corner & 1),
        corners.index(path.trail[-1]) if path.trail[-1] in corners else AWAY,
    )


@lru_cache(maxsize=1024)
def _square(rows: int, cols: int, square: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the edges and of the corners of a square."""
    board = grid(rows, cols)
    place = board.squares[square]
    return (
        tuple(board.edge_number[edge] for edge in board.square_edges(place)),
        tuple(board.vertex_number(corner) for corner in board.square_corners(place)),
    )


@lru_cache(maxsize=1)
def shortest_lengths() -> dict[State, int]:
    """Return how many edges a path has at least on which a square is in a state.

    Every state is met on a board of 3×3, with ten edges at most; on boards that are large enough,
    also with any greater number of edges.
    """
    board = grid(3, 3)
    found: dict[State, int] = {}
    for length, level in enumerate(islice(levels(board), 11)):
        for path in level:
            for square in range(len(board.squares)):
                found.setdefault(state_on(board, path, square), length)
    return found


class Firings:
    """Where a condition fires; answers that the rest of the board does not affect are kept."""

    def __init__(self, condition: Condition, dependence: Dependence) -> None:
        self._condition = condition
        self._dependence = dependence
        self._known: dict[tuple[int, State, int], bool] = {}

    def on(self, board: Grid, path: NumberedPath) -> list[tuple[Square, int]]:
        """Return the squares for which the condition fires on a path, each with its triangles."""
        found = []
        view: PathView | None = None
        length = len(path.trail) if self._dependence & Dependence.LENGTH else 0
        for number, square in enumerate(board.squares):
            state = state_on(board, path, number)
            for triangles in (1, 2, 3):
                fires = self._known.get((triangles, state, length))
                if fires is None:
                    view = view or path_view(_bare(board.rows, board.cols), path.vertices(board))
                    fires = self._condition(view, _view(board.rows, board.cols, square, triangles))
                    if not self._dependence & _ELSEWHERE:
                        self._known[triangles, state, length] = fires
                if fires:
                    found.append((square, triangles))
        return found


@lru_cache(maxsize=1024)
def _view(rows: int, cols: int, square: Square, triangles: int) -> SquareView:
    return square_view(_bare(rows, cols), square, triangles)


@lru_cache(maxsize=64)
def _bare(rows: int, cols: int) -> Puzzle:
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),))


# ---- the smallest counterexample ----------------------------------------------------------------


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

    If a counterexample is `known`, all paths are tried on all boards that are no larger. Without
    one, boards of up to `most` squares are tried; None if no path on them is a counterexample.
    Raises `LimitReachedError` at the limit of the budget in force, and `TooManyStepsError` as the
    condition does.
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
