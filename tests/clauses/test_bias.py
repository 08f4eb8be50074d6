"""Bias files: what they declare, and one clear error for each mistake."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import ROOT

from witness.base.errors import InputError, UnsupportedError
from witness.base.shipped import shipped_file
from witness.clauses.language.bias import (
    ANY,
    CONSTANTS,
    INVENTION,
    RAW,
    RECURSION,
    UNUSED_HEAD,
    Bias,
    Demand,
    Signature,
    bias_text,
)
from witness.clauses.language.bias_reader import (
    DEFAULT_MAX_BODY,
    DEFAULT_MAX_VARS,
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


# ---- all of Popper's language ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("enable_recursion", RECURSION),
        ("body_pred(f,2)", RECURSION),
        ("enable_pi", INVENTION),
        ("non_datalog", UNUSED_HEAD),
        ("constant(a,int)", CONSTANTS),
        ("constant(-3,int)", CONSTANTS),
        ("magic_value_type(int)", CONSTANTS),
        ("constant(f(a),int)", RAW),
        ("body_size(0,3)", RAW),
        ("timeout(3)", RAW),
        ("enable_pi(2)", RAW),
        (":- body_literal(C,_,_,_)", RAW),
        ("bad(C) :- head_literal(C,f)", RAW),
        ("max_clauses(1) :- a", RAW),
        ("allow_singletons :- b(1)", RAW),
        ("{p(X)}", RAW),
        ("#show p/1", RAW),
        ("p(1..3)", RAW),
        (":- clause(C), #count{V : var_type(C,V,edges)} != 1", RAW),
    ],
)
def test_what_is_beyond_plain_clauses_is_a_demand(statement: str, kind: str) -> None:
    bias = parse_bias(f"{SMALL}\n{statement}.\n", "bias.pl")
    assert bias.demands == (Demand(kind, statement, 12),)
    assert bias.asks_for(kind)
    assert [s.key for s in bias.body] == [("count", 3), ("one", 1)]
    bias.require((kind,), "the asp learner")
    with pytest.raises(UnsupportedError) as raised:
        bias.require((), "the asp learner")
    assert str(raised.value) == (
        f"bias.pl: line 12: {statement} ({kind}) is not supported by the asp learner"
    )
    again = parse_bias(bias_text(bias), "bias.pl")
    if statement != "body_pred(f,2)":
        assert [(d.kind, d.statement) for d in again.demands] == [(kind, statement)]


def test_without_types_and_directions() -> None:
    bias = parse_bias("head_pred(f,2). body_pred(p,2). body_pred(q,1). type(q,(a,)).")
    assert bias.head == Signature("f", (ANY, ANY), (True, True), 1)
    assert [(s.types, s.mode) for s in bias.body] == [((ANY, ANY), "oo"), (("a",), "o")]
    assert not bias.directed
    assert bias.demands == ()
    text = bias_text(bias)
    assert "direction" not in text
    assert "_" not in text.replace("_pred", "").replace("max_", "")
    assert parse_bias(text).body[0].types == (ANY, ANY)
    with pytest.raises(UnsupportedError, match="f/2 has no type, which the asp learner needs"):
        bias.require_types_and_directions("the asp learner")


def test_what_is_declared_of_nothing_is_pointed_out() -> None:
    text = (
        "head_pred(f,1). body_pred(p,2).\ntype(f,(t,)). type(p,(t,u)).\ntype(q,(t,u)).\n"
        "type(p,(t,u,u)).\ndirection(f,(in,)). direction(p,(in,out)). direction(pp,(in,out)).\n"
        "constant(3,u). constant(4,v).\nmagic_value_type(w). magic_value_type(u).\n"
        "maxbody( 4).\nsize(4). :- size(N), body_size(_,N).\n"
    )
    assert parse_bias(text).idle == (
        ("a type of q/2, which is no declared predicate", 3),
        ("a type of p/3, which is no declared predicate", 4),
        ("a direction of pp/2, which is no declared predicate", 5),
        ("constant(4,v) has no effect: no argument has the type v", 6),
        ("magic_value_type(w) has no effect: no argument has the type w", 7),
        ("maxbody( 4) is taken for raw ASP; did you mean max_body?", 8),
    )
    assert parse_bias(shipped_file("bias/paper.pl").read_text()).idle == ()
    limited = parse_bias("head_pred(f,2). body_pred(p,2). max_vars(3).").limited({"max_vars": 1})
    ((said, line),) = limited.idle
    assert said.startswith("max_vars 1, given instead of the file's limit, has no effect")
    assert line is None


def test_the_documented_statements_are_read() -> None:
    """Each statement in docs/formats.md is read with the declarations around it."""
    page = (ROOT / "docs" / "formats.md").read_text().partition("## Bias files")[2]
    lines = page.split("```")[1].splitlines()[1:]
    statements = [line.partition("  ")[0].strip() for line in lines]
    assert len(statements) >= 15
    around = SMALL.replace("(edges,edges,int)", "(edges,edges,t)")
    around += "constant(big,1). direction(big,(in,)).\n"
    for statement in statements:
        if statement.startswith(("head_pred", "type", "direction(count")):
            continue
        text = around.replace("direction(f,(in,in)).\n", "") if "(f," in statement else around
        parse_bias(text + statement.replace("var_type(C,V,t)", "var_type(C,V,path)"), "bias.pl")


# ---- errors ---------------------------------------------------------------------------------

FACTS = "declarations must be facts, or follow from facts alone"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("type(one,(int,)).", "type(one,(int,int)).", 7, "the type of one has 2 parts; 1 are"),
        ("(in,in,out)", "(in,out)", 9, "the direction of count has 2 parts; 3 are needed"),
        ("(in,in,out)", "(in,in,maybe)", 9, "a direction is in or out"),
        ("one,(int,)", "one,int", 7, "expected type(name,(…,…)), found 'type(one,"),
        ("one,(int,)", "one,(Int,)", 7, "expected type(name,(…,…)), found 'type(one,"),
        ("one,(int,)", "one,(int int)", 7, "expected type(name,(…,…)), found 'type(one,"),
        ("one,(int,)", f"one,({'a' * 60};b)", 7, "expected type(name,(…,…)), found 'type(one,"),
        (
            "body_pred(one,1)",
            "body_pred('Even One',1)",
            3,
            "expected body_pred(name,arity); a name is of letters from a to z",
        ),
        ("body_pred(one,1)", "body_pred(one)", 3, "expected body_pred(name,arity)"),
        ("body_pred(one,1)", "body_pred(one,x)", 3, "expected body_pred(name,arity)"),
        ("body_pred(one,1)", "body_pred(One,1)", 3, "expected body_pred(name,arity)"),
        ("body_pred(one,1)", "body_pred(one,1²)", 3, "expected body_pred(name,arity)"),
        ("head_pred(f,2).", "", None, "exactly one head_pred is needed, found 0"),
        ("head_pred(f,2).", "\nhead_pred(f,2).\nhead_pred(g,2).", 4, "exactly one head_pred"),
        ("body_pred(count,3). body_pred(one,1).", "", None, "no body_pred is declared"),
        (
            "% A head",
            "max_body(2).\nmax_body(3).\n%",
            2,
            "max_body already has a different value, from line 1",
        ),
        ("% A head", "max_vars(0).\n%", 1, "max_vars needs a whole number above 0"),
        ("% A head", "max_vars(-1).\n%", 1, "max_vars needs a whole number above 0"),
        ("% A head", "max_body(two).\n%", 1, "max_body needs a whole number above 0, found 'two'"),
        ("% A head", "max_body.\n%", 1, "max_body needs a whole number above 0"),
        ("% A head", "max_body(²).\n%", 1, "max_body needs a whole number above 0"),
        ("% A head", f"max_body({'9' * 5000}).\n%", 1, "max_body needs a whole number above 0"),
        ("direction(one,(in,)).", "direction(one,(in,))", 10, "no full stop after 'direction("),
        ("% A head", "#script (python) x #end.\n%", 1, "#script is refused"),
        ("% A head", "# \n script (python) x #end.\n%", 1, "#script is refused"),
        ("% A head", "#SCRIPT (python) x #end.\n%", 1, "#SCRIPT is refused"),
        ("% A head", "#include <incmode>.\n%", 1, "#include is refused"),
        ("% A head", "#external body_pred(shell,1).\n%", 1, "#external is refused"),
        ("% A head", "%* *% x.\n%", 1, "a block comment is refused"),
        ("% A head", "% a comment with %* in it\n%", 1, "a block comment is refused"),
        ("% A head", 'x("%").\n%', 1, "a string is refused"),
        ("% A head", "x(@f()).\n%", 1, "an external function is refused"),
        ("% A head", "body_pred(one,1) :- x.\n%", 1, FACTS),
        ("% A head", "{body_pred(one,1)}.\n%", 1, FACTS),
        ("% A head", "x :- y. body_pred(P,1) :- not p(P).\n%", 1, FACTS),
        ("% A head", "c(a). body_pred(P,Q) :- c(P).\n%", 1, FACTS),
        ("% A head", "c(a). body_pred(P,1) :- c(P), P != b.\n%", 1, FACTS),
        ("% A head", "c(a). type(P,(T,)) :- c(P), c(f(T)).\n%", 1, FACTS),
        ("% A head", "body_pred(one,1;two,1).\n%", 1, "expected body_pred(name,arity)"),
        ("% A head", "c('X'). body_pred(P,1) :- c(P).\n%", 1, FACTS),
        (
            "% A head",
            "".join(f"c(x{n}). " for n in range(1001)) + "body_pred(P,1) :- c(P), c(Q).\n%",
            1,
            "more than 1,000,000 pairs of facts",
        ),
        ("% A head", "max_body(1..3).\n%", 1, "max_body needs a whole number above 0"),
        ("% A head", "magic_value_type(X).\n%", 1, "expected magic_value_type(type)"),
        ("% A head", "/* x */ max_vars(3).\n%", 1, "a block comment is refused"),
        ("% A head", "only(a)\nother(b).\n%", 1, "no full stop after 'only(a)'"),
        ("% A head", ":- dynamic foo/1.\n%", 1, "':- dynamic foo/1' is neither a declaration nor"),
        ("% A head", ":- é.\n%", 1, "':- é' is neither a declaration nor an ASP statement"),
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
