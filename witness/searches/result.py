"""The answer of a search, whatever engine gives it, and the modes of using a predicate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from witness.base.limits import Budget, Limits, Status
from witness.puzzle.rules import Path
from witness.puzzle.solvers.answer import Answer

Mode = Literal["prune", "sort"]

MODES: tuple[Mode, ...] = ("prune", "sort")

__all__ = ["MODES", "Limits", "Mode", "Search", "SearchResult", "Status", "answer"]


@dataclass(frozen=True, kw_only=True)
class SearchResult(Answer):
    """The answer of one search. `seconds` covers the search alone, not reading or set-up."""

    expansions: int = field()
    engine: str
    solver: str = field(default="astar", repr=False)


class Search(Protocol):
    """A search that has been set up."""

    @property
    def engine(self) -> str:
        """The name of the engine, as results have it."""

    @property
    def expansions(self) -> int:
        """The number of nodes taken off the open list so far."""

    def run(self, budget: Budget) -> tuple[Status, Path | None]:
        """Search until there is an answer, or a limit is met."""


def answer(search: Search, limits: Limits) -> SearchResult:
    """Run a search, whose time begins now, and return its answer."""
    budget = Budget(limits)
    with budget.in_force():
        status, path = search.run(budget)
    return SearchResult(
        status=status,
        path=path,
        expansions=search.expansions,
        seconds=budget.seconds,
        engine=search.engine,
    )
