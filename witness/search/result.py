"""The answer of a search, whatever engine gives it, and the modes of using a predicate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from witness.base.limits import Limits, Status
from witness.solvers.answer import Answer

Mode = Literal["prune", "sort"]

MODES: tuple[Mode, ...] = ("prune", "sort")

__all__ = ["MODES", "Limits", "Mode", "SearchResult", "Status"]


@dataclass(frozen=True, kw_only=True)
class SearchResult(Answer):
    """The answer of one search. `seconds` covers the search alone, not reading or set-up."""

    expansions: int
    engine: str
    solver: str = "astar"
