"""Whether one predicate fires wherever another does, decided over the local configurations.

For squares with triangles, both are tables over these (`witness.searches.predicates.tables`), so
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

from witness.clauses.dependence import Dependence, clause_dependence
from witness.puzzle.views.configurations import configurations
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.tables import Tabulation, union


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
    by_length = one.looks_at_length or other.looks_at_length
    if by_length and (one.looks_ahead or other.looks_ahead):
        return False
    for length in range(longest + 1) if by_length else (None,):
        weak, strong = _tables(one, length), _tables(other, length)
        if weak is None or strong is None:
            return False
        features = clause_dependence(part.features for part in (*weak, *strong))
        fires, covered = (union(parts, features).holding for parts in (weak, strong))
        if fires & ~covered & _reached(length, features):
            return False
    return True


def _tables(predicate: Predicate, length: int | None) -> list[Tabulation] | None:
    """Return the tables of a predicate for paths of a length, or of any; None if it has none."""
    lengths = (None, length) if predicate.looks_at_length else (None,)
    parts = [predicate.tabulation(one) for one in lengths]
    found = [part for part in parts if part is not None]
    return found if len(found) == len(parts) else None


@lru_cache(maxsize=256)
def _reached(length: int | None, features: Dependence) -> int:
    """Return the configurations that paths of a length, or of any, can have, as a bit set."""
    known = enumerate(configurations(features))
    return sum(1 << n for n, c in known if length is None or c.least_length <= length)
