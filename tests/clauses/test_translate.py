"""Hypotheses in Python: equal to SWI-Prolog, readable, and safe for any file."""

from __future__ import annotations

import ast
import random

import pytest
from support.asked import Interpreter
from support.examples import TABLE_3
from support.hypotheses import facts, random_clause
from support.sizes import rounds

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.order import in_order
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import clause_text
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import module_text, translate


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper", "extended"])
@rounds(40, 250)
def test_same_answers_as_the_interpreter(name: str, rounds: int) -> None:
    bk = "triangles" if name == "paper" else name
    background = read_background(shipped_file(f"bk/{bk}.pl"), shipped_file(f"bias/{name}.pl"))
    rng = random.Random(name)
    fired = total = 0
    for _ in range(rounds):
        clause = random_clause(rng, background)
        fires = translate([clause], background).fires
        ordered = in_order(clause, background.bias, background.program.defines)
        for configuration in rng.sample(configurations(), 12):
            length = rng.choice((None, rng.randint(4, 9)))
            path, square = configuration.views(length)
            slow = Interpreter(background.program, facts(path, square))
            expected = slow.holds(ordered, ("p", "c"))
            assert fires(path, square) == expected, clause_text(clause)
            fired += expected
            total += 1
    assert 0.05 * total < fired < 0.95 * total


def test_the_module_stands_alone(background: Background) -> None:
    text = module_text(translate(parse_clauses(TABLE_3), background))
    space: dict = {}
    exec(compile(text, "predicate.py", "exec"), space)  # noqa: S102
    fires = translate(parse_clauses(TABLE_3), background).fires
    for configuration in configurations():
        assert space["fires"](*configuration.views()) == fires(*configuration.views())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f(A,B) :- square(B,C,D),\n  nothing(C).", r"h.pl: line 2: unknown predicate nothing/1"),
        ("f(A,B) :- system(A).", r"line 1: unknown predicate system/1"),
        ("f(A,B) :- '__import__'(A).", r"unknown predicate __import__/1"),
        ("g(A,B) :- adjacent(A,B).", r"line 1: the clause is about g/2; f/2 is expected"),
        ("f(A) :- one(A).", r"about f/1; f/2"),
        ("f(A,A) :- adjacent(A,A).", r"must be different variables"),
        ("f(A,B) :- count(C,D,E), one(E).", r"line 1: .*has no value"),
        ("f(A,B) :- square(B,C,D), C > foo(D).", r"foo\(D\) is not supported"),
        ("f(A,B) :- \\+ path(A,C), adjacent(A,B), len(C,D), one(D).", "has no value"),
        ("f(A,B) :- path(B,C), len(C,D), one(D).", "line 1: B is of the type square in f and of"),
        ("f(A,B) :- path(A,C), square(B,D,_),\n len(D,E), one(E).", "line 2: D is of the type int"),
        (
            "f(A,B) :- head_vertex(B,V), corner(A,V).",
            "B is of the type square in f and of the type",
        ),
    ],
)
def test_errors_name_file_and_line(text: str, message: str, background: Background) -> None:
    with pytest.raises(InputError, match=message):
        translate(parse_clauses(text, "h.pl"), background, "h.pl")


SMUGGLED = [
    '\'""";import os;os.system("touch smuggled")#\'',
    "'\\n    import os\\n'",
    "'__import__(\\'os\\').system(\\'touch smuggled\\')'",
    "'\\\\x22\\\\x22'",
]


@pytest.mark.parametrize("atom", SMUGGLED)
def test_atoms_never_become_code(atom: str, background: Background) -> None:
    """Whatever an atom holds stays a string constant or a one-line comment."""
    clauses = parse_clauses(f"f(A,B) :- square(B,C,D), C = {atom}, adjacent(A,B).")
    translation = translate(clauses, background)
    text = module_text(translation)
    names = {n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)}
    assert not names & {"os", "__import__", "system"}
    assert not any(
        isinstance(node, ast.Import | ast.ImportFrom)
        and not str(getattr(node, "module", "")).startswith("witness.")
        for node in ast.walk(ast.parse(text))
    )
    assert not translation.fires(*configurations()[0].views())


def test_variables_that_are_python_words(background: Background) -> None:
    text = "f(None,True) :- square(True,False,E), path(None,P), count(P,E,False)."
    translation = translate(parse_clauses(text), background)
    assert any(translation.fires(*c.views()) for c in configurations())


def test_background_must_define_what_the_bias_names(tmp_path) -> None:
    (tmp_path / "bias.pl").write_text(
        "head_pred(f,2).\nbody_pred(warp,2).\ntype(f,(path,square)).\ntype(warp,(path,square)).\n"
        "direction(f,(in,in)).\ndirection(warp,(in,in)).\n"
    )
    with pytest.raises(InputError, match=r"bias.pl: line 2: .*warp/2 is defined neither"):
        read_background(None, tmp_path / "bias.pl")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f(P,S) :- square(S,T,_), X is 1 // (T - T), X > 0.", "a division by zero"),
        ("f(P,S) :- square(S,T,_), X is 1 mod (T - T), X > 0.", "a division by zero"),
        ("f(P,S) :- square(S,T,E), X is T + E, X > 0.", "a value of the wrong kind"),
        ("f(P,S) :- square(S,T,E), sum_list(E,X), X > 0.", "a value of the wrong kind"),
        ("f(P,S) :- square(S,T,E), length(T,X), X > 0.", "a value of the wrong kind"),
        ("f(P,S) :- square(S,T,E), max_list(E,X), T > 0.", "a value of the wrong kind"),
    ],
)
def test_what_prolog_raises_is_an_input_error(
    text: str, message: str, background: Background
) -> None:
    translation = translate(parse_clauses(text, "h.pl"), background, "h.pl")
    for condition in (translation.fires, *translation.conditions):
        with pytest.raises(InputError) as caught:
            condition(*configurations()[0].views())
        assert str(caught.value).startswith(f"h.pl: {clause_text(parse_clauses(text)[0])}: ")
        assert message in str(caught.value)
