"""Predicates that look at one square at a time, in tables over the local configurations."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property

from witness.logic.background import read_background
from witness.logic.language.parser import parse_clauses
from witness.logic.language.views import PathView, SquareView
from witness.logic.translate import Translation, translate
from witness.puzzle.model import Puzzle
from witness.searches.predicates.interface import BoundPredicate, Predicate, check_bindable
from witness.searches.predicates.on_board import on_board
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
