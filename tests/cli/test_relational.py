"""Tasks that are not about panels: what was learned, in English and in numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support.beyond import ENDLESS, MIXED, RECURSIVE
from support.beyond import PLAIN as PLAIN_PANEL

from witness.cli import main

BK = """parent(ann,bob). parent(bob,cal). parent(bob,dan). parent(eve,fay). age(ann,70). age(bob,4).
age(cal,9). age(dan,4). age(eve,50). age(fay,20). four(4).
"""
BIAS = """head_pred(g,2). type(g,(person,person)). direction(g,(in,out)).
body_pred(parent,2). type(parent,(person,person)). direction(parent,(in,out)).
body_pred(age,2). type(age,(person,int)). direction(age,(in,out)).
body_pred(four,1). type(four,(int,)). direction(four,(in,)). max_vars(4). max_body(3).
"""
EXAMPLES = "pos(g(ann,cal)). pos(g(ann,dan)). neg(g(ann,bob)). neg(g(eve,fay)).\n"


def write(folder: Path, clauses: str, said: str = "") -> str:
    for name, text in (("bk", said + BK), ("bias", BIAS), ("exs", EXAMPLES)):
        (folder / f"{name}.pl").write_text(text)
    (folder / "hypothesis.pl").write_text(clauses)
    return str(folder / "hypothesis.pl")


PLAIN = "g(A,B) :- parent(A,C), parent(C,B).\n"


@pytest.mark.parametrize(
    ("clause", "said", "english"),
    [
        (PLAIN, "", "g(A, B) holds if, for some C, parent(A, C) holds, and parent(C, B) holds."),
        (PLAIN, "%~ parent(A,B) ~ {B} is a child of {A}\n",
         "g(A, B) holds if, for some C, C is a child of A, and B is a child of C."),
        (PLAIN, "%~ parent(A,B) ~ {B} is a child of {A}\n%~ g(A,B) ~ {A} is a grandparent of {B}\n",
         "A is a grandparent of B if, for some C, C is a child of A, and B is a child of C."),
        ("g(A,B) :- parent(A,B), age(B,N), N > 3.\n", "%~ age(A,B) ~ B: the age of {A}\n",
         "g(A, B) holds if parent(A, B) holds, and the age of B is greater than three."),
        ("g(A,A).\n", "%~ g(A,B) ~ {A} likes {B}\n", "A likes A always."),
        ("g(A,B) :- parent(A,C), g(C,B).\n", "%~ g(A,B) ~ {A} is above {B}\n",
         "A is above B if, for some C, parent(A, C) holds, and C is above B."),
        ("g(A,B) :- \\+ parent(A,_), four(B).\n", "",
         "g(A, B) holds if not parent(A, something) holds, and four(B) holds."),
    ],
)  # fmt: skip
def test_english(
    clause: str, said: str, english: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, clause, said)
    assert main(["explain", file]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"1. {english}"


def test_predicates_without_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line says how to give one, and what it says can be put there."""
    file = write(tmp_path, f"{PLAIN}g(A,B) :- age(A,N), four(N), own(B).\nown(X) :- four(X).\n")
    assert main(["explain", file]) == 0
    said = capsys.readouterr().err.splitlines()
    lines = [
        "%~ age(A,B) ~ {A} … {B}", "%~ four(A) ~ {A} …", "%~ g(A,B) ~ {A} … {B}",
        "%~ parent(A,B) ~ {A} … {B}",
    ]  # fmt: skip
    assert said == [
        f"witness: {tmp_path}/bk.pl: a line such as {line} puts {name} into English"
        for line, name in zip(lines, ("age/2", "four/1", "g/2", "parent/2"), strict=True)
    ]
    write(tmp_path, PLAIN, "".join(f"{line}\n" for line in lines))
    assert main(["explain", file]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    assert found.out.startswith("1. A … B if, for some C, A … C, and C … B.\n")


def test_what_is_defined_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, f"{PLAIN}g(A,B) :- likes(A,B).\n")
    assert main(["explain", file]) == 2
    assert capsys.readouterr().err == f"witness: {file}: line 2: unknown predicate likes/2\n"
    write(tmp_path, PLAIN, "%~ likes(A,B) ~ {A} likes {B}\n")
    assert main(["explain", file]) == 2
    said = "bk.pl: line 1: a %~ line for likes/2, which is not defined\n"
    assert capsys.readouterr().err.endswith(said)


REASONS = [
    "it calls more/3, an invented predicate",
    *["it defines more/3, an invented predicate"] * 3,
    "it is recursive: f/2 calls itself",
]


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    file = tmp_path / "mixed.pl"
    file.write_text(MIXED)
    return str(file)


def test_explain(mixed: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["explain", mixed]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1. The number of edges that the path and the square have in common")
    assert lines[1] == f"   {PLAIN_PANEL.strip()}"
    assert lines[2::2] == [f"{n}. (Not in English: {why}.)" for n, why in enumerate(REASONS, 2)]
    assert lines[-1] == f"   {MIXED.splitlines()[-1]}"


def test_verify(mixed: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    files = {name: str(tmp_path / name) for name in ("certificate", "core", "picture.svg")}
    options = [f"--{name.partition('.')[0]}={file}" for name, file in files.items()]
    assert main(["verify", mixed, *options]) == 0
    out = capsys.readouterr().out
    assert out.startswith("unknown: 5 of 6 clauses unknown, 1 proved\n")
    assert [line[11:] for line in out.splitlines() if line.startswith("  unknown: ")] == REASONS
    assert "  proved: the square is lost in each of the 62 configurations" in out
    assert Path(files["core"]).read_text() == PLAIN_PANEL
    drawn = re.sub(r"<[^>]+>", " ", Path(files["picture.svg"]).read_text())
    assert "There is no picture: it is recursive: f/2 calls itself." in " ".join(drawn.split())
    assert main(["recheck", files["certificate"], mixed]) == 0
    assert capsys.readouterr().out == (
        "nothing is confirmed about 5 of 6 clauses (status unknown or checked)\nconfirmed\n"
    )
    # Whatever the others say, a refuted clause refutes all.
    Path(mixed).write_text(f"{ENDLESS}f(A,B) :- adjacent(A,B).\n")
    assert main(["verify", mixed, "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert [found["status"] for found in verdict["clauses"]] == ["unknown", "refuted"]
    Path(mixed).write_text(f"{ENDLESS}f(A,B) :- adjacent(A,B).\n{PLAIN_PANEL}")
    assert main(["verify", mixed]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    assert head == "refuted: 1 of 3 clauses refuted, 1 proved, 1 unknown"
    assert verdict["status"] == "refuted"


def test_why(mixed: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["verify", mixed, "--why"]) == 0
    assert capsys.readouterr().out.count("  unknown: it defines more/3") == 3


def test_translate(mixed: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["explain", "--python", mixed]) == 0
    out, err = capsys.readouterr()
    notices = err.splitlines()
    assert notices == [
        f"witness: {mixed}: line {line}: {reason}; it is not translated"
        for line, reason in enumerate(REASONS, start=2)
    ]
    assert out.count("# Not translated, as it ") == 5
    assert "CLAUSES = (clause_1,)" in out
    Path(mixed).write_text(RECURSIVE)
    assert main(["explain", "--python", mixed]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"witness: {mixed}: line 1: no clause can be translated: {REASONS[0]}\n"
