"""Grounding: what is found, and where it stops."""

import pytest
from support.games import SMALL

from witness.base.errors import InputError
from witness.base.limits import Budget, Limits
from witness.games.language.grounding import ground
from witness.games.language.rulesheet import read_rules


def test_what_is_always_so_and_what_may_be() -> None:
    found = ground(read_rules(SMALL + "(unused a) (<= (also ?x) (unused ?x))"))
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
    odd = SMALL.replace("at", "+at/2-ü").replace("go", "not_prolog.X:-")
    found = ground(read_rules(odd))
    assert "(true (+at/2-ü 1))" in {str(name) for name in found.names.values()}


GROWING = {
    "a counter": "(init (c z)) (<= (next (c (s ?x))) (true (c ?x)))",
    "a fluent inside another": "(<= (next (was ?f)) (true ?f))",
    "by way of a relation": "(<= (known ?f) (true ?f)) (<= (next (was ?f)) (known ?f))",
    "a relation alone": "(<= (p (s ?x)) (p ?x)) (p z) (<= (next (at 3)) (p (s ?x)))",
    "a move": "(<= (legal player (more ?m)) (legal player ?m))",
}


@pytest.mark.parametrize("rules", GROWING.values(), ids=GROWING)
def test_terms_that_grow_without_end(rules: str) -> None:
    message = r"^game.kif: line 8: column \d+: the terms of this rule nest more than 100 deep; they"
    with pytest.raises(InputError, match=message):
        ground(read_rules(SMALL + rules, "game.kif"))


def test_deep_terms_that_end() -> None:
    """Terms may grow as long as something bounds them."""
    steps = "(init (c 0)) (<= (next (c (s ?x))) (true (c ?x)) (low ?x)) (low 0) (low (s 0))"
    names = {str(name) for name in ground(read_rules(SMALL + steps)).names.values()}
    assert "(true (c (s (s 0))))" in names
    assert not any("(s (s (s" in name for name in names)


def many(values: int, variables: str) -> str:
    """A game with a rule that has values^variables instances."""
    facts = " ".join(f"(d {n})" for n in range(values))
    body = " ".join(f"(d ?{v})" for v in variables)
    return SMALL + facts + f"(<= (next (many {' '.join(f'?{v}' for v in variables)})) {body})"


def test_too_many_rules() -> None:
    with pytest.raises(InputError, match=r"^g: the rules have more than 50,000 instances: a rel"):
        ground(read_rules(many(10, "abcdefgh"), "g"), max_rules=50_000)


def test_a_limit_of_time() -> None:
    budget = Budget(Limits(time_limit=0.2))
    message = r"^g: time-limit: 0.2 s were used up while grounding: a relation over too many"
    with pytest.raises(InputError, match=message), budget.in_force():
        ground(read_rules(many(60, "abcd"), "g"), max_rules=10**9)


@pytest.mark.slow
def test_a_limit_of_memory() -> None:
    message = r"^g: memory-limit: 20 MB were used up while grounding: a relation over too many"
    with pytest.raises(InputError, match=message):
        ground(read_rules(many(60, "abcd"), "g"), max_memory=20, max_rules=10**9)
