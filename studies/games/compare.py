"""The effect of each filter: a search with all, without each, with each alone, with none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from witness.base.limits import LimitReachedError, Limits
from witness.gdl.filters import OPTIONAL
from witness.gdl.network.network import Network
from witness.gdl.play.result import Solution
from witness.gdl.play.solve import solve

#: A title, and the filters to be used.
Setting = tuple[str, Sequence[str]]


def settings(network: Network, role: str | None, best: Solution, limits: Limits) -> list[Setting]:
    """Return what to compare: all filters that were used, all but one, each alone, and none.

    If the solution is one of playouts, a search within the limits shows which filters are used.
    Raises `LimitReachedError` if the time is over before that search can begin.
    """
    if not best.expansions:
        best = solve(network, role, without=("plans",), limits=limits)
    used = [name for name in best.filters if name not in _needed(network)]
    found: list[Setting] = [("all", used)]
    if len(used) > 1:
        found += [(f"without {name}", [n for n in used if n != name]) for name in used]
        found += [(f"only {name}", [name]) for name in used]
    if used:
        found.append(("none", []))
    return found


def compare(
    network: Network, role: str | None, settings: Iterable[Setting], limits: Limits
) -> Iterator[dict[str, Any]]:
    """Solve a puzzle with each setting, and yield a record of how; seconds are of the search alone.

    The limits are those of each search.

    There are no random playouts, so that the searches are compared. In a game of several roles,
    those that do not matter are left out every time. A filter that cannot be used alone is left
    out: what control leaves out may depend on latches. A search for which no time is left after the
    analysis has no score and no expansions.
    """
    for title, names in settings:
        without = set(OPTIONAL) - {*names, *_needed(network)}
        try:
            found = solve(network, role, without=without, limits=limits)
        except LimitReachedError as reached:
            nothing = {"score": None, "length": None, "expansions": 0, "seconds": 0.0}
            yield {"filters": title, "status": reached.status, **nothing}
            continue
        if len(names) == 1 and not (set(names) & set(found.filters) or found.limit):
            continue
        yield {
            "filters": title,
            "status": found.status,
            "score": found.score,
            "length": None if found.plan is None else len(found.plan),
            "expansions": found.expansions,
            "seconds": round(found.seconds, 6),
        }


def _needed(network: Network) -> set[str]:
    """Return the filters without which there is no puzzle."""
    return {"roles"} if len(network.roles) > 1 else set()
