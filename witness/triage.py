"""The three-stage triage of learned predicates (paper, Algorithm 2).

Stage 1 keeps the k1 best candidates on filter set 1, stage 2 the k2 best of those on set 2, and
stage 3 names the best on set 3. Candidates are measured with A* in sort mode, which loses no
solutions whatever they say. It is run for two tracks at once: over all hypotheses (the paper's
algorithm to the letter) and over the proved cores alone.

The speedup of a candidate on a set is Σ baseline / Σ candidate over its puzzles, in expansions
and in time; the baseline is the same search with a predicate that never fires.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from witness.candidates import TRACKS, Candidate, Track, Variant
from witness.evaluate import TIMED_RUNS
from witness.file_predicate import FilePredicate
from witness.logic.background import Background
from witness.logic.parser import parse_clauses
from witness.logic.translate import translate
from witness.predicates import NONE, Predicate
from witness.puzzle import Puzzle
from witness.search import Engine, Limits

RankBy = Literal["expansions", "time"]


@dataclass(frozen=True)
class Measurement:
    """What one candidate took on one filter set, and the baseline in the same job."""

    candidate: str
    expansions: int
    seconds: float
    baseline_expansions: int
    baseline_seconds: float
    capped: int
    baseline_capped: int

    @property
    def expansion_speedup(self) -> float:
        """Σ baseline expansions / Σ expansions."""
        return self.baseline_expansions / max(1, self.expansions)

    @property
    def time_speedup(self) -> float:
        """Σ baseline seconds / Σ seconds."""
        return self.baseline_seconds / max(1e-9, self.seconds)


def candidate_predicate(candidate: Candidate, background: Background) -> Predicate:
    """Give the predicate of a candidate."""
    clauses = parse_clauses("\n".join(candidate.program))
    return FilePredicate(candidate.id, translate(clauses, background), background)


def measure(
    candidates: Sequence[Candidate],
    puzzles: Sequence[Puzzle],
    variant: Variant,
    background: Background,
    engine: Engine,
    limits: Limits,
    *,
    rank_by: RankBy = "expansions",
    progress: Callable[[], None] | None = None,
) -> list[Measurement]:
    """Measure candidates on a filter set, with the baseline first."""
    if not candidates:
        return []
    runs = TIMED_RUNS if rank_by == "time" else 1

    def total(predicate: Predicate) -> tuple[int, float, int]:
        expansions, seconds, capped = 0, 0.0, 0
        for puzzle in puzzles:
            results = [
                engine(
                    puzzle,
                    predicate,
                    "sort",
                    baseline_layer=variant == "baseline",
                    limits=limits,
                )
                for _ in range(runs)
            ]
            expansions += results[0].expansions
            seconds += min(result.seconds for result in results)
            capped += results[0].status not in ("solved", "unsolvable")
            if progress is not None:
                progress()
        return expansions, seconds, capped

    baseline = total(NONE)
    found = []
    for candidate in candidates:
        expansions, seconds, capped = total(candidate_predicate(candidate, background))
        found.append(
            Measurement(
                candidate.id,
                expansions,
                seconds,
                baseline[0],
                baseline[1],
                capped,
                baseline[2],
            )
        )
    return found


@dataclass(frozen=True)
class Ranked:
    """A candidate with its measurement and its place (from 1) in each track it is part of."""

    candidate: Candidate
    measurement: Measurement
    places: dict[Track, int]

    def to_json(self) -> dict[str, Any]:
        """Give the ranking entry as JSON."""
        m = self.measurement
        return {
            "candidate": m.candidate,
            "places": self.places,
            "expansion_speedup": m.expansion_speedup,
            "time_speedup": m.time_speedup,
            "expansions": m.expansions,
            "seconds": m.seconds,
            "baseline_expansions": m.baseline_expansions,
            "baseline_seconds": m.baseline_seconds,
            "capped": m.capped,
            "baseline_capped": m.baseline_capped,
            "size": self.candidate.size,
            "program": self.candidate.program,
        }


def rank(
    candidates: Sequence[Candidate],
    measurements: Sequence[Measurement],
    keep: int,
    *,
    alive: dict[Track, set[str]] | None = None,
    rank_by: RankBy = "expansions",
) -> tuple[list[Ranked], dict[Track, list[str]]]:
    """Rank candidates in each track; give the ranking, and the ids that each track keeps.

    `alive` holds the candidates still in the race by track (those that came through the stage
    before); None means all. Ties are broken by expansions, then program size, then text.
    """
    by_id = {m.candidate: m for m in measurements}

    def order(candidate: Candidate) -> tuple[Any, ...]:
        m = by_id[candidate.id]
        speedup = m.time_speedup if rank_by == "time" else m.expansion_speedup
        return (-speedup, m.expansions, candidate.size, candidate.program)

    ordered = sorted((c for c in candidates if c.id in by_id), key=order)
    places: dict[str, dict[Track, int]] = {c.id: {} for c in ordered}
    kept: dict[Track, list[str]] = {}
    for track in TRACKS:
        racing = [
            c
            for c in ordered
            if track in c.programs and (alive is None or c.id in alive.get(track, ()))
        ]
        for place, candidate in enumerate(racing, start=1):
            places[candidate.id][track] = place
        kept[track] = [c.id for c in racing[:keep]]
    return [Ranked(c, by_id[c.id], places[c.id]) for c in ordered], kept
