"""Whether one predicate fires wherever another does, decided over the local configurations.

For squares with triangles, both are tables over these (`witness.predicates.arrays`), so nothing is
assumed about their clauses.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from witness.logic.configurations import configurations
from witness.logic.dependence import Dependence
from witness.predicates.arrays import SHAPE, Lookup, UntabulatedError
from witness.predicates.interface import Predicate


def implies(one: Predicate, other: Predicate, longest: int) -> bool:
    """Return whether `other` fires wherever `one` does, on paths of up to `longest` edges.

    This is decided square by square: π′ of `one` implies π′ of `other` in every local configuration
    that a path of some length has. The answer is False, too, if a predicate looks at more than the
    square and the length of the path, or has no value in some configuration. Of other symbols than
    triangles, each case of `one` has to be one of `other`.
    """
    cases = one.symbol_cases
    if cases is None or not set(cases) <= set(other.symbol_cases or ()):
        return False
    try:
        weak, strong = Lookup(one), Lookup(other)
        if not (weak.by_length or strong.by_length):
            return _within(weak, strong)
        if weak.ahead or strong.ahead:
            return False
        number = longest + 1
        fires, covered = (
            lookup.of_lengths(number)[:number] if lookup.by_length else lookup.local
            for lookup in (weak, strong)
        )
    except UntabulatedError:
        return False
    return not np.any(fires & ~covered & _reached(number, weak.by_gaps or strong.by_gaps))


def _within(weak: Lookup, strong: Lookup) -> bool:
    """Return whether one table is within another, in all configurations that a path has."""
    if not (weak.features or strong.features):
        return not np.any(weak.local & ~strong.local)
    features = weak.features | strong.features
    return all(
        strong.holds(configuration) or not weak.holds(configuration)
        for configuration in configurations(features)
    )


@lru_cache(maxsize=64)
def _reached(number: int, by_gaps: bool) -> npt.NDArray[np.uint8]:
    """Return which states of a square paths of each length below `number` can have."""
    found = np.zeros((number, 16 if by_gaps else 1, *SHAPE), np.uint8)
    for configuration in configurations(Dependence.GAPS if by_gaps else Dependence.LOCAL):
        edges, visited, head = configuration.state
        least = configuration.least_length
        gaps = configuration.features[0]
        found[least:, gaps, configuration.triangles - 1, head + 1, visited << 4 | edges] = 1
    return found
