"""What each kind of symbols has to say of its states; the kinds are in files of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from witness.clauses.background import Background
from witness.clauses.language.bias import Signature
from witness.clauses.language.terms import Ground, Key
from witness.proof.best.structures import Language
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import Path
from witness.puzzle.views.board import PathView, SymbolView

#: The rows of primitives.
Facts = dict[Key, list[tuple[Ground, ...]]]


@dataclass(frozen=True)
class State:
    """A state: what tells it from others, whether its symbol is lost, and what literals see.

    A symbol is *lost* if its rule can no longer be satisfied.
    """

    key: tuple[Any, ...]
    lost: bool = field(compare=False)
    views: tuple[PathView, Any] = field(compare=False, repr=False)


class Kind(ABC):
    """The states of a kind of symbols, as far as a bias tells them apart; kinds can be compared.

    `subject` is what the states are of, and `paths` of which paths they speak, if not of all.
    """

    subject: ClassVar[str]
    paths: ClassVar[str] = ""

    @classmethod
    @abstractmethod
    def of(cls, seen: Background) -> Kind:
        """Return what a bias sees before its literals are looked at."""

    @abstractmethod
    def states(self) -> Iterator[State]:
        """Yield all states, in a fixed order."""

    @abstractmethod
    def key_of(self, path: PathView, symbol: SymbolView) -> tuple[Any, ...]:
        """Return the key of the state of a path and a symbol on a board."""

    @abstractmethod
    def looked(self, language: Language, seen: Background) -> tuple[Kind, tuple[Signature, ...]]:
        """Return this kind with all that literals see, and the predicates that see more.

        `language` has made the structures of all states. Raises `UnsupportedError` if states
        cannot say what a literal sees.
        """

    @abstractmethod
    def panels(self) -> Iterator[tuple[Puzzle, Path]]:
        """Yield panels on which witnesses are looked for, with a solution of each."""

    @abstractmethod
    def facts(self, path_name: str, name: str, path: PathView, symbol: Any) -> Facts:
        """Return what the primitives say in a state, with names for its path and its symbol."""

    def told(self, state: State) -> list[Any]:
        """Return a state as a certificate holds it: its key."""
        return [*state.key]

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return what is seen, as a certificate holds it."""
