"""Bias files: what they declare, and one clear error for each mistake."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import ROOT

from witness.base.errors import InputError
from witness.logic.background import shipped_file
from witness.logic.language.bias import (
    DEFAULT_MAX_BODY,
    DEFAULT_MAX_VARS,
    Bias,
    Signature,
    bias_text,
    parse_bias,
    read_bias,
)

SMALL = """\
% A head and two predicates.
head_pred(f,2).
body_pred(count,3). body_pred(one,1).

type(f, (path, square)).
type(count,(edges,edges,int)).  % a comment. With a full stop.
type(one,(int,)).
direction(f,(in,in)).
direction(count,(in,in,out)).
direction(one,(in,)).
"""


def test_a_bias() -> None:
    count = Signature("count", ("edges", "edges", "int"), (True, True, False), 3)
    one = Signature("one", ("int",), (True,), 3)
    bias = parse_bias(SMALL, "bias.pl")
    assert bias == Bias(
        file="bias.pl",
        head=Signature("f", ("path", "square"), (True, True), 2),
        body=(count, one),
        max_vars=DEFAULT_MAX_VARS,
        max_body=DEFAULT_MAX_BODY,
        allow_singletons=False,
    )
    assert count.key == ("count", 3)
    assert count.mode == "iio"
    assert bias.signature(("count", 3)) == count
    assert bias.signature(("count", 2)) is None
    assert bias.signature(("f", 2)) is None


def test_settings() -> None:
    bias = parse_bias(SMALL + "max_vars(7).\nmax_body(3).\nmax_clauses(2).\nallow_singletons.\n")
    assert (bias.max_vars, bias.max_body, bias.allow_singletons) == (7, 3, True)
    # The head needs its variables, whatever the limit.
    assert parse_bias(SMALL + "max_vars(1).").max_vars == 2


def test_layout_does_not_matter() -> None:
    spread = SMALL.replace("(", "(\n  ").replace(",", " , % more\n").replace(")", " )")
    spread = spread.replace("% A head and two predicates.", "").replace("% a comment.", "%")
    here = parse_bias(SMALL)
    there = parse_bias(spread)
    assert there.head.types == here.head.types
    assert [(s.key, s.types, s.mode) for s in there.body] == [
        (s.key, s.types, s.mode) for s in here.body
    ]


def test_a_predicate_without_arguments() -> None:
    bias = parse_bias(SMALL + "body_pred(sunny,0). type(sunny,()). direction(sunny,()).")
    assert bias.signature(("sunny", 0)) == Signature("sunny", (), (), 11)


@pytest.mark.parametrize("name", ["paper", "nolen", "extended"])
def test_the_shipped_files(name: str) -> None:
    bias = read_bias(ROOT / "bias" / f"{name}.pl")
    assert bias.head.types == ("path", "square")
    assert bias.max_body == 6
    names = {signature.name for signature in bias.body}
    if name == "paper":
        assert len(names) == 11
        assert bias.max_vars == 7
        assert bias.signature(("square", 3)).mode == "ioo"  # type: ignore[union-attr]
    if name == "nolen":
        paper = read_bias(ROOT / "bias" / "paper.pl")
        assert names == {signature.name for signature in paper.body} - {"len"}


# ---- errors ---------------------------------------------------------------------------------

ASP = "not supported by the asp learner"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("type(count,(edges,edges,int)).", "", 3, "count/3 has no type"),
        ("type(f, (path, square)).", "", 2, "f/2 has no type"),
        ("direction(one,(in,)).", "", 3, "one/1 has no direction"),
        ("type(one,(int,)).", "type(one,(int,int)).", 7, "the type of one has 2 parts; 1 are"),
        ("(in,in,out)", "(in,out)", 9, "the direction of count has 2 parts; 3 are needed"),
        ("(in,in,out)", "(in,in,maybe)", 9, "a direction is in or out"),
        ("one,(int,)", "one,int", 7, "expected type(name,(…,…))"),
        ("one,(int,)", "one,(Int,)", 7, "expected type(name,(…,…))"),
        ("one,(int,)", "one,(int int)", 7, "expected type(name,(…,…))"),
        ("one,(int,)", f"one,({'a' * 60};b)", 7, "expected type(name,(…,…))"),
        ("body_pred(one,1)", "body_pred(one)", 3, "expected body_pred(name,arity)"),
        ("body_pred(one,1)", "body_pred(one,x)", 3, "expected body_pred(name,arity)"),
        ("body_pred(one,1)", "body_pred(One,1)", 3, "expected body_pred(name,arity)"),
        ("body_pred(one,1)", "body_pred(one,1²)", 3, "expected body_pred(name,arity)"),
        ("head_pred(f,2).", "", None, "exactly one head_pred is needed, found 0"),
        ("head_pred(f,2).", "head_pred(f,2). head_pred(g,2).", None, "exactly one head_pred"),
        ("body_pred(count,3). body_pred(one,1).", "", None, "no body_pred is declared"),
        (
            "direction(f,(in,in)).",
            "direction(f,(in,out)).",
            8,
            f"the head f has an out argument: {ASP}",
        ),
        ("% A head", "body_pred(f,2).\n%", 1, "f is both head and body predicate: recursion is"),
        ("% A head", "enable_recursion.\n%", 1, f"enable_recursion (recursion) is {ASP}"),
        ("% A head", "enable_pi.\n%", 1, f"enable_pi (predicate invention) is {ASP}"),
        ("% A head", "body_size(0,3).\n%", 1, f"body_size (raw ASP) is {ASP}"),
        ("% A head", "\n:- body_literal(C,_,_,_).\n%", 2, f"raw ASP rules: {ASP}"),
        ("% A head", "bad(C) :- head_literal(C,f).\n%", 1, f"raw ASP rules: {ASP}"),
        (
            "% A head",
            "max_body(2).\nmax_body(3).\n%",
            2,
            "max_body already has a different value, from line 1",
        ),
        ("% A head", "max_clauses(1) :- a.\n%", 1, f"raw ASP rules: {ASP}"),
        ("% A head", "allow_singletons :- b(1).\n%", 1, f"raw ASP rules: {ASP}"),
        ("% A head", "{p(X)}.\n%", 1, f"'{{p(X)}}': {ASP}"),
        ("% A head", "#show p/1.\n%", 1, f"'#show p/1': {ASP}"),
        ("% A head", "constant(a,int).\n%", 1, f"constant (constants in clauses) is {ASP}"),
        ("% A head", "timeout(3).\n%", 1, f"timeout is {ASP}"),
        ("% A head", "max_vars(0).\n%", 1, "max_vars needs a whole number above 0"),
        ("% A head", "max_vars(-1).\n%", 1, "max_vars needs a whole number above 0"),
        ("% A head", "max_body(two).\n%", 1, "max_body needs a whole number above 0"),
        ("% A head", "max_body.\n%", 1, "max_body needs a whole number above 0"),
        ("% A head", "max_body(²).\n%", 1, "max_body needs a whole number above 0"),
        ("% A head", f"max_body({'9' * 5000}).\n%", 1, "max_body needs a whole number above 0"),
        ("% A head", "type(f,(int,int)).\n%", 6, "f already has a different type, from line 1"),
        ("direction(one,(in,)).", "direction(one,(in,))", 10, "no full stop after 'direction("),
    ],
)
def test_errors(old: str, new: str, line: int | None, message: str) -> None:
    assert SMALL.count(old) == 1
    with pytest.raises(InputError) as raised:
        parse_bias(SMALL.replace(old, new), "bias.pl")
    assert (raised.value.file, raised.value.line) == ("bias.pl", line)
    assert raised.value.reason.startswith(message)


def test_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.pl: cannot be read"):
        read_bias(tmp_path / "none.pl")
    place = tmp_path / "bias.pl"
    place.write_text("")
    with pytest.raises(InputError, match=r"bias\.pl: exactly one head_pred is needed, found 0"):
        read_bias(place)


PIECES = st.sampled_from(
    [f"{statement}." for statement in SMALL.replace("\n", "").split(".") if "%" not in statement]
    + ["max_vars(", "3", ").", ":-", "%", "\n", "(in,", "out)", "type(", "f", ",", "(((", "²", "'"]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=12).map("".join))
def test_any_text_is_a_bias_or_one_error(text: str) -> None:
    try:
        error = parse_bias(text, "bias.pl")
    except InputError as raised:
        place = "" if raised.line is None else f"line {raised.line}: "
        assert str(raised) == f"bias.pl: {place}{raised.reason}"  # noqa: PT017
        assert len(str(raised).splitlines()) == 1  # noqa: PT017
    else:
        assert error.body


@pytest.mark.parametrize("name", ["paper", "nolen", "extended"])
def test_printed_and_read_again(name: str) -> None:
    bias = read_bias(shipped_file(f"bias/{name}.pl"))
    again = parse_bias(bias_text(bias), bias.file)
    assert bias_text(again) == bias_text(bias)
    assert again.head.types == bias.head.types
    assert [(s.key, s.types, s.mode) for s in again.body] == [
        (s.key, s.types, s.mode) for s in bias.body
    ]
    assert (again.max_vars, again.max_body) == (bias.max_vars, bias.max_body)
    single = replace(bias, allow_singletons=True)
    assert parse_bias(bias_text(single)).allow_singletons
