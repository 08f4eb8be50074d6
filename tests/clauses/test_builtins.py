"""The modes of the built-in predicates: what they yield, what is refused, and what the docs say.

`tests/clauses/prolog/test_builtins.py` holds them to SWI-Prolog.
"""

from __future__ import annotations

import re

import pytest
from support.compiling import compiled
from support.examples import ROOT

from witness.base.errors import InputError
from witness.clauses.background import Background, checked_background
from witness.clauses.language.bias import bias_text
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.builtins import BUILTINS, mode_text
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Ground
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import translate

L: Ground = ("a", "b", "a", "c")


@pytest.mark.parametrize(
    ("body", "without"),
    [
        ("append(L,X,Y)", "X, Y have"),
        ("append(X,[a|Y],Z)", "X, Y, Z have"),
        ("append(X,Y)", "X has"),
        ("append([L,[X]],Y)", "X has"),
        ("select(X,Y,Z)", "X, Y, Z have"),
        ("select(X,Y,L)", "X, Y have"),
        ("nth0(N,X,Y)", "X has"),
        ("nextto(a,X,Y)", "Y has"),
        ("memberchk(a,X)", "X has"),
        ("length(X,3)", "X has"),
        ("between(1,X,2)", "X has"),
        ("plus(X,Y,3)", "X, Y have"),
        ("sort(X,L)", "X has"),
        ("subset(X,L)", "X has"),
    ],
)
def test_other_modes_are_refused_with_those_that_there_are(body: str, without: str) -> None:
    text = f"% one\np(L) :-\n L = L, {body}, q(X,Y,Z,N).\nq(1,1,1,1).\n"
    (clause,) = parse_clauses(f"p :- {body}.")
    (literal,) = clause.body
    forms = ", ".join(mode_text(literal.name, mode) for mode in BUILTINS[literal.key])
    message = rf"{body}: {without} no value when this is called; it can be called as {forms}"
    with pytest.raises(InputError, match=f"{re.escape(message)}$") as raised:
        compiled(text, "p", "i", L)
    assert (raised.value.file, raised.value.line) == ("bk.pl", 3)


# ---- in a hypothesis ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "status"),
    [
        # Two edges of a square with one triangle, which are neighbours in its list of edges.
        ("square(B,1,E), append(_,[V,W|_],E), path(A,P), member(V,P), member(W,P)", "proved"),
        ("square(B,1,E), select(V,E,F), member(V,P), path(A,P), select(W,F,_), member(W,P)",
         "proved"),
        ("square(B,2,E), append(_,[V,W|_],E), path(A,P), member(V,P), member(W,P)", "refuted"),
        ("square(B,_,E), path(A,P), append(_,[V,W|_],P), member(V,E), member(W,E)", "refuted"),
        # The order of the path decides, and no counterexample is found.
        ("square(B,1,E), path(A,P), append(_,[V,W|_],P), nth0(0,E,V), nth0(1,E,W)", "checked"),
    ],
)  # fmt: skip
def test_a_hypothesis_is_proved_or_honestly_not(
    body: str, status: str, background: Background
) -> None:
    clauses = parse_clauses(f"f(A,B) :- {body}.")
    verdict = verify(clauses, background)
    assert verdict.status == status
    assert check_certificate(verdict.to_json(), clauses, background) == []


def test_a_bias_may_declare_any_mode(background: Background) -> None:
    declared = parse_bias(
        bias_text(background.bias)
        + "body_pred(append,3).\ntype(append,(list,list,list)).\ndirection(append,(out,out,in)).\n"
        + "body_pred(nextto,3).\ntype(nextto,(item,item,list)).\ndirection(nextto,(out,out,in)).\n"
        + "body_pred(vertices,2).\ntype(vertices,(path,list)).\ndirection(vertices,(in,out)).\n"
    )
    found = checked_background(background.program, declared)
    text = "f(A,B) :- append(C,D,E), vertices(A,E), nextto(F,G,D), corner(B,F), corner(B,G)."
    (clause,) = translate(parse_clauses(text), found).clauses
    names = [literal.name for literal in clause.ordered]
    assert names == ["vertices", "append", "nextto", "corner", "corner"]
    # C and D are any beginning and end of the path.
    shorter = parse_clauses("f(A,B) :- vertices(A,L), nextto(F,G,L), corner(B,F), corner(B,G).")
    one, other = (translate(clauses, found).fires for clauses in (parse_clauses(text), shorter))
    answers = {(one(*c.views()), other(*c.views())) for c in configurations()}
    assert answers == {(True, True), (False, False)}


def test_a_clause_in_english(background: Background) -> None:
    text = "f(A,B) :- vertices(A,L), append(_,[V],L), corner(B,V)."
    (clause,) = translate(parse_clauses(text), background).clauses
    assert "Something followed by [V] equals" in clause.english


# ---- the documentation --------------------------------------------------------------------------


#: How many answers a call has, in the words of Prolog's manuals, where the kind says it otherwise.
DETERMINISM = {"test": "semidet", "first": "semidet"}


def test_the_documentation_lists_every_mode() -> None:
    page = (ROOT / "docs" / "prolog.md").read_text(encoding="utf-8")
    section = page.split("## Built-in predicates\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \| .+ \|$", section, re.MULTILINE)
    documented = [re.findall(r"`([^`]+)` (\w+)", row) for row in rows]
    assert documented == [
        [
            (mode_text(name, mode), DETERMINISM.get(builtin.kind, builtin.kind))
            for mode, builtin in modes.items()
        ]
        for (name, _), modes in BUILTINS.items()
    ]
