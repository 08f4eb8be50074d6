"""What `witness learn` prints and leaves, as a user meets it: real processes, another folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.examples import ROOT
from support.learning import CASES
from support.running import typed, witness
from support.stopping import stopped


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a task, and another to stand in."""
    shutil.copytree(CASES / "2x2_1_puzzle", tmp_path / "task")
    shutil.copy(ROOT / "examples/panels.jsonl", tmp_path / "p.jsonl")
    (tmp_path / "elsewhere").mkdir()
    return tmp_path


def typed_elsewhere(line: str, place: Path) -> tuple[int, str, str]:
    return typed(f"cd elsewhere; {line}", place)


def test_a_folder_stands_for_what_was_learned_in_it(place: Path) -> None:
    """For its clauses and its bias, wherever clauses are named, once there are some."""
    status, _, err = typed_elsewhere("witness explain ../task", place)
    assert (status, err) == (2, "witness: ../task: no task with what `witness learn` makes of it "
                                "(it has no hypothesis.pl)\n")  # fmt: skip
    assert typed_elsewhere("witness learn ../task -o ../other", place)[0] == 0
    assert "it has no bk.pl, exs.pl, bias.pl" in typed_elsewhere("witness verify ../other", place)[2]
    assert typed_elsewhere("witness learn ../task", place)[0] == 0
    for line in (
        "witness explain TASK", "witness explain --python TASK", "witness verify TASK --json",
        "witness show ../p.jsonl --id figure-1 --tree --predicate TASK",
        "witness solve ../p.jsonl --predicate paper,TASK --mode sort | sed 's/.seconds.*//'",
    ):  # fmt: skip
        folder, file = (
            typed_elsewhere(line.replace("TASK", name), place)
            for name in ("../task", "../task/hypothesis.pl")
        )
        assert folder[0] == 0, folder
        assert folder[1] == file[1], line


def test_a_run_does_not_go_on_with_other_clauses_in_the_folder(place: Path) -> None:
    assert typed("witness learn task", place).status == 0
    solve = ("solve", place / "p.jsonl", "--predicate", place / "task", "--mode", "sort")
    stopped(*solve, "-o", place / "out.jsonl", after=3)
    (place / "task/hypothesis.pl").write_text("f(A,B) :- path(A,C), len(C,D), one(D).\n")
    done = witness([*map(str, solve), "-o", "out.jsonl", "--resume"], place)
    assert (done.status, "another file of clauses" in done.err) == (2, True), done
