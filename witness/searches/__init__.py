"""A* over partial paths (paper, Algorithm 1). Engines differ in speed, never in the answer.

`predicates/` has what prunes: one interface for predicates that are written, learned or derived.
`reference` is the algorithm in plain Python, and defines the answer. `compiled` finds the same one
faster: `set_up` lays out the puzzle in `arrays`, in room of `search_memory`, and `kernel` is the
inner loop, with `queues` (the open list), `squares` (what a path does to squares) and
`wide_integers` (long bit sets). `heuristics` and `dots` say what a path still needs; `ahead`
and `dots_ahead` are their twins. Every engine takes a `request` and returns a `result`; `registry`
finds engines by name, warm for measurements. `tree/` shows what a search does, step by step.
`policy_guided` has other tree searches, with the same predicates, and `policies` what guides them.
"""

from __future__ import annotations

from witness.searches.registry import AUTO, ENGINES, SEARCHES, Engine, engine
from witness.searches.result import MODES, Limits, Mode, SearchResult, Status

__all__ = [
    "AUTO",
    "ENGINES",
    "MODES",
    "SEARCHES",
    "Engine",
    "Limits",
    "Mode",
    "SearchResult",
    "Status",
    "engine",
]
