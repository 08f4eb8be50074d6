"""Predicates that are read from `.pl` files: learned ones, or written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from witness.base.errors import InputError
from witness.clauses.background import Background, is_guarded
from witness.clauses.dependence import Dependence, clause_dependence
from witness.clauses.language.terms import Clause
from witness.proof.prover import Verdict, verify
from witness.proof.verdicts import proved_for_two_lines
from witness.puzzle.constraints import constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges
from witness.puzzle.symbols import COLOURED, SYMBOLS
from witness.puzzle.views.board import SHOWN, PathView, SquareView, board_view, path_view
from witness.puzzle.views.symbol_cases import SymbolCase, all_cases
from witness.puzzle.views.translate import Translation, translate
from witness.searches.predicates.interface import BoundPredicate, Predicate, any_of, check_bindable
from witness.searches.predicates.square import on_board
from witness.searches.predicates.tables import Tabulation, tabulate

#: How clauses are looked up: by the square alone, by it and the length of the path, or by it and
#: what the path can still reach.
Kind = Literal["local", "length", "ahead"]


def kind_of(dependence: Dependence) -> Kind | None:
    """Return how a clause with a dependence is looked up; None if it is not."""
    if not dependence & ~Dependence.GAPS:
        return "local"
    if not dependence & ~(Dependence.GAPS | Dependence.LENGTH):
        return "length"
    return "ahead" if dependence.finite else None


class FilePredicate(Predicate):
    """π′ given by clauses.

    They are looked up in tables where they depend on local configurations and their features only,
    or on those of the square and the length of the path, and evaluated on the path itself where
    they depend on more.
    """

    def __init__(self, name: str, translation: Translation, background: Background) -> None:
        self.name = name
        self._translation = translation
        self.background = background
        self.dependence = translation.dependence
        #: The tables by the length of the path, as far as they are known.
        self.tabulations: dict[int | None, Tabulation | None] = {}
        #: Why there is no table, if the clauses have no value in some configuration.
        self._error: str | None = None

    @cached_property
    def when(self) -> str:  # type: ignore[override]
        """When it fires, in English."""
        clauses = (clause.english for clause in self.translation.clauses)
        cases = "; or: ".join(english[0].lower() + english[1:] for english in clauses)
        return f"this is true of some {self._subject()}: {cases}" if cases else ""

    def _subject(self) -> str:
        """Return what the clauses are about, in English: the symbols for which they can fire."""
        if self.background.subject != "square" or "triangles" in self.background.kinds:
            return self.background.subject
        # To be cut off from the goals is about no symbol.
        cases = self.symbol_cases or ()
        kinds = {c.kind for c in cases if c.bounds or dict(c.answers).keys() - {("cut off",)}}
        names = {SYMBOLS[name].one: SYMBOLS[name].subject for name in COLOURED if name in SHOWN}
        return " or ".join(name for kind, name in names.items() if not kinds or kind in kinds)

    @property
    def translation(self) -> Translation:
        """The clauses."""
        return self._translation

    @property
    def symbols(self) -> frozenset[str]:
        """The symbols that the background knows, if there are clauses."""
        return self.background.kinds if self.translation.clauses else frozenset()

    @property
    def marks(self) -> bool:
        """Whether all clauses have guards."""
        clauses = (translated.clause for translated in self.translation.clauses)
        return all(is_guarded(clause, self.background) for clause in clauses)

    @cached_property
    def two_lines(self) -> bool:
        """Whether the clauses are proved for panels with two lines."""
        clauses = (translated.clause for translated in self.translation.clauses)
        return all(proved_for_two_lines(clause, self.background) for clause in clauses)

    @cached_property
    def symbol_cases(self) -> tuple[SymbolCase, ...] | None:
        """The cases of the clauses."""
        found: list[SymbolCase] = []
        for translated in self.translation.clauses:
            own = all_cases(translate([translated.clause], self.background), self.symbols)
            if own is None:
                return None
            found += own
        return tuple(found)

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

    @cached_property
    def kinds(self) -> frozenset[Kind | None]:
        """The kinds of the clauses; None stands for those that cannot be in tables."""
        found = {kind_of(clause.dependence) for clause in self.translation.clauses}
        return frozenset(found)

    @property
    def looks_at_length(self) -> bool:
        """Whether some clause looks at the length of the path, for a square with triangles."""
        return "length" in self.kinds and "triangles" in self.symbols

    @property
    def looks_ahead(self) -> bool:
        """Whether some clause looks at what the path can still reach."""
        return "ahead" in self.kinds

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Return π′ over the local configurations, None if it depends on more."""
        if "triangles" not in self.symbols:
            return Tabulation(0)
        if None in self.kinds:
            return None
        if length not in self.tabulations:
            self.tabulations[length] = self._tabulate(length)
        return self.tabulations[length]

    def _tabulate(self, length: int | None) -> Tabulation | None:
        """Return the table of the clauses that look at the length, or with None of the others."""
        chosen = [
            (clause, self.translation.together(condition))
            for clause, condition in zip(
                self.translation.clauses, self.translation.conditions, strict=True
            )
            if (kind_of(clause.dependence) == "length") == (length is not None)
        ]
        conditions = [condition for _, condition in chosen]

        def some_holds(path: PathView, square: SquareView) -> bool:
            return any(condition(path, square) for condition in conditions)

        features = clause_dependence([clause.dependence.features for clause, _ in chosen])
        try:
            return tabulate(some_holds, length, features)
        except InputError as error:  # a board need not have that configuration
            self._error = error.reason
            return None

    @property
    def untabulated(self) -> str:
        """Why there is no `tabulation`."""
        if None in self.kinds:
            return "looks at more than one square and the length of the path"
        return f"has no value for some square: {self._error}"

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π of one puzzle: the disjunction of π′ over its constraints."""
        check_bindable(puzzle, self)
        # Tables know no marks, and no states of a square with the head of a second line.
        evaluated = puzzle.eliminations or puzzle.symmetry or self._sees_symbols(puzzle)
        table = None if evaluated else self.tabulation(None)
        if table is None:
            return self._evaluated(puzzle)
        parts = [on_board(table, puzzle)]
        if self.looks_at_length:
            parts.append(self._of_length(puzzle))
        return any_of(parts)

    def _sees_symbols(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle has other symbols than triangles that the clauses see, or not these."""
        others = self.symbols - {"triangles"}
        return bool(others) and (others == self.symbols or bool(constraints(puzzle, others)))

    def _of_length(self, puzzle: Puzzle) -> BoundPredicate:
        """Return the part of π that looks at the length of the path."""
        by_length: dict[int, BoundPredicate] = {}

        def fires(head: int, vertices: int, edges: int) -> bool:
            length = edges.bit_count()
            if length not in by_length:
                table = self.tabulation(length)
                by_length[length] = (
                    self._evaluated(puzzle) if table is None else on_board(table, puzzle)
                )
            return by_length[length](head, vertices, edges)

        return fires

    def _evaluated(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π without tables."""
        condition = self.translation.fires
        board = board_view(puzzle)
        views = [board.symbol(one.place, one.kind) for one in constraints(puzzle, self.symbols)]

        def fires(head: int, vertices: int, edges: int) -> bool:
            path = path_view(puzzle, path_from_edges(puzzle, head, edges))
            return any(condition(path, view) for view in views)

        return fires


def predicate_of(clauses: Sequence[Clause], background: Background, name: str) -> FilePredicate:
    """Return the predicate of plain clauses. Raises `InputError` as `translate` does."""
    return FilePredicate(name, translate(clauses, background, name), background)
