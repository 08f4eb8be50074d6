"""Why a predicate fires on a partial path: which clause, in English, and for which square.

π is a disjunction over squares and over clauses. A search only needs to know whether it holds; a
reader wants to know what made it hold.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from witness.logic.language.views import path_view, square_view
from witness.predicates.interface import Predicate, triangles_of
from witness.puzzle.grid import Square, Vertex
from witness.puzzle.model import Puzzle, place_text


@dataclass(frozen=True)
class Reason:
    """A clause that holds, in English and by its number (from 1), and the square that it is about.

    If the predicate is not made of clauses, as no derived one is, `clause` and `square` are None.
    """

    english: str
    clause: int | None = None
    square: Square | None = None

    @property
    def brief(self) -> str:
        """The clause by its number, and the square."""
        return "the predicate fires" if self.clause is None else f"{self._number}, {self._square}"

    @property
    def sentence(self) -> str:
        """The clause in English, about this square."""
        if self.clause is None:
            return self.english
        words = self.english[0].lower() + self.english[1:]
        if "the square" in words:
            return f"{words.replace('the square', f'the {self._square}', 1)} ({self._number})"
        return f"{words} ({self.brief})"

    @property
    def _number(self) -> str:
        return f"clause {self.clause}"

    @property
    def _square(self) -> str:
        return f"square {place_text(self.square)}" if self.square else "no square"


def clauses(predicate: Predicate) -> tuple[str, ...]:
    """Return the clauses of a predicate in English; if it has none, the words for when it fires."""
    translation = predicate.translation
    if translation is None:
        return (predicate.when,)
    return tuple(clause.english for clause in translation.clauses)


def reasons(
    predicate: Predicate, puzzle: Puzzle
) -> Callable[[tuple[Vertex, ...]], tuple[Reason, ...]]:
    """Return the function that says why a predicate fires on a partial path on which it does.

    Clauses come in their order, and for one clause the squares by number.
    """
    translation = predicate.translation
    if translation is None:
        return lambda path: (Reason(predicate.when),)
    views = [(s, square_view(puzzle, s, count)) for s, count in triangles_of(puzzle).items()]
    named = list(zip(translation.clauses, translation.conditions, strict=True))

    def found(path: tuple[Vertex, ...]) -> tuple[Reason, ...]:
        seen = path_view(puzzle, path)
        return tuple(
            Reason(clause.english, number, square)
            for number, (clause, condition) in enumerate(named, start=1)
            for square, view in views
            if condition(seen, view)
        )

    return found
