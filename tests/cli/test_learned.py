"""What `witness learn` prints and leaves, as a user meets it: real processes, another folder."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.asked import Interpreter
from support.examples import ROOT
from support.learning import CASES
from support.running import typed, witness
from support.stopping import stopped

from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import clause_text, term_text
from witness.clauses.learners.rendering import atom_of
from witness.clauses.learners.task import read_task
from witness.library.hypothesis import Hypothesis


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a task, and another to stand in."""
    shutil.copytree(CASES / "2x2_1_puzzle", tmp_path / "task")
    shutil.copy(ROOT / "examples/panels.jsonl", tmp_path / "p.jsonl")
    (tmp_path / "elsewhere").mkdir()
    return tmp_path


def typed_elsewhere(line: str, place: Path) -> tuple[int, str, str]:
    return typed(f"cd elsewhere; {line}", place)


@pytest.mark.slow
def test_a_folder_stands_for_what_was_learned_in_it(place: Path) -> None:
    """For its clauses and its bias, wherever clauses are named, once there are some."""
    status, _, err = typed_elsewhere("witness explain ../task", place)
    assert (status, err) == (2, "witness: ../task: no task with what was learned from it: "
                                "it has no hypothesis.pl; `witness learn ../task` makes "
                                "that\n")  # fmt: skip
    elsewhere = place / "elsewhere"
    assert witness(["learn", "../task", "-o", "../other"], elsewhere).status == 0
    assert json.loads((place / "other" / "result.json").read_text())["task"] == "../task"
    for line in ("verify ../other", "verify ../other/hypothesis.pl", "explain ../other --examples"):
        assert witness(line.split(), elsewhere).status == 0
    assert witness(["learn", "../task"], elsewhere).status == 0
    for line in (
        "explain TASK", "explain --python TASK", "verify TASK --json",
        "show ../p.jsonl --id figure-1 --tree --predicate TASK",
        "solve ../p.jsonl --predicate paper,TASK --mode sort",
    ):  # fmt: skip
        folder, file = (
            witness(line.replace("TASK", name).split(), elsewhere)
            for name in ("../task", "../task/hypothesis.pl")
        )
        assert folder.status == 0, folder
        said = (re.sub(r".seconds.*", "", one.out) for one in (folder, file))
        assert next(said) == next(said), line


@pytest.mark.slow
def test_a_run_does_not_go_on_with_other_clauses_in_the_folder(place: Path) -> None:
    assert typed("witness learn task", place).status == 0
    solve = ("solve", place / "p.jsonl", "--predicate", place / "task", "--mode", "sort")
    stopped(*solve, "-o", place / "out.jsonl", after=3)
    (place / "task/hypothesis.pl").write_text("f(A,B) :- path(A,C), len(C,D), one(D).\n")
    done = witness([*map(str, solve), "-o", "out.jsonl", "--resume"], place)
    assert (done.status, "another file of clauses" in done.err) == (2, True), done


def first_clauses(folder: Path) -> dict[str, int | None]:
    """Return the number of the first clause that holds for each example, by an interpreter."""
    task, clauses = read_task(folder), read_hypothesis(folder)
    holds = Interpreter(task.background).holds
    return {
        f"{sign}({term_text(atom_of('f', example))})": next(
            (n for n, clause in enumerate(clauses, 1) if holds(clause, example)), None
        )
        for sign, examples in (("pos", task.positives), ("neg", task.negatives))
        for example in examples
    }


def test_what_is_printed_and_left(place: Path) -> None:
    """Clauses with their English, numbers, and what is not covered; all of it in the folder."""
    done = typed_elsewhere("witness learn ../task --max-body 4", place)
    assert (done[0], done[2]) == (0, "")
    clauses = read_hypothesis(place / "task")
    *said, numbers, missing = done[1].splitlines()
    assert said[::2] == list(map(clause_text, clauses))
    assert all(re.fullmatch(r"  [A-Z].* the path.*\.", words) for words in said[1::2])
    record = json.loads((place / "task/result.json").read_text())
    found = first_clauses(place / "task")
    for sign, name, hit in (
        ("pos", "covered", True), ("pos", "uncovered", False), ("neg", "covered_negatives", True),
    ):  # fmt: skip
        names = [one[4:-1] for one, n in found.items() if one[:3] == sign and bool(n) == hit]
        assert record[name] == names
    assert len(record["uncovered"]) > 10
    shown = ", ".join(record["uncovered"][:10])
    names = "(each a partial path and a square of bk.pl)"
    assert missing == f"not covered: {shown}, … {len(record['uncovered']) - 10} more {names}"
    right, every, size = (record[n] for n in ("true_positives", "positives", "program_size"))
    counted = (
        f"covers {right} of {every} positive and 0 of {record['negatives']} negative examples; "
        f"{len(clauses)} clauses, {size} literals; not verified"
    )
    assert re.fullmatch(re.escape(counted) + r"; \d+\.\d\d CPU s", numbers)
    first, *comments = (place / "task/hypothesis.pl").read_text().splitlines()
    assert first == f"% C{counted[1:]}"
    assert comments[:2] == [
        "% Learned from ../task by asp", "% Made by: witness learn ../task --max-body 4"
    ]  # fmt: skip
    assert comments[2::2] == [f"%{words[1:]}" for words in said[1::2]]
    assert comments[3::2] == said[::2]


