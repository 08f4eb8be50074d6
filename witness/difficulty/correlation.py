"""How well scores agree with players: Pearson's r and its p-value, as in the thesis (4.1, 4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from witness.base.extras import optional

#: A record of `witness rate`.
Record = Mapping[str, Any]

#: The scores of a rating that are correlated, as in the thesis' Table 4.1.
SCORES = ("muse", "remuse", "solutions", "length")

#: Fewer puzzles say nothing.
FEWEST = 3


@dataclass(frozen=True)
class Correlation:
    """Pearson's r and its p-value over `number` puzzles; `left_out` others have no score."""

    r: float
    p: float
    number: int
    left_out: int


def with_score(records: Sequence[Record], score: str) -> list[tuple[int, float]]:
    """Return the positions of the ratings that have a score ("muse", …), and that score.

    Unsolvable puzzles and those at a limit have none.
    """
    return [
        (at, float(record[score]))
        for at, record in enumerate(records)
        if record.get(score) is not None and record["solutions"] != 0
    ]


def pearson(scores: Sequence[float], others: Sequence[float], left_out: int) -> Correlation:
    """Correlate scores with what players said or did. Raises `InputError` without SciPy."""
    found = optional("scipy.stats", "SciPy", "study").pearsonr(scores, others)
    return Correlation(float(found[0]), float(found[1]), len(scores), left_out)
