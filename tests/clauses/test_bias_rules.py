"""Rules of bias files: declarations that follow from facts."""

from __future__ import annotations

import clingo
import pytest

from witness.base.errors import InputError
from witness.clauses.language.bias import bias_text
from witness.clauses.language.bias_reader import parse_bias

FACTS = "declarations must be facts, or follow from facts alone"


COLOURS = "head_pred(f,1). color(red). color(blue). kind(red,warm). "


@pytest.mark.parametrize(
    "rules",
    [
        "body_pred(P,1) :- color(P).",
        "body_pred(P,1) :- color(P), kind(P,warm).",
        "body_pred(P,1) :- color(P), kind(P,Q), kind(Q,_). body_pred(p,1).",
        "body_pred(P,2) :- kind(P,_). body_pred(P,1) :- nothing(P). body_pred(p,1).",
        "body_pred(p,1). body_pred(q,1). type(P,(u,)) :- body_pred(P,1).",
        "body_pred(p,1). type(P,(color,)) :- body_pred(P,1). direction(p,(in,)). "
        "direction(P,(in,)) :- head_pred(P,1).",
    ],
)
def test_rules_declare_what_clingo_derives(rules: str) -> None:
    control = clingo.Control()
    control.add("base", [], COLOURS + rules)
    control.ground([("base", [])])
    derived = {str(atom.symbol) for atom in control.symbolic_atoms}
    lines = bias_text(parse_bias(COLOURS + rules)).splitlines()
    declared = {line.removesuffix(".") for line in lines}
    for kind in ("body_pred", "direction", "type"):
        wanted = {text for text in derived if text.startswith(kind)}
        assert wanted == {text for text in declared if text.startswith(kind)}


@pytest.mark.parametrize(
    "rules",
    [
        "body_pred(P,1) :- thing(P). thing(P) :- color(P).",
        "thing(P) :- color(P). body_pred(P,1) :- thing(P).",
        "{thing(P)} :- color(P). body_pred(P,1) :- thing(P).",
        "body_pred(P,1) :- color(P). type(P,(u,)) :- body_pred(P,1).",
        "body_pred(p,1). type(p,(t,)). body_pred(Q,1) :- type(_,Q).",
        "body_pred(P,1) :- color(P), not kind(P,warm).",
    ],
)
def test_rules_that_take_more_are_refused(rules: str) -> None:
    with pytest.raises(InputError, match=FACTS):
        parse_bias(COLOURS + rules)