@pytest.mark.slow
def test_the_same_command_makes_the_same_file(place: Path) -> None:
    """Wherever it writes, and whatever it prints."""
    assert typed("witness learn task --until-proved -q -oa", place).status == 0
    more = "--json --picture c.svg --output=b"
    printed = witness(f"learn task --until-proved -q {more}".split(), place).out
    files = [(place / name / "hypothesis.pl").read_text() for name in "ab"]
    assert files[0] == files[1]
    assert "; proved\n% Of the predicates of this bias" in files[0]
    assert "% Made by: witness learn task --until-proved\n" in files[0]
    record = json.loads((place / "b/result.json").read_text())
    assert json.loads(printed) == record
    assert witness(["recheck", "a"], place).status == 0


def test_which_clause_covers_an_example(place: Path) -> None:
    assert "--noisy allows" in typed("witness learn task --max-body 1", place).err
    assert typed("witness learn task", place).status == 0
    assert "expected the result.json of `witness best" in typed("witness recheck task", place).err
    status, out, _ = typed_elsewhere("witness explain ../task --examples", place)
    found = first_clauses(place / "task")
    said = out.partition("\n")[2]
    assert (status, said) == (0, "".join(f"{n or '-'} {name}\n" for name, n in found.items()))
    assert {1, 2, None} <= {*found.values()}
    hypothesis, task = Hypothesis.read(place / "task"), read_task(place / "task")
    numbers = [hypothesis.covers(one) for one in (*task.positives, *task.negatives)]
    assert numbers == [*found.values()]
    for words in ("explain task p.jsonl --examples", "explain task --examples --python"):
        done = witness(words.split(), place)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


_INTERRUPTED = """
import os, signal, sys, time
from witness.clauses.learners import coverage
def interrupted(*_):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
coverage.examples_by_name = interrupted
from witness.cli import main
sys.exit(main(["learn", "task"]))
"""


def test_ctrl_c_after_learning_loses_nothing(place: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED], cwd=place, capture_output=True, text=True, timeout=99
    )
    assert (done.returncode, done.stdout) == (2, "")
    record = json.loads((place / "task/result.json").read_text())
    assert record["status"] == "learned"
    assert sum(one.size for one in read_hypothesis(place / "task")) == record["program_size"] > 0


def test_what_a_wider_bias_would_give_is_said_and_nowhere_written(place: Path) -> None:
    task = place / "kin"
    task.mkdir()
    (task / "bk.pl").write_text("parent(ann,bob). parent(bob,cal). parent(dan,eve).\n")
    bias = "head_pred(f,1). body_pred(parent,2). allow_singletons. max_vars(2). max_body(1)."
    (task / "bias.pl").write_text(f"{bias}\n")
    (task / "exs.pl").write_text("pos(f(ann)). neg(f(bob)). neg(f(dan)).\n")
    status, out, err = typed_elsewhere("witness learn ../kin", place)
    assert (status, out.splitlines()[1]) == (0, "not covered: f(ann)")
    why, *_, wider, noisy = err.splitlines()
    assert why.startswith("witness: nothing was learned: asp found no clause within --max-vars 2 ")
    assert wider == (
        "witness: with --max-vars 3 and --max-body 2, 3 literals cover 1 of 1 positive examples "
        "and 0 of 2 negative ones: f(A) :- parent(A,B), parent(B,C)."
    )
    assert "--noisy allows" in noisy
    assert read_hypothesis(task) == []
    assert "parent(B,C)" not in "".join(one.read_text() for one in task.iterdir())
    assert typed_elsewhere("witness learn ../kin --max-vars 3 --max-body 2", place)[0] == 0
    assert clause_text(read_hypothesis(task)[0]) in err
