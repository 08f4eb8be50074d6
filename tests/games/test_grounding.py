"""Grounding: what is found, and where it stops."""

import pytest

from witness.base.errors import InputError
from witness.games.language.grounding import ground
from witness.games.language.rulesheet import read_rules

GAME = """
(role player)
(init (at 1))
(<= (legal player go) (true (at 1)))
(<= (next (at 2)) (does player go))
(<= terminal (true (at 2)))
(<= (goal player 100) terminal)
"""


def test_what_is_always_so_and_what_may_be() -> None:
    found = ground(read_rules(GAME + "(unused a) (<= (also ?x) (unused ?x))"))
    assert {str(fact) for fact in found.facts} == {"(role player)", "(init (at 1))"}
    assert {str(name) for name in found.names.values()} >= {
        "(true (at 1))",
        "(true (at 2))",
        "(legal player go)",
        "(does player go)",
        "(next (at 2))",
        "terminal",
        "(goal player 100)",
    }
    # What the game does not need is left out.
    assert not any("unused" in str(term) or "also" in str(term) for term in found.facts)


def test_names_of_any_form() -> None:
    odd = GAME.replace("at", "+at/2-ü").replace("go", "not_prolog.X:-")
    found = ground(read_rules(odd))
    assert "(true (+at/2-ü 1))" in {str(name) for name in found.names.values()}


def test_terms_that_grow_without_end() -> None:
    endless = "(<= (next (at (s ?x))) (true (at ?x)))"
    with pytest.raises(InputError, match=r"game.kif: the rules have more than 1,000 ground rules"):
        ground(read_rules(GAME + endless, "game.kif"), max_rules=1000)


def test_too_many_variables() -> None:
    digits = " ".join(f"(d {n})" for n in range(10))
    many = " ".join(f"(d ?{v})" for v in "abcdefgh")
    text = GAME + digits + f"(<= (next (many ?a ?b ?c ?d ?e ?f ?g ?h)) {many})"
    with pytest.raises(InputError, match=r"ground rules of instances: a relation over too many"):
        ground(read_rules(text), max_rules=100_000)


def test_a_limit_of_time() -> None:
    digits = " ".join(f"(d {n})" for n in range(60))
    body = " ".join(f"(d ?{v})" for v in "abcd")
    text = GAME + digits + f"(<= (next (many ?a ?b ?c ?d)) {body})"
    with pytest.raises(InputError, match=r"more than 0.2 s of instances"):
        ground(read_rules(text), max_seconds=0.2, max_rules=10**9)
