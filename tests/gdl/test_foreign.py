"""Texts in other languages, and connectives that the language has not: each is named."""

import pytest

from witness.base.errors import InputError
from witness.gdl.language.rulesheet import read_rules


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [
        ("; blocks\n(define (domain blocks)\n  (:requirements :strips))", "PDDL", 2),
        ("(DEFINE (PROBLEM four) (:domain blocks))", "PDDL", 1),
        ("role(robot)\ninit(at(a))", "prefix notation", 1),
        ("% a game\nrole(robot).\nterminal :- true(at(b)).", "prefix notation", 2),
        ("(role robot)\n\nlegal(robot,go) :- true(at(a))", "prefix notation", 3),
        ("(role robot)\n~true(at(b))", "prefix notation", 2),
        ("(set-logic QF_LIA)\n(declare-const x Int)", "SMT-LIB", 1),
        ("(defrule start => (assert (x)))", "Lisp or CLIPS", 1),
        ('(game "Tic-Tac-Toe" (players 2))', "Ludii", 1),
        ('\n{"id": "a", "rows": 1}', "JSON", 2),
        ("[]", "JSON", 1),
        ("<?xml version='1.0'?>", "XML", 1),
        ("<!DOCTYPE html>", "HTML", 1),
        ("begin_version\n3\nend_version", r"SAS\+", 1),
    ],
)
def test_a_text_in_another_language_is_named(text: str, name: str, line: int) -> None:
    said = rf"game\.kif: line {line}: column \d+: .*{name}.* a rulesheet is in KIF: \(role player\)"
    with pytest.raises(InputError, match=said):
        read_rules(text, "game.kif")


@pytest.mark.parametrize("begin", [" " * 100_000, "; x\n" * 20_000, "/*" * 20_000, "{" * 20_000])
def test_a_long_beginning_takes_no_time(begin: str) -> None:
    """With a pattern that goes back and forth this would not end."""
    with pytest.raises(InputError):
        read_rules(begin + "(role", "game.kif")


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
