"""Clauses in short: what stands in a table, with the signs of what has one."""

from __future__ import annotations

import pytest
from support.examples import ROOT

from witness.logic.background import read_background
from witness.logic.language.parser import parse_clauses
from witness.logic.short_names import short_name
from witness.logic.translate import translate


@pytest.mark.parametrize(
    ("bias", "clause", "short"),
    [
        ("paper", "f(A,B) :- square(B,T,S), path(A,P), count(P,S,N), greaterThan(N,T).",
         "count > triangles"),
        ("paper", "f(A,B) :- one(N), count(P,S,N), path(A,P), three(T), notAdjacent(A,B), "
         "square(B,T,S).", "notAdjacent and triangles = 3 and count = 1"),
        ("paper", "f(A,B) :- square(B,T,S), path(A,P), len(S,N), len(P,N), gte(N,T).",
         "len(path) = len(square) and len(square) ≥ triangles"),
        ("dots", "f(A,B) :- at(B,V), unvisited(A,V), cut_off(A).", "cut_off and unvisited"),
    ],
)  # fmt: skip
def test_a_clause_in_short(bias: str, clause: str, short: str) -> None:
    background = read_background(None, ROOT / "bias" / f"{bias}.pl")
    (found,) = translate(parse_clauses(clause), background).clauses
    assert short_name(found) == short
