"""Predicates that look at one square at a time, in tables over the local configurations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

from witness.logic.background import read_background
from witness.logic.language.parser import parse_clauses
from witness.logic.language.views import PathView, SquareView
from witness.logic.translate import Translation, translate
from witness.predicates.interface import BoundPredicate, BoundStep, Predicate
from witness.predicates.on_board import HeadWatch, StepWatches, Tables
from witness.predicates.tables import Tabulation
from witness.puzzle.model import Puzzle


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
    def _tables(self) -> Tables:
        return Tables(self.holds)

    @cached_property
    def translation(self) -> Translation | None:
        """The translation of `clauses`."""
        if self.clauses is None:
            return None
        return translate(parse_clauses("\n".join(self.clauses)), read_background())

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Return π′ over the local configurations."""
        return self._tables.tabulation()

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π of one puzzle: the disjunction of π′ over its squares with triangles."""
        watches = self._tables.everywhere(puzzle)
        assert watches is not None, f"{self.name} has no value in some local configuration"
        return looked_up(watches)

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        """Return π for children: it can begin to hold only around the old head and the new one."""
        watches = self._tables.by_step(puzzle, layered)
        assert watches is not None, f"{self.name} has no value in some local configuration"
        return looked_up_by_step(watches)


def looked_up(watches: Sequence[HeadWatch]) -> BoundPredicate:
    """Return the function that looks a partial path up in all the given tables."""

    def fires(head: int, vertices: int, edges: int) -> bool:
        for edge_mask, corner_mask, away, at in watches:
            lost = at.get(head, away).get(edges & edge_mask)
            if lost is not None and vertices & corner_mask in lost:
                return True
        return False

    return fires


def looked_up_by_step(watches: StepWatches) -> BoundStep:
    """Return the function that looks a child up in the tables of the step that leads to it."""

    def fires(previous: int, head: int, vertices: int, edges: int) -> bool:
        for edge_mask, corner_mask, table in watches[previous][head]:
            lost = table.get(edges & edge_mask)
            if lost is not None and vertices & corner_mask in lost:
                return True
        return False

    return fires
