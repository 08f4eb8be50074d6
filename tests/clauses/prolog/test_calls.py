"""What SWI-Prolog evaluates in a process of its own: batches, limits, and refusals."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from support.examples import ROOT
from support.prolog import consult, once

from witness.base.errors import InputError, UnsupportedError
from witness.clauses.background import read_background
from witness.clauses.compiler.load import Relation, relations_of
from witness.clauses.language.bias import Signature
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import parse_program
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import Compound, Float, Ground, ListTerm, term_of, term_text
from witness.clauses.learners.coverage import covered
from witness.clauses.learners.task import read_task
from witness.clauses.prolog.calls import Calls
from witness.clauses.prolog.process import Process
from witness.cli import main

LAST = "p([X],X).\np([_|T],X) :- p(T,X).\n"

needs_prolog = pytest.mark.usefixtures("swi_prolog")


def relation(text: str, mode: str) -> Relation:
    inputs = tuple(letter == "i" for letter in mode)
    signature = Signature("p", ("any",) * len(mode), inputs, line=1)
    return relations_of(parse_program(text, "bk.pl"), [signature])[0]


@needs_prolog
def test_many_calls_are_one_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    ask = Calls._ask

    def counted(self: Calls, goals: list[str], stop: bool) -> list[object]:
        asked.append(len(goals))
        return ask(self, goals, stop)

    monkeypatch.setattr(Calls, "_ask", counted)
    inputs = [(tuple(range(n + 1)),) for n in range(300)]
    assert relation(LAST, "io").many(inputs) == [(n,) for n in range(300)]
    assert asked == [300]


@needs_prolog
def test_more_than_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("witness.clauses.prolog.calls.BATCH", 7)
    assert relation(LAST, "ii").many([((1, n), 3) for n in range(20)]) == [
        n == 3 for n in range(20)
    ]


@needs_prolog
def test_the_process_is_lazy_and_ends_with_the_calls() -> None:
    calls = Calls(parse_program(LAST, "bk.pl"))
    assert calls._process is None
    assert calls.answers(("p", 2), "io", [((1, 2),)]) == [[(2,)]]
    process = calls._process
    assert process is not None
    assert process.alive
    del calls
    assert not process.alive


@needs_prolog
@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("p(X) :- p(X).", TooManyStepsError, "p/1: it takes more than 1,000,000 inferences"),
        ("p(X) :- p([X]), p(X).", TooManyStepsError, "p/1: it takes"),
        ("p(X) :- !, X > a.", InputError, "bk.pl: p.b.: SWI-Prolog: .*b/0"),
        ("p(X) :- shell(X).", InputError, "line 1: unknown predicate shell/1"),
        ("p(X) :- maplist(shell,[X]).", InputError, "line 1: unknown predicate shell/1"),
        ("p(X) :- q(Y), Y.\nq(_).", InputError, "not sufficiently instantiated"),
        ("p(X) :- #=(X,1).", InputError, "SWI-Prolog: Domain error"),
        ("p(X) :- Y #= X + 1, Y #> 0.", InputError, "SWI-Prolog: Domain error"),
        (":- initialization(shell(ls)).\np(X) :- !.", InputError, "bk.pl: line 1"),
    ],
)
def test_errors(text: str, error: type[InputError], says: str) -> None:
    with pytest.raises(error, match=says):
        relation(text, "i").function("b")


#: Ways to call a predicate that is known only when it is called.
META = [
    "Y =.. [{0},X], call(Y)",
    "Y =.. [{0},X], Y",
    "q({0}(X),Y), findall(1,Y,_)",
    "q({0},Y), call(Y,X)",
    "q({0},Y), maplist(Y,[X])",
    "maplist(call,[{0}(X)])",
    "maplist(maplist({0}),[[X]])",
    "q(maplist({0},[X]),Y), Y",
    "q(maplist,Y), call(Y,{0},[X])",
    "q(call,Y), foldl(Y,[{0}],X,_)",
    "q({0}(X),Y), ( true ; \\+ Y ), fail",
    "Y =.. [',',true,{0}(X)], Y",
    "Z =.. [{0},X], Y =.. [':',user,Z], Y",
    "Y =.. [':',user,{0}], call(Y,X)",
]


@needs_prolog
@pytest.mark.parametrize("body", META)
@pytest.mark.parametrize("name", ["shell", "write", "halt"])
def test_nothing_else_is_called(body: str, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    text = f"p(c) :- !.\np(X) :- {body.format(name)}.\nq(X,X)."
    with pytest.raises(InputError, match=r"No permission|unknown predicate"):
        relation(text, "i").function("b")
    assert capfd.readouterr() == ("", "")


#: Definitions whose arguments are predicates, and calls of them.
HIGHER = """
map(_,[],[]).
map(P,[H|T],[H2|T2]) :- call(P,H,H2), map(P,T,T2).
fold([],A,A,_).
fold([H|T],A,B,P) :- call(P,H,A,C), fold(T,C,B,P).
keep(_,[],[]).
keep(P,[H|T],L) :- ( call(P,H) -> L = [H|R] ; L = R ), keep(P,T,R).
twice(P,A,B) :- call(P,A,C), call(P,C,B).
until(P,_,A,A) :- call(P,A), !.
until(P,Q,A,B) :- call(Q,A,C), until(P,Q,C,B).
all(G,T,L) :- findall(T,G,L).
times(A,B,C) :- C is A * B.
big(A) :- A > 2.
one(A,B) :- member(B,[A,0]), !.
"""
NUMBERS = count()


@needs_prolog
@pytest.mark.parametrize(
    "body",
    [
        "map(succ,[1,2,3],X)",
        "map(times(2),[1,2,3],X)",
        "map(map(twice(succ)),[[1],[2,3]],X)",
        "map(one,[1,2],X)",
        "fold([1,2,3],0,X,plus)",
        "fold([[1],[2,3]],[],X,append)",
        "keep(big,[1,2,3,4],X)",
        "keep(call(big),[1,3],X)",
        "until(big,twice(succ),0,X)",
        "all(member(Y,[1,2]),Y,X)",
        "foldl(fold([1,2]),[],[plus],X), X = 1 ; X = 2",
        "map(#=,[1,2],X)",
        "maplist(map(succ),[[1],[2]],X), \\+ keep(big,X,[])",
        "G = twice(succ), call(G,1,X)",
        "member(G,[big(1),big(3),map(big)]), ( call(G) -> X = G ; X = none ), !",
        "maplist([Y]>>big(Y),[3]), X = 1",
    ],
)
def test_higher_order_definitions(body: str) -> None:
    """What plain SWI-Prolog answers, they answer here."""
    text = f"{HIGHER}\np(X) :- {body}."
    module = f"higher_{next(NUMBERS)}"
    consult(module, f":- use_module(library(clpfd)).\n{text}")
    goal = "catch(findall(_X,p(_X),_L),_,_L = error), term_string(_L,Text)"
    plain = once(goal, module=module)["Text"]
    try:
        ours = relation(text, "o").function()
    except InputError:
        assert plain == "error" or ">>" in body
        return
    assert term_text(ListTerm(tuple(map(term_of, ours)))) == plain


@needs_prolog
def test_what_is_written_is_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "says.pl"
    file.write_text(
        ":- module(says, [say/2]).\n"
        "say(X,Y) :- write(X), print(X), format('~w~n',[X]), print_message(error,X), Y = X.\n"
    )
    swi = Process(file)
    assert [swi.ask("says:say", text) for text in ("[true]\n", "b")] == ["[true]\n", "b"]


@needs_prolog
def test_outputs_without_a_value() -> None:
    with pytest.raises(InputError, match="an output gets no value"):
        relation("p(X,f(Y)) :- !, Y = Z, Z = Y.", "io").function(1)


@needs_prolog
def test_compound_terms_come_back() -> None:
    unasked = "odd(A,B) :- round(A,B). "  # It calls what nothing defines.
    found = relation(f"{unasked}p(X,f(X,'B c',[])) :- !.", "io").function(-1)
    assert found == (Compound("f", (-1, parse_clauses("x('B c').")[0].args[0], *parse_clauses("x([]).")[0].args)),)  # fmt: skip  # noqa: E501


@needs_prolog
def test_recursion_that_loops_is_answered_from_tables(tmp_path: Path) -> None:
    (tmp_path / "bk.pl").write_text("e(a,b). e(b,a). e(b,c). e(d,d).\n")
    (tmp_path / "bias.pl").write_text("head_pred(r,2). body_pred(e,2). enable_recursion.\n")
    (tmp_path / "exs.pl").write_text("pos(r(a,c)). neg(r(a,d)). neg(r(d,a)).\n")
    task = read_task(tmp_path)
    clauses = parse_clauses("r(A,B) :- r(A,C), e(C,B).\nr(A,B) :- e(A,B).")
    examples = [("a", "c"), ("a", "d"), ("d", "a"), ("d", "d")]
    found = covered(clauses, task.background, task.bias, examples)
    assert found == [True, False, False, True]


#: A background of which only p/2 needs SWI-Prolog.
BIAS = "head_pred(f,2). body_pred(q,2). body_pred(p,2). direction(f,(in,out)).\n"
BIAS += "direction(q,(in,out)). direction(p,(in,out)). max_vars(2). max_body(1).\n"
BIAS += "type(f,(l,t)). type(q,(l,t)). type(p,(l,t)).\n"


@pytest.mark.usefixtures("no_prolog")
@pytest.mark.parametrize("bias", sorted(path.name for path in (ROOT / "bias").glob("*.pl")))
def test_shipped_files_need_none(bias: str) -> None:
    background = read_background(bias=ROOT / "bias" / bias)
    facts = {key: [] for key in PRIMITIVES} | background.program.facts
    known = replace(background.program, facts=facts)
    assert len(relations_of(known, background.bias.body)) == len(background.bias.body)


@pytest.mark.usefixtures("no_prolog")
def test_without_swi_prolog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is compiled needs none; the error names the predicate, the clause, and what to do."""
    (tmp_path / "bk.pl").write_text(f"q([X|_],X).\n{LAST}")
    (tmp_path / "bias.pl").write_text(BIAS)
    (tmp_path / "exs.pl").write_text("pos(f([1],1)). neg(f([1],2)).\n")
    command = ["learn", str(tmp_path), "-o", str(tmp_path / "out")]
    assert main(command) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    words = ("bk.pl: line 3: p/2", "p(T,X).", "swipl", "apt-get install swi-prolog-nox")
    assert [word for word in words if word not in error] == []
    (tmp_path / "bias.pl").write_text(BIAS.replace("body_pred(p,2). ", ""))
    main(command)
    assert "f(A,B) :- q(A,B)." in (tmp_path / "out" / "hypothesis.pl").read_text()


@pytest.mark.usefixtures("no_prolog")
@pytest.mark.parametrize(
    ("text", "mode", "inputs", "says"),
    [
        ("p(X,Y) :- Y is X + 1.", "io", (Float("1.5"),), "bk.pl: p/2 .*swipl.*apt-get install"),
        ("p(X) :- q(X).\nr(1).\nq(X) :- r(X), !.", "i", (1,), "line 3: p/1 .* q.X. :- r.X., !"),
        ("p(X) :- X #> 1.", "i", (1,), "line 1: p/1 .*swipl"),
    ],
)
def test_what_needs_it(text: str, mode: str, inputs: tuple[Ground, ...], says: str) -> None:
    with pytest.raises(UnsupportedError, match=says):
        relation(text, mode).function(*inputs)
