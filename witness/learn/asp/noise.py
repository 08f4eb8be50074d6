"""Which clauses can be in a hypothesis that is better than a known one, with noise.

A hypothesis costs its literals, the positive examples that it does not cover, and the negative ones
that it covers. A clause that another one joins costs at least what the pair costs, where what the
pair leaves is not covered or costs the literals of a third clause.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from witness.learn.asp.roots import flags_of

#: With more clauses, pairs are not looked at.
MOST_CLAUSES = 6000


def bounds(
    sizes: Sequence[int], coverages: Sequence[int], positives: int, negatives: int
) -> tuple[NDArray[np.int64], tuple[int, int], int]:
    """Return for each clause the least cost of hypotheses with it, and the best pair with its cost.

    Coverages have bits for the positive examples, then for the negative ones. A clause may be
    paired with itself, which stands for the clause alone.
    """
    total = positives + negatives
    flags = np.stack([flags_of(coverage, total) for coverage in coverages]).astype(np.float32)
    right, wrong = flags[:, :positives], flags[:, positives:]
    size = np.array(sizes, np.float32)
    # Of a pair: literals, negative examples that either covers, positive ones that none covers.
    literals = size[:, None] + size[None, :]
    np.fill_diagonal(literals, size)
    errors = wrong.sum(axis=1)
    errs = errors[:, None] + errors[None, :] - wrong @ wrong.T
    hits = right.sum(axis=1)
    missed = positives - (hits[:, None] + hits[None, :] - right @ right.T)
    cost = literals + errs + missed
    best = int(np.argmin(cost))
    pair = divmod(best, len(sizes))
    least = (literals + errs + np.minimum(missed, size.min())).min(axis=1)
    # A clause alone can be joined by others: then it is one of a pair.
    return least.astype(np.int64), (int(pair[0]), int(pair[1])), int(cost.flat[best])
