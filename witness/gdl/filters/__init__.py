"""Filters around a game's state machine: each is an analysis and its use, in a file of its own.

`FILTERS` has them by name: to add one, write a file with its class and name it here. This imports
none of them, so that names can be asked for at no cost. `base` says what a filter is. `analysis`
holds what the analyses found about a puzzle; `analyse` runs them, and says which filters a search
uses. `arrays` and `kernel` are the compiled filters.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from witness.gdl.filters.base import Filter

#: Filters, the innermost first, with the modules that have them as `FILTER`.
FILTERS = {
    "control": "witness.gdl.filters.control",
    "latches": "witness.gdl.filters.latches",
    "extension": "witness.gdl.filters.extension",
    "partition": "witness.gdl.filters.partition",
    "targets": "witness.gdl.filters.targets",
}

#: All that a search for a solution can do without.
OPTIONAL = ("roles", "factors", *FILTERS, "plans", "greedy")


def filter_class(name: str) -> type[Filter]:
    """Return a filter's class by its name."""
    found: type[Filter] = import_module(FILTERS[name]).FILTER
    return found
