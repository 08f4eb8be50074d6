"""All paths on small boards, the shortest first, from any vertex to any other one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from witness.logic.configurations import AWAY
from witness.puzzle.grid import Grid, Vertex, grid

#: The state of a square on a path (`LocalConfiguration.state`).
State = tuple[int, int, int]


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
