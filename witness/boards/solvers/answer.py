"""The answer about one panel, whether a solver gives it or a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

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
        self, identifier: str, predicate: str | None = None, mode: str | None = None
    ) -> dict[str, Any]:
        """Return the record of `witness solve`: one JSON object a puzzle."""
        return {
            "id": identifier,
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
