"""Incompletability predicates: what says that a partial path can no longer become a solution.

Hand-written, learned or derived, they all have one interface: a predicate has a name, and binding
it to a puzzle gives a function π(head, vertices, edges) of a partial path. Its arguments are the
number of the head vertex and the bit sets of vertices and edges (`witness.puzzle.grid`). Where a
predicate looks at one square at a time, π is the disjunction of π′(path, square) over the squares
with triangles.

All that other modules need to know about a predicate is here; none of them asks for its class. A
new one is a file with a subclass (of `witness.searches.predicates.square.SquarePredicate`, if it
looks at one square at a time) and a line in `witness.searches.predicates.registry`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from witness.clauses.dependence import Dependence
from witness.puzzle.model import Puzzle
from witness.puzzle.proof_scope import check_scope
from witness.puzzle.views.symbol_cases import SymbolCase
from witness.puzzle.views.translate import Translation
from witness.searches.predicates.tables import Tabulation

#: π of one puzzle: (head, vertices, edges) → whether the partial path is incompletable.
BoundPredicate = Callable[[int, int, int], bool]


class Predicate(ABC):
    """What every predicate offers. A subclass has at least a name, `when` and `bind`."""

    #: The name that results are recorded under.
    name: str

    #: When it fires, in English, as the end of a sentence; empty if it never does.
    when: str

    @abstractmethod
    def bind(self, puzzle: Puzzle) -> BoundPredicate:
        """Return π for one puzzle."""

    @property
    def marks(self) -> bool:
        """Whether it can be bound to panels with elimination marks: `sound` is about them, too."""
        return False

    @property
    def two_lines(self) -> bool:
        """Whether it can be bound to panels with two lines: `sound` is about them, too."""
        return False

    @property
    def sound(self) -> bool:
        """Whether it is known never to fire on a completable path (pruning is then safe)."""
        return False

    @property
    def soundness(self) -> str:
        """The same in words: "sound", "unsound" if it is refuted, or "not known to be sound"."""
        return "sound" if self.sound else "not known to be sound"

    @property
    def symbols(self) -> frozenset[str] | None:
        """The features (`witness.puzzle.model.FEATURES`) that it looks at, None for all of them."""
        return frozenset({"triangles"})

    @property
    def only_triangles(self) -> bool:
        """Whether it looks at no other symbols than triangles."""
        return self.symbols is not None and self.symbols <= {"triangles"}

    @property
    def translation(self) -> Translation | None:
        """The clauses that say the same, None if it is not made of clauses."""
        return None

    @property
    def members(self) -> tuple[Predicate, ...]:
        """The predicates of which it is the disjunction: itself, if it is not made of others."""
        return (self,)

    def by_clause(self) -> tuple[Predicate, ...]:
        """Return a predicate for each clause of one that was read from a file, else itself."""
        return (self,)

    @property
    def looks_at_length(self) -> bool:
        """Whether π′ depends on the length of the path besides local configurations."""
        return False

    @property
    def looks_ahead(self) -> bool:
        """Whether π′ depends on what the path can still reach (`witness.puzzle.outlook`)."""
        return False

    def tabulation(self, length: int | None) -> Tabulation | None:
        """Return π′ over the local configurations, None if it depends on more than those.

        With a length, this is the part of π′ that looks at the length, for paths of that many
        edges; without, the part that does not.
        """
        return None

    @property
    def symbol_cases(self) -> tuple[SymbolCase, ...] | None:
        """The cases in which it fires for symbols but triangles; None if it has none.

        That is, if π′ depends on more than cases say.
        """
        return ()

    @property
    def untabulated(self) -> str:
        """Why there is no `tabulation`, as the end of a sentence about the predicate."""
        return "looks at more than one square"

    @property
    def slow(self) -> bool:
        """Whether an evaluation may take a part of a second."""
        return False

    @property
    def local(self) -> bool:
        """Whether π′ is a table over the local configurations, for paths of any length alike.

        It may look at gaps, but at no other symbols than triangles.
        """
        if self.looks_at_length or not self.only_triangles:
            return False
        found = self.tabulation(None)
        return found is not None and not found.features & ~Dependence.GAPS


def any_of(parts: Sequence[BoundPredicate]) -> BoundPredicate:
    """Return the disjunction of predicates of one puzzle."""
    if len(parts) == 1:
        return parts[0]

    def fires(head: int, vertices: int, edges: int) -> bool:
        return any(part(head, vertices, edges) for part in parts)

    return fires


def check_bindable(puzzle: Puzzle, predicate: Predicate) -> None:
    """Raise `InputError` for a panel of which a predicate does not speak.

    No predicate is used beyond what a proof of it would speak of (`witness.puzzle.proof_scope`).
    """
    what = "the predicate is not for that (the solver auto needs none)"
    check_scope(puzzle, predicate, what)
