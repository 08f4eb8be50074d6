"""Predicates written by hand: none, the baseline, and π°, the one that the paper learned."""

from __future__ import annotations

from witness.puzzle.model import Puzzle
from witness.puzzle.views.board import PathView, SquareView
from witness.searches.predicates.interface import BoundPredicate, Predicate
from witness.searches.predicates.square import SquarePredicate

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
    sound = marks = two_lines = True

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        return lambda head, vertices, edges: False

    def holds(self, path: PathView, square: SquareView) -> bool:
        return False


class _Baseline(SquarePredicate):
    """π_baseline: some square has more of its edges on the path than it has triangles."""

    name = "baseline"
    when = "a square has more of its edges on the path than triangles"
    clauses = TABLE_3[:1]
    sound = two_lines = True

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

    def holds(self, path: PathView, square: SquareView) -> bool:
        used = len(set(path.edges) & set(square.edges))
        left = path.head not in square.corners
        return used > square.triangles or (square.triangles == 3 and used in (1, 2) and left)


NONE: Predicate = _None()
BASELINE: Predicate = _Baseline()
PAPER: Predicate = _Paper()
