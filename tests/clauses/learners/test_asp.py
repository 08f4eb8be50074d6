"""The learner against Popper, on tasks that Popper has solved to the optimum.

`data/popper_cases` holds learning tasks made from triangle puzzles (board, number, labels) with
the program that Popper 3.1.0 found for each, its coverage and its size, in `expected.json`.
"""

from __future__ import annotations

import json
import random
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.asked import Interpreter
from support.learning import CASES, NAMES, Coverage, body_of, order, problems

from witness.clauses.language.order import in_order
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.language.terms import Clause
from witness.clauses.learners import learn
from witness.clauses.learners.asp import learner
from witness.clauses.learners.settings import Learned, Settings
from witness.clauses.learners.task import read_task


@pytest.fixture(params=NAMES)
def case(request: pytest.FixtureRequest) -> Path:
    return CASES / str(request.param)


@cache
def coverage_of(case: Path) -> Coverage:
    """Return the coverage of bodies by the interpreter, which is asked once for every call."""
    return Coverage(read_task(case))


@cache
def learned_from(case: Path) -> Learned:
    return learner.learn(read_task(case))


def covered(case: Path, clauses: list[Clause]) -> tuple[int, int]:
    """Return the numbers of positive and negative examples that clauses cover."""
    coverage = coverage_of(case)
    union = 0
    for clause in clauses:
        union |= coverage(body_of(coverage.bias, clause))
    positives = (union & coverage.positive).bit_count()
    return positives, union.bit_count() - positives


def expected(case: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((case / "expected.json").read_text())
    return found


@pytest.mark.slow
def test_what_popper_says_about_its_programs_holds_here_too(case: Path) -> None:
    popper = expected(case)
    task = read_task(case)
    clauses = parse_clauses("\n".join(popper["program"]))
    assert covered(case, clauses) == (popper["true_positives"], 0)
    assert len(task.positives) == popper["positives"]
    assert len(task.negatives) == popper["negatives"]
    assert sum(clause.size for clause in clauses) == popper["program_size"]
    assert [problems(task.bias, body_of(task.bias, clause)) for clause in clauses] == (
        [[]] * len(clauses)
    )


@pytest.mark.slow
def test_the_learner_is_as_good_as_popper(case: Path, tmp_path: Path) -> None:
    popper = expected(case)
    result = learn(case, tmp_path)
    for key in (
        "true_positives",
        "positives",
        "false_positives",
        "negatives",
        "program_size",
    ):
        assert result[key] == popper[key], key
    assert result["status"] == "learned"
    assert result["learner"] == "asp"
    assert result["seconds"] >= 0
    assert json.loads((tmp_path / "result.json").read_text()) == result
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hypothesis.pl", "result.json"]

    task = read_task(case)
    clauses = read_hypothesis(tmp_path / "hypothesis.pl")
    assert sum(clause.size for clause in clauses) == result["program_size"]
    assert covered(case, clauses) == (result["true_positives"], result["false_positives"])
    for clause in clauses:
        body = body_of(task.bias, clause)
        assert problems(task.bias, body) == []
        # It can be read and run from left to right.
        assert order(task.bias, body) == body


def test_every_clause_and_every_literal_is_needed(case: Path) -> None:
    task = read_task(case)
    coverage = coverage_of(case)
    clauses = learned_from(case).clauses
    coverages = [coverage(body_of(task.bias, clause)) for clause in clauses]
    for number, clause in enumerate(clauses):
        others = 0
        for other, mask in enumerate(coverages):
            others |= mask if other != number else 0
        assert coverages[number] & ~others
        body = body_of(task.bias, clause)
        for literal in body:
            shorter = [other for other in body if other != literal]
            if not problems(task.bias, shorter):
                assert coverage(shorter) & ~coverage.positive


@pytest.mark.parametrize("name", NAMES[:4])
def test_whole_clauses_run_by_the_interpreter(name: str) -> None:
    """The numbers above come from single calls; here whole clauses are run."""
    coverage = coverage_of(CASES / name)
    task = read_task(CASES / name)
    interpreter = Interpreter(task.background)
    rng = random.Random(name)
    for clause in learned_from(CASES / name).clauses:
        mask = coverage(body_of(task.bias, clause))
        ordered = in_order(clause, task.bias, task.background.defines)
        for number in rng.sample(range(len(coverage.examples)), 8):
            held = interpreter.holds(ordered, coverage.examples[number])
            assert held == bool(mask >> number & 1)


@pytest.mark.slow
def test_the_order_of_the_examples_does_not_matter(case: Path, tmp_path: Path) -> None:
    mixed = shutil.copytree(case, tmp_path / "mixed")
    lines = (case / "exs.pl").read_text().splitlines(keepends=True)
    random.Random(3).shuffle(lines)
    (mixed / "exs.pl").write_text("".join(lines))
    result, again = learn(case, tmp_path), learn(mixed)
    for one in (result, again):
        one["seconds"] = 0
        for near in one.get("nearest", ()):
            del near["false_positive"]  # the first of many
    assert again == result
    assert (mixed / "hypothesis.pl").read_bytes() == (tmp_path / "hypothesis.pl").read_bytes()


def test_nothing_to_learn(tmp_path: Path) -> None:
    task = shutil.copytree(CASES / NAMES[0], tmp_path / "task")
    examples = [line for line in (task / "exs.pl").read_text().splitlines() if "neg" in line]
    (task / "exs.pl").write_text("\n".join(examples))
    result = learn(task)
    assert result["status"] == "nothing-learned"
    assert (result["positives"], result["true_positives"], result["program_size"]) == (0, 0, 0)
    assert (task / "hypothesis.pl").read_text() == ""


def test_examples_that_contradict_each_other(tmp_path: Path) -> None:
    task = shutil.copytree(CASES / NAMES[0], tmp_path / "task")
    text = (task / "exs.pl").read_text()
    (task / "exs.pl").write_text(text + text.replace("pos(", "neg("))
    assert learn(task)["status"] == "nothing-learned"


def test_positive_examples_alone(tmp_path: Path) -> None:
    """With nothing to avoid the shortest clauses of the bias that cover everything are best."""
    task = shutil.copytree(CASES / NAMES[0], tmp_path / "task")
    text = (task / "exs.pl").read_text()
    (task / "exs.pl").write_text(text.replace("neg(", "pos("))
    result = learn(task)
    assert result["true_positives"] == result["positives"] == 29
    assert result["negatives"] == 0
    assert read_hypothesis(task / "hypothesis.pl") == parse_clauses(
        "f(A,B) :- adjacent(A,B).\nf(A,B) :- notAdjacent(A,B)."
    )


def test_a_time_limit_is_recorded(tmp_path: Path) -> None:
    task = CASES / "2x3_2_puzzle"
    result = learn(task, tmp_path, settings=Settings(timeout=0.001))
    assert result["status"] == "timeout"
    assert (result["true_positives"], result["false_positives"], result["program_size"]) == (0,) * 3
    assert (result["positives"], result["negatives"]) == (183, 33)
    assert json.loads((tmp_path / "result.json").read_text()) == result
    assert (tmp_path / "hypothesis.pl").read_text() == ""
    # The limit ends with the run.
    assert learn(task, tmp_path, settings=Settings(timeout=600))["status"] == "learned"
