"""The answer of a solver about one panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from witness.base.limits import Status
from witness.base.result import Result
from witness.puzzle.rules import Path
from witness.search.result import answer_json


@dataclass(frozen=True, kw_only=True)
class Answer(Result):
    """The answer about one panel; `seconds` are from the puzzle to the answer."""

    status: Status
    path: Path | None
    solver: str

    @property
    def length(self) -> int | None:
        """The number of edges of the path, None unless solved."""
        return None if self.path is None else len(self.path) - 1

    def to_json(self, identifier: str) -> dict[str, Any]:
        """Return the record of `witness solve`, with the keys that A* has."""
        return {
            **answer_json(identifier, self.status, self.path),
            "expansions": None,
            "seconds": round(self.seconds, 7),
            "engine": self.engine,
            "predicate": None,
            "mode": None,
            "solver": self.solver,
        }
