"""Predicates that share clauses: each clause is translated and tabulated once for all of them.

Hundreds of learned hypotheses are made of some dozens of clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from witness.logic.background import Background
from witness.logic.language.parser import parse_clauses
from witness.searches.predicates.clauses import predicate_of
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.together import Together


class SharedClauses:
    """The clauses of one background that predicates were made of so far."""

    def __init__(self, background: Background) -> None:
        self.background = background
        self._known: dict[str, Predicate] = {}

    def predicate(self, name: str, program: Sequence[str]) -> Predicate:
        """Return the predicate of a program, given as the text of each clause.

        Where a clause has no table, all are translated together: one before it may hold wherever it
        has no value. Raises `InputError` as `translate` does.
        """
        members = [self._clause(text) for text in program]
        if all(member.tabulation(None) is not None for member in members):
            return Together(members, name)
        return predicate_of(parse_clauses("\n".join(program)), self.background, name)

    def _clause(self, text: str) -> Predicate:
        if text not in self._known:
            self._known[text] = predicate_of(parse_clauses(text), self.background, text)
        return self._known[text]
