"""Incompletability predicates: what says that a partial path can no longer become a solution.

Hand-written, learned or derived, they all have one interface: a predicate has a name, and binding
it to a puzzle gives a function π(head, vertices, edges) of a partial path, its arguments the
number of the head vertex and the bit sets of vertices and edges (`witness.grid`). For a puzzle π
is the disjunction of π′(path, square) over the squares with triangles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from witness.errors import InputError
from witness.grid import Square
from witness.puzzle import Puzzle

if TYPE_CHECKING:
    from witness.logic.primitives import PathView, SquareView
    from witness.tabulate import Tabulation

#: The features of puzzles to which predicates can be bound. They see a path as vertices, and say
#: nothing about one that begins or ends in the middle of an edge.
SUPPORTED = frozenset({"triangles", "gaps", "dots", "squares", "stars", "pass-goals"})

#: π of one puzzle: (head, vertices, edges) → whether the partial path is incompletable.
BoundPredicate = Callable[[int, int, int], bool]

#: π of a child whose parent π spares: (head of the parent, head, vertices, edges).
BoundStep = Callable[[int, int, int, int], bool]


class Predicate(Protocol):
    """What every predicate offers."""

    @property
    def name(self) -> str:
        """The name that results are recorded under."""

    @property
    def sound(self) -> bool:
        """Whether it is known never to fire on a completable path (pruning is then safe)."""

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Give π for one puzzle."""

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        """Give π for the children of partial paths that π spares; it may look at less.

        With `layered` the children are also known to be spared by π_baseline.
        """

    @property
    def looks_at_length(self) -> bool:
        """Whether π′ depends on the length of the path besides local configurations."""

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Give π′ over the local configurations, None if it depends on more than those.

        With a length, the part of π′ that looks at the length, for paths of so many edges;
        without, the part that does not.
        """


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
        from witness.tabulate import Tabulation

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


class Derived:
    """π that follows from the rules of a panel's game, by static analysis (`games.derived`).

    `latches` fires when what can never change by the rules excludes a solution; with triangles that
    is π_baseline. `derived` fires when what no path from here on can change excludes one. Nobody
    wrote them or learned them, and they look at every symbol of a panel.
    """

    #: It follows from the rules, whatever the panel.
    sound = True
    looks_at_length = False

    def __init__(self, name: str, analysis: str, words: str) -> None:
        self.name = name
        self.analysis = analysis
        #: When it fires, as the end of a sentence.
        self.words = words

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Give nothing: it depends on more than one square."""
        return None

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Give π for one puzzle, after an analysis of its game."""
        from witness.games.derived import bind

        check_bindable(puzzle)
        return bind(puzzle, self.analysis)

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        """Give π for the children of partial paths that π spares."""
        fires = self.bind(puzzle)
        return lambda _, head, vertices, edges: fires(head, vertices, edges)


def check_bindable(puzzle: Puzzle) -> None:
    """Raise `InputError` for a puzzle with what predicates do not know."""
    puzzle.require(SUPPORTED, "predicates do not know that")


def triangles_of(puzzle: Puzzle) -> dict[Square, int]:
    """Return the number of triangles by square, for a predicate that looks at nothing else.

    Raises `InputError` as `check_bindable` does.
    """
    check_bindable(puzzle)
    return puzzle.triangle_at


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

LATCHES: Predicate = Derived(
    "latches",
    "latches",
    "the places and edges on the path, which stay on it, exclude every solution",
)
DERIVED: Predicate = Derived(
    "derived",
    "extension",
    "what no continuation can change, such as edges at places that the path has left and regions "
    "that it has cut off, excludes every solution",
)

#: Predicates by name; any other name is a file of learned or hand-written clauses.
PREDICATES: dict[str, Predicate] = {p.name: p for p in (NONE, BASELINE, PAPER, LATCHES, DERIVED)}


def predicate(name: str, *, bk: str | None = None, bias: str | None = None) -> Predicate:
    """Give a predicate by name, or read it from a `.pl` file. Raises `InputError`."""
    if name in PREDICATES:
        return PREDICATES[name]
    if not name.endswith(".pl"):
        known = ", ".join(PREDICATES)
        raise InputError(f"unknown predicate {name!r}; use {known} or a .pl file")
    from witness.file_predicate import read_predicate

    return read_predicate(name, bk=bk, bias=bias)
