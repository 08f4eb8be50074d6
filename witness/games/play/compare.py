"""The effect of each filter: a search with all, without each, with each alone, with none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from witness.base.limits import Limits
from witness.base.result import Result
from witness.games.filters.registry import OPTIONAL
from witness.games.network.network import Network
from witness.games.play.result import Solution
from witness.games.play.solve import solve


@dataclass(frozen=True, kw_only=True)
class FilterRun(Result):
    """A search with some filters; seconds are of the search alone."""

    title: str
    score: int | None
    length: int | None
    expansions: int

    def to_json(self) -> dict[str, Any]:
        """Return the run as a JSON object."""
        return {
            "filters": self.title,
            "status": self.status,
            "score": self.score,
            "length": self.length,
            "expansions": self.expansions,
            "seconds": round(self.seconds, 6),
        }


def compare(
    network: Network,
    role: str | None,
    best: Solution,
    limits: Limits,
    done: Callable[[], object] = lambda: None,
) -> list[FilterRun]:
    """Solve a puzzle again: with all filters that were used, without each, with one, with none.

    There are no random playouts, so that the searches are compared. In a game of several roles,
    those that do not matter are left out every time. `done` is called after each search.
    """
    if not best.expansions:
        best = solve(network, role, without=("plans",), limits=limits)
    needed = {"roles"} if len(network.roles) > 1 else set()
    used = [name for name in best.filters if name not in needed]
    settings: list[tuple[str, list[str]]] = [("all", used)]
    if len(used) > 1:
        settings += [(f"without {name}", [n for n in used if n != name]) for name in used]
        settings += [(f"only {name}", [name]) for name in used]
    if used:
        settings.append(("none", []))
    rows = []
    for title, names in settings:
        without = set(OPTIONAL) - {*names, *needed}
        found = solve(network, role, without=without, limits=limits)
        if len(names) == 1 and not set(names) & set(found.filters):
            continue  # It needs another one: what control leaves out may depend on latches.
        rows.append(
            FilterRun(
                title=title,
                status=found.status,
                score=found.score,
                length=None if found.plan is None else len(found.plan),
                expansions=found.expansions,
                seconds=found.seconds,
            )
        )
        done()
    return rows
