"""A* over partial paths (paper, Algorithm 1). Engines differ in speed, never in the answer."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from witness.base.errors import InputError
from witness.search.result import MODES, Limits, Mode, SearchResult, Status

Engine = Callable[..., SearchResult]

#: Engines by name: the module whose `solve` it is, imported when it is asked for.
ENGINES: dict[str, str] = {
    "compiled": "witness.search.compiled",
    "reference": "witness.search.reference",
}


def engine(name: str) -> Engine:
    """Give the engine with a name; raise `InputError` for one that does not exist."""
    if name not in ENGINES:
        raise InputError(f"there is no engine {name!r}; use {' or '.join(ENGINES)}")
    found: Engine = import_module(ENGINES[name]).solve
    return found


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
