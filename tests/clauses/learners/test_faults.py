"""Why nothing is learned, as far as the files of a task show: one line for each reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.examples import ROOT
from support.learning import CASES, NAMES, bias_of

from witness.clauses.background import read_background
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.reader import parse_program
from witness.clauses.learners.faults import doubts, faults
from witness.cli import main

KIN = ("f person:in", "parent person:in person:out", "male person:in")
FACTS = "parent(ann,bob). male(bob)."
LIMITS = "max_vars(3). max_body(3)."


def said(
    *declarations: str, settings: str = LIMITS, bk: str = FACTS, undirected: bool = False
) -> list[str]:
    """Return the faults and the doubts about a task."""
    text = bias_of(*declarations, settings=settings)
    if undirected:
        text = "\n".join(line.partition(" direction(")[0] for line in text.split("\n"))
    bias, background = parse_bias(text), parse_program(bk)
    return [*faults(bias, background), *doubts(bias, background)]


def test_nothing_is_wrong() -> None:
    assert said(*KIN) == []
    assert said(*KIN, undirected=True) == []
    assert said("f p:in", "q p:in", "r p:in p:out", settings="allow_singletons.", bk="") == []


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "bias").glob("*.pl")))
def test_nothing_is_wrong_with_what_is_shipped(name: str) -> None:
    known = read_background(bias=name)
    assert faults(known.bias, known.program) == ()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong_with_a_task_of_a_puzzle(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "check-bias", str(CASES / name)]) == 0
    assert capsys.readouterr() == ("nothing odd\n", "")


@pytest.mark.parametrize(
    ("declarations", "line", "typo", "meant"),
    [
        (("f person:in", "parent persn:in person:out", "male person:in"), 4, "persn", "person"),
        (("f edges:in", "on edges:in edges:out", "long edge:in"), 6, "edge", "edges"),
        (
            ("f train:in", "car trian:in car:out", "long car:in", "red train:in"),
            4,
            "trian",
            "train",
        ),
        (("f nodes:in", "a node:in", "b node:in"), 2, "nodes", "node"),
        (("f colour:in", "a color:in"), 2, "colour", "color"),
    ],
)
@pytest.mark.parametrize("undirected", [False, True])
def test_misspelt_types(
    declarations: tuple[str, ...], line: int, typo: str, meant: str, undirected: bool
) -> None:
    (only,) = said(*declarations, bk="", undirected=undirected)
    assert only.startswith(f"bias.pl: line {line}: the type {typo} occurs only here, as argument ")
    assert only.endswith(f"; did you mean {meant}?")


def test_the_bias_of_an_experiment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "check-bias", str(ROOT / "bias/paper.pl")]) == 0
    text = (ROOT / "bias/paper.pl").read_text().replace("type(len,(edges", "type(len,(egdes")
    (bias := tmp_path / "mine.pl").write_text(text)
    assert capsys.readouterr().out == "nothing odd\n"
    assert main(["lab", "check-bias", str(bias)]) == 0
    assert capsys.readouterr().out.startswith(f"{bias}: line 21: the type egdes occurs only here")


@pytest.mark.parametrize(
    ("declarations", "place", "kind"),
    [
        (("f person:in", "size int:in"), 1, "argument of its type, person"),
        (("f person:in int:in", "male person:in"), 2, "argument of its type, int"),
        (("f list:in list:out", "empty list:in"), 2, "output of its type, list"),
        (("f list:in elem:out", "head list:in list:out", "big elem:in"), 2, "output of its type"),
        # That which could take it is never called.
        (("f person:in int:in", "male person:in", "age int:in it:in"), 2, "argument of its type"),
    ],
)  # fmt: skip
def test_variables_of_the_head_that_nothing_takes(
    declarations: tuple[str, ...], place: int, kind: str
) -> None:
    found = said(*declarations, bk="")
    assert found[0].startswith(f"bias.pl: line 2: no clause can use argument {place} of f/")
    assert kind in found[0]


def test_what_nothing_defines_or_gives() -> None:
    """Calls of nothing."""
    line, _ = said("f p:in", "old p:in", bk="parent(ann).\nold(X) :- \\+ parents(X).")
    assert line.startswith("bk.pl: line 2: old/1 calls parents/1, which nothing defines; did you ")
    rule = "old(X) :- \\+ (parent(X), \\+ (parent(Y), older(Y,X)))."
    line, *_ = said("f p:in", "old p:in", bk=f"parent(ann).\n{rule}")
    assert line == "bk.pl: line 2: old/1 calls older/2, which nothing defines"


@pytest.mark.parametrize(
    ("settings", "line", "found"),
    [
        ("magic_value_type(colour).", 8, "magic_value_type(colour) has no effect: no argument has"),
        ("constant(3,colour).", 8, "constant(3,colour) has no effect: no argument has the type c"),
        (
            "magic_value_type(persons).",
            8,
            "magic_value_type(persons) has no effect: no argument has "
            "the type persons; did you mean person?",
        ),
        ("max_vars(1).", 8, "max_vars(1) has no effect: the head has 2 variables"),
        ("magic_value_type(city).", 8, "magic_value_type(city) has no effect: only the head has"),
    ],
)
def test_statements_without_effect(settings: str, line: int, found: str) -> None:
    declarations = "f person:in city:in", "parent person:in person:out", "in person:in town:out"
    lines = said(*declarations, settings=f"max_body(3).\n{settings}", bk="")
    assert lines[0].startswith(f"bias.pl: line {line}: {found}")


def test_constants_that_would_be_inputs_of_rules() -> None:
    declarations = "f l:in", "len l:in int:in"
    settings = "magic_value_type(int)."
    rules = "list(a,[x]). len(A,N) :- list(A,L), length(L,N)."
    assert (
        "all arguments of the type int are inputs"
        in said(*declarations, settings=settings, bk=rules)[0]
    )
    assert said(*declarations, settings=settings, bk="len(a,1). len(b,2).") == []
    assert said("f l:in", "len l:in int:out", settings=settings, bk=rules) == []


@pytest.mark.parametrize(
    ("bk", "line", "found"),
    [
        ("parent(ann,bob).\nage(Ann,30).", 2, "Ann occurs once in age(Ann,30)., so it stands for "
         "anything; write _Ann for that, or ann for a name"),
        ("parent(X,bob).", 1, "X occurs once in parent(X,bob)."),
        ("q(A,B) :- r(A,C).\nr(a,b).", 1, "B occurs once in q(A,B) :- r(A,C)."),
        ("q(A) :-\n  r(A,[Bob|_]).\nr(a,b).", 1, "Bob occurs once in "),
        ("q(A) :- \\+ r(A,Typo).\nr(a,b).", 1, "Typo occurs once in "),
    ],
)  # fmt: skip
def test_variables_of_the_background_that_occur_once(bk: str, line: int, found: str) -> None:
    (first, *_) = said(*KIN, bk=bk)
    assert first.startswith(f"bk.pl: line {line}: the variable {found}")


@pytest.mark.parametrize(
    ("bk", "line", "found"),
    [
        (f"{FACTS}\nage(ann,3).", 2, "age/2 are not used"),
        (f"{FACTS}\nage(ann,3).\ntall(ann).", 2, "age/2 and 1 more are not used"),
        (f"parents(a,b).\n{FACTS}", 1, "parents/2 are not used"),
        (f"a(x).\n{FACTS}\nm(X) :- a(X).", 1, "a/1 are not used"),
    ],
)
def test_facts_that_no_predicate_declares(bk: str, line: int, found: str) -> None:
    (only,) = said(*KIN, bk=bk)
    assert only.startswith(
        f"bk.pl: line {line}: the facts of {found}: no body predicate is or calls"
    )


def test_predicates_that_no_clause_can_call() -> None:
    found = said(*KIN, "long car:in", "red car:in", "in car:in car:in", bk="")
    assert found == [
        "bias.pl: line 8: no clause can call long/1 and 2 more: neither the head nor another body "
        "predicate has a value of the type car"
    ]


def write(folder: Path, bk: str, bias: str, exs: str) -> str:
    for name, text in (("bk", bk), ("bias", bias), ("exs", exs)):
        (folder / f"{name}.pl").write_text(f"{text}\n")
    return str(folder)


def test_check_bias_says_it_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And `learn` says before it learns what is wrong, what is doubtful only if little is found."""
    settings = f"{LIMITS}\nmagic_value_type(w)."
    bk = f"{FACTS}\nage(Ann,3). tall(ann)."
    task = write(tmp_path, bk, bias_of(*KIN, settings=settings), "pos(f(bob)). neg(f(ann)).")
    assert main(["lab", "check-bias", task]) == 0
    found = capsys.readouterr()
    lines = found.out.splitlines()
    assert [line.split(":")[0].removeprefix(task) for line in lines] == [
        "/bias.pl", "/bk.pl", "/bk.pl"
    ]  # fmt: skip
    assert found.err == ""
    assert not (tmp_path / "result.json").exists()

    assert main(["learn", task]) == 0
    assert capsys.readouterr().err.splitlines() == [f"witness: {line}" for line in lines[:2]]
    (tmp_path / "exs.pl").write_text("pos(f(bob)). pos(f(ann)). neg(f(cal)). neg(f(bob)).\n")
    assert main(["learn", task]) == 0
    said_then = capsys.readouterr().err.splitlines()
    assert {f"witness: {line}" for line in lines} < {*said_then}
