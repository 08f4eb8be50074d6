"""Tasks whose background has what people write: cuts, recursion, compound terms, floats."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.clauses.compiler.load import relations_of
from witness.clauses.language.bias import Signature
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import Atom, Compound, Float, Ground, ListTerm, Text
from witness.clauses.learners import learned
from witness.clauses.learners.coverage import covered
from witness.clauses.learners.task import read_task
from witness.cli import main

pytestmark = pytest.mark.usefixtures("swi_prolog")

#: A robot that goes up and to the right, as Popper's examples have it.
ROBOT = """
:- use_module(library(clpfd)).
size(4).
up(w(X,Y1),w(X,Y2)) :- size(S), Y1 #< S, Y2 #= Y1 + 1.
right(w(X1,Y),w(X2,Y)) :- size(S), X1 #< S, X1 #= X2 - 1.
at_top(w(_,Y)) :- size(Y).
first(L,X) :- item(L,X), !.
item([X|_],X).
item([_|T],X) :- item(T,X).
near(w(X,Y),Z) :- first([X,Y],Z), Z / 2 < 1.5, \\+ Z = "1".
"""
BIAS = """
head_pred(f,2). body_pred(up,2). body_pred(right,2). body_pred(at_top,1). body_pred(near,2).
type(f,(at,at)). type(up,(at,at)). type(right,(at,at)). type(at_top,(at,)). type(near,(at,n)).
direction(f,(in,in)). direction(up,(in,out)). direction(right,(in,out)). direction(at_top,(in,)).
direction(near,(in,out)). max_vars(4). max_body(3). allow_singletons.
"""
PLACES = list(product(range(1, 5), repeat=2))


def holds(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether the other place is up and to the right, and the first is on the left."""
    return (one[0] + 1, one[1] + 1) == other and one[0] < 3


@pytest.fixture
def task(tmp_path: Path) -> Path:
    examples = [
        f"{'pos' if holds(a, b) else 'neg'}(f(w({a[0]},{a[1]}),w({b[0]},{b[1]})))."
        for a, b in product(PLACES, repeat=2)
    ]
    (tmp_path / "bk.pl").write_text(ROBOT)
    (tmp_path / "bias.pl").write_text(BIAS)
    (tmp_path / "exs.pl").write_text("\n".join(examples) + "\n")
    return tmp_path


