"""Predicates derived from the rules of a panel's game alone, by static analysis."""

from __future__ import annotations

from witness.predicates.interface import BoundPredicate, BoundStep, Predicate
from witness.predicates.tables import Tabulation
from witness.puzzle.model import Puzzle


class Derived:
    """π that follows from the rules of a panel's game, by static analysis.

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
        """Return nothing: it depends on more than one square."""
        return None

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π for one puzzle, after an analysis of its game."""
        from witness.predicates.path_game import bind  # loads clingo and Numba

        return bind(puzzle, self.analysis)

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        """Return π for the children of partial paths that π spares."""
        fires = self.bind(puzzle)
        return lambda _, head, vertices, edges: fires(head, vertices, edges)


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
