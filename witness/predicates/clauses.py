"""Predicates that are read from `.pl` files: learned ones, or written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from witness.logic.background import Background, background_of
from witness.logic.language.primitives import PathView, SquareView, path_view, square_view
from witness.logic.language.reader import read_hypothesis
from witness.logic.language.terms import Clause
from witness.logic.locality import Dependence
from witness.logic.translate import Condition, TranslatedClause, Translation, translate
from witness.predicates.interface import BoundPredicate, BoundStep, Predicate, triangles_of
from witness.predicates.on_board import Tables
from witness.predicates.square import looked_up, looked_up_by_step
from witness.predicates.tables import Tabulation
from witness.proof.prover import Verdict, verify
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges

#: Tables for paths shorter than this are made at set-up: all paths on boards up to 5×5 are. Those
#: for longer paths are made when a search meets one.
EARLY = 36


class FilePredicate(Predicate):
    """π′ given by clauses.

    They are looked up in tables where they depend on local configurations only, or on those and
    the length of the path, and evaluated on the path itself where they depend on more.
    """

    def __init__(self, name: str, translation: Translation, background: Background) -> None:
        self.name = name
        self._translation = translation
        self.background = background
        self.when = in_english(translation.clauses)
        self.dependence = translation.dependence
        self._local = Tables(self._some_holds(Dependence.LOCAL))
        self._length = Tables(self._some_holds(Dependence.LENGTH))

    @property
    def translation(self) -> Translation:
        """The clauses."""
        return self._translation

    @property
    def symbols(self) -> frozenset[str]:
        """The triangles, if there are clauses."""
        return frozenset({"triangles"} if self.translation.clauses else ())

    def by_clause(self) -> tuple[Predicate, ...]:
        """Return a predicate for each clause, named by its number."""
        clauses = [translated.clause for translated in self.translation.clauses]
        if len(clauses) < 2:
            return (self,)
        names = [f"{self.name}:{number}" for number, _ in enumerate(clauses, start=1)]
        return tuple(
            FilePredicate(name, translate([clause], self.background, name), self.background)
            for name, clause in zip(names, clauses, strict=True)
        )

    def _some_holds(self, dependence: Dependence) -> Condition:
        """Return the condition that some clause with a dependence holds."""
        conditions = [
            self.translation.together(condition)
            for clause, condition in zip(
                self.translation.clauses, self.translation.conditions, strict=True
            )
            if clause.dependence is dependence
        ]

        def some_holds(path: PathView, square: SquareView) -> bool:
            return any(condition(path, square) for condition in conditions)

        return conditions[0] if len(conditions) == 1 else some_holds

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
    def soundness(self) -> str:
        """The verdict in words."""
        found = {"proved": "sound", "refuted": "unsound"}
        return found.get(self.verdict.status, "not known to be sound")

    @property
    def slow(self) -> bool:
        """Whether evaluations count their steps, as they may take many."""
        return self.translation.metered

    @property
    def looks_at_length(self) -> bool:
        """Whether some clause looks at the length of the path."""
        return self.dependence is Dependence.LENGTH

    def tables(self, dependence: Dependence) -> Tables:
        """Return the tables of the clauses with a dependence: LOCAL or LENGTH."""
        return self._local if dependence is Dependence.LOCAL else self._length

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Return π′ over the local configurations, None if it depends on more."""
        if not self._tabulated:
            return None
        return (self._local if length is None else self._length).tabulation(length)

    @property
    def untabulated(self) -> str:
        """Why there is no `tabulation`."""
        if not self._tabulated:
            return "looks at more than one square and the length of the path"
        return f"has no value for some square: {self._local.error or self._length.error}"

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π of one puzzle: the disjunction of π′ over its squares with triangles."""
        watches = self._local.everywhere(puzzle) if self._tabulated else None
        if watches is None:
            return self._evaluated(puzzle)
        local = looked_up(watches)
        if self.dependence is Dependence.LOCAL:
            return local
        of_length = self._of_length(puzzle)
        return lambda head, vertices, edges: (
            local(head, vertices, edges) or of_length(head, vertices, edges)
        )

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        """Return π for the children of partial paths that π spares.

        Local clauses can begin to hold only in the squares around the old head and the new one.
        """
        watches = self._local.by_step(puzzle, layered) if self._tabulated else None
        if watches is None:
            fires = self._evaluated(puzzle)
            return lambda _, head, vertices, edges: fires(head, vertices, edges)

        local = looked_up_by_step(watches)
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
        """Return the part of π that looks at the length of the path."""
        by_length: list[BoundPredicate | None] = [None] * len(puzzle.grid.vertices)

        def of(length: int) -> BoundPredicate:
            watches = self._length.everywhere(puzzle, length)
            found = self._evaluated(puzzle) if watches is None else looked_up(watches)
            by_length[length] = found
            return found

        for length in range(min(len(by_length), EARLY)):
            of(length)

        def fires(head: int, vertices: int, edges: int) -> bool:
            length = edges.bit_count()
            return (by_length[length] or of(length))(head, vertices, edges)

        return fires

    def _evaluated(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π without tables."""
        condition = self.translation.fires
        views = [square_view(puzzle, s, count) for s, count in triangles_of(puzzle).items()]

        def fires(head: int, vertices: int, edges: int) -> bool:
            path = path_view(puzzle, path_from_edges(puzzle, head, edges))
            return any(condition(path, view) for view in views)

        return fires


def in_english(clauses: Iterable[TranslatedClause]) -> str:
    """Return when a predicate of these clauses fires."""
    cases = "; or: ".join(clause.english for clause in clauses)
    return f"this is true of some square: {cases}" if cases else ""


def predicate_of(clauses: Sequence[Clause], background: Background, name: str) -> FilePredicate:
    """Return the predicate of plain clauses. Raises `InputError` as `translate` does."""
    return FilePredicate(name, translate(clauses, background, name), background)


def read_predicate(
    path: str | Path, *, bk: str | Path | None = None, bias: str | Path | None = None
) -> FilePredicate:
    """Read a file of plain clauses, with the background that goes with it (`background_of`).

    Raises `InputError` with file and line for clauses that cannot be used.
    """
    background = background_of(path, bk, bias)
    return predicate_of(read_hypothesis(path), background, str(path))
