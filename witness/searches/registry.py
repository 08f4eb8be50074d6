"""The engines by name, and engines that are warm before a search whose time is measured.

The first search of a kind loads machine code and tables, which can take longer than a search of a
small board. Its time would say more about the order of measurements than about what is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from witness.base.extras import PLAIN, plain_share
from witness.base.limits import ANSWERED
from witness.base.meant import none_such
from witness.searches.result import Limits, Mode, SearchResult

if TYPE_CHECKING:
    from witness.puzzle.model import Puzzle
    from witness.searches.predicates.interface import Predicate

Engine = Callable[..., SearchResult]

#: The names of the engines: each is a module of this package with a function `solve`.
ENGINES = ("compiled", "reference")

#: The name for both: `reference` where it has the answer before the other is loaded.
AUTO = "auto"

#: The searches with a predicate: A*, and those of `policy_guided`, of which there is one engine.
SEARCHES = ("astar", "levin", "phs")


def engine(name: str) -> Engine:
    """Return the engine with a name; raise `InputError` if there is none."""
    if name == AUTO:
        return _plain_first
    if name not in ENGINES:
        raise none_such("engine", name, (*ENGINES, AUTO))
    found: Engine = import_module(f"witness.searches.{name}").solve
    return found


def _plain_first(
    puzzle: Puzzle,
    predicate: Predicate,
    mode: Mode = "prune",
    *,
    limits: Limits | None = None,
    **options: Any,
) -> SearchResult:
    """Search with `reference`, and where that takes long, begin anew with `compiled`."""
    limits = limits or Limits()
    few, most = plain_share(), limits.max_expansions
    if limits.time_limit is not None:
        few = min(few, int(limits.time_limit * PLAIN / 5))
    if few and limits.memory_limit is None and not predicate.slow:
        short = replace(limits, max_expansions=few if most is None else min(few, most))
        found = engine("reference")(puzzle, predicate, mode, **options, limits=short)
        if found.status in ANSWERED or found.expansions == most:
            return found
    return _compiled()(puzzle, predicate, mode, **options, limits=limits)


@cache
def _compiled() -> Engine:
    return warmed(engine("compiled"))


#: The expansions of a search that is not counted, and of one with a slow predicate.
WARM_UP, WARM_UP_SLOW = 1000, 20


class WarmEngine:
    """An engine that makes a short search before the first of each kind, and forgets its result.

    A search is of a new kind if the predicate is new, or if the size of the board, the mode or the
    layer have not been together before.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._known: set[Hashable] = set()

    def __call__(
        self,
        puzzle: Puzzle,
        predicate: Predicate,
        mode: Mode = "prune",
        *,
        limits: Limits | None = None,
        **options: Any,
    ) -> SearchResult:
        """Search as the engine does."""
        kinds = {predicate, (puzzle.rows, puzzle.cols, mode, *sorted(options.items()))}
        if not kinds <= self._known:
            self._known |= kinds
            few = WARM_UP_SLOW if predicate.slow else WARM_UP
            short = Limits(few, limits.time_limit if limits else None)
            self.engine(puzzle, predicate, mode, **options, limits=short)
        return self.engine(puzzle, predicate, mode, **options, limits=limits)


def warmed(engine: Engine) -> WarmEngine:
    """Return an engine for measuring times; one that is made for that already stays as it is."""
    return engine if isinstance(engine, WarmEngine) else WarmEngine(engine)
