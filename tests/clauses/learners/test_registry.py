"""A learner is one file and one line of the registry."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support.beyond import bias_with
from support.learning import CASES, NAMES

from witness.base.errors import InputError, UnsupportedError
from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.learners import learn
from witness.clauses.learners.registry import FORMER, LEARNERS, check_bias, learner_named
from witness.clauses.learners.settings import Learned, Run, Settings
from witness.clauses.learners.task import LearningTask, read_task
from witness.cli import main

#: The learners that do not take every bias.
PARTICULAR = [name for name in LEARNERS if name not in ("popper", "recorded")]

#: The end of a refusal of what Popper alone can learn.
POPPER = (
    "; use the learner popper: `witness learn DIR --learner popper` "
    "(docs/learners.md#getting-popper)"
)


def guess(task: LearningTask, settings: Settings) -> Run:
    """Learn the same clause from all examples."""
    clauses = tuple(parse_clauses("f(A,B) :- square(B,C,D), three(C)."))
    counts = len(task.positives), len(task.negatives)
    return Run(Learned(clauses, 1, 2, {"limit": settings.timeout}), *counts, version="7")


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a learner that a new file defines and one line registers."""
    module = ModuleType("a_new_file")
    module.guess = guess  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "a_new_file", module)
    monkeypatch.setitem(LEARNERS, "guess", "a_new_file:guess")
    return "guess"


def test_an_invented_learner_learns(invented: str, tmp_path: Path) -> None:
    record = learn(CASES / NAMES[0], tmp_path, learner=invented, settings=Settings(timeout=9))
    task = read_task(CASES / NAMES[0])
    del record["seconds"]
    assert record == {
        "status": "learned",
        "true_positives": 1,
        "positives": len(task.positives),
        "false_positives": 2,
        "negatives": len(task.negatives),
        "program_size": 3,
        "learner": "guess",
        "version": "7",
        "limit": 9,
        "limits": {"max_vars": task.bias.max_vars, "max_body": task.bias.max_body},
    }
    assert (tmp_path / "hypothesis.pl").read_text() == "f(A,B) :- square(B,C,D), three(C).\n"


def test_the_command_line_knows_an_invented_learner(
    invented: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("learn", str(CASES / NAMES[0]), "--learner", invented, "-o", str(tmp_path), "--json")
    assert main(given) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "result.json").read_text())
    with pytest.raises(SystemExit):
        main(["learn", "--help"])
    assert f"--learner {{{','.join(LEARNERS)}}}" in capsys.readouterr().out


def test_every_learner_is_there() -> None:
    assert len({learner_named(name) for name in LEARNERS}) == len(LEARNERS)
    with pytest.raises(InputError, match="unknown learner 'best'; use asp, popper"):
        learner_named("best")


@pytest.mark.parametrize(("name", "use"), FORMER.items())
def test_a_former_learner_names_what_to_use(name: str, use: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"there is no learner '{name}' any more; use {use}"):
        learn(CASES / NAMES[0], tmp_path, learner=name)


@pytest.mark.parametrize(
    ("learner", "statement", "message"),
    [
        ("asp", "enable_pi.", f"(predicate invention) is not supported by the asp learner{POPPER}"),
        ("asp", "enable_recursion.", f"(recursion) is not supported by the asp learner{POPPER}"),
        ("asp", "body_pred(f,2).", f"(recursion) is not supported by the asp learner{POPPER}"),
        ("asp", ":- body_literal(_,len,_,_).", f"(raw ASP) is not supported by the asp learner"
         f"{POPPER}"),
        ("popper", "constant(e1,edges).", "by the popper learner; use the learner asp"),
    ],
)  # fmt: skip
def test_a_bias_that_a_learner_cannot_use(
    learner: str, statement: str, message: str, tmp_path: Path
) -> None:
    bias = tmp_path / "bias.pl"
    bias.write_text(bias_with() + statement + "\n")
    line = bias.read_text().count("\n")
    with pytest.raises(UnsupportedError) as caught:
        check_bias(learner, read_background(bias=bias))
    assert str(caught.value).startswith(f"{bias}: line {line}: {statement.removesuffix('.')} (")
    assert message in str(caught.value)
    hint = str(caught.value).partition("; use the learner ")[2]
    assert ("popper" in hint) == ("constant" not in statement)


@pytest.mark.parametrize("learner", PARTICULAR)
@pytest.mark.parametrize(
    ("statement", "meant"),
    [
        ("max_var(4).", "max_vars"),
        ("maxbody(4).", "max_body"),
        ("allow_singleton.", "allow_singletons"),
        ("enable_recursive.", "enable_recursion"),
    ],
)
def test_a_statement_that_is_nearly_right(
    learner: str, statement: str, meant: str, tmp_path: Path
) -> None:
    """The hint names what was meant; Popper would take it for raw ASP without an effect."""
    bias = tmp_path / "bias.pl"
    bias.write_text(bias_with() + statement + "\n")
    with pytest.raises(UnsupportedError) as caught:
        check_bias(learner, read_background(bias=bias))
    assert str(caught.value).endswith(f"{learner} learner; did you mean {meant}?")


@pytest.mark.parametrize("learner", PARTICULAR)
@pytest.mark.parametrize(
    ("statements", "hint"),
    [
        ("enable_pi.", POPPER),
        ("enable_pi. magic_value_type(edges).", " learner"),
        ("max_var(4).", "; did you mean max_vars?"),
    ],
)
def test_the_hint_of_a_run(learner: str, statements: str, hint: str, tmp_path: Path) -> None:
    """Every learner gives it, if and only if Popper takes the whole bias."""
    task = tmp_path / "task"
    shutil.copytree(CASES / NAMES[0], task)
    with (task / "bias.pl").open("a") as stream:
        stream.write(f"{statements}\n")
    for given in (None, read_task(task)):
        with pytest.raises(UnsupportedError) as caught:
            learn(task, tmp_path / "out", learner=learner, task=given)
        assert str(caught.value).endswith(hint)
        assert str(caught.value).count("; ") == hint.count("; ")


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_biases_that_are_shipped(learner: str) -> None:
    for name in ("paper", "nolen", "extended"):
        bias = shipped_file(f"bias/{name}.pl")
        check_bias(learner, read_background(bias=bias))
