"""Odd examples: what can be learned from them is learned, and one line says what is odd."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.examples import ROOT
from support.stand_in import StandIn

from witness.base.errors import InputError
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners import learn
from witness.cli import main
from witness.puzzle.examples.examples import write_task
from witness.puzzle.model import Puzzle


@pytest.fixture
def task(tmp_path: Path, figure_1: Puzzle) -> Path:
    """The task of Figure 1: 10 positive and 6 negative examples."""
    bk, bias = ROOT / "bk/triangles.pl", ROOT / "bias/paper.pl"
    write_task(figure_1, tmp_path / "task", bk=bk, bias=bias, labels="puzzle")
    return tmp_path / "task"


def change(task: Path, by: Callable[[list[str]], list[str]]) -> None:
    lines = by((task / "exs.pl").read_text().splitlines())
    (task / "exs.pl").write_text("".join(f"{line}\n" for line in lines))


def without(task: Path, sign: str) -> None:
    change(task, lambda lines: [line for line in lines if not line.startswith(sign)])


def test_no_positive_examples(task: Path, capsys: pytest.CaptureFixture[str]) -> None:
    without(task, "pos(")
    assert main(["learn", str(task), "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == (
        f"witness: {task}/exs.pl: there are no positive examples, so there is nothing to learn\n"
    )
    record = json.loads(said.out)
    assert (record["status"], record["positives"]) == ("nothing-learned", 0)
    assert "no positive examples" in record["notices"][0]
    assert read_hypothesis(task) == []


def test_popper_is_not_started_without_positive_examples(task: Path, stand_in: StandIn) -> None:
    without(task, "pos(")
    settings = stand_in("raise SystemExit('started')")
    record = learn(task, learner="popper", settings=settings)
    assert (record["status"], record["negatives"]) == ("nothing-learned", 6)
    assert "no positive examples" in record["notices"][0]
    assert not (task / "popper.log").exists()


def test_no_negative_examples(task: Path, capsys: pytest.CaptureFixture[str]) -> None:
    without(task, "neg(")
    assert main(["learn", str(task), "--json"]) == 0
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "no negative examples, so no clause is too general" in said.err
    record = json.loads(said.out)
    assert (record["status"], record["true_positives"]) == ("learned", 10)


@pytest.mark.parametrize("learner", ["asp", "popper"])
def test_contradictory_examples(task: Path, learner: str, stand_in: StandIn) -> None:
    first = (task / "exs.pl").read_text().splitlines()[0]
    change(task, lambda lines: [*lines, first.replace("pos(", "neg(")])
    settings = stand_in("print('********** SOLUTION **********\\nNO SOLUTION')")
    record = learn(task, learner=learner, settings=settings)
    atom = first.removeprefix("pos(").removesuffix(").")
    said = f"1 example is both positive and negative, such as {atom}; "
    assert record["notices"] == [f"exs.pl: {said}every hypothesis is wrong about it"]
    if learner == "asp":
        assert record["status"] == "learned"
        assert 0 < record["true_positives"] < 10
        assert record["false_positives"] == 0


@pytest.mark.parametrize("learner", ["asp", "popper"])
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("p3,", "p99,", "the background has no path p99"),
        (",c2", ",c7", "the background has no square c7"),
        ("p3,", "'P 3',", "the background has no path 'P 3'"),
    ],
)
def test_names_that_the_background_does_not_have(
    old: str, new: str, message: str, learner: str, task: Path, stand_in: StandIn
) -> None:
    change(task, lambda lines: [line.replace(old, new) for line in lines])
    line = next(
        number
        for number, text in enumerate((task / "exs.pl").read_text().splitlines(), start=1)
        if new in text
    )
    with pytest.raises(InputError, match=f"exs.pl: line {line}: {message}; are both files of one"):
        learn(task, learner=learner, settings=stand_in("raise SystemExit('started')"))
    assert not (task / "result.json").exists()


TRAINS = (
    "head_pred(f,1). body_pred(has_car,2). body_pred(long,1).\n"
    "type(f,(train,)). type(has_car,(train,car)). type(long,(car,)).\n"
    "direction(f,(in,)). direction(has_car,(in,out)). direction(long,(in,)).\n"
)


@pytest.mark.parametrize(
    ("examples", "said"),
    [
        ("pos(f(t1)). neg(f(t2)). neg(f(t9)).", None),  # all is well with it
        ("pos(f(t1)). pos(f(t2)). neg(f(t9)).", None),  # the reason is another
        ("pos(f(t1)). pos(f(t9)).\nneg(f(t2)).", "f(t9) names t9, which the background does not h"),
        ("pos(f(t1)). pos(f(train2)).\nneg(f(t2)).", "have; did you mean train_2?"),
        ("pos(f(t1)). pos(f(ann)).\nneg(f(t2)).", "have; bk.pl has to say something about it"),
    ],
)
def test_names_in_a_task_that_is_not_about_puzzles(
    examples: str, said: str | None, tmp_path: Path
) -> None:
    (tmp_path / "bk.pl").write_text("has_car(t1,c1). has_car(t2,c2). long(c1).\nlong(train_2).\n")
    (tmp_path / "exs.pl").write_text(f"{examples}\n")
    (tmp_path / "bias.pl").write_text(TRAINS)
    record = learn(tmp_path)
    assert record["status"] == "learned"
    assert len(record.get("notices", ())) == (said is not None)
    if said is not None:
        assert record["notices"][0].startswith("exs.pl: ")
        assert said in record["notices"][0]
