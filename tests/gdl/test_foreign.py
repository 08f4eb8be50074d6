"""Connectives that the language has not: each is named, with what to write instead."""

import pytest

from witness.base.errors import InputError
from witness.gdl.language.rulesheet import read_rules


@pytest.mark.parametrize("text", ["role(robot)\ninit(at(a))", "% a game\nrole(robot).", "[]"])
def test_other_notations_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"game\.kif: line \d+: column \d+: "):
        read_rules(text, "game.kif")


@pytest.mark.parametrize(
    ("rule", "instead"),
    [
        ("(=> (true (at d)) terminal)", "no =>: a rule is (<= head condition…), its head first"),
        ("(=> (at d) terminal)", "no =>: a rule is"),
        ("((true (at d)) => terminal)", "no =>: a rule is"),
        ("(won => terminal)", "no =>: a rule is"),
        ("(<=> (true (at d)) terminal)", "no <=>: a rule is"),
        ("(<== terminal won)", "no <==: a rule is"),
        ("(:- terminal (true (at d)))", "no :-: a rule is"),
        ("terminal :- (true (at d))", "no :-: a rule is"),
        ("(if won terminal)", "no if: a rule is"),
        ("(implies won terminal)", "no implies: a rule is"),
        ("(<= p (~ q))", "no ~: negation is (not condition)"),
        ("(<= p ~(q))", "no ~: negation is"),
        ("(<= p (& q r))", "no &: conditions that stand side by side"),
        ("(<= p (∨ q r))", "no ∨: alternatives are (or condition…)"),
        ("(<= p (forall ?x (q ?x)))", "no forall: a variable"),
        ("(-> (true (at d)) terminal)", "true cannot stand inside ->"),
        ("(rule terminal (true (at d)))", "true cannot stand inside rule"),
        ("(<= (next (does robot go)) p)", "does cannot stand inside next"),
        ("(terminal <= (true (at d)))", "<= cannot stand inside terminal"),
    ],
)
def test_connectives_of_other_logics(rule: str, instead: str) -> None:
    with pytest.raises(InputError) as error:
        read_rules(rule, "game.kif")
    assert instead in str(error.value)
    assert str(error.value).startswith("game.kif: line 1: column ")


@pytest.mark.parametrize("fact", ["(-> a b)", "(+ 1 2 3)", "(< 1 2)", "(cell 1 & ~)", "(at goal)"])
def test_signs_are_words_like_others(fact: str) -> None:
    (rule,) = read_rules(fact).rules
    assert str(rule) == fact
