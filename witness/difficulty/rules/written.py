"""The kinds of rules that people write: about one square, about some edges, or about anything.

The first two are fast because of what they are: a `SquareRule` sees nothing but one square, so it
is a table over the local configurations; an `EdgeRule` names edges. A `WrittenRule` may
look at anything, so a player who has one is rated by the definition
(`witness.difficulty.entropy.reference`).
A new rule is a file that makes one of these, and a line in `witness.difficulty.rules.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from witness.difficulty.inference import STRENGTH, Verdict
from witness.difficulty.state import Move, Panel, State
from witness.puzzle.views.configurations import AWAY


@dataclass(frozen=True)
class WrittenRule:
    """A rule about anything, in words and in code; see `witness.difficulty.inference.Rule`."""

    name: str
    sentence: str
    why: str
    applies: Callable[[Panel], bool]
    judge: Callable[[State, Move], Verdict | None]
    sound: bool = True


class SquareMove(NamedTuple):
    """A move as one square with triangles sees it: all that a `SquareRule` may look at.

    `edges` and `visited` are bit sets of the square's edges and corners on the path before the
    move, in the order of `witness.puzzle.views.configurations`. `head` and `to` are the corners
    between which the move goes, AWAY for a place that is none of the square's corners.
    """

    triangles: int
    edges: int
    visited: int
    head: int
    to: int

    @property
    def along(self) -> bool:
        """Whether the move takes an edge of the square."""
        return self.head != AWAY and self.to != AWAY

    @property
    def missing(self) -> int:
        """The number of edges that the path needs before the move; below 0 if it has too many."""
        return self.triangles - self.edges.bit_count()

    @property
    def free(self) -> int:
        """The number of unvisited corners before the move."""
        return 4 - self.visited.bit_count()

    @property
    def missing_after(self) -> int:
        """The number of edges that the path needs after the move."""
        return self.missing - self.along

    @property
    def free_after(self) -> int:
        """The number of unvisited corners after the move."""
        return self.free - (self.to != AWAY)


@dataclass(frozen=True)
class SquareRule:
    """A rule that looks at one square with triangles at a time, and at nothing else.

    What it says of a move is the strongest of what `of_square` says about each square.
    """

    name: str
    sentence: str
    why: str
    of_square: Callable[[SquareMove], Verdict | None]
    sound: bool = True

    def applies(self, panel: Panel) -> bool:
        """Whether the panel has squares with triangles that rules reason about."""
        return panel.reasoned and bool(panel.triangles)

    def judge(self, state: State, move: Move) -> Verdict | None:
        """Return what the rule says of a move; where squares differ, the strongest verdict."""
        found = {self.of_square(seen) for seen in _square_moves(state, move)}
        return max(found, key=STRENGTH.index, default=None)


def _square_moves(state: State, move: Move) -> Iterator[SquareMove]:
    """Yield the move as each square with triangles sees it."""
    head, to = state.head, move.place
    for triangles, edges, visited, corners in state.squares:
        yield SquareMove(
            triangles,
            edges,
            visited,
            corners.index(head) if head in corners else AWAY,
            corners.index(to) if to in corners else AWAY,
        )


@dataclass(frozen=True)
class EdgeRule:
    """A rule that a path must take certain edges of a panel when it comes to them."""

    name: str
    sentence: str
    why: str
    edges: Callable[[Panel], frozenset[int]]
    sound: bool = True

    def applies(self, panel: Panel) -> bool:
        """Whether the panel has such an edge."""
        return panel.reasoned and bool(self.edges(panel))

    def judge(self, state: State, move: Move) -> Verdict | None:
        """Return `Verdict.MUST` for a move along such an edge."""
        return Verdict.MUST if move.edge in self.edges(state.panel) else None
