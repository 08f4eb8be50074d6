"""The rankings of triage as a tidy table; the report has the same rows with headings to read."""

from __future__ import annotations

from collections.abc import Iterator

from witness.experiment.candidates import TRACKS
from witness.logic.language.parser import parse_clauses
from witness.report.learning_tables import MEASURED, in_track, measured
from witness.report.records import Records
from witness.report.tidy import Column, Row

TRIAGE = (
    Column("variant", "text", meaning="`plain`, or `baseline` where π_baseline is tried first"),
    Column("track", "text", meaning="`all` hypotheses, or the cores that are `proved`"),
    Column("stage", meaning="1, 2 or 3"),
    Column("place", meaning="in the ranking; none if it was stopped or dropped"),
    Column("kept", "truth", meaning="whether it went on to the next stage, or won"),
    Column("candidate", "text", meaning="its id"),
    Column("verdict", "text", meaning="as above"),
    Column("looks_at_length", "truth", meaning="as above"),
    Column("is_paper", "truth", meaning="as above"),
    Column("tie", "truth", meaning="whether it ties with the place above"),
    Column("stopped", "truth", meaning="whether it would have taken more than those that are kept"),
    Column("dropped", "text", meaning="why it was dropped"),
    Column(
        "time_speedup", meaning="over π_baseline (Equation 1); none if both took less than 0.25 s"
    ),
    Column("expansion_speedup", meaning="over π_baseline (Equation 2)"),
    Column(
        "time_speedup_over_none",
        meaning="over A\\* without a predicate, in the variant `plain`; likewise",
    ),
    Column("expansion_speedup_over_none", meaning="likewise"),
    Column(
        "spread_percent",
        meaning="how much longer one of the first two rounds of timing took than the other, in "
        "percent",
    ),
    Column("capped", meaning="how many of its searches met a limit"),
    Column("baseline_capped", meaning="how many of π_baseline's"),
    Column("clauses", meaning="their number"),
    Column("literals", meaning="its size"),
    Column("puzzles", meaning="from how many training puzzles it was learned"),
    Column("hypothesis", "texts", meaning="its clauses"),
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
