"""The modes of the built-in predicates: what they yield, what is refused, and what the docs say.

`tests/prolog/test_builtins.py` holds them to SWI-Prolog.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.compiling import compiled, interpreted
from support.examples import ROOT
from support.hypotheses import facts

from witness.base.errors import InputError
from witness.logic.background import Background, checked_background
from witness.logic.configurations import configurations
from witness.logic.interpreter import Interpreter
from witness.logic.language.bias import bias_text
from witness.logic.language.bias_reader import parse_bias
from witness.logic.language.builtins import BUILTINS, mode_for, mode_text
from witness.logic.language.order import in_order
from witness.logic.language.parser import parse_clauses
from witness.logic.language.reader import parse_program
from witness.logic.language.terms import Ground
from witness.logic.translate import translate
from witness.proof.certificate import check_certificate
from witness.proof.certificate_unknowns import CannotCheckError
from witness.proof.prover import verify

L: Ground = ("a", "b", "a", "c")


@pytest.mark.parametrize(
    ("body", "answers"),
    [
        ("append(_, [X,Y|_], L)", [("a", "b"), ("b", "a"), ("a", "c")]),
        ("append(_, [X], L), Y = X", [("c", "c")]),
        ("append([X], Y, L)", [("a", ("b", "a", "c"))]),
        ("append(X, [b|Y], L)", [(("a",), ("a", "c"))]),
        ("append(X, [Y|_], L), length(X, 2)", [(("a", "b"), "a")]),
        ("append(X, [a,c], L), append(X, Y, L)", [(("a", "b"), ("a", "c"))]),
        ("append([X,Y], [a,c], L)", [("a", "b")]),
        ("X = 1, append([[X],L], [_,Y|_])", [(1, "a")]),
        ("nth0(X, L, Y), Y \\= a", [(1, "b"), (3, "c")]),
        ("nth1(X, L, a), Y = X", [(1, 1), (3, 3)]),
        ("select(a, L, X), Y = 1", [(("b", "a", "c"), 1), (("a", "b", "c"), 1)]),
        ("select(X, L, Y), last(Y, b)", []),
        ("select(1, X, [2,3]), nth0(Y, X, 1)", [((1, 2, 3), 0), ((2, 1, 3), 1), ((2, 3, 1), 2)]),
        ("nextto(X, a, L), Y = 1", [("b", 1)]),
        ("M = [[a,1],b,[c,2],[a,3]], member([X,Y], M)", [("a", 1), ("c", 2), ("a", 3)]),
        ("M = [[c,2],[a,1],[a,3]], memberchk([a,X], M), Y = 0", [(1, 0)]),
        ("M = [[c,2],[a,1]], memberchk([X,1], M), Y = 0", [("a", 0)]),
        ("memberchk(X, L), Y = 0", [("a", 0)]),
        ("reverse(X, L), Y = 0", [(("c", "a", "b", "a"), 0)]),
        ("sort(L, X), msort(L, Y)", [(("a", "b", "c"), ("a", "a", "b", "c"))]),
        ("findall(V, append(_,[V,a|_],L), X), Y = 0", [(("b",), 0)]),
        ("findall([V,W], append(V,W,[1]), X), Y = 0", [((((), (1,)), ((1,), ())), 0)]),
        ("findall(N, nth0(N,L,a), X), Y = 0", [((0, 2), 0)]),
        ("\\+ append(_,[V,V|_],L), X = 1, Y = 2", [(1, 2)]),
        ("\\+ append(_,[V,_,V|_],L), X = 1, Y = 2", []),
        ("X = a, Y = c, \\+ append(_,[Y,X|_],L)", [("a", "c")]),
        ("X = a, Y = b, \\+ append(_,[X,Y|_],L)", []),
        ("X = a, Y = 1, \\+ nth0(0,L,X)", []),
        ("M = [[a,1]], \\+ memberchk([b,_],M), X = 1, Y = 2", [(1, 2)]),
        ("M = [[a,1]], \\+ memberchk([a,_],M), X = 1, Y = 2", []),
    ],
)
def test_lists_are_taken_apart_as_in_prolog(body: str, answers: list[tuple[Ground, ...]]) -> None:
    text = f"p(L,X,Y) :- {body}.\n"
    assert compiled(text, "p", "ioo", L) == answers
    assert interpreted(Interpreter(parse_program(text)), ("p", 3), "ioo", (L,)) == answers


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


def test_a_variable_of_a_negated_pattern_that_is_used_elsewhere() -> None:
    with pytest.raises(InputError, match=r"line 1: .*: V has no value when this is called$"):
        compiled("p(L) :- \\+ append(_,[V,V|_],L), member(V,L).\n", "p", "i", L)


def test_the_mode_with_most_inputs_is_called() -> None:
    assert mode_for(("append", 3), "iii") == "iio"
    assert mode_for(("append", 3), "ooi") == "ooi"
    assert mode_for(("append", 3), "oii") == "oii"
    assert mode_for(("append", 3), "ioo") is None
    assert mode_for(("select", 3), "oii") == "oio"


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
    if status == "proved":  # by the order of a list, over which the checker does not range
        with pytest.raises(CannotCheckError, match=r"(append|select)/3$"):
            check_certificate(verdict.to_json(), clauses, background)
    else:
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


def test_a_definition_may_have_the_name_of_a_built_in(background: Background) -> None:
    """It needs no inputs, and it is not said in the words of the built-in."""
    text = "select(P,S,X) :- vertices(P,L), corner(S,X), member(X,L).\nsucc(3,1).\nsucc(1,3).\n"
    program = parse_program(Path(background.program.file).read_text() + text, "bk.pl")
    found = checked_background(program, background.bias)
    clauses = parse_clauses("f(A,B) :- succ(M,N), M > N, select(A,B,X), square(B,N,_).")
    fires = translate(clauses, found).fires
    ordered = in_order(clauses[0], background.bias, program.defines)
    for configuration in configurations():
        views = configuration.views()
        interpreter = Interpreter(program, facts(*views))
        visited = bool(configuration.state[1])
        assert fires(*views) == interpreter.holds(ordered, ("p", "c"))
        assert fires(*views) == (visited and configuration.triangles == 1)
    verdict = verify(clauses, found)
    assert check_certificate(verdict.to_json(), clauses, found) == []
    assert "plus one" not in translate(clauses, found).clauses[0].english


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
