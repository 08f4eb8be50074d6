"""Of which panels proofs speak: whoever proves, refutes, checks or prunes asks here.

A clause is *proved* if it fires on no path that can be completed, on boards of any size, with the
features `SUPPORTED`: one line, which begins and ends at vertices, and no elimination marks. A panel
with anything else says nothing of a proof: a path on it is no counterexample.

Some proofs speak of more panels (`Scope`): with *marks*, if a clause has a guard
(`witness.clauses.background`); with *two lines*, if further cases are proved
(`witness.proof.verdicts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from witness.base.errors import InputError, quoted
from witness.puzzle.model import FEATURES, TWO_LINES, Puzzle

#: The symbols that clauses see.
SHOWN = frozenset({"triangles", "gaps", "dots", "squares", "stars", "blocks", "start-goals"})

#: The features of the panels of which all proofs speak.
SUPPORTED = SHOWN | {"pass-goals"}

MARKS = frozenset({"eliminations"})

#: The panels of which all proofs speak, in words: certificates say so.
PANELS = (
    "flat panels of any size with one line between vertices, one to three triangles in a square, "
    "and no elimination marks"
)


class Scope(Protocol):
    """Of which panels a proof speaks besides those of which all do; both may hold of one panel."""

    @property
    def marks(self) -> bool:
        """Whether it speaks of panels with elimination marks."""

    @property
    def two_lines(self) -> bool:
        """Whether it speaks of panels with two lines."""


@dataclass(frozen=True)
class ClauseScope:
    """The scope of a clause; that of all proofs without arguments."""

    marks: bool = False
    two_lines: bool = False


def beyond_proofs(puzzle: Puzzle, scope: Scope) -> str:
    """Return in words what a panel has of which a proof does not speak; empty if it has nothing."""
    over = puzzle.features - SUPPORTED
    if over & MARKS and scope.marks:
        over -= MARKS
    if over & TWO_LINES and scope.two_lines:
        over -= TWO_LINES
    return " and ".join(feature.words for name, feature in FEATURES.items() if name in over)


def check_scope(puzzle: Puzzle, scope: Scope, what: str) -> None:
    """Raise `InputError` for a panel of which a proof does not speak; `what` ends the message."""
    words = beyond_proofs(puzzle, scope)
    if words:
        raise InputError(f"puzzle {quoted(puzzle.id)} has {words}; {what}")
