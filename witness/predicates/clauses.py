"""Predicates that are read from `.pl` files: learned ones, or written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal

from witness.logic.background import Background, background_of
from witness.logic.dependence import Dependence, clause_dependence
from witness.logic.language.reader import read_hypothesis
from witness.logic.language.terms import Clause
from witness.logic.language.views import SHOWN, PathView, SquareView, board_view, path_view
from witness.logic.symbol_cases import SymbolCase, all_cases
from witness.logic.translate import Condition, TranslatedClause, Translation, translate
from witness.predicates.interface import BoundPredicate, BoundStep, Predicate, check_bindable
from witness.predicates.on_board import Ahead, Tables
from witness.predicates.square import looked_up, looked_up_by_step
from witness.predicates.tables import Tabulation, union
from witness.proof.prover import Verdict, verify
from witness.puzzle.constraints import constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_from_edges
from witness.puzzle.symbols import COLOURED, SYMBOLS

#: Tables for paths shorter than this are made at set-up: all paths on boards up to 5×5 are. Those
#: for longer paths are made when a search meets one.
EARLY = 36


#: How clauses are looked up: by the square alone, by it and the length of the path, or by it and
#: what the path can still reach.
Kind = Literal["local", "length", "ahead"]
KINDS: tuple[Kind, ...] = ("local", "length", "ahead")


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
        self._kinds = {
            kind: Tables(self._some_holds(kind), features=self.features_of(kind)) for kind in KINDS
        }

    @cached_property
    def when(self) -> str:  # type: ignore[override]
        """When it fires, in English."""
        return in_english(self.translation.clauses, self._subject())

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

    def features_of(self, kind: Kind) -> Dependence:
        """Return the features that the clauses of a kind look at."""
        clauses = self.translation.clauses
        return clause_dependence(
            [clause.dependence.features for clause in clauses if kind_of(clause.dependence) == kind]
        )

    def _some_holds(self, kind: Kind) -> Condition:
        """Return the condition that some clause of a kind holds."""
        conditions = [
            self.translation.together(condition)
            for clause, condition in zip(
                self.translation.clauses, self.translation.conditions, strict=True
            )
            if kind_of(clause.dependence) == kind
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
    def proof(self) -> str:
        """What the clauses are proved by."""
        return "case analysis, lemmas" if self.looks_ahead else super().proof

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

    def tables(self, kind: Kind) -> Tables:
        """Return the tables of the clauses of a kind."""
        return self._kinds[kind]

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Return π′ over the local configurations, None if it depends on more."""
        if "triangles" not in self.symbols:
            return Tabulation(0, length, Dependence.LOCAL)
        if not self._tabulated:
            return None
        if length is not None:
            return self._kinds["length"].tabulation(length)
        parts = [self._kinds[kind].tabulation() for kind in ("local", "ahead")]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        return union(found, None, clause_dependence([part.features for part in found]))

    @property
    def untabulated(self) -> str:
        """Why there is no `tabulation`."""
        if not self._tabulated:
            return "looks at more than one square and the length of the path"
        errors = (tables.error for tables in self._kinds.values() if tables.error)
        return f"has no value for some square: {next(errors, None)}"

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π of one puzzle: the disjunction of π′ over its constraints."""
        if self._sees_symbols(puzzle):
            return self._evaluated(puzzle)
        watches = self._kinds["local"].everywhere(puzzle) if self._tabulated else None
        others = None if watches is None else self._others(puzzle)
        if watches is None or others is None:
            return self._evaluated(puzzle)
        return _any_of([looked_up(watches), *others])

    def bind_step(self, puzzle: Puzzle, layered: bool = False) -> BoundStep:
        """Return π for the children of partial paths that π spares.

        Local clauses can begin to hold only in the squares around the old head and the new one.
        """
        if self._sees_symbols(puzzle):
            fires = self._evaluated(puzzle)
            return lambda _, head, vertices, edges: fires(head, vertices, edges)
        watches = self._kinds["local"].by_step(puzzle, layered) if self._tabulated else None
        others = None if watches is None else self._others(puzzle)
        if watches is None or others is None:
            fires = self._evaluated(puzzle)
            return lambda _, head, vertices, edges: fires(head, vertices, edges)
        local = looked_up_by_step(watches)
        if not others:
            return local
        rest = _any_of(others)
        return lambda previous, head, vertices, edges: (
            local(previous, head, vertices, edges) or rest(head, vertices, edges)
        )

    def _sees_symbols(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle has other symbols than triangles that the clauses see, or not these."""
        others = self.symbols - {"triangles"}
        return bool(others) and (others == self.symbols or bool(constraints(puzzle, others)))

    @property
    def _tabulated(self) -> bool:
        return None not in self.kinds

    def _others(self, puzzle: Puzzle) -> list[BoundPredicate] | None:
        """Return π of the clauses that are not local; None if it must be evaluated on the path."""
        found: list[BoundPredicate] = []
        if self.looks_ahead:
            tabulation = self._kinds["ahead"].tabulation()
            if tabulation is None:
                return None
            found.append(Ahead(tabulation, puzzle).fires)
        if self.looks_at_length:
            found.append(self._of_length(puzzle))
        return found

    def _of_length(self, puzzle: Puzzle) -> BoundPredicate:
        """Return the part of π that looks at the length of the path."""
        by_length: list[BoundPredicate | None] = [None] * len(puzzle.grid.vertices)

        def of(length: int) -> BoundPredicate:
            watches = self._kinds["length"].everywhere(puzzle, length)
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
        check_bindable(puzzle)
        board = board_view(puzzle)
        views = [board.symbol(one.place, one.kind) for one in constraints(puzzle, self.symbols)]

        def fires(head: int, vertices: int, edges: int) -> bool:
            path = path_view(puzzle, path_from_edges(puzzle, head, edges))
            return any(condition(path, view) for view in views)

        return fires


def _any_of(parts: Sequence[BoundPredicate]) -> BoundPredicate:
    """Return the disjunction of predicates."""
    if len(parts) == 1:
        return parts[0]

    def fires(head: int, vertices: int, edges: int) -> bool:
        return any(part(head, vertices, edges) for part in parts)

    return fires


def in_english(clauses: Iterable[TranslatedClause], subject: str) -> str:
    """Return when a predicate of these clauses fires; `subject` is what they are about."""
    cases = "; or: ".join(clause.english[0].lower() + clause.english[1:] for clause in clauses)
    return f"this is true of some {subject}: {cases}" if cases else ""


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
