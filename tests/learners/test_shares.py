"""A time limit is shared by what collapses the examples, another program, and what counts."""

from __future__ import annotations

import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.stand_in import CASE, SOLVED, StandIn, prints, run

from witness.learners import aleph, learn, programs
from witness.learners.programs import Shares
from witness.learners.run import Settings

ALEPH = ":- module(aleph, [induce/1]).\naleph_version(5).\n"
PRINTED = """\
*** ended: done
h_f(A,B):-b_square(B,C,D),b_path(A,E),b_count(E,D,F),b_greaterThan(F,C).
*** end
"""


def test_what_is_left() -> None:
    early = Shares(100, time.perf_counter())
    assert early.collapsing == 20
    assert early.program is not None
    assert early.counting is not None
    assert 90 < early.program <= 100
    assert 90 < early.counting <= 100
    late = Shares(100, time.perf_counter() - 98)
    assert (late.counting, late.collapsing) == (10, 20)
    over = Shares(10, time.perf_counter() - 500)
    assert (over.program, over.counting) == (1, 2)


def test_without_a_limit() -> None:
    shares = Shares(None)
    assert (shares.collapsing, shares.program, shares.counting) == (None, None, None)


@pytest.fixture
def long_to_collapse(tmp_path: Path) -> Path:
    """A task in which one predicate has a great many answers."""
    case = tmp_path / "case"
    shutil.copytree(CASE, case)
    with (case / "bk.pl").open("a") as stream:
        stream.write("big(A,B) :- path(A,_), between(1,900000,B).\n")
    with (case / "bias.pl").open("a") as stream:
        stream.write("body_pred(big,2).\ntype(big,(path,int)).\ndirection(big,(in,out)).\n")
    return case


def aleph_settings(code: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Put Python code in the place of SWI-Prolog."""
    (place / "aleph.pl").write_text(ALEPH)
    program = place / "swipl"
    program.write_text(f"#!{sys.executable}\n{code}\n")
    program.chmod(0o755)
    monkeypatch.setattr(aleph, "_swipl", lambda: str(program))
    return Settings(file=str(place / "aleph.pl"))


TOO_LONG = "collapsing takes more than 1 s, a fifth of the time"


def test_popper_gets_all_examples_if_collapsing_takes_too_long(
    stand_in: StandIn, long_to_collapse: Path, tmp_path: Path
) -> None:
    settings = replace(stand_in(prints(SOLVED)), timeout=5)
    record = run(settings, tmp_path / "out", long_to_collapse)
    assert (record["status"], record["true_positives"]) == ("learned", 38)
    assert record["examples_given"] == [106, 34]
    assert record["not_collapsed"] == TOO_LONG


def test_aleph_gets_all_examples_if_collapsing_takes_too_long(
    long_to_collapse: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = aleph_settings(prints(PRINTED), tmp_path, monkeypatch)
    settings = replace(settings, timeout=5)
    record = learn(long_to_collapse, tmp_path / "out", learner="aleph", settings=settings)
    assert record["status"] == "learned"
    assert record["examples_given"] == [106, 34]
    assert record["not_collapsed"] == TOO_LONG


@pytest.mark.slow
@pytest.mark.parametrize("learner", ["popper", "aleph"])
def test_counting_has_what_the_program_left(
    learner: str, stand_in: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time limit is not given out again."""
    left: list[float] = []
    whole = programs.limited

    def watched(work: Any, seconds: float, *more: Any) -> Any:
        left.append(seconds)
        return whole(work, seconds, *more)

    monkeypatch.setattr(programs, "limited", watched)
    slow = f"import time; time.sleep(1.5)\n{prints(SOLVED if learner == 'popper' else PRINTED)}"
    if learner == "popper":
        settings = stand_in(slow)
    else:
        settings = aleph_settings(slow, tmp_path, monkeypatch)
    record = learn(CASE, tmp_path / "out", learner=learner, settings=replace(settings, timeout=60))
    assert record["status"] == "learned"
    assert 0 < left[-1] <= 60 - 1.5
