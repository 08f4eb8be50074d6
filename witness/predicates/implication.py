"""Whether one predicate fires wherever another does, decided over the local configurations.

Both are tables over these (`witness.predicates.arrays`), so nothing is assumed about their clauses.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from witness.logic.configurations import configurations
from witness.predicates.arrays import SHAPE, Lookup, UntabulatedError
from witness.predicates.interface import Predicate


def implies(one: Predicate, other: Predicate, longest: int) -> bool:
    """Return whether `other` fires wherever `one` does, on paths of up to `longest` edges.

    This is decided square by square: π′ of `one` implies π′ of `other` in every local configuration
    that a path of some length has. The answer is False, too, if a predicate looks at more than the
    square and the length of the path, or has no value in some configuration.
    """
    try:
        weak, strong = Lookup(one), Lookup(other)
        if not (weak.by_length or strong.by_length):
            return not np.any(weak.local & ~strong.local)
        number = longest + 1
        fires, covered = (
            lookup.of_lengths(number)[:number] if lookup.by_length else lookup.local
            for lookup in (weak, strong)
        )
    except UntabulatedError:
        return False
    return not np.any(fires & ~covered & _reached(number))


@lru_cache(maxsize=64)
def _reached(number: int) -> npt.NDArray[np.uint8]:
    """Return which states of a square paths of each length below `number` can have."""
    found = np.zeros((number, *SHAPE), np.uint8)
    for configuration in configurations():
        edges, visited, head = configuration.state
        least = configuration.least_length
        found[least:, configuration.triangles - 1, head + 1, visited << 4 | edges] = 1
    return found
