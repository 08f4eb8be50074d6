"""How far a share of all panels may be from its share of those drawn."""

from __future__ import annotations

import math

#: Of a hundred intervals, as many as hold the true share, or more.
CONFIDENCE = 95


def interval(found: int, drawn: int) -> tuple[float, float]:
    """Return the bounds of a share, of which `found` panels of `drawn` independent ones are.

    It is the exact interval of Clopper and Pearson (1934). At its bounds, as many as were found, or
    more, have half of the probability that is left; and so have as many, or fewer.
    """
    return _lower(found, drawn), 1 - _lower(drawn - found, drawn)


def _lower(found: int, drawn: int) -> float:
    if not found:
        return 0.0
    low, high = 0.0, found / drawn
    while low < (middle := (low + high) / 2) < high:
        if _as_many(found, drawn, middle) < (1 - CONFIDENCE / 100) / 2:
            low = middle
        else:
            high = middle
    return low


def _as_many(found: int, drawn: int, share: float) -> float:
    """Return the probability that as many as were found are drawn, or more; their share is less."""
    ways = math.lgamma(drawn + 1) - math.lgamma(found + 1) - math.lgamma(drawn - found + 1)
    term = math.exp(ways + found * math.log(share) + (drawn - found) * math.log1p(-share))
    total = 0.0
    for number in range(found, drawn + 1):
        total += term
        term *= (drawn - number) / (number + 1) * share / (1 - share)
        if term < total * 1e-17:
            break
    return total
