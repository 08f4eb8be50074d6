"""Predicates written by hand: none, the baseline, and π°, the one that the paper learned."""

from __future__ import annotations

from functools import cached_property

from witness.logic.language.primitives import PathView, SquareView
from witness.predicates.interface import (
    BoundPredicate,
    BoundStep,
    Predicate,
    triangles_of,
)
from witness.predicates.tables import Tabulation
from witness.puzzle.model import Puzzle

#: π° in clauses, in the predicates of bias/paper.pl (Table 3). The first one is π_baseline.
TABLE_3: tuple[str, ...] = (
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).",
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), notAdjacent(A,B), one(F), three(C).",
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), notAdjacent(A,B), three(C), two(F).",
)


class _Plain:
    """A predicate that looks at everything anew for every child, and at one square at a time."""

    looks_at_length = False

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        raise NotImplementedError

    def holds(self, path: PathView, square: SquareView) -> bool:
        """Give π′ of a path and a square."""
        raise NotImplementedError

    @cached_property
    def _tabulation(self) -> Tabulation:
        return Tabulation(self.holds)

    def tabulation(self, length: int | None) -> Tabulation | None:
        return self._tabulation

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        fires = self.bind(puzzle)
        return lambda _, head, vertices, edges: fires(head, vertices, edges)


class _None(_Plain):
    """The predicate that never fires: plain A*."""

    name = "none"
    sound = True

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        return lambda head, vertices, edges: False

    def holds(self, path: PathView, square: SquareView) -> bool:
        return False


class _Baseline(_Plain):
    """π_baseline: some square has more of its edges on the path than it has triangles."""

    name = "baseline"
    sound = True

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        squares = [(mask, count) for mask, _, count in triangle_masks(puzzle)]

        def fires(head: int, vertices: int, edges: int) -> bool:
            return any((edges & mask).bit_count() > count for mask, count in squares)

        return fires

    def holds(self, path: PathView, square: SquareView) -> bool:
        return len(set(path.edges) & set(square.edges)) > square.triangles


class _Paper(_Plain):
    """π°, the predicate that the paper learned (Table 3), written by hand.

    It fires when a square has more edges on the path than triangles, or has three triangles, one
    or two edges on the path, and the head of the path is none of its corners.
    """

    name = "paper"
    sound = True

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        squares = triangle_masks(puzzle)

        def fires(head: int, vertices: int, edges: int) -> bool:
            for mask, corners, count in squares:
                used = (edges & mask).bit_count()
                if used > count:
                    return True
                if count == 3 and (used == 1 or used == 2) and not corners >> head & 1:
                    return True
            return False

        return fires

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        """Look at the squares beside the new edge, and at those that the head has left."""
        board, at = puzzle.grid, triangles_of(puzzle)
        # What to look at after a step: a square's edges, and how few and how many fire.
        watches: list[dict[int, list[tuple[int, int, int]]]] = []
        for here, row in zip(board.vertices, board.steps, strict=True):
            watches.append({})
            for near, edge in row:
                found = watches[-1][near] = []
                beside = board.edge_squares(board.edges[edge])
                for square in board.vertex_squares(here):
                    mask = board.square_edge_masks[board.square_number(square)]
                    if square in beside and at.get(square) in (1, 2) and not layered:
                        found.append((mask, at[square] + 1, 4))
                    if square not in beside and at.get(square) == 3:
                        found.append((mask, 1, 2))

        def fires(previous: int, head: int, vertices: int, edges: int) -> bool:
            for mask, least, most in watches[previous][head]:
                used = (edges & mask).bit_count()
                if least <= used <= most:
                    return True
            return False

        return fires

    def holds(self, path: PathView, square: SquareView) -> bool:
        used = len(set(path.edges) & set(square.edges))
        left = path.head not in square.corners
        return used > square.triangles or (square.triangles == 3 and used in (1, 2) and left)


def triangle_masks(puzzle: Puzzle) -> list[tuple[int, int, int]]:
    """Give (bit set of edges, bit set of corners, triangles) for each square with triangles."""
    board = puzzle.grid
    found = []
    for square, count in triangles_of(puzzle).items():
        number = board.square_number(square)
        found.append((board.square_edge_masks[number], board.square_corner_masks[number], count))
    return found


NONE: Predicate = _None()
BASELINE: Predicate = _Baseline()
PAPER: Predicate = _Paper()
