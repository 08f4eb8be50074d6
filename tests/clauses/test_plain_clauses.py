"""What of a hypothesis can be translated: plain clauses, whatever the others are."""

from __future__ import annotations

import pytest
from support.beyond import ENDLESS, MIXED, PLAIN, RECURSIVE

from witness.base.errors import InputError
from witness.clauses.background import Background
from witness.clauses.compiler.load import run_source
from witness.clauses.language.definitions import beyond_plain, why_not_plain
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.views.plain_clauses import parts, usable_parts
from witness.puzzle.views.translate import module_text

HEAD = ("f", 2)
RECURSION = "it is recursive: f/2 calls itself"


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (PLAIN, [None]),
        (ENDLESS, [RECURSION]),
        (f"{PLAIN}{ENDLESS}", [None, RECURSION]),
        (RECURSIVE, ["it calls more/3, an invented predicate"]
         + ["it defines more/3, an invented predicate"] * 3),
        # Through a negation and a findall, too.
        ("f(A,B) :- \\+ f(B,A), path(A,_).", [RECURSION]),
        ("f(A,B) :- findall(C,g(A,C),L), len(L,B).\ng(A,A).",
         ["it calls g/2, an invented predicate", "it defines g/2, an invented predicate"]),
        # One calls the other, and that calls the head.
        ("f(A,B) :- g(A,B).\ng(A,B) :- f(A,B).",
         ["it calls g/2, an invented predicate", "it defines g/2, an invented predicate"]),
        # A clause that nothing about the head needs is a mistake, and not an invention.
        (f"{PLAIN}g(A,B) :- path(A,B).", [None, None]),
        ("g(A,B) :- path(A,B).", [None]),
        # The same name with another arity is another predicate.
        ("f(A,B) :- f(A).\nf(A) :- path(A,_).",
         ["it calls f/1, an invented predicate", "it defines f/1, an invented predicate"]),
    ],
)  # fmt: skip
def test_why_a_clause_is_not_plain(text: str, reasons: list[str | None]) -> None:
    clauses = parse_clauses(text)
    assert beyond_plain(clauses, HEAD) == reasons
    assert why_not_plain(clauses, HEAD) == next((reason for reason in reasons if reason), None)


def test_the_plain_clauses_are_translated(background: Background) -> None:
    found = parts(parse_clauses(MIXED), background)
    (translated,) = found.translation.clauses
    assert f"{translated.clause}.\n".replace("..", ".") == PLAIN
    assert [reason is None for reason in found.reasons] == [True] + 5 * [False]
    assert [clause for clause, _ in found.left_out] == list(found.clauses[1:])
    text = module_text(found.translation, found.left_out)
    assert "# Not translated, as it is recursive: f/2 calls itself:\n# f(A,B) :- path(A,C)" in text
    assert len(run_source(text, {}, "predicate.py")["CLAUSES"]) == 1
    whole = parts(parse_clauses(PLAIN), background)
    assert module_text(whole.translation, whole.left_out) == module_text(whole.translation)


def test_a_plain_clause_that_cannot_be_translated(background: Background) -> None:
    """A mistake of a user is an error; a learner's clause is left out, with the reason."""
    clauses = parse_clauses(f"f(A,B) :- warp(A,B).\n{PLAIN}{ENDLESS}f(A,A) :- path(A,_).\n")
    with pytest.raises(InputError, match="line 1: unknown predicate warp/2"):
        parts(clauses, background)
    found = usable_parts(clauses, background)
    reasons = [reason or "" for reason in found.reasons]
    assert reasons[0].startswith("unknown predicate warp/2")
    assert reasons[1:3] == ["", RECURSION]
    assert reasons[3] == "the arguments of the head must be different variables"
    assert [c.clause for c in found.translation.clauses] == [clauses[1]]
