"""Predicates that are used together, or share clauses that are translated and tabulated once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from witness.clauses.background import Background
from witness.clauses.dependence import clause_dependence
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.model import Puzzle
from witness.puzzle.views.symbol_cases import SymbolCase
from witness.searches.predicates.clauses import predicate_of
from witness.searches.predicates.interface import BoundPredicate, Predicate, any_of
from witness.searches.predicates.tables import Tabulation, Tabulations, union


class Together(Predicate):
    """The disjunction of predicates, each with a background of its own."""

    def __init__(self, members: Sequence[Predicate], name: str | None = None) -> None:
        """Take predicates together, under a name; by default theirs with commas between."""
        self._members = tuple(members)
        self.name = ",".join(member.name for member in members) if name is None else name
        self.when = "; or: ".join(filter(None, (member.when for member in members)))

    @property
    def members(self) -> tuple[Predicate, ...]:
        """The predicates."""
        return self._members

    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π for one puzzle."""
        return any_of([member.bind(puzzle) for member in self.members])

    @cached_property
    def sound(self) -> bool:
        """Whether all of them are known never to fire on a completable path."""
        return all(member.sound for member in self.members)

    @property
    def marks(self) -> bool:
        """Whether all of them can be bound to panels with elimination marks."""
        return all(member.marks for member in self.members)

    @property
    def two_lines(self) -> bool:
        """Whether all of them can be bound to panels with two lines."""
        return all(member.two_lines for member in self.members)

    @property
    def soundness(self) -> str:
        """The same in words, and of which ones it is not so."""
        unsure = [member for member in self.members if not member.sound]
        if len(unsure) < len(self.members):
            return ", ".join(f"{one.name} {one.soundness}" for one in unsure) or "sound"
        said = {member.soundness for member in unsure}
        return said.pop() if len(said) == 1 else "unsound"

    @property
    def symbols(self) -> frozenset[str] | None:
        """The features that one of them looks at."""
        found: frozenset[str] = frozenset()
        for member in self.members:
            if member.symbols is None:
                return None
            found |= member.symbols
        return found

    def by_clause(self) -> tuple[Predicate, ...]:
        """Return a predicate for each clause of each of them."""
        return tuple(one for member in self.members for one in member.by_clause())

    @property
    def looks_at_length(self) -> bool:
        """Whether one of them does."""
        return any(member.looks_at_length for member in self.members)

    @property
    def looks_ahead(self) -> bool:
        """Whether one of them does."""
        return any(member.looks_ahead for member in self.members)

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Return the tables of all of them, None if one has none."""
        found: list[Tabulation] = []
        for member in self.members:
            if length is None or member.looks_at_length:
                own = member.tabulation(length)
                if own is None:
                    return None
                found.append(own)
        return union(found, clause_dependence(own.features for own in found))

    @property
    def symbol_cases(self) -> tuple[SymbolCase, ...] | None:
        """The cases of all of them, None if one has more than cases."""
        found: list[SymbolCase] = []
        for member in self.members:
            if member.symbol_cases is None:
                return None
            found += member.symbol_cases
        return tuple(found)

    @property
    def untabulated(self) -> str:
        """Why there is no `tabulation`."""
        without = next(member for member in self.members if member.tabulation(None) is None)
        return f"has {without.name}, which {without.untabulated}"

    @property
    def slow(self) -> bool:
        """Whether an evaluation may take a part of a second."""
        return any(member.slow for member in self.members)


class SharedClauses:
    """The clauses of one background that predicates were made of so far.

    `tables` are those of clauses that are known before.
    """

    def __init__(self, background: Background, tables: Tabulations | None = None) -> None:
        self.background = background
        self.tables = tables or {}
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
            found = predicate_of(parse_clauses(text), self.background, text)
            found.tabulations |= self.tables.get(text, {})
            self._known[text] = found
        return self._known[text]
