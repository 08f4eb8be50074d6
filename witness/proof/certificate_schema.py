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
    edges=_told("on the path: 0 to 3 are bottom, top, left, right", _PLACES),
    corners=listed(
        {"enum": ["unvisited", "path", "head"]},
        "bottom left, bottom right, top left, top right",
        minItems=4,
        maxItems=4,
    ),
    reachable_counts=_told("how many edges of the square the path can have in the end", _NUMBERS),
)
CASE["properties"] |= {
    "gaps": _told("only if the clause looks at gaps: the edges that are gaps", _PLACES),
    "live": _told("only if it looks at live edges: which are live", _PLACES),
    "reachable": _told("only if it looks at reachable corners: which are reachable", _PLACES),
    "cut_off": truth("true if no goal can be reached", const=True),
}
#: The schema of a counterexample.
EXAMPLE = _record(
    puzzle={"type": "object", "description": "the panel"},
    partial_path=_told("on which the clause fires", {"type": "array", "minItems": 1}),
    solution=_told("which extends it", {"type": "array"}),
)
EXAMPLE["properties"] |= {
    "square": listed({"type": "integer"}, "for which it fires", minItems=2, maxItems=2),
    "dot": _told("or the dot for which it does", {"type": "array", "minItems": 2, "maxItems": 2}),
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
    kind=one_of("of the symbol", (*_IN_SQUARES, "vertex dot", "edge dot")),
    answers={
        "type": "array",
        "description": "pairs of a question and its answer (below)",
        "items": {
            "type": "array",
            "prefixItems": [{"type": "array", "minItems": 1}, {}],
            "minItems": 2,
            "maxItems": 2,
        },
    },
    bounds={
        "type": "array",
        "description": "`[a, b, c]`: the number a is at most b plus c (below)",
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
    clause=text("in Prolog"),
    status=_told("of the clause", _STATUS),
    reason=text("prose for readers"),
    kept=text("the clause without the literals that look beyond the square"),
    cases=listed(CASE, "of a proved clause, every local configuration in which it fires"),
    counterexample={
        "type": ["object", "null"],
        "description": "of a refuted clause; else null",
        "anyOf": [{"type": "null"}, EXAMPLE],
    },
)
_REFUTED = {
    "if": {"properties": {"status": {"const": "refuted"}}},
    "then": {"properties": {"counterexample": {"type": "object"}}},
}
CLAIM["properties"] |= {
    "symbols": listed(_SYMBOL, "in place of `cases`, those of other symbols than triangles"),
    "symbols_kept": text("of a clause about these, what is kept of it, if not all"),
    "ways": listed(
        _record(
            kept=text("what is kept of the way for one of its squares, which is lost"),
            cases=listed(CASE, "every local configuration in which it holds"),
        ),
        "in place of `cases`, if another square is lost: the ways in which the clause can hold",
    ),
    "neighbours_kept": text(
        "in place of `cases`, what is kept of a clause that two neighbouring squares prove"
    ),
    "ahead_kept": text(
        "in place of `cases`, what is kept of a clause if the square is lost after every next step"
    ),
    "marks": truth("true if it is proved for panels with elimination marks, too", const=True),
    "two_lines": truth("true if it is proved for panels with two lines as well", const=True),
}

#: The JSON schema of the proofs of lemmas.
LEMMA_PROOFS = {
    "type": "array",
    "items": _record(
        lemma=text("as the background states it"),
        cases={
            "type": "array",
            "description": "of its proof",
            "items": _record(
                case=text("what it is about"),
                instances={
                    "type": "array",
                    "description": "which contradict the denied conclusion",
                    "items": _record(
                        of=text("an axiom, a definition or an earlier lemma"),
                        **{
                            "with": {
                                "type": "object",
                                "description": "terms for its variables",
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
    status=_told("the worst of its clauses", _STATUS),
    clauses=listed({**CLAIM, **_REFUTED}, "a claim for each clause"),
)
CERTIFICATE["properties"]["panels"] = text("of which the verdict speaks, if no clause says more")
CERTIFICATE["properties"]["lemmas"] = _told(
    "the proofs of the lemmas of `bk/outlook.pl` on which cases rest", LEMMA_PROOFS
)

_REPAIR = _record(
    added=listed({"type": "string"}, "the literals"),
    clause=text("with them"),
    cases=whole("local configurations in its proof"),
)
#: What `verify --why --json` says of a clause besides.
WHY = _record(
    smallest=truth(
        "whether the counterexample is the smallest; false where there is none, where the clause "
        "looks at more than a path and a square with triangles, and where a limit was met before"
    ),
    repairs=listed(_REPAIR, "additions with which the clause is proved, the weakest first"),
    complete=truth("false where a limit was met before all additions were tried"),
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
            "a verdict on each clause",
        ),
    },
}
