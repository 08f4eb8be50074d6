"""Algorithm 2 under several rankings at once: which winner each has, and by what margin.

A ranking is a view of what the searches of a candidate took: time, expansions, a single round of
timing, or expansions times the price of a clause elsewhere. All rankings share the measurements; a
stage measures every candidate that some ranking keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from witness.pipeline.candidates import TRACKS, Candidate, Track
from witness.pipeline.race import Totals, noise
from witness.pipeline.triage import RankBy, rank

#: What the searches of some candidates, and of the references, took on the puzzles of a stage.
Measure = Callable[[Sequence[Candidate]], Mapping[str, Totals]]


@dataclass(frozen=True)
class Ranking:
    """A way to rank: by time or by expansions, of what `view` makes of a candidate's totals."""

    by: RankBy
    view: Callable[[Candidate, Totals], Totals] = lambda _, totals: totals


def round_alone(number: int) -> Ranking:
    """Return the ranking by the time of one round alone."""
    # Those that were dropped may have no round.
    return Ranking(
        "time",
        lambda _, totals: replace(totals, seconds=sum(totals.rounds[number : number + 1])),
    )


def at_a_price(inferences: Mapping[str, float], call: float) -> Ranking:
    """Return the ranking by expansions times the cost of an evaluation, in logical inferences.

    `inferences` has the cost of each candidate's clauses, by id; `call` is the cost of the call
    itself, which is the same for all.
    """
    return Ranking(
        "time",
        lambda candidate, totals: replace(
            totals, seconds=totals.expansions * (call + inferences[candidate.id])
        ),
    )


def standard(rounds: int) -> dict[str, Ranking]:
    """Return the two rankings of the configuration, and one for each single round of timing."""
    return {
        "time": Ranking("time"),
        "expansions": Ranking("expansions"),
        **{f"round {number + 1}": round_alone(number) for number in range(rounds)},
    }


def study(
    candidates: Sequence[Candidate],
    stages: Sequence[tuple[Measure, int]],
    rankings: Mapping[str, Ranking],
    *,
    margin: float | None = 0.0,
) -> list[dict[str, Any]]:
    """Run the stages of Algorithm 2 under all rankings; return a record of each stage.

    A stage is a measurement of its candidates and the number of them to keep. A record has the
    `totals` of all that raced and, by ranking and track, what was `kept`, best first, and `ahead`:
    how much more the second costs than the first, as a fraction (None where there is no second).
    `margin` is the fraction by which times may differ that tie, by default (None) their `noise`.
    """
    alive: dict[str, dict[Track, set[str]] | None] = dict.fromkeys(rankings)
    records = []
    racing = list(candidates)
    for measure, most in stages:
        totals = measure(racing)
        tie = noise(totals[c.id] for c in racing) if margin is None else margin
        kept: dict[str, Any] = {}
        ahead: dict[str, Any] = {}
        for name, ranking in rankings.items():
            seen = {c.id: ranking.view(c, totals[c.id]) for c in racing}
            ranked, chosen = rank(
                racing, seen, most, alive=alive[name], rank_by=ranking.by, margin=tie
            )
            kept[name] = chosen
            ahead[name] = {
                track: _ahead(
                    [
                        seen[r.candidate.id]
                        for r in sorted(ranked, key=lambda r: r.places.get(track, 0))
                        if track in r.places
                    ],
                    ranking.by,
                )
                for track in TRACKS
            }
            alive[name] = {track: set(ids) for track, ids in chosen.items()}
        records.append(
            {
                "totals": {name: taken.to_json() for name, taken in totals.items()},
                "kept": kept,
                "ahead": ahead,
                "margin": tie,
            }
        )
        going_on = {name for by in alive.values() if by for ids in by.values() for name in ids}
        racing = [c for c in racing if c.id in going_on]
    return records


def _ahead(ordered: Sequence[Totals], by: RankBy) -> float | None:
    """Return how much more the second of several costs than the first, as a fraction."""
    if len(ordered) < 2:
        return None
    first, second = (t.seconds if by == "time" else t.expansions for t in ordered[:2])
    return second / first - 1 if first else None
