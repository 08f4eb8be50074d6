"""What predicates see of their inputs: by hand, and saturation against calls for every input."""

from __future__ import annotations

import random

import pytest
from support.learning import CASES, NAMES, bias_of, labelled_task, make_task
from support.sizes import rounds

from witness.clauses.language.bias import Signature
from witness.clauses.language.reader import Program
from witness.clauses.learners.asp import footprints, groups
from witness.clauses.learners.asp.footprints import Use
from witness.clauses.learners.asp.saturate import ExampleClass, saturate
from witness.clauses.learners.task import LearningTask, read_task


def plain(task: LearningTask, monkeypatch: pytest.MonkeyPatch) -> list[ExampleClass]:
    """Return the classes when every predicate is called for all of its inputs."""

    def all_of_them(_program: Program, signature: Signature) -> list[Use]:
        return [Use(whole=True) for given in signature.inputs if given]

    with monkeypatch.context() as patch:
        patch.setattr(groups, "uses_of_inputs", all_of_them)
        return saturate(task)


@pytest.mark.parametrize("name", NAMES)
def test_the_classes_of_puzzles_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = read_task(CASES / name)
    assert saturate(task) == plain(task, monkeypatch)


RULES = (
    "{p}(A,B,C) :- intersection(A,B,L), length(L,C).",
    "{p}(A,B,C) :- intersection(B,A,L), length(L,C).",
    "{p}(A,B,C) :- intersection(A,B,C).",
    "{p}(A,B,C) :- intersection(A,B,L), last(L,C).",
    "{p}(A,B,C) :- intersection(A,B,L), member(C,L).",
    "{p}(A,B,C) :- intersection(A,B,L), intersection(B,A,M), append(L,M,C).",
    "{p}(A,B,C) :- mark(A,C), intersection(A,B,[]).",
    "{p}(A,B,C) :- intersection(A,B,[_|_]), length(A,C).",
    "{p}(A,B,C) :- intersection(A,B,L), append(L,B,C).",
    "{p}(A,B,C) :- mark(A,C), mark(B,C).",
    "{p}(A,B,C) :- mark(A,C), \\+ mark(B,C).",
    "{p}(A,B,C) :- mark(A,V), link(V,B), mark(B,C).",
    "{p}(A,B,C) :- pair(A,B), mark(A,C).",
    "{p}(A,B,C) :- pair(B,A), mark(B,C).\n{p}(A,B,C) :- pair(A,A), pair(B,B), mark(B,C).",
)


def list_task(rng: random.Random) -> LearningTask:
    """Draw a task of two lists, in which most predicates do not see all of a list."""
    items = "abcd"
    lists = [
        f"[{','.join(rng.choices(items, k=rng.randint(0, 4)))}]" for _ in range(rng.randint(2, 9))
    ]
    marks = {f"mark({rng.choice(lists)},{rng.choice('xyz')})." for _ in range(6)}
    links = {f"link({rng.choice('xyz')},{rng.choice(lists)})." for _ in range(4)}
    pairs = {f"pair({rng.choice(lists)},{rng.choice(lists)})." for _ in range(6)}
    chosen = rng.sample(RULES, 3)
    rules = [rule.format(p=f"p{number}") for number, rule in enumerate(chosen)]
    bk = "\n".join([*sorted(marks), *sorted(links), *sorted(pairs), *rules])
    body = [f"p{number} l:in l:in t{number}:out" for number in range(3)]
    head = rng.choice(("f l:in l:in", "f l:in m:in"))
    bias = bias_of(head, *(b.replace("l:in l:in", head[2:]) for b in body))
    exs = "\n".join(
        f"{rng.choice(('pos', 'neg'))}(f({rng.choice(lists)},{rng.choice(lists)}))."
        for _ in range(30)
    )
    return make_task(bk, bias, exs)


@pytest.mark.slow
@rounds(20, 150)
def test_the_classes_of_random_lists_are_the_same(
    rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(footprints, "LEAST_ROWS", 1)
    rng = random.Random(4)
    split = 0
    for _ in range(rounds):
        task = list_task(rng)
        classes = saturate(task)
        assert classes == plain(task, monkeypatch)
        split += len(classes) > 3
    assert split > rounds // 3


@rounds(25, 100)
def test_the_classes_of_random_tasks_are_the_same(
    rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(footprints, "LEAST_ROWS", 1)
    rng = random.Random(5)
    for _ in range(rounds):
        task, _bodies = labelled_task(rng, limit=20)
        assert saturate(task) == plain(task, monkeypatch)


# ---- columns -----------------------------------------------------------------------------------
