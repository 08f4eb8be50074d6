"""A time limit is shared by what collapses the examples, another program, and what counts."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from support.stand_in import CASE, SOLVED, StandIn, prints, run


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


TOO_LONG = "collapsing takes more than 1 s, a fifth of the time"


def test_popper_gets_all_examples_if_collapsing_takes_too_long(
    stand_in: StandIn, long_to_collapse: Path, tmp_path: Path
) -> None:
    settings = replace(stand_in(prints(SOLVED)), timeout=5)
    record = run(settings, tmp_path / "out", long_to_collapse)
    assert (record["status"], record["true_positives"]) == ("learned", 38)
    assert record["examples_given"] == [106, 34]
    assert record["not_collapsed"] == TOO_LONG
