"""JSON Schemas of what `witness game analyse` and `witness game solve` write with `--json`."""

from __future__ import annotations

from witness.base.schemas import listed, maybe, number, record, text, truth, whole

_TEXTS = {"type": "string"}

ANALYSED = record(
    {
        "game": text("rulesheet; points of a win"),
        "score": whole("likewise"),
        "findings": listed(_TEXTS, "in words"),
        "filters": listed(_TEXTS, "likewise"),
    }
)

PLANNED = record(
    {
        "game": text("rulesheet; whose puzzle it is"),
        "role": text("likewise"),
        "status": text(
            "`solved`, `never-ends`, `expansion-limit`, `time-limit`, `memory-limit`, or "
            "`interrupted` (best so far)"
        ),
        "score": maybe(whole("points, null: no play ended; proved: no play has more")),
        "maximal": truth("likewise"),
        "length": maybe(whole("moves, or null; proved: no plan with this score has fewer")),
        "shortest": truth("likewise"),
        "plan": maybe(listed(_TEXTS, "moves, or null")),
        "expansions": whole("of all searches"),
        "seconds": number("processor time of playouts and searches; of all else"),
        "analysis_seconds": number("likewise"),
        "filters": listed(_TEXTS, "in use; analyses that took too long"),
        "left_out": listed(_TEXTS, "likewise"),
        "seed": whole("of the playouts"),
    }
)
