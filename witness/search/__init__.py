"""A* over partial paths (paper, Algorithm 1). Engines differ in speed, never in the answer."""

from __future__ import annotations

from collections.abc import Callable

from witness.errors import InputError
from witness.search import reference
from witness.search.result import MODES, Limits, Mode, SearchResult, Status

Engine = Callable[..., SearchResult]

#: Engines by name. `compiled` has its place here and is not there yet.
ENGINES: dict[str, Engine] = {"reference": reference.solve}


def engine(name: str) -> Engine:
    """Give the engine with a name; raise `InputError` for one that does not exist (yet)."""
    if name not in ENGINES:
        raise InputError(f"the engine {name!r} is not available yet; use {', '.join(ENGINES)}")
    return ENGINES[name]


__all__ = [
    "ENGINES",
    "MODES",
    "Engine",
    "Limits",
    "Mode",
    "SearchResult",
    "Status",
    "engine",
]
