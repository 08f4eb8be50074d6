"""JSON Schemas of what `witness game analyse` and `witness game solve` write with `--json`."""

from __future__ import annotations

from witness.base.schemas import listed, maybe, number, record, text, truth, whole

_TEXTS = {"type": "string"}

ANALYSED = record(
    {
        "game": text("the rulesheet"),
        "score": whole("the points that a win has at least"),
        "findings": listed(_TEXTS, "what the analyses found, in words"),
        "filters": listed(_TEXTS, "the filters that follow, in words"),
    }
)

PLANNED = record(
    {
        "game": text("the rulesheet"),
        "role": text("whose puzzle it is"),
        "status": text(
            "`solved`, `never-ends`, `expansion-limit`, `time-limit`, `memory-limit`, or "
            "`interrupted` (by Ctrl-C; the plan is the best so far)"
        ),
        "score": maybe(whole("points at the end; null where no play ended")),
        "maximal": truth("whether it is proved that no play has more"),
        "length": maybe(whole("moves of the plan")),
        "shortest": truth("whether it is proved that no plan with this score has fewer"),
        "plan": maybe(listed(_TEXTS, "the moves")),
        "expansions": whole("nodes taken off the open list"),
        "seconds": number("processor time of playouts and searches"),
        "analysis_seconds": number("the same of all the rest since the command began"),
        "filters": listed(_TEXTS, "the filters that were used"),
        "left_out": listed(_TEXTS, "the analyses that took too long"),
        "seed": whole("of the playouts"),
    }
)
