"""The rankings of triage as a tidy table; the report has the same rows with headings to read."""

from __future__ import annotations

from collections.abc import Iterator

from witness.experiment.candidates import TRACKS
from witness.logic.language.parser import parse_clauses
from witness.report.learning_tables import MEASURED, in_track, measured
from witness.report.records import Records
from witness.report.tidy import Column, Row

TRIAGE = (
    Column("variant", "text"),
    Column("track", "text"),
    Column("stage"),
    Column("place"),
    Column("kept", "truth"),
    Column("candidate", "text"),
    Column("verdict", "text"),
    Column("looks_at_length", "truth"),
    Column("is_paper", "truth"),
    Column("tie", "truth"),
    Column("stopped", "truth"),
    Column("dropped", "text"),
    Column("time_speedup"),
    Column("expansion_speedup"),
    Column("time_speedup_over_none"),
    Column("expansion_speedup_over_none"),
    Column("spread_percent"),
    Column("capped"),
    Column("baseline_capped"),
    Column("clauses"),
    Column("literals"),
    Column("puzzles"),
    Column("hypothesis", "texts"),
)

#: The columns with the first of `MEASURED`, in their order.
_SPEEDUPS = (
    "time_speedup", "expansion_speedup", "time_speedup_over_none", "expansion_speedup_over_none",
    "spread_percent",
)  # fmt: skip


def triage(records: Records) -> Iterator[Row]:
    """Yield a row for each candidate in a stage of triage, by variant and track, best first.

    A candidate is `stopped` when it would have taken more than those that are kept; `dropped` says
    why it was dropped. Then it has no place and no speedups. What is too short to time has none in
    time. `capped` counts its searches that met
    a limit, `baseline_capped` those of π_baseline.
    """
    for variant, found in records.triage.items():
        for stage, ranking in found.rankings.items():
            for track in TRACKS:
                for entry in in_track(ranking, track):
                    candidate = found.candidates[entry["candidate"]]
                    program = candidate.programs[track]
                    speedups = measured(entry)
                    yield {
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
                        **{
                            name: None if isinstance(speedups[heading], str) else speedups[heading]
                            for name, heading in zip(_SPEEDUPS, MEASURED, strict=False)
                        },
                        "capped": entry.get("capped"),
                        "baseline_capped": entry.get("baseline_capped"),
                        "clauses": len(program),
                        "literals": sum(c.size for c in parse_clauses("\n".join(program))),
                        "puzzles": len(candidate.sources.get(track, ())),
                        "hypothesis": tuple(program),
                    }
