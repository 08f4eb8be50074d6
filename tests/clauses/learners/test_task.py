"""Learning tasks: what is read, and one clear error for each mistake."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from witness.base.errors import InputError
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.learners import learn
from witness.clauses.learners.task import read_examples, read_task

BK = """\
% What a learner may use.
size(a,1).
size(b,2).
big(A) :- A > 1.
"""

BIAS = """\
head_pred(f,1).
body_pred(size,2).
body_pred(big,1).
type(f,(thing,)).
type(size,(thing,int)).
type(big,(int,)).
direction(f,(in,)).
direction(size,(in,out)).
direction(big,(in,)).
"""

EXS = "pos(f(b)).\nneg(f(a)).\n"


@pytest.fixture
def task(tmp_path: Path) -> Path:
    place = tmp_path / "task"
    place.mkdir()
    for name, text in (("bk.pl", BK), ("bias.pl", BIAS), ("exs.pl", EXS)):
        (place / name).write_text(text)
    return place


def fails(task: Path, tmp_path: Path) -> InputError:
    """Learn, which must fail with one line and write nothing; return the error."""
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError) as caught:
        learn(task, tmp_path / "output")
    assert sorted(tmp_path.rglob("*")) == before
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_task_that_is_fine(task: Path, tmp_path: Path) -> None:
    read = read_task(task)
    assert read.positives == [("b",)]
    assert read.negatives == [("a",)]
    assert read.directory == task
    assert read.bias.head.key == ("f", 1)
    assert read.background.facts["size", 2] == [("a", 1), ("b", 2)]
    assert learn(task, tmp_path / "output")["status"] == "learned"
    assert (tmp_path / "output" / "hypothesis.pl").read_text() == "f(A) :- size(A,B), big(B).\n"


@pytest.mark.parametrize("name", ["exs.pl", "bk.pl", "bias.pl"])
def test_a_missing_file(task: Path, tmp_path: Path, name: str) -> None:
    (task / name).unlink()
    error = fails(task, tmp_path)
    assert error.file == str(task / name)
    assert "cannot be read" in str(error)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", None, "no examples"),
        ("\n\n  \n", None, "no examples"),
        ("% pos(f(b)).\n% neg(f(a)).\n", None, "no examples"),
        ("pos(f(b)).\nneg(g(a)).\n", 2, "example of f/1.*found g/1"),
        ("pos(f(b)).\nneg(f(a,b)).\n", 2, "example of f/1.*found f/2"),
        ("pos(f(b)).\n\nneg(f(A)).\n", 3, "constants"),
        ("pos(f(_)).\n", 1, "constants"),
        ("pos(f(_b)).\n", 1, "constants"),
        ("% a comment\npos(f([a,B])).\n", 2, "constants"),
        ("pos(f(g(A))).\n", 1, "constants"),
        ("pos(f(b)).\nneg(f).\n", 2, "pos.*neg.*facts"),
        ("pos(f(b)).\nneg(f(a)) :- true.\nneg(f(a)) :- big(1).\n", 3, "pos.*neg.*facts"),
        ("pos(f(b)).\npositive(f(b)).\n", 2, "pos.*neg.*facts"),
        ("pos(f(b)).\nf(b).\n", 2, "pos.*neg.*facts"),
        ("pos(f(b),f(a)).\n", 1, "pos.*neg.*facts"),
        ("pos(f(b)).\nneg(f(a))\n", 2, "full stop"),
        ("pos(f(b)).\nneg(f(a).\n", 2, "'\\)'"),
        ("pos(f(b)).\nneg(f(1a)).\n", 2, "a number with a letter directly after it"),
        ("pos(f(b)).\nneg(f(²)).\n", 2, "cannot read '²"),
        ("pos(f(b)).\nneg(f(É)).\n", 2, "constants"),
        ("pos(f(b)).\n\nneg(\n  f(a)", 3, "expected"),
        ("pos(f(b)).\nneg(f(g(_))).\n", 2, r"found g\(_1\) as argument 1"),
        ("pos(f()).\n", 1, "write f"),
        ("pos(f(b)).\nneg(f(a,)).\n", 2, "term was expected"),
        ("pos(f(b)) neg(f(a)).\n", 1, "full stop, found 'neg'"),
    ],
)
def test_examples_that_are_none(
    task: Path, tmp_path: Path, text: str, line: int | None, says: str
) -> None:
    (task / "exs.pl").write_text(text)
    error = fails(task, tmp_path)
    assert error.file == str(task / "exs.pl")
    assert error.line == line
    with pytest.raises(InputError, match=says):
        raise error


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (BK + "more(A,B) :- A > B\nless(A,B) :- A < B.\n", 6, "full stop"),
        (BK + "less(A,B) :- A < .\n", 5, "term was expected"),
        (BK + "less(A,B) :- (A < B.\n", 5, "'\\)'"),
        (BK + "less(A,B) :- A = {x}.\n", 5, "a brace is not supported"),
        (BK + ":- initialization(less).\n", 5, "only the directives .* found 'initialization'"),
        (BK.replace("A > 1", "A > 1, odd(A)"), 4, "unknown predicate odd/1"),
        (BK.replace("A > 1", "A > 1, \\+ odd(A)"), 4, "unknown predicate odd/1"),
        (BK.replace("A > 1", "A > B"), 4, "B has no value"),
        (BK.replace("A > 1", "A > 1, \\+ size(B,A), B = a"), 4, "B has no value"),
        (BK.replace("size(b,2).", "size(b,X) :- big(X)."), 4, "A has no value"),
    ],
)
def test_a_background_that_cannot_be_used(
    task: Path, tmp_path: Path, text: str, line: int, says: str
) -> None:
    (task / "bk.pl").write_text(text)
    error = fails(task, tmp_path)
    assert error.file == str(task / "bk.pl")
    assert error.line == line
    with pytest.raises(InputError, match=says):
        raise error


def test_an_error_leaves_earlier_results_alone(task: Path, tmp_path: Path) -> None:
    learn(task)
    kept = {path: path.read_bytes() for path in task.iterdir() if path.name != "exs.pl"}
    (task / "exs.pl").write_text("")
    with pytest.raises(InputError):
        learn(task)
    assert {path: path.read_bytes() for path in task.iterdir() if path.name != "exs.pl"} == kept


# ---- reading examples -------------------------------------------------------------------------


def examples(tmp_path: Path, text: str, arity: int = 1) -> tuple[list[object], list[object]]:
    types, ways = ",".join(["t"] * arity), ",".join(["in"] * arity)
    bias = parse_bias(
        f"head_pred(f,{arity}). type(f,({types},)). direction(f,({ways},)).\n"
        "body_pred(p,1). type(p,(t,)). direction(p,(in,))."
    )
    (tmp_path / "exs.pl").write_bytes(text.encode())
    positives, negatives = read_examples(tmp_path / "exs.pl", bias.head)
    return list(positives), list(negatives)


def test_whatever_prolog_reads(tmp_path: Path) -> None:
    text = (
        "% comment\npos( f(a) ).   neg(f(b)). /* more\n of it */\npos(f('A b')).\n"
        "neg(f(-3)).\npos(f([1,[x],[]])).\nneg(f(12)).\npos(\nf(z)\n).\n"
    )
    assert examples(tmp_path, text) == (
        [("a",), ("A b",), ((1, ("x",), ()),), ("z",)],
        [("b",), (-3,), (12,)],
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", "  \n", "\t\n"])
def test_lines_may_end_as_they_like(tmp_path: Path, end: str) -> None:
    text = end.join(["pos(f(a)).", "neg(f(b)).", "pos(f(c))."])
    assert examples(tmp_path, text) == ([("a",), ("c",)], [("b",)])
    assert examples(tmp_path, text + end) == ([("a",), ("c",)], [("b",)])


def test_plain_lines_are_read_as_the_parser_reads_them(tmp_path: Path) -> None:
    """Files of plain lines take the fast path; a comment makes the same file take the slow one."""
    rng = random.Random(1)
    constants = (
        "a",
        "b1",
        "c_D",
        "0",
        "7",
        "007",
        "12345678901234567890",
        "p12",
        "mod",
        "is",
        "[]",
    )
    for _ in range(200):
        arity = rng.randint(1, 3)
        lines = []
        for _ in range(rng.randint(1, 6)):
            values = ",".join(rng.choice(constants) for _ in range(arity))
            lines.append(f"{rng.choice(('pos', 'neg'))}(f({values})).\n")
        text = "".join(lines)
        try:
            plain: object = examples(tmp_path, text, arity)
        except InputError as error:
            plain = str(error)
        try:
            parsed: object = examples(tmp_path, f"{text}% end\n", arity)
        except InputError as error:
            parsed = str(error)
        assert plain == parsed
