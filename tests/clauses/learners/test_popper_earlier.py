"""Popper is not asked the same twice, where that is wanted."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from support.stand_in import CASE, LOG, SOLVED, StandIn, prints

from witness.clauses.learners import learn
from witness.clauses.learners.settings import Settings


@pytest.fixture
def case(tmp_path: Path) -> Path:
    shutil.copytree(CASE, tmp_path / "case")
    return tmp_path / "case"


def ask(case: Path, settings: Settings) -> dict[str, object]:
    return learn(case, learner="popper", settings=replace(settings, reuse=True))


def test_the_same_question_has_the_same_answer(case: Path, stand_in: StandIn) -> None:
    first = ask(case, stand_in(prints(SOLVED, LOG)))
    kept = {path.name: path.read_bytes() for path in case.iterdir()}
    broken = stand_in(prints("", "the second run", 1))
    assert ask(case, replace(broken, timeout=50)) == first
    assert {path.name: path.read_bytes() for path in case.iterdir()} == kept
    # Who does not want that asks anew.
    assert learn(case, learner="popper", settings=broken)["status"] == "failed"


@pytest.mark.slow
@pytest.mark.parametrize("changed", ["exs.pl", "bias.pl", "bk.pl", "max_body", "collapse", "log"])
def test_another_question_is_asked(case: Path, stand_in: StandIn, changed: str) -> None:
    ask(case, stand_in(prints(SOLVED, LOG)))
    settings = stand_in(prints("NO SOLUTION\n"))
    if changed == "max_body":
        settings = replace(settings, max_body=3)
    elif changed == "collapse":
        settings = replace(settings, collapse=False)
    elif changed == "log":
        (case / "popper.log").unlink()
    else:
        text = (case / changed).read_text()
        lines = text.splitlines(keepends=True)
        drop = {"exs.pl": 0, "bias.pl": 3, "bk.pl": None}[changed]
        if drop is None:
            (case / changed).write_text(text + "four(4).\n")
        else:
            (case / changed).write_text("".join(lines[:drop] + lines[drop + 1 :]))
    assert ask(case, settings)["status"] == "nothing-learned"


def test_a_run_that_was_cut_short_is_no_answer(case: Path, stand_in: StandIn) -> None:
    late = "19:57:22 TIMEOUT OF 50 SECONDS EXCEEDED\n"
    assert ask(case, stand_in(prints(SOLVED + late)))["status"] == "timeout"
    assert ask(case, stand_in(prints("NO SOLUTION\n")))["status"] == "nothing-learned"
