"""The three-stage triage of learned predicates (paper, Algorithm 2).

Stage 1 keeps the k1 best candidates on filter set 1 (line 3), stage 2 the k2 best of those on set 2
(line 4), and stage 3 names the best on set 3 (line 5). Candidates are measured with A* in sort
mode, which loses no solutions whatever they say (`witness.pipeline.race`). Two tracks are run at
once: over all hypotheses, which is Algorithm 2, and over the proved cores alone.

The best candidate has the highest speedup in time (Equation 3), which weighs what a predicate saves
against what it costs to evaluate. Ranked by expansions, clauses cost nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple

from witness.base.errors import InputError
from witness.base.schemas import read_fitting
from witness.pipeline.candidates import TRACKS, Candidate, Track
from witness.pipeline.race import Totals, noise
from witness.pipeline.record_schema import STAGE_BATCH
from witness.puzzle.model import Puzzle

#: `time`: the speedup in time (paper, Equation 1). `expansions`: that in expansions (Equation 2),
#: which is the same on every machine.
RankBy = Literal["time", "expansions"]
RANKINGS: tuple[RankBy, ...] = ("time", "expansions")

#: The cost of a candidate, by id: less is better.
Cost = Callable[[str], float]

#: Measures a stage, numbered from 0: from the candidates in the race to what each of them took, by
#: id. References may be among the totals.
Measure = Callable[[int, Sequence[Candidate]], Mapping[str, Totals]]


def check_alike(processors: Mapping[str, str]) -> None:
    """Raise `InputError` if a stage was timed on several processors, each named with a file."""
    if len(processors) > 1:
        where = ", ".join(f"{file} on {name}" for name, file in processors.items())
        raise InputError(
            f"times of different processors cannot be compared: {where}; remove all batches but "
            "those of one processor and run the others on the same, or set triage.rank_by to "
            "expansions"
        )


def dealt(puzzles: Iterable[Puzzle], batch: int, batches: int) -> list[Puzzle]:
    """Return one of several batches of a filter set, numbered from 0.

    Puzzles are dealt out by the size of their boards, so that batches take about as long.
    """
    by_size = sorted(puzzles, key=lambda puzzle: puzzle.rows * puzzle.cols)
    return by_size[batch::batches]


@dataclass(frozen=True)
class Ranked:
    """A candidate with its totals and its place (from 1) in each track that it is in.

    `ties` names the tracks in which it ties with the candidate one place above, and `unplaced`
    those in which its place is not known, as it or another candidate was stopped.
    """

    candidate: Candidate
    totals: Totals
    places: dict[Track, int]
    ties: list[Track]
    unplaced: list[Track]

    def to_json(self, references: Mapping[str, Totals]) -> dict[str, Any]:
        """Return the ranking entry as JSON, with the totals of the references beside its own."""
        over = references["baseline"]
        expansions, seconds = max(1, self.totals.expansions), max(1e-9, self.totals.seconds)
        unfinished = self.totals.stopped or self.totals.dropped
        return {
            "candidate": self.candidate.id,
            "places": self.places,
            "unplaced": self.unplaced,
            "ties": self.ties,
            "expansion_speedup": None if unfinished else over.expansions / expansions,
            "time_speedup": None if unfinished else over.seconds / seconds,
            **self.totals.to_json(),
            **{
                f"{name}_{key}": value
                for name, totals in references.items()
                for key, value in totals.to_json().items()
                if key != "stopped"
            },
            "size": self.candidate.size,
            "program": self.candidate.program,
        }


class Stage(NamedTuple):
    """What each entrant of a stage took, by id, the ranking, and the ids that each track keeps."""

    totals: Mapping[str, Totals]
    ranking: list[Ranked]
    kept: dict[Track, list[str]]


def triage(
    candidates: Sequence[Candidate],
    keep: Sequence[int],
    measure: Measure,
    *,
    rank_by: RankBy = "expansions",
    margin: float | None = 0.0,
) -> list[Stage]:
    """Return the stages of the triage (paper, Algorithm 2); the last one names the winner.

    `keep` has how many candidates each stage keeps: k1, k2 and 1 in the paper. `measure` searches
    the puzzles of a stage's filter set; `rank` says what `rank_by` and `margin` mean.
    """
    stages: list[Stage] = []
    racing = list(candidates)
    for number, most in enumerate(keep):  # lines 3, 4 and 5
        totals = measure(number, racing)
        alive = {t: set(ids) for t, ids in stages[-1].kept.items()} if stages else None
        ranked = rank(candidates, totals, most, alive=alive, rank_by=rank_by, margin=margin)
        stages.append(Stage(totals, *ranked))
        through = {name for ids in stages[-1].kept.values() for name in ids}
        racing = [candidate for candidate in racing if candidate.id in through]
    return stages


def stage(
    candidates: Sequence[Candidate],
    batches: Sequence[str],
    keep: Sequence[int],
    *,
    rank_by: RankBy,
    margin: float | None,
) -> Stage:
    """Read the batches of the first stages, and return the last of these stages.

    The batches of a stage are the files of one folder. `keep` has how many candidates each stage
    keeps. Raises `InputError` for a file that is no batch, and if times of several processors would
    be compared.
    """
    folders = [list(paths) for _, paths in groupby(batches, lambda path: Path(path).parent)]
    assert len(folders) == len(keep), "each stage has a folder"

    def read(number: int, _racing: Sequence[Candidate]) -> Mapping[str, Totals]:
        return _totals(folders[number], timed=rank_by == "time")

    return triage(candidates, keep, read, rank_by=rank_by, margin=margin)[-1]


def _totals(paths: Sequence[str], *, timed: bool) -> dict[str, Totals]:
    """Return the sums of the batches of a stage, by the id of the entrant."""
    totals: dict[str, Totals] = {}
    processors: dict[str, str] = {}
    for path in paths:
        batch = read_fitting(path, STAGE_BATCH, "what a batch of the triage writes")
        if "processor" in batch:
            processors.setdefault(batch.pop("processor"), path)
        for name, record in batch.items():
            totals[name] = totals.get(name, Totals()) + Totals.from_json(record)
    if timed:
        check_alike(processors)
    return totals


def rank(
    candidates: Sequence[Candidate],
    totals: Mapping[str, Totals],
    keep: int,
    *,
    alive: Mapping[Track, set[str]] | None = None,
    rank_by: RankBy = "expansions",
    margin: float | None = 0.0,
) -> tuple[list[Ranked], dict[Track, list[str]]]:
    """Rank candidates in each track; return the ranking, and the ids that each track keeps.

    `totals` has what each candidate took, by id; candidates without totals are left out. `alive`
    has the candidates still in the race, by track; None means all. By time, a candidate ties with a
    better one if it takes longer by at most the fraction `margin`; None means the `noise` of their
    rounds. Ties are broken by expansions, then program size, then text. Candidates that were
    stopped take more than those that are kept, and come last; who takes more than one of them has
    no place. Those that were dropped have none either, and are not kept.
    """

    def cost(name: str) -> float:
        return totals[name].seconds if rank_by == "time" else totals[name].expansions

    measured = [c for c in candidates if c.id in totals]
    if margin is None:
        margin = noise(totals[c.id] for c in measured)
    places: dict[str, dict[Track, int]] = {c.id: {} for c in measured}
    ties: dict[str, list[Track]] = {c.id: [] for c in measured}
    unplaced: dict[str, list[Track]] = {c.id: [] for c in measured}
    kept: dict[Track, list[str]] = {}
    for track in TRACKS:
        racing = [
            c
            for c in measured
            if track in c.programs and (alive is None or c.id in alive.get(track, ()))
        ]
        finished = [c for c in racing if totals[c.id].dropped is None]
        least = min((cost(c.id) for c in finished if totals[c.id].stopped), default=math.inf)
        placed = [c for c in finished if not totals[c.id].stopped and cost(c.id) < least]
        for candidate in racing:
            if candidate not in placed:
                unplaced[candidate.id].append(track)
        groups = _groups(placed, totals, cost, margin if rank_by == "time" else 0.0)
        ordered = [candidate for group in groups for candidate in group]
        for place, candidate in enumerate(ordered, start=1):
            places[candidate.id][track] = place
        for group in groups:
            for candidate in group[1:]:
                ties[candidate.id].append(track)
        kept[track] = [c.id for c in ordered[:keep]]
    ranking = [Ranked(c, totals[c.id], places[c.id], ties[c.id], unplaced[c.id]) for c in measured]
    ranking.sort(key=lambda r: (_unfinished(r.totals), _order(r.candidate, totals, cost)))
    return ranking, kept


def _unfinished(totals: Totals) -> int:
    """Return 0 for a candidate that finished, 1 if it was stopped, 2 if it was dropped."""
    return 2 if totals.dropped else int(totals.stopped)


def _groups(
    racing: Sequence[Candidate], totals: Mapping[str, Totals], cost: Cost, margin: float
) -> list[list[Candidate]]:
    """Return the candidates from best to worst, those that tie together."""
    groups: list[list[Candidate]] = []
    for candidate in sorted(racing, key=lambda c: _order(c, totals, cost)):
        if groups and cost(candidate.id) <= cost(groups[-1][0].id) * (1 + margin):
            groups[-1].append(candidate)
        else:
            groups.append([candidate])
    return [sorted(group, key=lambda c: _order(c, totals)) for group in groups]


def _order(
    candidate: Candidate, totals: Mapping[str, Totals], cost: Cost | None = None
) -> tuple[Any, ...]:
    """Return what candidates are ordered by: their cost, and how ties are broken."""
    first = () if cost is None else (cost(candidate.id),)
    return (*first, totals[candidate.id].expansions, candidate.size, candidate.program)
