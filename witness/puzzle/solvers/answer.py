"""The answer about one panel; and a shortest one of a model that gives one after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from witness.base.limits import Status
from witness.base.result import Result
from witness.puzzle.rules import Path, path_to_json


@dataclass(frozen=True, kw_only=True)
class Answer(Result):
    """The answer about one panel; `seconds`, of the processor, are from the puzzle to the answer.

    `expansions` are those of A*; other solvers have none.
    """

    status: Status
    path: Path | None
    solver: str
    expansions: int | None = field(default=None, repr=False)

    @property
    def length(self) -> int | None:
        """The number of edges of the path, None unless solved."""
        return None if self.path is None else len(self.path) - 1

    def to_json(
        self, identifier: str = "", predicate: str | None = None, mode: str | None = None
    ) -> dict[str, Any]:
        """Return the record of `witness solve`: one JSON object a puzzle."""
        return {
            "id": identifier or self.id,
            "status": self.status,
            "length": self.length,
            "path": None if self.path is None else path_to_json(self.path),
            "expansions": self.expansions,
            "seconds": round(self.seconds, 7),
            "engine": self.engine,
            "predicate": predicate,
            "mode": mode,
            "solver": self.solver,
        }


class Model(Protocol):
    """A panel to which more can be added between two solutions."""

    def next(self) -> Path | None:
        """Return a solution, None when there is none (left)."""

    def shorter_than(self, length: int) -> None:
        """Ask for solutions with fewer edges than this only."""


def first(model: Model, shortest: bool) -> Path | None:
    """Return a solution, with `shortest` one with as few edges as possible; None without any."""
    best = found = model.next()
    while shortest and found is not None:
        best = found
        model.shorter_than(len(best) - 1)
        found = model.next()
    return best
