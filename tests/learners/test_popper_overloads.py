"""Predicates that share a name: Popper gets other names, and the answer has their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.learning import bias_of
from support.stand_in import StandIn, prints, refused, run

from witness.logic.language.bias_reader import parse_bias
from witness.logic.language.reader import parse_program

BK = (
    "list(a,[x,y,x]). list(b,[y,x]). list(c,[y]). list(d,[x,x,y]). list(e,[x,y,y,x]).\n"
    "len(X) :- list(X,L), length(L,N), N > 2.\n"
    "len(X,N) :- list(X,L), length(L,N).\n"
    "g(X,Y) :- list(X,[Y|_]).\n"
    "three(3). ex(x). len_1(zork).\n"
)
BIAS = bias_of(
    "g t:in", "len t:in", "len t:in int:out", "g t:in el:out", "three int:in", "ex el:in"
)
EXAMPLES = "pos(g(a)). neg(g(b)). neg(g(c)). pos(g(d)). neg(g(e)).\n"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    place = tmp_path / "case"
    place.mkdir()
    for name, text in (("bk", BK), ("bias", BIAS), ("exs", EXAMPLES)):
        (place / f"{name}.pl").write_text(text)
    return place


def test_the_files_and_the_answer(stand_in: StandIn, case: Path, tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    printed = (
        "*** SOLUTION ***\nTP:2 FN:0 TN:3 FP:0 Size:3\ng(V0):- len_2(V0,V1),three(V1).\n"
        "g(V0):- len_1_(V0),g_2(V0,V1),ex(V1),len_2(V0,V2),three(V2).\n*****\n"
    )
    code = (
        "import json, pathlib, sys\n"
        "texts = {p.name: p.read_text() for p in pathlib.Path(sys.argv[1]).iterdir()}\n"
        f"pathlib.Path({str(told)!r}).write_text(json.dumps(texts))\n{prints(printed)}"
    )
    record = run(stand_in(code), tmp_path / "out", case)
    assert (record["status"], record["true_positives"], record["false_positives"]) == (
        "learned", 2, 0,
    )  # fmt: skip
    assert (tmp_path / "out" / "hypothesis.pl").read_text() == (
        "g(A) :- len(A,B), three(B).\ng(A) :- len(A), g(A,B), ex(B), len(A,C), three(C).\n"
    )
    texts = json.loads(told.read_text())
    bias = parse_bias(texts["bias.pl"])
    assert bias.head.key == ("g", 1)
    assert [s.key for s in bias.body] == [
        ("len_1_", 1), ("len_2", 2), ("g_2", 2), ("three", 1), ("ex", 1)
    ]  # fmt: skip
    rules = parse_program(texts["bk.pl"]).rules
    assert str(rules["len_2", 2][0]).endswith(":- len(V0,V1).")
    assert str(rules["len_1_", 1][0]).endswith(":- len(V0).")
    assert {("len", 1), ("len", 2)} <= rules.keys()


def test_raw_asp_about_such_a_name(stand_in: StandIn, case: Path, tmp_path: Path) -> None:
    rule = ":- body_literal(C,len,1,_), clause(C)."
    (case / "bias.pl").write_text(f"{BIAS}\n{rule}\n")
    line = (case / "bias.pl").read_text().count("\n")
    error = refused(stand_in(prints("NO SOLUTION\n")), case, tmp_path / "out")
    assert error.startswith(f"{case / 'bias.pl'}: line {line}: :- body_literal(C,len,1,_)")
    assert "there are len/1 and len/2, which Popper cannot tell apart" in error
    (case / "bias.pl").write_text(f"{BIAS}\n:- body_literal(C,three,1,_), clause(C).\n")
    assert run(stand_in(prints("NO SOLUTION\n")), tmp_path / "out", case)["status"] == (
        "nothing-learned"
    )
