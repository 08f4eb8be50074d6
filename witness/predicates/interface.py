"""Incompletability predicates: what says that a partial path can no longer become a solution.

Hand-written, learned or derived, they all have one interface: a predicate has a name, and binding
it to a puzzle gives a function π(head, vertices, edges) of a partial path, its arguments the
number of the head vertex and the bit sets of vertices and edges (`witness.puzzle.grid`). For a
puzzle π is the disjunction of π′(path, square) over the squares with triangles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from witness.predicates.tables import Tabulation
from witness.puzzle.grid import Square
from witness.puzzle.model import Puzzle

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


def check_bindable(puzzle: Puzzle) -> None:
    """Raise `InputError` for a puzzle with features that predicates do not know."""
    puzzle.require(SUPPORTED, "predicates do not know that")


def triangles_of(puzzle: Puzzle) -> dict[Square, int]:
    """Return the number of triangles by square, for a predicate that looks at nothing else.

    Raises `InputError` as `check_bindable` does.
    """
    check_bindable(puzzle)
    return puzzle.triangle_at
