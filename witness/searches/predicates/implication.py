"""Whether one predicate fires wherever another does, decided over the local configurations.

For squares with triangles, both are tables over these (`witness.searches.predicates.arrays`), so
nothing is assumed about their clauses.

What it is for: let predicate S be sound, and true wherever predicate W is (then W is sound, too).
Where A* that prunes with S has met the limit of L expansions, A* that prunes with W would not find
a solution within L expansions either:

1. A partial path is a node if π is false for all its prefixes but the start. So the nodes of S are
   nodes of W, and all descendants of a path that is no node of S are none either.
2. Both searches expand the nodes of S in the same order. The open list always yields the node with
   the least (f, h), and of several the oldest. As long as the nodes of S on W's open list are those
   on S's, in the same order of age, W takes from them what S takes next, and puts their children
   back in the same order. The other nodes that W takes have no children among those of S. So this
   stays true.
3. A solution is found when the last node before its goal is expanded. S never fires on a prefix of
   a solution, so this is a node of S. If it is among the first L that W expands, then by 2 it is
   among the first L that S expands, and S would have found the solution.
4. The open list of W does not run empty sooner, as it contains that of S.

Nothing follows from limits of time or memory that S has met, from predicates that are not proved,
or in sort mode.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from witness.logic.configurations import configurations
from witness.logic.dependence import Dependence
from witness.searches.predicates.arrays import SHAPE, Lookup, UntabulatedError
from witness.searches.predicates.interface import Predicate


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
