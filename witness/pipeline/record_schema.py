"""JSON Schemas of the records of an experiment."""

from __future__ import annotations

from witness.base.schemas import Schema, listed, maybe, number, record, text, truth, whole
from witness.clauses.learners.result_schema import COUNTS, RESULT
from witness.proof.certificate_schema import CERTIFICATE

_TRACKS = ("all", "proved")
_PROGRAM = listed({"type": "string", "minLength": 1}, minItems=1)
_CLAUSES = {"type": "array", "items": {"type": "string"}}


def _by_track(part: Schema, description: str = "", **more: object) -> Schema:
    told = {"description": description} if description else {}
    return {
        "type": "object",
        "properties": dict.fromkeys(_TRACKS, part),
        "additionalProperties": False,
        **told,
        **more,
    }


#: A line of `train/batch_*.jsonl`.
TRAINED = record(
    {
        "puzzle": text("training puzzle, files"),
        "result": {**RESULT, "description": "likewise"},
        "clauses": {**_CLAUSES, "description": "hypothesis, proved clauses"},
        "core": {**_CLAUSES, "description": "likewise"},
        "verdict": {**CERTIFICATE, "description": "file"},
    }
)

#: `candidates.json`.
CANDIDATES = {
    "type": "array",
    "items": record(
        {
            "id": text("of the candidate", minLength=1),
            "programs": _by_track(
                _PROGRAM, "by track: smallest hypothesis, training puzzles", minProperties=1
            ),
            "sources": _by_track(
                _PROGRAM,
                "likewise",
                minProperties=1,
            ),
        },
        {
            "left_out": text("why it takes no part", minLength=1),
        },
    ),
}

#: `tables.json`, by the text of a clause.
CLAUSE_TABLES = {
    "type": "object",
    "additionalProperties": record(
        {
            "features": {"enum": [0, 1]},
            "holding": {
                "type": "array",
                "items": {"type": ["string", "null"], "pattern": "^[0-9a-f]+$"},
                "prefixItems": [{"type": "string"}],
            },
        }
    ),
}

_TOTALS = {
    "expansions": whole("of all searches"),
    "seconds": number("least processor time of rounds, summed; sums of rounds"),
    "rounds": listed(
        {"type": "number"},
        "likewise",
    ),
    "capped": whole("searches at a limit; too slow: totals until then"),
    "stopped": truth("likewise"),
}
_DROPPED = {"dropped": text("why its predicate could not be evaluated")}

#: The totals of a candidate, a value of `batch_*.json`.
TOTALS = record(_TOTALS, _DROPPED)

#: `batch_*.json` of a stage.
STAGE_BATCH = {
    "type": "object",
    "properties": {"processor": text("on which it was measured")},
    "additionalProperties": TOTALS,
}

_BASELINE = {
    f"baseline_{key}": {**part, "description": "likewise" if number else "of π_baseline"}
    for number, (key, part) in enumerate(_TOTALS.items())
    if key != "stopped"
}
_NONE = {
    key.replace("baseline_", "none_"): {
        **part,
        "description": part["description"].replace("of π_baseline", "of A\\* without a predicate"),
    }
    for key, part in _BASELINE.items()
}

#: An entry of a ranking.
RANKED = record(
    {
        "candidate": text("id; places by track"),
        "places": _by_track({"type": "integer"}, "likewise"),
        "unplaced": listed({"enum": [*_TRACKS]}, "tracks: place unknown, tie with the place above"),
        "ties": listed({"enum": [*_TRACKS]}, "likewise"),
        "expansion_speedup": maybe(number("over π_baseline (Equations 2 and 1), or null")),
        "time_speedup": maybe(number("likewise")),
        **_TOTALS,
        **_BASELINE,
        "size": whole("literals with heads; clauses"),
        "program": {**_CLAUSES, "description": "likewise"},
    },
    {**_DROPPED, **_NONE},
)

#: `ranking.json`.
RANKING = record(
    {
        "kept": _by_track(listed({"type": "string"}), "by track: candidates that go on"),
        "ranking": listed(RANKED, "best first"),
    }
)

#: An entry of `winners.json`.
WINNER = record(
    {
        "candidate": maybe(text("null: nothing to choose")),
        "program": {**_CLAUSES, "description": "its clauses"},
        "status": text("verdict, also of clauses"),
        "clause_status": listed({"type": "string"}, "likewise"),
        "sources": listed({"type": "string"}, "training puzzles that gave it"),
        "measurement": maybe({**RANKED, "description": "entry in the last ranking, or null"}),
    },
    {"unchecked": text("older versions")},
)

#: `winners.json`.
WINNERS_RECORD = record({"winner": WINNER, "winner_proved": WINNER})

#: A line of `evaluate/*/batch_*.jsonl`.
SEARCHED = record(
    {
        "id": text("of the puzzle; board"),
        "rows": whole("likewise"),
        "cols": whole("likewise"),
        "run": text("predicate and mode"),
        "status": text("as for `witness solve`, or `failed`"),
        "length": maybe(whole("edges; null unless solved")),
        "expansions": maybe(whole("null if failed")),
        "seconds": maybe(number("least of `times`; null, none if failed or implied")),
        "times": listed(
            {"type": "number"},
            "likewise",
        ),
        "engine": maybe(text("null if failed or implied")),
    },
    {
        "implied": truth("not made: a stronger predicate met the limit of expansions"),
        "reason": text("why the predicate could not be evaluated"),
    },
)

#: A row of `learners.csv`.
COMPARED = record(
    {
        "task": text("folder; number of examples"),
        "examples": whole("likewise"),
        "learner": text("its name and version; null: none"),
        "version": maybe(text("likewise")),
        "status": text("as in `result.json`; `failed` also for a refused task"),
        "seconds": number("processor time; megabytes with children"),
        "peak_memory": number("likewise"),
        **COUNTS,
        "same": text(
            "as the first hypothesis: `on all states`, `on all examples`, `no`, or why unknown"
        ),
        "hypothesis": text("its clauses"),
        "reason": maybe(text("why it stopped or failed, or null")),
    }
)
