"""Tables about triage (Algorithm 2): all rankings, the finalists, and the clauses that race."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from witness.pipeline.candidates import TRACKS, Track
from witness.pipeline.race import Totals
from witness.pipeline.report.records import Records
from witness.pipeline.report.speedups import time_ratio
from witness.pipeline.report.table import (
    TIDY,
    Cell,
    Column,
    fact,
    ratio,
    significant,
    table,
    yes,
)


def by_time(records: Records) -> bool:
    """Whether some searches of the triage were timed in rounds, as they are if time decides."""
    entries = [
        e for t in records.triage.values() for r in t.rankings.values() for e in r["ranking"]
    ]
    entries += [] if records.taught is None else records.taught.race
    return any(len(entry.get("rounds", ())) > 1 for entry in entries)


#: What was measured of a candidate: the time that decides if it does, speedups over π_baseline
#: (Equations 1 and 2) and over A* without a predicate (in the variant plain), the spread of the
#: rounds of timing, and limits met.
MEASURED = (
    Column("processor seconds", digits=3, better="less", when=by_time),
    Column("time speedup", better="more"), Column("expansion speedup", better="more"),
    Column("time, no predicate", better="more"),
    Column("expansions, no predicate", better="more"),
    Column("spread", unit="%", better="less"), Column("searches at a limit"),
)  # fmt: skip


@table(
    "triage",
    "The rankings of triage",
    (
        fact("variant", "text", "`plain`, or `baseline`: π_baseline is tried first"),
        fact("track", "text", "`all` hypotheses, or `proved` cores"),
        fact("stage", "number", "1 to 3; place none if stopped or dropped"),
        fact("place", "number", "likewise"),
        fact("kept", "truth", "for the next stage, or won; its id"),
        fact("candidate", "text", "likewise"),
        fact("verdict", "text", "as above"),
        fact("looks_at_length", "truth", "likewise"),
        fact("is_paper", "truth", "likewise"),
        fact("tie", "truth", "with the place above; too slow; why dropped"),
        fact("stopped", "truth", "likewise"),
        fact("dropped", "text", "likewise"),
        fact("time_speedup", "number",
             "over π_baseline (Equation 1), none if noise"),
        fact("expansion_speedup", "number", "likewise (Equation 2)"),
        fact("time_speedup_over_none", "number",
             "over A\\* without a predicate, in `plain`"),
        fact("expansion_speedup_over_none", "number", "likewise"),
        fact("seconds", "number", "processor time of its searches"),
        fact("spread_percent", "number",
             "difference of the first two rounds of timing"),
        fact("capped", "number", "searches that met a limit"),
        fact("baseline_capped", "number", "likewise"),
        fact("clauses", "number", "of the program"),
        fact("literals", "number", "likewise"),
        fact("puzzles", "number", "training puzzles that gave it"),
        fact("hypothesis", "texts", "its clauses"),
    ),
    registry=TIDY,
)  # fmt: skip
def triage(records: Records) -> Iterator[dict[str, Any]]:
    """Yield a row for each candidate in a stage of triage, by variant and track, best first.

    A verdict is on the program of that track: the programs of one candidate answer alike in all
    visible states, but may be written differently. `tie` means a tie with the place above. A
    candidate is `stopped` when it would have taken more than those that are kept; `dropped` says
    why it was dropped. Then it has no place and no speedups. What is noise has none in time.
    `capped` counts its searches that met a limit, `baseline_capped` those of π_baseline.
    """
    for row, _ in _rankings(records):
        yield row


def _rankings(records: Records) -> Iterator[tuple[dict[str, Any], Mapping[str, Any]]]:
    """Yield the rows of `triage`, each with the entry of the ranking that it is about."""
    for variant, race in records.triage.items():
        stages = ((*one, track) for one in race.rankings.items() for track in TRACKS)
        for stage, ranking, track in stages:
            for entry in in_track(ranking, track):
                candidate = race.candidates[entry["candidate"]]
                program = candidate.programs[track]
                found = measured(entry)
                row = {
                    "variant": variant,
                    "track": track,
                    "stage": stage,
                    "place": entry["places"].get(track),
                    "kept": candidate.id in ranking["kept"].get(track, ()),
                    "candidate": candidate.id,
                    "verdict": records.status(program),
                    "looks_at_length": records.looks_at_length(program),
                    "is_paper": records.is_paper(program, variant),
                    "tie": track in entry.get("ties", ()),
                    "stopped": bool(entry.get("stopped", False)),
                    "dropped": entry.get("dropped") or None,
                    "time_speedup": _number(found["time speedup"]),
                    "expansion_speedup": found["expansion speedup"],
                    "time_speedup_over_none": _number(found["time, no predicate"]),
                    "expansion_speedup_over_none": found["expansions, no predicate"],
                    "seconds": entry.get("seconds"),
                    "spread_percent": found["spread, %"],
                    "capped": entry.get("capped"),
                    "baseline_capped": entry.get("baseline_capped"),
                    "clauses": len(program),
                    "literals": sum(records.clause(text).size or 0 for text in program),
                    "puzzles": len(candidate.sources.get(track, ())),
                    "hypothesis": tuple(program),
                }
                yield row, entry


def _number(value: Cell) -> Cell:
    """Return a speedup; None for what is noise."""
    return None if isinstance(value, str) else value


@table(
    "finalists", "Triage: the last stage",
    (
        Column("variant", stay=True), "candidate", Column("place in all", stay=True),
        Column("place in proved", stay=True), Column("verdict", stay=True), "looks at length",
        *MEASURED,
    ),
    section="triage",
    caption="The candidates of the last stage, in the order of their places in the two tracks; "
    "they are named by their clauses in short, the least common first. Speedups over "
    "{{ records.baseline }} (Equations 1 and 2).",
)  # fmt: skip
def finalists(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the candidates of the last stage by variant, each once, with its place in each track.

    The verdict is that on the proved core of a candidate that races in the track `proved`.
    """
    last = {variant: max(one.rankings, default=0) for variant, one in records.triage.items()}
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row, entry in _rankings(records):
        variant, name = row["variant"], row["candidate"]
        if row["stage"] == last[variant] and row["place"] is not None:
            candidate = records.triage[variant].candidates[name]
            known = {"variant": variant, "candidate": records.name_of(candidate, variant)}
            one = found.setdefault((variant, name), {**known, **measured(entry)})
            one[f"place in {row['track']}"] = row["place"]
            if "verdict" not in one or row["verdict"] == "proved":
                one |= {"verdict": row["verdict"], "looks at length": yes(row["looks_at_length"])}
    places = [f"place in {track}" for track in TRACKS]
    for variant in last:
        own = [one for one in found.values() if one["variant"] == variant]
        yield from sorted(own, key=lambda one: [one.get(place, math.inf) for place in places])


