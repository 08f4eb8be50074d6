"""What the triage of an experiment starts from, and its stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from studies.triage.rankings import Measure
from witness.clauses.background import Background, read_background
from witness.pipeline.candidates import Candidate, Variant, read_candidates
from witness.pipeline.race import Totals, as_entrants, race, references
from witness.pipeline.report.experiment import read_configuration
from witness.puzzle.files import read_puzzles
from witness.puzzle.model import Puzzle
from witness.searches import Limits, engine


@dataclass(frozen=True)
class Start:
    """Where the triage of an experiment starts."""

    config: Mapping[str, Any]
    candidates: Sequence[Candidate]
    filters: Sequence[Sequence[Puzzle]]
    background: Background

    @property
    def limits(self) -> Limits:
        """The limits of its searches."""
        return Limits(self.config["max_expansions"], memory_limit=self.config["memory_limit"])

    @property
    def keep(self) -> tuple[int, int, int]:
        """The number of candidates that each stage keeps."""
        return self.config["triage"]["keep_1"], self.config["triage"]["keep_2"], 1


def read_start(source: Mapping[str, Any]) -> Start:
    """Read the configuration, the candidates and the three filter sets of an experiment."""
    root = Path(source["config"]).parent
    return Start(
        read_configuration(root),
        read_candidates(source["candidates"]),
        [read_puzzles(path) for path in source["filters"]],
        read_background(root / "bk.pl", root / "bias.pl"),
    )


def stages(start: Start, variant: Variant, rounds: int) -> list[tuple[Measure, int]]:
    """Return the stages of Algorithm 2 on the engine of the configuration."""

    def on(puzzles: Sequence[Puzzle]) -> Measure:
        def measure(candidates: Sequence[Candidate]) -> dict[str, Totals]:
            entrants = references(variant) | as_entrants(candidates, start.background)
            search = engine(start.config["engine"])
            return race(entrants, puzzles, variant, search, start.limits, rounds=rounds)

        return measure

    return [(on(puzzles), most) for puzzles, most in zip(start.filters, start.keep, strict=True)]
