"""Predicates that are read from `.pl` files: learned ones, or written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from witness.logic.background import Background, read_background
from witness.logic.language.primitives import PathView, SquareView, path_view, square_view
from witness.logic.language.reader import read_hypothesis
from witness.logic.locality import Dependence
from witness.logic.translate import Translation, translate
from witness.predicates.interface import BoundPredicate, BoundStep, triangles_of
from witness.predicates.on_board import HeadWatch, Tables
from witness.predicates.tables import Tabulation
from witness.proof.prover import Verdict, verify
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges

#: Tables for paths shorter than this are made at set-up: all that boards up to 5×5 can have.
#: Those for longer paths are made when a search meets one.
EARLY = 36


class FilePredicate:
    """π′ given by clauses, looked up in tables where local configurations are all they depend on
    (or those and the length of the path), and evaluated on the path itself where they are not.
    """

    def __init__(self, name: str, translation: Translation, background: Background) -> None:
        self.name = name
        self.translation = translation
        self.background = background
        self.dependence = translation.dependence
        self._local = self._tables(Dependence.LOCAL)
        self._length = self._tables(Dependence.LENGTH)

    def _tables(self, dependence: Dependence) -> Tables:
        """Give the tables of the clauses with a dependence."""
        conditions = [
            condition
            for clause, condition in zip(
                self.translation.clauses, self.translation.conditions, strict=True
            )
            if clause.dependence is dependence
        ]

        def some_holds(path: PathView, square: SquareView) -> bool:
            return any(condition(path, square) for condition in conditions)

        return Tables(some_holds)

    @cached_property
    def verdict(self) -> Verdict:
        """Proof or counterexample of the clauses."""
        clauses = [translated.clause for translated in self.translation.clauses]
        return verify(clauses, self.background, self.name)

    @property
    def sound(self) -> bool:
        """Whether the clauses are proved to have no false positives."""
        return self.verdict.status == "proved"

    @property
    def looks_at_length(self) -> bool:
        """Whether some clause looks at the length of the path."""
        return self.dependence is Dependence.LENGTH

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Give π′ over the local configurations, None if it cannot be given so."""
        if not self._tabulated:
            return None
        return (self._local if length is None else self._length).tabulation(length)

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Give π of one puzzle: the disjunction of π′ over its squares with triangles."""
        watches = self._local.everywhere(puzzle) if self._tabulated else None
        if watches is None:
            return self._evaluated(puzzle)
        local = _looked_up(watches)
        if self.dependence is Dependence.LOCAL:
            return local
        of_length = self._of_length(puzzle)
        return lambda head, vertices, edges: (
            local(head, vertices, edges) or of_length(head, vertices, edges)
        )

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        """Give π for the children of partial paths that π spares.

        Local clauses can begin to hold only in the squares around the old head and the new one.
        """
        watches = self._local.by_step(puzzle, layered) if self._tabulated else None
        if watches is None:
            fires = self._evaluated(puzzle)
            return lambda _, head, vertices, edges: fires(head, vertices, edges)

        def local(previous: int, head: int, vertices: int, edges: int) -> bool:
            for edge_mask, corner_mask, table in watches[previous][head]:
                lost = table.get(edges & edge_mask)
                if lost is not None and vertices & corner_mask in lost:
                    return True
            return False

        if self.dependence is Dependence.LOCAL:
            return local
        of_length = self._of_length(puzzle)
        return lambda previous, head, vertices, edges: (
            local(previous, head, vertices, edges) or of_length(head, vertices, edges)
        )

    @property
    def _tabulated(self) -> bool:
        return self.dependence is not Dependence.GLOBAL

    def _of_length(self, puzzle: Puzzle) -> BoundPredicate:
        """Give the part of π that looks at the length of the path."""
        by_length: list[BoundPredicate | None] = [None] * len(puzzle.grid.vertices)

        def of(length: int) -> BoundPredicate:
            watches = self._length.everywhere(puzzle, length)
            found = self._evaluated(puzzle) if watches is None else _looked_up(watches)
            by_length[length] = found
            return found

        for length in range(min(len(by_length), EARLY)):
            of(length)

        def fires(head: int, vertices: int, edges: int) -> bool:
            length = edges.bit_count()
            return (by_length[length] or of(length))(head, vertices, edges)

        return fires

    def _evaluated(self, puzzle: Puzzle) -> BoundPredicate:
        """Give π without tables."""
        condition = self.translation.fires
        views = [square_view(puzzle, s, count) for s, count in triangles_of(puzzle).items()]

        def fires(head: int, vertices: int, edges: int) -> bool:
            path = path_view(puzzle, path_from_edges(puzzle, head, edges))
            return any(condition(path, view) for view in views)

        return fires


def _looked_up(watches: Sequence[HeadWatch]) -> BoundPredicate:
    """Give the function that looks a partial path up in all of some tables."""

    def fires(head: int, vertices: int, edges: int) -> bool:
        for edge_mask, corner_mask, away, at in watches:
            lost = at.get(head, away).get(edges & edge_mask)
            if lost is not None and vertices & corner_mask in lost:
                return True
        return False

    return fires


def read_predicate(
    path: str | Path, *, bk: str | Path | None = None, bias: str | Path | None = None
) -> FilePredicate:
    """Read a predicate file; the paper's background and bias are used unless others are named.

    Raises `InputError` with file and line for clauses that cannot be used.
    """
    background = read_background(bk, bias)
    translation = translate(read_hypothesis(path), background, str(path))
    return FilePredicate(str(path), translation, background)
