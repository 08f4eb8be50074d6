"""Clauses beyond plain ones are proved where what is plain of them is."""

from __future__ import annotations

import pytest
from support.beyond import ENDLESS, MORE, PLAIN, RECURSIVE
from support.certificates import background as read
from support.certificates import certificate_of, verdict_of

from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.proof.prover import verify

OVERFULL = PLAIN.removesuffix(".\n")

#: It calls itself, and fires less often than PLAIN.
OWN = f"{OVERFULL}, f(A,B).\n"
INVENTED = f"{OVERFULL}, more(C,B,D).\n{MORE}"


def statuses(text: str, background: Background) -> list[str]:
    found = verify(parse_clauses(text), background)
    claims = certificate_of(text, background)
    assert verdict_of(claims, parse_clauses(text), background) == "confirmed"
    return [found.status, *(one.status for one in found.clauses)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (OWN, ["proved"] * 2),
        (PLAIN + OWN, ["proved"] * 3),
        (INVENTED, ["proved"] * 5),
        (ENDLESS, ["unknown"] * 2),
        (RECURSIVE, ["unknown"] * 5),
        # What one clause that is not proved needs is unknown, whatever another one does without.
        (INVENTED + "f(A,B) :- path(A,C), square(B,D,E), more(C,E,D).", ["unknown"] + ["proved"]
         + 4 * ["unknown"]),
        # Without g, V has no value, and the negation says more than with one.
        (f"{OVERFULL}, g(V), \\+ corner(B,V).\ng(v9_9).", ["unknown"] * 3),
        # Another meaning than that of the background would need another proof.
        (f"{OVERFULL}, g(A).\ng(A) :- gte(1,2), path(A,_).\ngte(1,2).", ["unknown"] * 4),
    ],
)  # fmt: skip
def test_status(text: str, wanted: list[str], background: Background) -> None:
    assert statuses(text, background) == wanted


def test_the_core_is_plain(background: Background) -> None:
    """Searches run it without SWI-Prolog."""
    assert verify(parse_clauses(INVENTED + PLAIN), background).core == tuple(parse_clauses(PLAIN))


@pytest.mark.parametrize("name", ["dots", "mixed"])
def test_other_symbols(name: str) -> None:
    text = "f(A,B) :- on(B,C), gone(A,C), g(A).\ng(A) :- f(A,_)."
    assert statuses(text, read(name)) == ["proved"] * 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            f"f(A,B) :- path(A,C), square(B,D,E), more(C,E,D).\n{MORE}",
            "more/3, which the hypothesis",
        ),
        (ENDLESS, "f/2, which the hypothesis defines"),
        (f"{PLAIN}greaterThan(A,B) :- A < B.\n", "greaterThan/2, which the hypothesis defines"),
        (f"{PLAIN}intersection(A,B,A).\n", "intersection/3, which the hypothesis defines"),
        ("f(A,B) :- adjacent(A,B).\ng(A,B) :- adjacent(A,B).", "no clause calls it"),
    ],
)
def test_forged(text: str, said: str, background: Background) -> None:
    clauses = parse_clauses(text)
    claims = [{"clause": str(one), "status": "proved", "reason": "", "kept": str(one), "cases": [],
               "counterexample": None} for one in clauses]  # fmt: skip
    assert said in verdict_of({"status": "proved", "clauses": claims}, clauses, background)
