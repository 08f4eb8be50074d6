"""The compiled loops of `witness.games.kernel` and `witness.games.loop`."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from witness import machine_code
from witness.games import kernel


@lru_cache(maxsize=1)
def load() -> Any:
    """Give the compiled functions of the kernel, from disk if they were compiled before."""
    functions = {
        name: (getattr(kernel, name), types) for name, types in kernel.signatures().items()
    }
    return SimpleNamespace(
        **machine_code.compiled(functions, (kernel,), variant="any", note="the network of games")
    )
