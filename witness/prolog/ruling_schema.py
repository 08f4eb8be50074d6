"""JSON Schema of the referee's ruling: `witness lab referee --json`, `referee.json`."""

from __future__ import annotations

from witness.base.schemas import listed, number, record, text, truth, whole

_COVERED = record(
    {
        "true_positives": whole("positive examples that it covers"),
        "false_positives": whole("negative examples that it covers"),
    },
)
_ANSWER = {"type": ["boolean", "string"], "description": "true, false, or the text of an error"}

RULING = record(
    {
        "agree": truth("whether there are no differences"),
        "compared": whole("clauses that both sides get"),
        "positives": whole("positive examples"),
        "negatives": whole("negative examples"),
        "prolog": {**_COVERED, "description": "what SWI-Prolog found"},
        "python": {**_COVERED, "description": "what the translation found"},
        "differences": listed(
            record({"example": text("in Prolog"), "prolog": _ANSWER, "python": _ANSWER}),
            "the examples on which they differ",
        ),
        "left_out": listed(
            record({"clause": text("beyond plain ones"), "reason": text("why it is left out")}),
            "clauses that neither side gets",
        ),
        "swi_prolog": text("its version"),
        "seconds": number("processor time of both sides"),
    }
)
