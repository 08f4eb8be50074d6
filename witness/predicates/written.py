"""Predicates written by hand: none, the baseline, and π°, the one that the paper learned."""

from __future__ import annotations

from witness.logic.language.views import PathView, SquareView
from witness.predicates.interface import BoundPredicate, Predicate, triangles_of
from witness.predicates.square import SquarePredicate
from witness.puzzle.model import Puzzle

#: π° in clauses, in the predicates of bias/paper.pl (Table 3). The first one is π_baseline.
TABLE_3: tuple[str, ...] = (
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).",
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), notAdjacent(A,B), one(F), three(C).",
    "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), notAdjacent(A,B), three(C), two(F).",
)


class _None(SquarePredicate):
    """The predicate that never fires: plain A*."""

    name = "none"
    when = ""
    clauses = ()
    symbols = frozenset()
    sound = True

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        return lambda head, vertices, edges: False

    def holds(self, path: PathView, square: SquareView) -> bool:
        return False


class _Baseline(SquarePredicate):
    """π_baseline: some square has more of its edges on the path than it has triangles."""

    name = "baseline"
    when = "a square has more of its edges on the path than triangles"
    clauses = TABLE_3[:1]
    sound = True

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        squares = [(mask, count) for mask, _, count in triangle_masks(puzzle)]

        def fires(head: int, vertices: int, edges: int) -> bool:
            return any((edges & mask).bit_count() > count for mask, count in squares)

        return fires

    def holds(self, path: PathView, square: SquareView) -> bool:
        return len(set(path.edges) & set(square.edges)) > square.triangles


class _Paper(SquarePredicate):
    """π°, the predicate that the paper learned (Table 3), written by hand.

    It fires when a square has more edges on the path than triangles, or has three triangles, one
    or two edges on the path, and the head of the path is none of its corners.
    """

    name = "paper"
    when = (
        "a square has more of its edges on the path than triangles, or has three triangles, one or "
        "two edges on the path, and the head at none of its corners"
    )
    clauses = TABLE_3
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

    def holds(self, path: PathView, square: SquareView) -> bool:
        used = len(set(path.edges) & set(square.edges))
        left = path.head not in square.corners
        return used > square.triangles or (square.triangles == 3 and used in (1, 2) and left)


def triangle_masks(puzzle: Puzzle) -> list[tuple[int, int, int]]:
    """Return (bit set of edges, bit set of corners, triangles) of each square with triangles."""
    board = puzzle.grid
    found = []
    for square, count in triangles_of(puzzle).items():
        number = board.square_number(square)
        found.append((board.square_edge_masks[number], board.square_corner_masks[number], count))
    return found


NONE: Predicate = _None()
BASELINE: Predicate = _Baseline()
PAPER: Predicate = _Paper()
