"""What a solver answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from witness.base.limits import Status
from witness.puzzle.rules import Path
from witness.search.result import answer_json


@dataclass(frozen=True)
class Answer:
    """The answer about one panel. `seconds` are from the puzzle to the answer.

    `engine` is "compiled" or "reference" where a solver has both, else None.
    """

    status: Status
    path: Path | None
    seconds: float
    solver: str
    engine: str | None = None

    @property
    def length(self) -> int | None:
        """Number of edges of the path, None unless solved."""
        return None if self.path is None else len(self.path) - 1

    def to_json(self, identifier: str) -> dict[str, Any]:
        """Give the record of `witness solve`, with the keys that A* has."""
        return {
            **answer_json(identifier, self.status, self.path),
            "expansions": None,
            "seconds": round(self.seconds, 7),
            "engine": self.engine,
            "predicate": None,
            "mode": None,
            "solver": self.solver,
        }
