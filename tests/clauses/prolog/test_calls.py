"""What SWI-Prolog evaluates in a process of its own: batches, limits, and refusals."""

from __future__ import annotations

import pytest

from witness.base.errors import InputError, UnsupportedError
from witness.clauses.compiler.load import Relation, relations_of
from witness.clauses.language.bias import Signature
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.language.steps import TooManyStepsError
from witness.clauses.language.terms import Compound
from witness.clauses.learners.coverage import covered
from witness.clauses.learners.task import read_task
from witness.clauses.prolog.calls import Calls

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
        ("p(X) :- Y =.. [shell,X], call(Y).", InputError, "Sandbox restriction"),
        ("p(X) :- q(Y,X), call(Y,X).\nq(shell,_).", InputError, "Sandbox|sandbox|permission"),
        (":- initialization(shell(ls)).\np(X) :- !.", InputError, "bk.pl: line 1"),
    ],
)
def test_errors(text: str, error: type[InputError], says: str) -> None:
    with pytest.raises(error, match=says):
        relation(text, "i").function("b")


@needs_prolog
def test_outputs_without_a_value() -> None:
    with pytest.raises(InputError, match="an output gets no value"):
        relation("p(X,f(Y)) :- !, Y = Z, Z = Y.", "io").function(1)


@needs_prolog
def test_compound_terms_come_back() -> None:
    found = relation("p(X,f(X,'B c',[])) :- !.", "io").function(-1)
    assert found == (Compound("f", (-1, parse_clauses("x('B c').")[0].args[0], *parse_clauses("x([]).")[0].args)),)  # fmt: skip  # noqa: E501


@needs_prolog
def test_recursion_that_loops_is_answered_from_tables(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "bk.pl").write_text("e(a,b). e(b,a). e(b,c). e(d,d).\n")
    (tmp_path / "bias.pl").write_text("head_pred(r,2). body_pred(e,2). enable_recursion.\n")
    (tmp_path / "exs.pl").write_text("pos(r(a,c)). neg(r(a,d)). neg(r(d,a)).\n")
    task = read_task(tmp_path)
    clauses = parse_clauses("r(A,B) :- r(A,C), e(C,B).\nr(A,B) :- e(A,B).")
    examples = [("a", "c"), ("a", "d"), ("d", "a"), ("d", "d")]
    found = covered(clauses, task.background, task.bias, examples)
    assert found == [True, False, False, True]


@pytest.mark.usefixtures("no_prolog")
def test_without_swi_prolog() -> None:
    """What is compiled needs none; what is not is named, with the command that installs it."""
    assert relation("p(X) :- X > 1.", "i").function(2)
    with pytest.raises(UnsupportedError, match=r"p/2 needs SWI-Prolog.*popper.*apt-get install"):
        relation(LAST, "io")
