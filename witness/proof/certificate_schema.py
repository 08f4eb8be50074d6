"""What certificates and proofs of lemmas look like, as JSON schemas."""

from __future__ import annotations

from typing import Any

from witness.base.errors import LINE, InputError, shortened
from witness.logic.language.views import SHOWN
from witness.puzzle.symbols import COLOURED, SYMBOLS


def _record(**fields: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_STATUS = {"enum": ["proved", "checked", "refuted", "unknown"]}
_NUMBERS = {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}
_PLACES = _NUMBERS | {"items": {"type": "integer", "minimum": 0, "maximum": 3}}
_CASE = _record(
    triangles={"type": "integer", "minimum": 1, "maximum": 3},
    edges=_PLACES,
    corners={
        "type": "array",
        "items": {"enum": ["unvisited", "path", "head"]},
        "minItems": 4,
        "maxItems": 4,
    },
    reachable_counts=_NUMBERS,
)
_CASE["properties"] |= {
    "gaps": _PLACES,
    "live": _PLACES,
    "reachable": _PLACES,
    "cut_off": {"const": True},
}
_EXAMPLE = _record(
    puzzle={"type": "object"},
    partial_path={"type": "array", "minItems": 1},
    solution={"type": "array"},
)
_EXAMPLE["properties"] |= {
    "square": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
    "dot": {"type": "array", "minItems": 2, "maxItems": 2},
}
_EXAMPLE["oneOf"] = [{"required": ["square"]}, {"required": ["dot"]}]
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
_IN_SQUARES = [SYMBOLS[name].one for name in COLOURED if name in SHOWN]
_SYMBOL = _record(
    kind={"enum": [*_IN_SQUARES, "vertex dot", "edge dot"]},
    answers={
        "type": "array",
        "items": {
            "type": "array",
            "prefixItems": [{"type": "array", "minItems": 1}, {}],
            "minItems": 2,
            "maxItems": 2,
        },
    },
    bounds={
        "type": "array",
        "items": {
            "type": "array",
            "prefixItems": [_COUNT, _COUNT, {"type": "integer"}],
            "minItems": 3,
            "maxItems": 3,
        },
    },
)
_CLAIM = _record(
    clause={"type": "string"},
    status=_STATUS,
    reason={"type": "string"},
    kept={"type": "string"},
    cases={"type": "array", "items": _CASE},
    counterexample={"anyOf": [{"type": "null"}, _EXAMPLE]},
)
_REFUTED = {
    "if": {"properties": {"status": {"const": "refuted"}}},
    "then": {"properties": {"counterexample": {"type": "object"}}},
}
_CLAIM["properties"] |= {
    "symbols": {"type": "array", "items": _SYMBOL},
    "symbols_kept": {"type": "string"},
}

#: The JSON schema of the proofs of lemmas.
LEMMA_PROOFS = {
    "type": "array",
    "items": _record(
        lemma={"type": "string"},
        cases={
            "type": "array",
            "items": _record(
                case={"type": "string"},
                instances={
                    "type": "array",
                    "items": _record(
                        of={"type": "string"},
                        **{
                            "with": {
                                "type": "object",
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
    status=_STATUS, clauses={"type": "array", "items": {"allOf": [_CLAIM, _REFUTED]}}
)
CERTIFICATE["properties"]["lemmas"] = LEMMA_PROOFS


def check_shape(document: Any, schema: Any, what: str) -> None:
    """Raise `InputError` if a document does not fit a schema; `what` says what it should be."""
    # The prover checks shipped proofs only where a clause looks ahead; it starts without this.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    error = best_match(Draft202012Validator(schema).iter_errors(document))
    if error is not None:
        place = "".join(
            f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path
        )
        raise InputError(f"not {what}: at ${place}: {shortened(error.message, LINE)}")
