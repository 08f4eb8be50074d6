"""The compiled loops of `witness.games.kernel` and `witness.games.loop`."""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

from witness import machine_code
from witness.games import cuts, kernel, loop


@lru_cache(maxsize=1)
def load() -> Any:
    """Give the compiled functions of the network, from disk if they were compiled before."""
    return _load(kernel, (kernel,), "the network of games")


@lru_cache(maxsize=1)
def load_search() -> Any:
    """Give the compiled functions of the search, from disk if they were compiled before."""
    return _load(loop, (loop, cuts, kernel), "the search through games")


@lru_cache(maxsize=1)
def load_cuts() -> Any:
    """Give the compiled filters, from disk if they were compiled before."""
    return _load(cuts, (cuts, kernel), "derived predicates")


def _load(module: ModuleType, modules: tuple[ModuleType, ...], note: str) -> Any:
    functions = {
        name: (getattr(getattr(module, name), "py_func", getattr(module, name)), types)
        for name, types in module.signatures().items()
    }
    return SimpleNamespace(**machine_code.compiled(functions, modules, variant="any", note=note))
