"""The compiled kernel of `witness.search.kernel`, for boards of so many words."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from witness import machine_code
from witness.search import kernel, layout, wide

#: The kernel, and what else its machine code is made from.
MODULES = (kernel, layout, wide)


class Kernel(NamedTuple):
    """The compiled `begin` and `run` of `witness.search.kernel`, for boards of W words."""

    begin: Callable[..., Any]
    run: Callable[..., int]


@lru_cache(maxsize=8)
def load(words: int, plain: bool) -> Kernel:
    """Give the kernel for boards of `words` words, from disk if it was compiled before.

    The plain one is for pruning searches that need to look only where a step can matter.
    """
    signatures = kernel.signatures(words, 1 if plain else 2)
    boards = {1: "up to 7×7", 2: "up to 10×10"}.get(words, "beyond 10×10")
    searches = "pruning" if plain else "other"
    return Kernel(
        **machine_code.compiled(
            {name: (getattr(kernel, name), types) for name, types in signatures.items()},
            MODULES,
            variant=f"words-{words}-{'plain' if plain else 'any'}",
            note=f"the search engine for {searches} searches on boards {boards} squares",
        )
    )
