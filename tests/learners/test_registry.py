"""A learner is one file and one line of the registry."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from support.beyond import bias_with
from support.examples import ROOT
from support.learning import CASES, NAMES, bias_of, make_task

from witness.base.config import checked
from witness.base.errors import InputError, UnsupportedError
from witness.base.shipped import shipped_file
from witness.cli import main
from witness.learners import aleph, learn, learned
from witness.learners.registry import LEARNERS, check_bias, learner_named
from witness.learners.run import Learned, Run, Settings
from witness.learners.task import LearningTask, read_task
from witness.logic.background import Background, read_background
from witness.logic.language.parser import parse_clauses


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
    given = ("learn", str(CASES / NAMES[0]), "--learner", invented, "-o", str(tmp_path))
    assert main(given) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "result.json").read_text())
    with pytest.raises(SystemExit):
        main(["learn", "--help"])
    assert f"--learner {{{','.join(LEARNERS)}}}" in capsys.readouterr().out


def test_a_configuration_may_name_it(invented: str) -> None:
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    schema = ROOT / "workflow" / "schemas" / "config.schema.yaml"
    assert checked(config | {"learner": invented}, schema)["learner"] == invented
    with pytest.raises(
        InputError, match=r"learner: 'best' is not one of \['asp', .*'popper', 'guess'"
    ):
        checked(config | {"learner": "best"}, schema)


def test_every_learner_is_there() -> None:
    assert len({learner_named(name) for name in LEARNERS}) == len(LEARNERS)
    with pytest.raises(
        InputError, match="unknown learner 'best'; use asp, bottom-up, aleph, popper"
    ):
        learner_named("best")


def test_names_cost_no_import_of_what_they_name() -> None:
    code = (
        "import sys, witness.learners.registry\n"
        "heavy = {'clingo', 'numpy', 'witness.learners.asp', 'witness.learners.popper'}\n"
        "print(*sorted(heavy & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert found.stdout.split() == []


@pytest.mark.parametrize(
    ("learner", "statement", "message"),
    [
        ("asp", "enable_pi.", "(predicate invention) with directions is not supported by the asp "
         "learner; use the learner popper"),
        ("bottom-up", "enable_pi.", "by the bottom-up learner; use the learner popper"),
        ("bottom-up", "enable_recursion.", "bottom-up learner; use the learner asp or popper"),
        ("aleph", "non_datalog.", "by the aleph learner; use the learner asp, "
         "bottom-up or popper"),
        ("asp", ":- body_literal(_,len,_,_).", "(raw ASP) is not supported by the asp learner"),
        ("popper", "constant(e1,edges).", "by the popper learner; use the learner asp"),
        ("bottom-up", "constant(e1,edges).", "by the bottom-up learner; use the learner asp"),
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


@pytest.mark.parametrize("learner", [name for name in LEARNERS if name != "popper"])
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


def test_the_hint_names_every_learner_that_takes_the_bias() -> None:
    """Those that are named learn, and those that are not refuse it as well."""
    task = make_task(
        "a(x). a(y). b(y).", "head_pred(f,1). body_pred(a,1).", "pos(f(x)). neg(f(z))."
    )
    with pytest.raises(UnsupportedError) as caught:
        learned("", task=task, learner="bottom-up")
    assert str(caught.value).endswith("needs; use the learner asp or popper")
    run, _ = learned("", task=task)
    assert [str(clause) for clause in run.learned.clauses] == ["f(A) :- a(A)."]
    taking = [name for name in LEARNERS if name in str(caught.value).split("; ")[1]]
    for name in {*LEARNERS} - {*taking}:
        with pytest.raises(UnsupportedError):
            check_bias(name, Background(task.background, task.bias))


@pytest.mark.slow
def test_no_hint_where_a_definition_does_not_end() -> None:
    """No other learner would help."""
    task = make_task("e(x,y). e(X,Y) :- e(Y,X).", bias_of("f p:in", "e p:in p:out"), "pos(f(x)).")
    for learner in ("asp", "bottom-up"):
        with pytest.raises(InputError, match=r"more than 200,000 steps.*:- table [^;]*$"):
            learned("", task=task, learner=learner)


@pytest.mark.parametrize("learner", [name for name in LEARNERS if name != "popper"])
@pytest.mark.parametrize(
    ("statements", "hint"),
    [
        ("enable_pi.", "; use the learner popper"),
        ("zork(4).", "; use the learner popper"),
        ("enable_pi. magic_value_type(edges).", " learner"),
        ("max_var(4).", "; did you mean max_vars?"),
    ],
)
def test_the_hint_of_a_run(
    learner: str, statements: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every learner gives it, if and only if Popper takes the whole bias."""
    task = tmp_path / "task"
    shutil.copytree(CASES / NAMES[0], task)
    with (task / "bias.pl").open("a") as stream:
        stream.write(f"{statements}\n")
    settings = Settings()
    if learner == "aleph":
        monkeypatch.setattr(aleph, "_swipl", lambda: "swipl")
        settings = Settings(file=str(tmp_path / "aleph.pl"))
        Path(str(settings.file)).write_text(":- module(aleph, []).\naleph_version(5).\n")
    for given in (None, read_task(task)):
        with pytest.raises(UnsupportedError) as caught:
            learn(task, tmp_path / "out", learner=learner, settings=settings, task=given)
        assert str(caught.value).endswith(hint)
        assert str(caught.value).count("; ") == hint.count("; ")


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_biases_that_are_shipped(learner: str) -> None:
    for name in ("paper", "nolen", "extended"):
        bias = shipped_file(f"bias/{name}.pl")
        check_bias(learner, read_background(bias=bias))


def test_what_popper_can_use(tmp_path: Path) -> None:
    bias = tmp_path / "bias.pl"
    bias.write_text(bias_with("enable_recursion", "enable_pi", "non_datalog", ":- body_size(_,1)"))
    check_bias("popper", read_background(bias=bias))


def test_constants_where_all_predicates_are_facts(tmp_path: Path) -> None:
    bias = tmp_path / "bias.pl"
    bias.write_text(
        "head_pred(f,2).\nbody_pred(head_vertex,2).\nbody_pred(corner,2).\n"
        "type(f,(path,square)).\ntype(head_vertex,(path,vertex)).\ntype(corner,(square,vertex)).\n"
        "direction(f,(in,in)).\ndirection(head_vertex,(in,out)).\ndirection(corner,(in,out)).\n"
        "constant(v0_0,vertex).\n"
    )
    check_bias("asp", read_background(bias=bias))


def test_constants_among_definitions(tmp_path: Path) -> None:
    bias = tmp_path / "bias.pl"
    bias.write_text(bias_with("constant(e1,edges)"))
    check_bias("asp", read_background(bias=bias))
