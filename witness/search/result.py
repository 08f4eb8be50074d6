"""What a search is asked and what it answers, whatever engine runs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from witness.rules import Path

Mode = Literal["prune", "sort"]
Status = Literal["solved", "unsolvable", "expansion-limit", "time-limit", "memory-limit"]

MODES: tuple[Mode, ...] = ("prune", "sort")


@dataclass(frozen=True)
class Limits:
    """When to give up: expansions, seconds, and megabytes of open nodes; None means never."""

    max_expansions: int | None = None
    time_limit: float | None = None
    memory_limit: float | None = None


@dataclass(frozen=True)
class SearchResult:
    """The answer of one search. `seconds` covers the search alone, not reading or set-up."""

    status: Status
    path: Path | None
    expansions: int
    seconds: float
    engine: str

    @property
    def length(self) -> int | None:
        """Number of edges of the path, None unless solved."""
        return None if self.path is None else len(self.path) - 1

    def to_json(self, identifier: str, predicate: str, mode: Mode) -> dict[str, Any]:
        """Give the record of DESIGN's command line: one JSON object a puzzle."""
        return {
            "id": identifier,
            "status": self.status,
            "length": self.length,
            "path": None if self.path is None else [list(vertex) for vertex in self.path],
            "expansions": self.expansions,
            "seconds": round(self.seconds, 7),
            "engine": self.engine,
            "predicate": predicate,
            "mode": mode,
        }
