"""Why a predicate fires on a partial path: which clause, in English, and for which symbol.

π is a disjunction over symbols and over clauses. A search only needs to know whether it holds; a
reader wants to know what made it hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from witness.clauses.roles import SUBJECTS
from witness.puzzle.constraints import KINDS, Constraint, constraints
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle, place_text
from witness.puzzle.paths import path_masks
from witness.puzzle.views.board import board_view, path_view
from witness.searches.predicates.interface import Predicate, check_bindable


@dataclass(frozen=True)
class Reason:
    """A clause that holds, in English and by its number (from 1), and the symbol that it is about.

    If the predicate is not made of clauses, as no derived one is, `clause` and `about` are None.
    """

    english: str
    clause: int | None = None
    about: Constraint | None = None

    @property
    def brief(self) -> str:
        """The clause by its number, and the symbol."""
        return "the predicate fires" if self.clause is None else f"{self._number}, {self._symbol}"

    @property
    def sentence(self) -> str:
        """The clause in English, about this symbol."""
        if self.clause is None:
            return self.english
        words = self.english[0].lower() + self.english[1:]
        for role in SUBJECTS:
            if f"the {role}" in words:
                return f"{words.replace(f'the {role}', f'the {self._symbol}', 1)} ({self._number})"
        return f"{words} ({self.brief})"

    def __str__(self) -> str:
        return self.sentence

    @property
    def _number(self) -> str:
        return f"clause {self.clause}"

    @property
    def _symbol(self) -> str:
        if self.about is None:
            return "no square"
        kind, place = self.about
        return f"{'dot at' if kind == 'dots' else 'square'} {place_text(place)}"


def clauses(predicate: Predicate) -> tuple[str, ...]:
    """Return the clauses of a predicate in English; if it has none, the words for when it fires."""
    found: list[str] = []
    for member in predicate.members:
        translation = member.translation
        named = () if translation is None else translation.clauses
        found += [member.when] if translation is None else [clause.english for clause in named]
    return tuple(found)


def reasons(
    predicate: Predicate, puzzle: Puzzle
) -> Callable[[tuple[Vertex, ...]], tuple[Reason, ...]]:
    """Return the function that says why a predicate fires on a partial path on which it does.

    Clauses come in their order, and for one clause the symbols in that of the constraints. Where
    several predicates are used together, numbers go on from one to the next (`clauses`).
    """
    parts: list[Callable[[tuple[Vertex, ...]], tuple[Reason, ...]]] = []
    first = 1
    for member in predicate.members:
        parts.append(_reasons(member, puzzle, first))
        first += len(clauses(member))
    return lambda path: tuple(reason for part in parts for reason in part(path))


def _reasons(
    predicate: Predicate, puzzle: Puzzle, first: int
) -> Callable[[tuple[Vertex, ...]], tuple[Reason, ...]]:
    """Return the reasons of a single predicate, whose first clause has a number."""
    translation = predicate.translation
    if translation is None:
        return _without_clauses(predicate, puzzle)
    check_bindable(puzzle, predicate)
    board = board_view(puzzle)
    views = [
        (one, board.symbol(one.place, one.kind))
        for one in constraints(puzzle, predicate.symbols or KINDS)
    ]
    named = list(zip(translation.clauses, translation.conditions, strict=True))

    def found(path: tuple[Vertex, ...]) -> tuple[Reason, ...]:
        seen = path_view(puzzle, path)
        return tuple(
            Reason(clause.english, number, one)
            for number, (clause, condition) in enumerate(named, start=first)
            for one, view in views
            if condition(seen, view)
        )

    return found


def _without_clauses(
    predicate: Predicate, puzzle: Puzzle
) -> Callable[[tuple[Vertex, ...]], tuple[Reason, ...]]:
    """Return a function that has one reason where a predicate fires."""
    fires, reason = predicate.bind(puzzle), Reason(predicate.when)

    def found(path: tuple[Vertex, ...]) -> tuple[Reason, ...]:
        edges, vertices = path_masks(puzzle, path)
        head = puzzle.grid.vertex_number(path[-1])
        return (reason,) if fires(head, vertices, edges) else ()

    return found
