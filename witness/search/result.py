"""The answer of a search, whatever engine gives it, and the modes of using a predicate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from witness.base.limits import Limits, Status
from witness.base.result import Result
from witness.puzzle.rules import Path, path_to_json

Mode = Literal["prune", "sort"]

MODES: tuple[Mode, ...] = ("prune", "sort")

__all__ = ["MODES", "Limits", "Mode", "SearchResult", "Status"]


@dataclass(frozen=True, kw_only=True)
class SearchResult(Result):
    """The answer of one search. `seconds` covers the search alone, not reading or set-up."""

    status: Status
    path: Path | None
    expansions: int
    engine: str

    @property
    def length(self) -> int | None:
        """The number of edges of the path, None unless solved."""
        return None if self.path is None else len(self.path) - 1

    def to_json(self, identifier: str, predicate: str, mode: Mode) -> dict[str, Any]:
        """Return the record of `witness solve`: one JSON object a puzzle."""
        return {
            **answer_json(identifier, self.status, self.path),
            "expansions": self.expansions,
            "seconds": round(self.seconds, 7),
            "engine": self.engine,
            "predicate": predicate,
            "mode": mode,
            "solver": "astar",
        }


def answer_json(identifier: str, status: Status, path: Path | None) -> dict[str, Any]:
    """Return what the records of all solvers begin with."""
    return {
        "id": identifier,
        "status": status,
        "length": None if path is None else len(path) - 1,
        "path": None if path is None else path_to_json(path),
    }
