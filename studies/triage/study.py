"""What is measured: a function for each rule of the study in rules.smk.

`rankings` runs Algorithm 2 of an experiment on the engine of its configuration, under several
rankings: by time (the least of all rounds), by expansions, and by each round alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from studies.records import Row
from studies.triage.price import lines, prices, searches
from studies.triage.rankings import standard, study
from studies.triage.stages import read_start, stages
from witness.experiments.candidates import Variant

__all__ = ["lines", "prices", "rankings", "searches"]


def rankings(
    source: Mapping[str, Any], *, experiment: str, variant: Variant, rounds: int
) -> Iterator[Row]:
    """Yield the stages of Algorithm 2 of an experiment, under all rankings."""
    start = read_start(source)
    margin = start.config["triage"]["margin"]
    found = study(start.candidates, stages(start, variant, rounds), standard(rounds), margin=margin)
    yield {"rounds": rounds, "stages": found}
