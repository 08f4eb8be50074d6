"""Predicates that look at one square at a time, in tables over the local configurations."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property, lru_cache

from witness.clauses.background import read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.grid import Square, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.outlook import Outlooks
from witness.puzzle.views.board import PathView, SquareView
from witness.puzzle.views.configurations import AWAY
from witness.puzzle.views.translate import Translation, translate
from witness.searches.predicates.interface import BoundPredicate, Predicate, check_bindable
from witness.searches.predicates.tables import Tabulation, tabulate


class SquarePredicate(Predicate):
    """A predicate that is a condition on the local configuration of a square with triangles.

    A subclass says what `holds`; all else follows. It may bind itself in a faster way.
    """

    #: The clauses that say the same, in the primitives of bias/paper.pl; None if there are none.
    clauses: tuple[str, ...] | None = None

    @abstractmethod
    def holds(self, path: PathView, square: SquareView) -> bool:
        """Return π′ of a path and a square."""

    @cached_property
    def _tabulation(self) -> Tabulation:
        return tabulate(self.holds)

    @cached_property
    def translation(self) -> Translation | None:
        """The translation of `clauses`."""
        if self.clauses is None:
            return None
        return translate(parse_clauses("\n".join(self.clauses)), read_background())

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Return π′ over the local configurations."""
        return self._tabulation

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π of one puzzle: the disjunction of π′ over its squares with triangles."""
        check_bindable(puzzle, self)
        return on_board(self._tabulation, puzzle)


#: What is looked at of a square besides its edges on the path: visited corners, the head if it is a
#: corner (else `AWAY`), live edges, reachable corners, and whether the path is cut off. All but the
#: head and the last are bit sets of the board.
Seen = tuple[int, int, int, int, int]


def on_board(tabulation: Tabulation, puzzle: Puzzle) -> BoundPredicate:
    """Return the function that says whether a condition holds for a square with triangles."""
    board, features = puzzle.grid, tabulation.features
    size = puzzle.rows, puzzle.cols
    gaps = gaps_of(puzzle) if features & Dependence.GAPS else {}
    squares = []
    for square, triangles in puzzle.triangle_at.items():
        number = board.square_number(square)
        states = _states(tabulation, (*size, number), triangles, gaps.get(square, 0))
        if states:
            masks = board.square_edge_masks[number], board.square_corner_masks[number]
            squares.append((*masks, states))
    ahead = bool(features & (Dependence.LIVE | Dependence.REACHABLE))
    outlooks = Outlooks(puzzle) if ahead else None
    images = puzzle.images

    def fires(head: int, vertices: int, edges: int) -> bool:
        live = reachable = cut_off = 0
        if outlooks is not None:
            outlook = outlooks.of(head, vertices, edges)
            if features & Dependence.LIVE:
                live, cut_off = outlook.live, int(outlook.cut_off)
            if features & Dependence.REACHABLE:
                reachable = outlook.reachable
        if images is not None:
            edges, vertices = images.both(edges, vertices)
        for sides, corners, states in squares:
            seen = states.get(edges & sides)
            if seen is not None:
                at = head if corners >> head & 1 else AWAY
                if (vertices & corners, at, live & sides, reachable & corners, cut_off) in seen:
                    return True
        return False

    return fires


@lru_cache(maxsize=4096)
def _states(
    tabulation: Tabulation, place: tuple[int, int, int], triangles: int, gaps: int
) -> dict[int, set[Seen]]:
    """Return where a condition holds for a square with some triangles and gaps, by its edges.

    `place` is the size of the board and the number of the square.
    """
    rows, cols, number = place
    board = grid(rows, cols)
    square = board.squares[number]
    edges = [board.edge_number[edge] for edge in board.square_edges(square)]
    corners = [board.vertex_number(corner) for corner in board.square_corners(square)]

    def on(numbers: list[int], places: int) -> int:
        """Return the board's bit set for a bit set of places in the square."""
        return sum(1 << n for place, n in enumerate(numbers) if places >> place & 1)

    found: dict[int, set[Seen]] = {}
    for count, (used, visited, head), (own, live, reachable, cut_off) in tabulation.cases:
        if count == triangles and own == gaps:
            at = AWAY if head == AWAY else corners[head]
            seen = on(corners, visited), at, on(edges, live), on(corners, reachable), cut_off
            found.setdefault(on(edges, used), set()).add(seen)
    return found


def gaps_of(puzzle: Puzzle) -> dict[Square, int]:
    """Return the bit set of the gaps of each square that has some, by the positions of edges."""
    board = puzzle.grid
    found: dict[Square, int] = {}
    for gap in puzzle.gaps:
        for square in board.edge_squares(gap):
            found[square] = found.get(square, 0) | 1 << board.square_edges(square).index(gap)
    return found
