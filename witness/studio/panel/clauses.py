"""Clauses for pages, as tables over the local configurations of a square.

A page looks a clause up: in one table, or in one for each length of the path, of which most lengths
have the same. A clause that depends on more than its square, its gaps and the length has no table,
and the page says so.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.dependence import Dependence
from witness.clauses.language.definitions import beyond_plain
from witness.clauses.language.parser import parse_clauses
from witness.proof.firings import firings
from witness.puzzle.model import FEATURES
from witness.puzzle.proof_scope import SUPPORTED as KNOWN
from witness.puzzle.rules import path_to_json
from witness.puzzle.views.configurations import AWAY, configurations
from witness.puzzle.views.translate import Condition, Translation, translate
from witness.searches.predicates.tables import Tabulation, tabulate
from witness.studio.panel.scripts import LONGEST_SIDE, SUPPORTED

#: The length of the longest path on such a board.
LONGEST_PATH = (LONGEST_SIDE + 1) ** 2 - 1

#: What the page says of a clause without a table.
NO_TABLE = "it has no table of cases here; `witness explain` says what it means"

#: What a clause with a table can see besides edges, corners and triangles of its square.
_SEES = {Dependence.GAPS: "gaps", Dependence.LENGTH: "length"}


def clause_data() -> dict[str, Any]:
    """Return what the scripts know of clauses, whatever these are.

    A local configuration is one number, made of triangles, bit set of edges (16), bit set of
    visited corners (16) and head (5).
    """
    states = [(known.triangles, *known.state) for known in configurations()]
    return {
        "unknown": {name: FEATURES[name].words for name in sorted(SUPPORTED - KNOWN)},
        "configurations": [
            ((triangles * 16 + edges) * 16 + visited) * 5 + head - AWAY
            for triangles, edges, visited, head in states
        ],
    }


def tabulated(
    texts: Sequence[str], background: Background, *, pictures: bool = False
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return how a page evaluates clauses, of which the Prolog texts are given, and the tables.

    `how` of a clause is `{"table": number}`, `{"lengths": [[first length, number], …]}`, or
    `{"why_not": reason}`. A table is a bit set in base 64: for each set of gaps, if the clause sees
    these, a bit for each local configuration. `english` is None for a clause without translation.
    With `pictures` there are partial paths on which a clause fires, as in the paper's Figure 3.
    """
    found: list[dict[str, Any]] = []
    conditions = {}
    for number, text in enumerate(texts):
        clause: dict[str, Any] = {"prolog": text, "english": None, "sees": [], "pictures": []}
        clause["how"] = {"why_not": NO_TABLE}
        found.append(clause)
        try:
            translation = _translated(text, background)
        except InputError as error:
            clause["how"] = {"why_not": error.reason}
            continue
        clause["english"] = f"{translation.clauses[0].english}."
        condition = translation.together(translation.conditions[0])
        dependence = translation.dependence
        if pictures and "triangles" in background.kinds:
            clause["pictures"] = _pictures(condition)
        if background.kinds == {"triangles"} and not dependence & ~sum(_SEES):
            clause["sees"] = [name for feature, name in _SEES.items() if dependence & feature]
            conditions[number] = (condition, dependence & Dependence.GAPS)
    tables: dict[Tabulation, int] = {}
    rows: dict[int, list[int]] = {number: [] for number in conditions}
    # Length by length: the states of a length are made once.
    for length in (None, *range(LONGEST_PATH + 1)):
        for number, (condition, features) in list(conditions.items()):
            if ("length" in found[number]["sees"]) == (length is None):
                continue
            try:
                table = tabulate(condition, length, features)
            except InputError:  # it has no value in some state
                del conditions[number]
            else:
                rows[number].append(tables.setdefault(table, len(tables)))
    for number in conditions:
        own = rows[number]
        changes = [[n, one] for n, one in enumerate(own) if n == 0 or one != own[n - 1]]
        by_length = "length" in found[number]["sees"]
        found[number]["how"] = {"lengths": changes} if by_length else {"table": own[0]}
    return found, [_text(table) for table in tables]


def _pictures(condition: Condition) -> list[dict[str, Any]]:
    """Return where a clause fires on small boards; nothing if it has no value on some path."""
    try:
        found = firings(condition)
    except InputError:
        return []
    return [
        {
            "puzzle": one.puzzle.to_json(),
            "path": path_to_json(one.partial_path),
            "squares": [one.square],
            "words": one.caption,
        }
        for one in found
    ]


def _text(table: Tabulation) -> str:
    """Return a table in base 64."""
    place = {(one.triangles, one.state): n for n, one in enumerate(configurations())}
    bits = 0
    for triangles, state, (gaps, *_) in table.cases:
        bits |= 1 << (len(place) * gaps + place[triangles, state])
    size = (len(place) * (16 if table.features else 1) + 7) // 8
    return base64.b64encode(bits.to_bytes(size, "little")).decode()


def _translated(text: str, background: Background) -> Translation:
    """Return the translation of one clause; raise `InputError` with the reason if there is none."""
    clauses = parse_clauses(text)
    if len(clauses) != 1:
        raise InputError("not one clause")
    (beyond,) = beyond_plain(clauses, background.bias.head.key)
    if beyond is not None:
        raise InputError(f"{beyond}, so no search can use it")
    return translate(clauses, background)
