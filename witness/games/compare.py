"""What each filter is good for: the same search with all filters, without each, and without any."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from witness.games.network import Network
from witness.games.solve import Solution, solve
from witness.limits import Limits


@dataclass(frozen=True)
class Row:
    """A search with some filters; seconds are of the search alone."""

    title: str
    status: str
    score: int | None
    length: int | None
    expansions: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Give it as a JSON object."""
        return {
            "filters": self.title,
            "status": self.status,
            "score": self.score,
            "length": self.length,
            "expansions": self.expansions,
            "seconds": round(self.seconds, 6),
        }


def compare(
    network: Network, best: Solution, without: Collection[str], limits: Limits
) -> list[Row]:
    """Solve a puzzle again without each of the filters that were used, and without any.

    Random playouts are left out, so that it is the search that is compared.
    """
    rows = []
    names = best.filters
    settings: list[tuple[str, tuple[str, ...]]] = [("all", ())]
    if len(names) > 1:
        settings += [(f"without {name}", (name,)) for name in names]
    if names:
        settings.append(("none", names))
    for title, left_out in settings:
        found = solve(network, without={*without, *left_out, "plans"}, limits=limits)
        rows.append(
            Row(
                title,
                found.status,
                found.score,
                None if found.plan is None else len(found.plan),
                found.expansions,
                found.seconds,
            )
        )
    return rows
