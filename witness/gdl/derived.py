"""Predicates derived from the rules of a panel's game alone, by static analysis."""

from __future__ import annotations

from witness.gdl.language import from_puzzle
from witness.puzzle import proof_scope
from witness.puzzle.model import Puzzle
from witness.searches.predicates.interface import BoundPredicate, Predicate

#: The features of puzzles to which these predicates can be bound: those of the games.
SUPPORTED = proof_scope.SUPPORTED & from_puzzle.SUPPORTED


class Derived(Predicate):
    """π that follows from the rules of a panel's game, by static analysis.

    `latches` fires when what can never change by the rules excludes a solution; with triangles that
    is π_baseline. `derived` fires when what no continuation can change excludes one. They are
    neither written nor learned, and look at every symbol of a panel.
    """

    #: It follows from the rules, whatever the panel.
    sound = True
    proof = "from the rules"
    symbols = None

    def __init__(self, name: str, analysis: str, when: str) -> None:
        self.name = name
        self.analysis = analysis
        self.when = when

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π for one puzzle, after an analysis of its game."""
        from witness.gdl.path_game import bind  # loads clingo and Numba

        puzzle.require(SUPPORTED, "predicates derived from the rules of a game do not know that")
        return bind(puzzle, self.analysis)


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
