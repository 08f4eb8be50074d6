"""What is measured: searches of the same boards with several predicates, in processor time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from studies.records import Row
from witness.pipeline.evaluate import ROUNDS, Run, evaluate
from witness.puzzle.generate.algorithms import path_set
from witness.searches import Limits, engine
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE, PAPER

#: The run with which the others are compared.
FIRST = "π_baseline"


def runs(source: Mapping[str, Any]) -> list[Run]:
    """Return the runs of the page, in its order; all prune."""
    live = predicate(source["live"], bias=source["live_bias"])
    extended = predicate(source["extended"], bias=source["extended_bias"])
    return [
        Run(FIRST, BASELINE, "prune"), Run("π°", PAPER, "prune"),
        Run("extended", extended, "prune"), Run("live", live, "prune"),
        Run("live + needs", live, "prune", "needs"),
    ]  # fmt: skip


def searched(
    source: Mapping[str, Any], *, sizes: Sequence[int], boards: int, max_expansions: int, seed: int
) -> Iterator[Row]:
    """Yield a row for each search; its seconds are the least of several rounds, with set-up."""
    for side in sizes:
        puzzles = path_set(side, side, boards, random.Random(f"clock {side} {seed}"))
        limits = Limits(max_expansions=max_expansions)
        for record in evaluate(puzzles, runs(source), engine("compiled"), limits, rounds=ROUNDS):
            kept = ("id", "run", "status", "expansions", "seconds")
            yield {"side": side, **{key: record[key] for key in kept}}
