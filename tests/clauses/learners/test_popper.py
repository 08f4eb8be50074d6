"""The popper learner: an executable that is missing, and the real system where it is installed.

The real system is looked for beside this Python and on the PATH; WITNESS_POPPER may name it.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from support.stand_in import CASE, CASES, refused, run

from witness.base.errors import InputError
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners import learn
from witness.clauses.learners.popper import learner
from witness.clauses.learners.settings import Settings


class TestAMissingPopper:
    def test_popper_is_not_there(self, tmp_path: Path) -> None:
        settings = Settings(command="popper-that-is-not-there")
        error = refused(settings, CASE, tmp_path / "out")
        assert "Popper is not installed (no executable popper-that-is-not-there)" in error
        assert "pip install" in error


# ---- the real system ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> Settings:
    named = os.environ.get("WITNESS_POPPER")
    command = named or "popper-ilp"
    try:
        learner.find(command)
    except InputError:
        if named:  # who names it wants it tried
            raise
        pytest.skip("Popper is not installed; WITNESS_POPPER may name its executable")
    return Settings(command=command, timeout=600, memory_limit=8000)


def test_the_real_popper(real: Settings, tmp_path: Path) -> None:
    """It finds what the asp learner finds when that may use variables once, as Popper 4 does."""
    case = tmp_path / "case"
    shutil.copytree(CASES / "2x2_1_puzzle", case)
    with (case / "bias.pl").open("a") as stream:
        stream.write("allow_singletons.\n")
    record = run(real, tmp_path / "popper", case)
    ours = learn(case, tmp_path / "asp")
    assert record["status"] == ours["status"] == "learned"
    for key in ("true_positives", "positives", "false_positives", "negatives", "program_size"):
        assert record[key] == ours[key], key
    assert record["version"] != "unknown"


def test_the_real_popper_learns_nothing(real: Settings, tmp_path: Path) -> None:
    case = tmp_path / "case"
    case.mkdir()
    (case / "bk.pl").write_text("big(a).\nbig(b).\nold(a).\nold(b).\n")
    (case / "bias.pl").write_text(
        "head_pred(f,1).\nbody_pred(big,1).\nbody_pred(old,1).\ntype(f,(t,)).\ntype(big,(t,)).\n"
        "type(old,(t,)).\ndirection(f,(in,)).\ndirection(big,(in,)).\ndirection(old,(in,)).\n"
    )
    (case / "exs.pl").write_text("pos(f(a)).\nneg(f(b)).\n")
    record = run(real, tmp_path / "popper", case)
    assert record["status"] == "nothing-learned", record


def test_the_real_popper_learns_a_recursive_program(real: Settings, tmp_path: Path) -> None:
    """The last element of a list, from a bias that the asp learner refuses."""
    case = tmp_path / "case"
    case.mkdir()
    (case / "bk.pl").write_text("tail([_|T],T).\nhead([H|_],H).\nempty([]).\n")
    (case / "bias.pl").write_text(
        "head_pred(f,2).\nbody_pred(tail,2).\nbody_pred(head,2).\nbody_pred(empty,1).\n"
        "enable_recursion.  % f may call f\nmax_vars(4).\nmax_body(3).\nmax_clauses(2).\n"
        "type(f,(list,element)).\ntype(tail,(list,list)).\ntype(head,(list,element)).\n"
        "type(empty,(list,)).\ndirection(f,(in,out)).\ndirection(tail,(in,out)).\n"
        "direction(head,(in,out)).\ndirection(empty,(in,)).\n"
    )
    (case / "exs.pl").write_text(
        "pos(f([1,2,3],3)).\npos(f([2,4],4)).\npos(f([5],5)).\npos(f([7,1,6,2],2)).\n"
        "neg(f([1,2,3],1)).\nneg(f([1,2,3],2)).\nneg(f([2,4],2)).\nneg(f([7,1,6,2],6)).\n"
    )
    record = run(real, tmp_path / "popper", case)
    assert record["status"] == "learned", record
    assert (record["true_positives"], record["false_positives"]) == (4, 0)
    assert record["examples_given"] == [4, 4]
    clauses = read_hypothesis(tmp_path / "popper" / "hypothesis.pl")
    assert any(li.key == clause.key for clause in clauses for li in clause.body)
