"""A* with a sound predicate and with an unsound one in turn, until one has an answer.

The paper proposes to run A* with a faster predicate that may err beside A* with a sound one. Here
the two searches take turns of equally many expansions, so that the answer does not depend on
clocks. A path that the unsound one finds is a solution, though maybe not a shortest one; that it
finds nothing means nothing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from witness.base.limits import MOST_MEMORY, Budget
from witness.base.machine import memory
from witness.puzzle.model import Puzzle
from witness.searches import reference
from witness.searches.predicates.interface import Predicate
from witness.searches.request import Request
from witness.searches.result import Limits, Search, SearchResult

if TYPE_CHECKING:
    from witness.searches.search_memory import Pool

#: The expansions of a turn.
TURN = 1000


@lru_cache(maxsize=2)
def _pool(place: int) -> Pool:
    """Return the room for open nodes of one of the two searches."""
    from witness.searches.search_memory import Pool

    return Pool()


def _begun(engine: str, request: Request, place: int) -> Search:
    """Return the search of an engine with one of the two predicates."""
    if engine == "reference":
        return reference.begin(request)
    from witness.searches import compiled  # not at the top, where it would bring Numba

    return compiled.begin(request, _pool(place))


def solve(
    puzzle: Puzzle,
    sound: Predicate,
    unsound: Predicate,
    *,
    engine: str = "compiled",
    baseline_layer: bool = False,
    heuristic: str = "manhattan",
    limits: Limits | None = None,
) -> tuple[SearchResult, Predicate]:
    """Search with both predicates in turn, the sound one first; return whose answer it is, too.

    Both prune. The limit on expansions is for both together, and so are the expansions of the
    result; either gets half of the memory. The engine of the result is that of the answer.
    """
    limits = limits or Limits()
    most = limits.max_expansions
    half = (limits.memory_limit or MOST_MEMORY * memory() / 1e6) / 2
    own = replace(limits, max_expansions=None, memory_limit=half)
    searches = [
        (
            _begun(
                engine, Request(puzzle, predicate, "prune", baseline_layer, own, heuristic), place
            ),
            predicate,
        )
        for place, predicate in enumerate((sound, unsound))
    ]
    budget = Budget(limits)
    both = [search for search, _ in searches]
    turn = 0
    while True:
        turn += 1
        for search, predicate in list(searches):
            done = sum(other.expansions for other in both)
            allowed = turn * TURN
            if most is not None:
                allowed = min(allowed, search.expansions + most - done)
            part = Budget(replace(own, max_expansions=allowed, time_limit=budget.seconds_left))
            status, path = search.run(part)
            total = sum(other.expansions for other in both)
            over = most is not None and total >= most
            if status == "expansion-limit" and not over:
                continue
            if predicate is unsound and status not in ("solved", "time-limit") and not over:
                searches.remove((search, predicate))  # what it did not find may be there
                continue
            found = SearchResult(
                status=status,
                path=path,
                expansions=total,
                seconds=budget.seconds,
                engine=search.engine,
            )
            return found, predicate
