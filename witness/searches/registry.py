"""The engines by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from witness.base.meant import none_such
from witness.searches.result import SearchResult

Engine = Callable[..., SearchResult]

#: The names of the engines: each is a module of this package with a function `solve`.
ENGINES = ("compiled", "reference")


def engine(name: str) -> Engine:
    """Return the engine with a name; raise `InputError` if there is none."""
    if name not in ENGINES:
        raise none_such("engine", name, ENGINES)
    found: Engine = import_module(f"witness.searches.{name}").solve
    return found