@pytest.mark.slow
def test_what_is_learned_covers_the_positive_examples_alone(
    task: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = task / "out"
    tested = ["--test", str(task / "exs.pl")]
    main(["learn", str(task), "-o", str(folder), *tested])
    assert "100.0% of all are right" in capsys.readouterr().out
    clauses = parse_clauses((folder / "hypothesis.pl").read_text())
    read = read_task(task)
    given = [(Compound("w", a), Compound("w", b)) for a, b in product(PLACES, repeat=2)]
    found = covered(clauses, read.background, read.bias, given)
    assert found == [holds(a, b) for a, b in product(PLACES, repeat=2)]


def answers(text: str, name: str, mode: str, *inputs: Ground) -> list[tuple[Ground, ...]]:
    flags = tuple(letter == "i" for letter in mode)
    signature = Signature(name, ("any",) * len(mode), flags, line=1)
    (found,) = relations_of(parse_program(text, "bk.pl"), [signature])
    return list(found.answers(found.function(*inputs)))


@pytest.mark.parametrize(
    ("text", "mode", "inputs", "expected"),
    [
        ("p(X,Y) :- Y is X / 2.", "io", (3,), [(Float("1.5"),)]),
        ("p(X,Y) :- Y is X / 2.", "io", (4,), [(2,)]),
        ("p(X,Y) :- Y is X + 1.", "io", (Float("1.5"),), [(Float("2.5"),)]),
        ("p(X,Y) :- X > Y.", "ii", (Float("1.5"), 1), [()]),
        ("p(X,Y) :- X =:= Y.", "ii", (1, Float("1.0")), [()]),
        ("p(X,Y) :- X == Y.", "ii", (1, Float("1.0")), []),
        ("p(1,a).\np(1.0,b).", "io", (Float("1.0"),), [("b",)]),
        ("p(\"a\",b).\np(a,c).", "io", ("a",), [("c",)]),
        ("p(w(1,[2]),b).", "oi", ("b",), [(Compound("w", (1, ListTerm((2,)))),)]),
        ("p(X,Y) :- sort([X,\"b\",f(a),1.0],Y).", "io", (1,),
         [((Float("1.0"), 1, Text("b"), Compound("f", (Atom("a"),))),)]),
        ("p([X|_],X) :- !.\np([_|T],X) :- p(T,X).", "ii", ((1, 2), 2), [()]),
        ("p([X|_],X) :- !.\np([_|T],X) :- p(T,X).", "io", ((1, 2),), [(1,)]),
        ("p([X|_],X).\np([_|T],X) :- p(T,X).", "io", ((1, 2, 1),), [(1,), (2,), (1,)]),
        ("p(A,B) :- ( nonvar(A) -> integer(A) ; true ), ( nonvar(A) ; nonvar(B) ), succ(B,A).",
         "io", (3,), [(2,)]),
        ("p(X,Z) :- q(X,Y), r(X,Y,Z).\nq(X,_) :- nonvar(X).\nr(X,Y,f(X)) :- var(Y).", "io", (1,),
         [(Compound("f", (1,)),)]),
        ("p(L,M) :- maplist(q,L,M).\nq(X,f(X)).", "io", ((1,),), [((Compound("f", (1,)),),)]),
        ("p(L,S) :- foldl(plus,L,0,S).", "io", ((1, 2, 3),), [(6,)]),
        ("p(X,Y) :- 2*X + 3 #= Y - X.", "oi", (9,), [(2,)]),
        ("p(X,Y) :- 2*X + 3 #= Y - X.", "oi", (10,), []),
    ],
)  # fmt: skip
def test_calls(
    text: str, mode: str, inputs: tuple[Ground, ...], expected: list[tuple[Ground, ...]]
) -> None:
    assert answers(text, "p", mode, *inputs) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("p(X) :- p(X).", TooManyStepsError, "p/1: it takes more than 1,000,000 inf"),
        pytest.param(
            "p(X) :- q(X,_), fail.\nq(X,X).\nq(X,Y) :- q(X,Z), q(Z,Y).",
            TooManyStepsError,
            "p/1: it",
            marks=pytest.mark.long,
        ),
        ("p(X) :- Y = X, call(Y).", InputError, "callable"),
        ("p(X) :- X = f(Y), Z is Y + 1, Z > 1.", InputError, "is not a function"),
        (":- table p/1.\np(1) :- !.\np(2).", InputError, "p/1 has a table, and a cut"),
        (
            ":- table p/1.\np(X) :- ( q(X,Y) -> \\+ p(Y) ; true ), Y = 1.\nq(1,2).",
            InputError,
            "p/1 is recursive through ;, so",
        ),
        ("p(X) :- all_different([X]).", InputError, "unknown predicate all_different/1"),
    ],
)
def test_errors(text: str, error: type[InputError], says: str) -> None:
    with pytest.raises(error, match=says):
        answers(text, "p", "i", 2 if "f(Y)" not in text else Compound("f", (Atom("a"),)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("p(X,Y) :- Y #> X.", ["bk.pl: p(0,O1)", "gets no value"]),
        ("p(X,Y) :- Y #= X + a.", ["bk.pl: p(0,O1)", "Domain error"]),
        ("p(X,Y) :- Y #= X, all_different([X,Y]).", ["line 1", "all_different/1"]),
    ],
)
def test_errors_of_clpfd(
    text: str, says: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bk.pl").write_text(text)
    (tmp_path / "bias.pl").write_text(
        "head_pred(f,2). body_pred(p,2). type(f,(t,t)). type(p,(t,t)). direction(f,(in,out)). "
        "direction(p,(in,out)). max_vars(2). max_body(1).\n"
    )
    (tmp_path / "exs.pl").write_text("pos(f(0,1)). neg(f(0,2)).\n")
    assert main(["learn", str(tmp_path), "-o", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert [word for word in says if word not in error] == []


def test_outputs_that_a_definition_does_not_give(tmp_path: Path) -> None:
    """A cut makes a call with all arguments succeed where the call with inputs gives another."""
    for name, text in (
        ("bk", "p(X,a) :- X < 2, !.\np(X,b) :- X < 6, !.\np(_,c).\n"),
        (
            "bias",
            "head_pred(f,2). body_pred(p,2). type(f,(t,s)). type(p,(t,s)). direction(f,(in,out)). "
            "direction(p,(in,out)).\n",
        ),
        ("exs", "pos(f(0,a)). pos(f(2,b)). pos(f(8,c)). neg(f(0,b)). neg(f(0,c)). neg(f(8,a)).\n"),
    ):
        (tmp_path / f"{name}.pl").write_text(text)
    _, record = learned(tmp_path)
    assert (record["true_positives"], record["false_positives"]) == (3, 0)
    (notice,) = record["notices"]
    assert "the hypothesis covers 3 positive and 2 negative examples: a definition" in notice