@table(
    "taught", "The clauses of the taught predicate that race",
    (Column("place", stay=True), "clauses", "chosen", *MEASURED, "program"),
    section="taught",
    caption="Choices of its clauses, on the puzzles of the last filter set in prune mode; speedups "
    "over {{ records.baseline }} (Equations 1 and 2). The chosen one is winner_taught.",
    when=lambda records: records.taught is not None,
)  # fmt: skip
def taught(records: Records) -> Iterator[dict[str, Any]]:
    """Yield the choices of clauses of the taught predicate, the best first."""
    if records.taught is None:
        return
    for entry in in_track({"ranking": records.taught.race}, "proved"):
        yield {
            "place": entry["places"].get("proved"),
            "clauses": entry["candidate"],
            "chosen": yes(tuple(entry["program"]) == records.taught.winner),
            **measured(entry),
            "program": "\n".join(entry["program"]),
        }


def in_track(ranking: Mapping[str, Any], track: Track) -> Iterator[Mapping[str, Any]]:
    """Yield the entries of a ranking that race in a track, best first, those without place last."""
    placed = [entry for entry in ranking["ranking"] if track in entry["places"]]
    yield from sorted(placed, key=lambda entry: int(entry["places"][track]))
    yield from (entry for entry in ranking["ranking"] if track in entry.get("unplaced", ()))


def measured(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns `MEASURED` of a ranking entry, computed from its sums; None for no value.

    A search that hit a limit counts with what it did until then.
    """

    def speedup(over: str, what: str) -> float | str | None:
        if entry.get("stopped") or entry.get("dropped"):
            return None
        fewer = ratio(entry.get(f"{over}_expansions", 0), entry.get("expansions", 0))
        if what == "expansions":
            return fewer
        return time_ratio(entry.get(f"{over}_seconds", 0), entry.get("seconds", 0), fewer)

    limits = (entry.get("capped"), entry.get("baseline_capped"))
    spread = Totals(rounds=tuple(entry.get("rounds", ()))).spread
    values = (
        entry.get("seconds"),
        speedup("baseline", "seconds"),
        speedup("baseline", "expansions"),
        speedup("none", "seconds"),
        speedup("none", "expansions"),
        None if spread is None else significant(100 * spread, 2),
        None if None in limits else "{} (baseline {})".format(*limits),
    )
    return dict(zip((column.title for column in MEASURED), values, strict=True))
