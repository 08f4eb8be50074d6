"""JSON Schemas of the records of an experiment, and of `witness lab compare-learners`."""

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
        "puzzle": text("id of the training puzzle"),
        "result": {**RESULT, "description": "its `result.json`"},
        "clauses": {**_CLAUSES, "description": "the hypothesis, in Prolog"},
        "core": {**_CLAUSES, "description": "the clauses that are proved"},
        "verdict": {**CERTIFICATE, "description": "its `verdict.json`"},
    }
)

#: `candidates.json`.
CANDIDATES = {
    "type": "array",
    "items": record(
        {
            "id": text("of the candidate", minLength=1),
            "programs": _by_track(
                _PROGRAM, "by track, the clauses of a smallest hypothesis", minProperties=1
            ),
            "sources": _by_track(
                _PROGRAM,
                "by track, the training puzzles whose hypothesis (or proved core) it is",
                minProperties=1,
            ),
        },
        {
            "engine": {
                "enum": ["prolog"],
                "type": "string",
                "description": "only where SWI-Prolog evaluates it",
            },
            "left_out": text("why it takes no part", minLength=1),
        },
    ),
}

_TOTALS = {
    "expansions": whole("of all searches"),
    "seconds": number("the least processor time of all rounds, summed over the puzzles"),
    "rounds": listed(
        {"type": "number"},
        "the sum of each; those after the second may count the least time of a long search",
    ),
    "capped": whole("searches that ended at a limit"),
    "stopped": truth(
        "whether it could not be kept any more: its totals are what it took until then"
    ),
}
_DROPPED = {"dropped": text("why it was given up: its predicate could not be evaluated")}

#: The totals of a candidate, a value of `batch_*.json`.
TOTALS = record(_TOTALS, _DROPPED)

#: `batch_*.json` of a stage.
STAGE_BATCH = {
    "type": "object",
    "properties": {"processor": text("on which it was measured")},
    "additionalProperties": TOTALS,
}

_BASELINE = {
    f"baseline_{key}": {**part, "description": "of π_baseline"}
    for key, part in _TOTALS.items()
    if key != "stopped"
}
_NONE = {
    key.replace("baseline_", "none_"): {**part, "description": "of A\\* without a predicate"}
    for key, part in _BASELINE.items()
}

#: An entry of a ranking.
RANKED = record(
    {
        "candidate": text("id of the candidate"),
        "places": _by_track({"type": "integer"}, "by track, from 1"),
        "unplaced": listed({"enum": [*_TRACKS]}, "the tracks in which its place is not known"),
        "ties": listed({"enum": [*_TRACKS]}, "the tracks in which it ties with the place above"),
        "expansion_speedup": maybe(number("over π_baseline (Equation 2)")),
        "time_speedup": maybe(number("over π_baseline (Equation 1)")),
        **_TOTALS,
        **_BASELINE,
        "size": whole("literals, heads counted"),
        "program": {**_CLAUSES, "description": "its clauses"},
    },
    {**_DROPPED, **_NONE},
)

#: `ranking.json`.
RANKING = record(
    {
        "kept": _by_track(listed({"type": "string"}), "by track, the candidates that go on"),
        "ranking": listed(RANKED, "best first"),
    }
)

#: An entry of `winners.json`.
WINNER = record(
    {
        "candidate": maybe(text("id of the candidate; null where there was nothing to choose")),
        "program": {**_CLAUSES, "description": "its clauses"},
        "status": text("of its proof: `proved`, `checked`, `refuted` or `unknown`"),
        "clause_status": listed({"type": "string"}, "the same of each clause"),
        "sources": listed({"type": "string"}, "the training puzzles that gave it"),
        "measurement": maybe({**RANKED, "description": "its entry in the last ranking"}),
    },
    {"unchecked": text("of an older version: what its checker could not range over")},
)

#: `winners.json`.
WINNERS_RECORD = record({"winner": WINNER, "winner_proved": WINNER})

#: A line of `evaluate/*/batch_*.jsonl`.
SEARCHED = record(
    {
        "id": text("of the puzzle"),
        "rows": whole("of its board"),
        "cols": whole("of its board"),
        "run": text("which predicate, and how A\\* uses it"),
        "status": text("as in the results of `witness solve`, or `failed`"),
        "length": maybe(whole("edges of the solution; null unless solved")),
        "expansions": maybe(whole("nodes taken off the open list; null if failed")),
        "seconds": maybe(number("the least of `times`; null if failed or implied")),
        "times": listed(
            {"type": "number"},
            "processor time of each round, in seconds; none if failed or implied",
        ),
        "engine": maybe(text("which gave the answer; null if failed or implied")),
    },
    {
        "implied": truth(
            "true for a search that was not made, as a stronger predicate's had met the limit of "
            "expansions"
        ),
        "reason": text("why it failed: the predicate could not be evaluated"),
    },
)

#: A row of `witness lab compare-learners`.
COMPARED = record(
    {
        "task": text("its folder"),
        "examples": whole("positive and negative ones"),
        "learner": text("its name"),
        "version": maybe(text("of the learner")),
        "status": text("how the run ended; `failed` also for a task that it refuses"),
        "seconds": number("processor time of the learner, reading included"),
        "peak_memory": number("of the process and its children, in megabytes"),
        **COUNTS,
        "same": text(
            "where it agrees with the first hypothesis of the task: `on all states`, "
            "`on all examples`, `no`, or why they are not compared"
        ),
        "hypothesis": text("its clauses"),
        "reason": maybe(text("why it did not end by itself, or failed")),
    }
)
