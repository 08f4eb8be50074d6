"""Which of equally good hypotheses is learned, whatever the order of the lines of the bias."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from support.learning import CASES, bias_of, make_task
from support.sizes import some

from witness.base.shipped import shipped_file
from witness.clauses.language.bias import bias_text
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.terms import clause_text
from witness.clauses.learners import learned
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask, read_task
from witness.puzzle.examples.examples import write_task
from witness.puzzle.generate.algorithms import algorithm_3


def texts(task: LearningTask, noisy: bool = False) -> list[str]:
    """Return what is learned from a task, with what else the record says but for lines of files."""
    settings = Settings(noisy=True) if noisy else Settings()
    run, record = learned("", task=task, settings=settings)
    clauses = [clause_text(clause) for clause in run.learned.clauses]
    kept = sorted(record.keys() - {"seconds", "notices"})
    return [*clauses, *(f"{key}: {record[key]}" for key in kept)]


def check(task: LearningTask, noisy: bool = False, times: int = 4) -> None:
    """Learn the same from a task with the lines of its bias in other orders."""
    lines = bias_text(task.bias).splitlines()
    expected = texts(task, noisy)
    for seed in range(times):
        random.Random(seed).shuffle(lines)
        mixed = replace(task, bias=parse_bias("\n".join(lines)))
        assert mixed.bias.body != task.bias.body or len(task.bias.body) < 3
        assert texts(mixed, noisy) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", some(1, ["2x2_1_puzzle", "2x3_0_puzzle", "3x3_0_puzzle"]))
def test_lines_in_another_order_for_the_paper_s_bias(name: str) -> None:
    check(read_task(CASES / name))


@pytest.mark.slow
@pytest.mark.parametrize("name", some(2, ["live", "extended", "paper"]))
def test_lines_in_another_order_for_many_puzzles(name: str, tmp_path: Path) -> None:
    background = {"paper": "triangles"}.get(name, name)
    rng = random.Random(4)
    write_task(
        [algorithm_3(3, 3, rng), algorithm_3(2, 3, rng)],
        tmp_path,
        bk=shipped_file(f"bk/{background}.pl"),
        bias=shipped_file(f"bias/{name}.pl"),
        labels="puzzle",
    )
    check(read_task(tmp_path))


@pytest.mark.parametrize(("more", "last"), [(0, "even"), (1, "odd")])
def test_no_call_is_made_twice_without_need(more: int, last: str) -> None:
    """A sum of two numbers: of a number with itself, or of two, the names of which come later."""
    bk = f"""v(x,2). v(y,3). a(X,N) :- v(X,N). b(X,N) :- v(X,M), N is M + {more}.
    sum(X,Y,Z) :- Z is X + Y. even(4). odd(5)."""
    bias = bias_of(
        "f t:in",
        "a t:in n:out",
        "b t:in n:out",
        "sum n:in n:in n:out",
        "even n:in",
        "odd n:in",
        settings="max_vars(4). max_body(4).",
    )
    task = make_task(bk, bias, "pos(f(x)). neg(f(y)).")
    clause = f"f(A) :- a(A,B), b(A,C), sum(B,C,D), {last}(D)."
    assert texts(task)[0] == clause
    # Without the other number the call is made twice.
    without = bias_of("f t:in", "a t:in n:out", "sum n:in n:in n:out", "even n:in")
    alone = make_task(bk, without.replace("max_body(3)", "max_body(4)"), "pos(f(x)). neg(f(y)).")
    assert texts(alone)[0] == "f(A) :- a(A,B), a(A,C), sum(B,C,D), even(D)."
