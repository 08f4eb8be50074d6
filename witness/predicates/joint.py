"""Predicates that share clauses: each clause is translated and tabulated once for all of them.

Hundreds of learned hypotheses are made of some dozens of clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from witness.logic.background import Background
from witness.logic.dependence import clause_dependence
from witness.logic.language.parser import parse_clauses
from witness.logic.language.views import PathView, SquareView
from witness.logic.translate import Condition, Translation, translate
from witness.predicates.clauses import KINDS, FilePredicate, Kind
from witness.predicates.on_board import Tables


class SharedClauses:
    """The clauses of one background that predicates were made of so far."""

    def __init__(self, background: Background) -> None:
        self.background = background
        self._known: dict[str, FilePredicate] = {}

    def predicate(self, name: str, program: Sequence[str]) -> FilePredicate:
        """Return the predicate of a program, given as the text of each clause.

        Raises `InputError` as `translate` does.
        """
        return JointPredicate(name, [self._clause(text) for text in program], self.background)

    def _clause(self, text: str) -> FilePredicate:
        if text not in self._known:
            translation = translate(parse_clauses(text), self.background)
            self._known[text] = FilePredicate(text, translation, self.background)
        return self._known[text]


class JointPredicate(FilePredicate):
    """The disjunction of predicates, with their tables.

    It is a `FilePredicate` of all their clauses, translated together only where tables do not
    suffice.
    """

    def __init__(self, name: str, members: Sequence[FilePredicate], background: Background) -> None:
        self.name = name
        self.background = background
        clauses = [clause for member in members for clause in member.translation.clauses]
        self._clauses = [translated.clause for translated in clauses]
        self._member_kinds = frozenset(kind for member in members for kind in member.kinds)
        self.dependence = clause_dependence([clause.dependence for clause in clauses])
        self._kinds = {kind: self._joined(kind, members) for kind in KINDS}

    def _joined(self, kind: Kind, members: Sequence[FilePredicate]) -> Tables:
        """Return the tables of the clauses of a kind, which members have by themselves."""
        own = [member.tables(kind) for member in members if kind in member.kinds]
        features = clause_dependence([tables.features for tables in own])
        return Tables(self._later(kind), own, features)

    @cached_property
    def kinds(self) -> frozenset[Kind | None]:
        """The kinds of the clauses; None stands for those that cannot be in tables."""
        return self._member_kinds

    @property
    def translation(self) -> Translation:
        """The clauses."""
        return self._together

    @cached_property
    def _together(self) -> Translation:
        return translate(self._clauses, self.background, self.name)

    def _later(self, kind: Kind) -> Condition:
        """Return the condition that some clause holds; it is made when it is asked for."""
        made: list[Condition] = []

        def holds(path: PathView, square: SquareView) -> bool:
            if not made:
                made.append(self._some_holds(kind))
            return made[0](path, square)

        return holds
