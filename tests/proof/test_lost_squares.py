"""Clauses that are proved because some other square is lost wherever they fire."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from support.certificates import certificate_of, verdict_of
from support.lost_squares import drawn, errs, neighbours
from support.sizes import rounds

from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify
from witness.puzzle.views.translate import translate

NEAR = "f(A,B) :- neighbour(B,C), overfull(A,C)."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "ways"),
    [
        (NEAR, 1),
        ("f(A,B) :- neighbour(B,C), square(C,_,_), overfull(A,C), long(A).", 1),
        ("f(A,B) :- neighbour(B,C), neighbour(C,D), triangles(D,E), one(E), trodden(A,D,2).", 1),
        ("f(A,B) :- neighbour(B,C), triangles(C,D), reach(A,C,E), greaterThan(D,E).", 1),
        # Of the square itself, in what a definition says besides.
        ("f(A,B) :- late(A,B).", 1),
        ("f(A,B) :- near_lost(A,B).", 2),
        ("f(A,B) :- around(B,C), late(A,C).", 2),
    ],
)
def test_what_is_proved(text: str, ways: int) -> None:
    own = neighbours()
    (found,) = verify(parse_clauses(text), own).clauses
    assert (found.status, len(found.ways)) == ("proved", ways)
    assert not errs(translate([found.clause], own).fires, every=7)
    assert verdict_of(certificate_of(text, own), [found.clause], own) == "confirmed"


@pytest.mark.parametrize(
    "text",
    [
        # A square without triangles has more edges on the path than triangles.
        "f(A,B) :- neighbour(B,C), triangles(C,D), used(A,C,E), greaterThan(E,D).",
        "f(A,B) :- neighbour(B,C), used(A,C,E), one(E).",
        # One of two ways is no reason.
        "f(A,B) :- around(B,C), triangles(C,D), used(A,C,E), gte(E,D).",
        # Numbers of two squares are compared.
        "f(A,B) :- neighbour(B,C), triangles(B,D), used(A,C,E), greaterThan(E,D).",
    ],
)
def test_what_is_refuted(text: str) -> None:
    (found,) = verify(parse_clauses(text), neighbours()).clauses
    assert found.status == "refuted"


def check_random(seed: str, number: int, every: int) -> None:
    own = neighbours()
    rng = random.Random(f"lost squares {seed}")
    proved = 0
    for place in range(number):
        clause = drawn(rng)
        (found,) = verify([clause], own).clauses
        if found.status == "proved" and found.ways:
            proved += 1
            assert not errs(translate([clause], own).fires, place, every), clause
            if place % 10 == 0:
                claims = json.loads(json.dumps(verify([clause], own).to_json()))
                assert check_certificate(claims, [clause], own) == []
    assert proved > number // 8


@pytest.mark.slow
@rounds(8, 1000)
def test_random_clauses(rounds: int) -> None:
    check_random("few", rounds, 10)


class TestForgedWays:
    @pytest.fixture
    def certificate(self) -> dict[str, Any]:
        return certificate_of(NEAR, neighbours())

    def said(self, certificate: dict[str, Any], change: dict[str, Any], text: str = NEAR) -> str:
        (claim,) = certificate["clauses"]
        made = {**certificate, "clauses": [{**claim, **change}]}
        return verdict_of(made, parse_clauses(text), neighbours())

    def test_what_is_kept(self, certificate: dict[str, Any]) -> None:
        (way,) = certificate["clauses"][0]["ways"]
        kept = way["kept"]
        for text, wanted in (
            (kept.replace("f(A,C)", "f(A,B)"), "not made of literals of the way"),
            (kept.replace("f(A,C)", "f(C,A)"), "not made of literals of the way"),
            (kept.replace(" > 0", " > 1"), "not made of literals of the way"),
            (kept.replace("V4 > 0, ", ""), "a way holds for a square without triangles"),
            ("f(A,C).", "the square can still get its edges"),
            ("", "one kept clause is expected"),
        ):
            assert text != kept
            assert wanted in self.said(certificate, {"ways": [{**way, "kept": text}]}), text

    def test_a_way_too_few_and_too_many(self, certificate: dict[str, Any]) -> None:
        (way,) = certificate["clauses"][0]["ways"]
        assert "there are 1 ways" in self.said(certificate, {"ways": [way, way]})
        text = "f(A,B) :- around(B,C), overfull(A,C)."
        more = {"clause": text, "kept": text}
        assert "there are 2 ways" in self.said(certificate, more, text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", ["", ", could(A,B,N), N < 3", ", region(A,B,L), length(L,N), N > 2"]
)
def test_lemmas(more: str) -> None:
    """A certificate has the lemmas that what is kept rests on, and is confirmed with no others."""
    own = read_background(None, shipped_file("bias/live.pl"))
    near = "side(B,E,_,_), beside(E,S), S \\== B"
    for text in (
        f"f(A,B) :- {near}, square(S,C,_), C > 0, used(A,S,D), greaterThan(D,C){more}.",
        f"f(A,B) :- {near}, triangles(S,C), could(A,S,D), greaterThan(C,D){more}.",
    ):
        certificate = certificate_of(text, own)
        assert certificate["status"] == "proved"
        assert certificate["clauses"][0]["ways"]
        assert verdict_of(certificate, parse_clauses(text), own) == "confirmed"
    del certificate["lemmas"]
    assert "a lemma is missing" in verdict_of(certificate, parse_clauses(text), own)
