"""A* over partial paths (paper, Algorithm 1). Engines differ in speed, never in the answer."""

from __future__ import annotations

from witness.search.registry import ENGINES, Engine, engine
from witness.search.result import MODES, Limits, Mode, SearchResult, Status

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
