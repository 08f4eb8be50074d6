"""JSON Schemas of verdicts, of certificates and of proofs of lemmas."""

from __future__ import annotations

from typing import Any

from witness.base.schemas import listed, maybe, one_of, record, text, truth, whole
from witness.puzzle.symbols import OF_REGIONS, SYMBOLS
from witness.puzzle.views.board import SHOWN


def _record(**fields: Any) -> dict[str, Any]:
    return record(fields)


def _told(description: str, schema: Any) -> dict[str, Any]:
    return {**schema, "description": description}


_STATUS = {"type": "string", "enum": ["proved", "checked", "refuted", "unknown"]}
_NUMBERS = {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}
_PLACES = _NUMBERS | {"items": {"type": "integer", "minimum": 0, "maximum": 3}}
CASE = _record(
    triangles=whole("of the square", minimum=1, maximum=3),
    edges=_told("on the path: bottom 0, top 1, left 2, right 3", _PLACES),
    corners=listed(
        {"enum": ["unvisited", "path", "head"]},
        "bottom left, bottom right, top left, top right",
        minItems=4,
        maxItems=4,
    ),
    reachable_counts=_told("possible numbers of edges in the end", _NUMBERS),
)
CASE["properties"] |= {
    "gaps": _told("each if the clause looks at it", _PLACES),
    "live": _told("likewise", _PLACES),
    "reachable": _told("likewise", _PLACES),
    "cut_off": truth("likewise", const=True),
}
#: The schema of a counterexample.
EXAMPLE = _record(
    puzzle={"type": "object", "description": "panel, firing path, its solution"},
    partial_path=_told("likewise", {"type": "array", "minItems": 1}),
    solution=_told("likewise", {"type": "array"}),
)
EXAMPLE["properties"] |= {
    "square": listed({"type": "integer"}, "one of both: where it fires", minItems=2, maxItems=2),
    "dot": _told(
        "likewise",
        {"type": "array", "minItems": 2, "maxItems": 2},
    ),
}
EXAMPLE["oneOf"] = [{"required": ["square"]}, {"required": ["dot"]}]
_COUNT = {
    "anyOf": [
        {"type": "null"},
        {
            "type": "array",
            "prefixItems": [
                {"enum": ["joined", "region"]},
                {"type": "array", "items": {"type": "string"}},
            ],
            "minItems": 2,
            "maxItems": 2,
        },
    ]
}
#: The kinds of symbols with a colour of which clauses can speak.
_IN_SQUARES = [SYMBOLS[name].one for name in OF_REGIONS if name in SHOWN]
_SYMBOL = _record(
    kind=one_of("of symbol", (*_IN_SQUARES, "vertex dot", "edge dot")),
    answers={
        "type": "array",
        "description": "questions, answers; [a, b, c]: a ≤ b + c",
        "items": {
            "type": "array",
            "prefixItems": [{"type": "array", "minItems": 1}, {}],
            "minItems": 2,
            "maxItems": 2,
        },
    },
    bounds={
        "type": "array",
        "description": "likewise",
        "items": {
            "type": "array",
            "prefixItems": [_COUNT, _COUNT, {"type": "integer"}],
            "minItems": 3,
            "maxItems": 3,
        },
    },
)
#: What a certificate, or a verdict, says of a clause.
CLAIM = _record(
    clause=text("in Prolog, verdict"),
    status=_told("likewise", _STATUS),
    reason=text("in words"),
    kept=text("without literals beyond the square"),
    cases=listed(CASE, "if proved: all local configurations in which it fires"),
    counterexample={
        "type": ["object", "null"],
        "description": "if refuted; else null",
        "anyOf": [{"type": "null"}, EXAMPLE],
    },
)
_REFUTED = {
    "if": {"properties": {"status": {"const": "refuted"}}},
    "then": {"properties": {"counterexample": {"type": "object"}}},
}
CLAIM["properties"] |= {
    "symbols": listed(_SYMBOL, "replace `cases`: other symbols than triangles"),
    "symbols_kept": text("literals kept for these, if not all"),
    "marks": truth("proved also with these", const=True),
    "two_lines": truth("likewise", const=True),
}

#: The JSON schema of the proofs of lemmas.
LEMMA_PROOFS = {
    "type": "array",
    "items": _record(
        lemma=text("of `bk/outlook.pl`"),
        cases={
            "type": "array",
            "description": "its proof",
            "items": _record(
                case=text("subject"),
                instances={
                    "type": "array",
                    "description": "contradict the denied conclusion",
                    "items": _record(
                        of=text("axiom, definition, lemma; terms of variables"),
                        **{
                            "with": {
                                "type": "object",
                                "description": "likewise",
                                "additionalProperties": {"type": "string"},
                            }
                        },
                    ),
                },
            ),
        },
    ),
}

#: The JSON schema of a certificate.
CERTIFICATE = _record(
    status=_told("worst of the clauses", _STATUS),
    clauses=listed({**CLAIM, **_REFUTED}, "in order"),
)
CERTIFICATE["properties"]["panels"] = text("scope, if no clause says more")
CERTIFICATE["properties"]["lemmas"] = _told("in use", LEMMA_PROOFS)

_REPAIR = _record(
    added=listed({"type": "string"}, "literals; repaired clause; its configurations"),
    clause=text("likewise"),
    cases=whole("likewise"),
)
#: What `verify --why --json` says of a clause besides.
WHY = _record(
    smallest=truth("counterexample; false if none, a limit, beyond triangles"),
    repairs=listed(_REPAIR, "weakest first"),
    complete=truth("all additions were tried"),
)

#: The JSON schema of a verdict, as `verify --json` writes it: a certificate, perhaps with reasons.
VERDICT = {
    **CERTIFICATE,
    "properties": {
        **CERTIFICATE["properties"],
        "clauses": listed(
            {
                **CLAIM,
                **_REFUTED,
                "properties": {
                    **CLAIM["properties"],
                    "why": _told(
                        "only with `--why`; null for a proved clause and for one that is not plain",
                        maybe(WHY),
                    ),
                },
            },
            "in order",
        ),
    },
}
