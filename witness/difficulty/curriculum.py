"""Curricula: puzzles in equal steps of difficulty.

The thesis looks at such an *equidistant* curriculum (section 4.2), which Lelis et al. (2022) chose
by the difficulty for a neural-guided search. Here the steps are those of any scores.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from witness.base.errors import InputError


def equal_steps(scores: Sequence[float], steps: int) -> list[int]:
    """Choose from puzzles with these scores `steps` of them whose scores grow in equal steps.

    The easiest and the hardest are the first and the last; between them, each step takes the
    puzzle whose score is nearest to it, of equal ones the first, and no puzzle twice. Returns their
    positions, from easy to hard. Raises `InputError` if there are too few scores.
    """
    if steps < 2:
        raise InputError(f"a curriculum has two steps or more, not {steps}")
    if len(set(scores)) < steps:
        raise InputError(
            f"{len(scores)} puzzles have {len(set(scores))} different scores, too few for "
            f"{steps} steps; ask for fewer steps or more puzzles"
        )
    left = dict(enumerate(scores))
    chosen = []
    order = [0, steps - 1, *range(1, steps - 1)]
    wanted = np.linspace(min(scores), max(scores), steps)
    for step in order:
        nearest = min(left, key=lambda at: (abs(left[at] - wanted[step]), at))
        chosen.append(nearest)
        # A puzzle of the same score would be no step.
        left = {at: score for at, score in left.items() if score != left[nearest]}
    return sorted(chosen, key=lambda at: scores[at])
