"""Which clauses can be in a hypothesis that is better than a known one, with noise.

A hypothesis costs its literals, the positive examples that it does not cover, and the negative ones
that it covers. A clause that another one joins costs at least what the pair costs, where what the
pair leaves is not covered or costs the literals of a third clause.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from witness.learners.asp.counts import Counts
from witness.learners.asp.roots import flags_of

#: With more clauses, pairs are not looked at.
MOST_CLAUSES = 6000


def bounds(
    sizes: Sequence[int], coverages: Sequence[int], counts: Counts
) -> tuple[NDArray[np.int64], tuple[int, int]]:
    """Return for each clause the least cost of hypotheses with it, and the best pair.

    A clause may be paired with itself, which stands for the clause alone.
    """
    flags = np.stack([flags_of(coverage, len(counts.rights)) for coverage in coverages])
    weights = np.array(counts.rights, np.float64) + counts.wrongs
    shares = flags * weights
    both = flags.astype(np.float64)
    right = np.flatnonzero(counts.rights)
    wrong = np.flatnonzero(counts.wrongs)
    size = np.array(sizes, np.float64)
    # Of a pair: literals, negative examples that either covers, positive ones that none covers.
    literals = size[:, None] + size[None, :]
    np.fill_diagonal(literals, size)
    errors, hits = shares[:, wrong].sum(axis=1), shares[:, right].sum(axis=1)
    errs = errors[:, None] + errors[None, :] - shares[:, wrong] @ both[:, wrong].T
    covered = hits[:, None] + hits[None, :] - shares[:, right] @ both[:, right].T
    missed = counts.positives - covered
    best = int(np.argmin(literals + errs + missed))
    # What a pair leaves is not covered, or costs the literals of another clause.
    least = (literals + errs + np.minimum(missed, size.min())).min(axis=1)
    return np.rint(least).astype(np.int64), divmod(best, len(sizes))
