"""Heads with outputs that the body computes: functions on lists and numbers.

Random tasks are in `test_clauses.py`. The answers of Popper 4.3.0 are recorded here.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from support.asked import Interpreter
from support.learning import (
    Coverage,
    bias_of,
    body_of,
    make_task,
    order,
    problems,
)
from support.list_tasks import PREDICATES, answers, list_task
from support.sizes import seeds

from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.reader import parse_clauses
from witness.clauses.learners import learned
from witness.clauses.learners.asp import learner, saturate
from witness.clauses.learners.asp.learner import learn_within
from witness.clauses.learners.coverage import coverage
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask

LISTS = ([1, 2, 3], [4, 4], [5], [2, 7, 1, 8], [3, 1, 2])
LONGER = [one for one in LISTS if len(one) > 1]
ENDS = [(one, n) for one in LISTS for n in (one[0], one[-1])]


def task_of(
    head: str, names: str, limits: tuple[int, int], right: list[object], wrong: list[object]
) -> LearningTask:
    """Return a task: what the head and some predicates take, and examples."""
    shown = [head, *(f"{name} {PREDICATES[name][0]}" for name in names.split())]
    bias = bias_of(*shown, settings="max_vars({}). max_body({}).".format(*limits))
    bk = "\n".join(PREDICATES[name][1] for name in names.split())
    signs = [("pos", one) for one in right]
    signs += [("neg", one) for one in wrong if one not in right]
    exs = "\n".join(f"{sign}(f{one}).".replace(" ", "") for sign, one in signs)
    return make_task(bk, bias, exs)


#: Tasks, and the clauses that Popper 4.3.0 learns from them.
EXAMPLES = {
    "all but the last": (
        task_of(
            "f list:in list:out", "rev tail head end app", (4, 3),
            [(one, one[:-1]) for one in LISTS],
            [(one, other) for one in LISTS for other in (one, one[1:])],
        ),
        "f(A,B) :- rev(A,C), tail(C,D), rev(D,B).",
    ),
    "the second": (
        task_of(
            "f list:in int:out", "rev tail head end len sum", (5, 4),
            [(one, one[1]) for one in LONGER], [(one, one[0]) for one in LISTS],
        ),
        "f(A,B) :- tail(A,C), head(C,B).",
    ),
    "the last but one": (
        task_of(
            "f list:in int:out", "rev tail head end len sum", (5, 4),
            [(one, one[-2]) for one in LONGER], ENDS,
        ),
        "f(A,B) :- rev(A,C), tail(C,D), head(D,B).",
    ),
    "the sum of the first two": (
        task_of(
            "f list:in int:out", "tail head end add sum len", (5, 4),
            [(one, one[0] + one[1]) for one in LONGER],
            [*((one, sum(one)) for one in LISTS), ([2, 7, 1, 8], 10)],
        ),
        "f(A,B) :- head(A,C), tail(A,D), head(D,E), add(E,C,B).",
    ),
    "twice": (
        task_of(
            "f list:in list:out", "rev tail app head", (4, 3),
            [(one, one + one) for one in LISTS],
            [(one, other) for one in LISTS for other in (one, one + one[::-1])],
        ),
        "f(A,B) :- rev(A,C), rev(C,D), app(A,D,B).",
    ),
    "the greater of the first two": (
        task_of(
            "f list:in int:out", "tail head end most sum len", (5, 4),
            [(one, max(one[:2])) for one in LONGER],
            [([2, 7, 1, 8], 8), ([1, 2, 3], 1), ([1, 2, 3], 3), ([3, 1, 2], 1)],
        ),
        "f(A,B) :- tail(A,C), head(C,D), head(A,E), most(E,D,B).",
    ),
    "an output that comes first": (
        task_of(
            "f int:out list:in int:in", "head end tail add double", (6, 3),
            [(2 * (one[-1] + n), one, n) for one in LISTS for n in (1, 3)],
            [(one[0] + one[-1] + n, one, n) for one in LISTS for n in (1, 3)],
        ),
        "f(A,B,C) :- end(B,D), add(D,C,E), double(E,A).",
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_answers_of_popper(name: str) -> None:
    task, answer = EXAMPLES[name]
    (clause,) = parse_clauses(answer, "Popper")
    body = body_of(task.bias, clause)
    assert problems(task.bias, body) == []
    assert coverage([clause], task) == (len(task.positives), 0)
    run, _ = learned("", task=task)
    assert (run.learned.true_positives, run.learned.size) == (len(task.positives), clause.size)
    for found in run.learned.clauses:
        literals = body_of(task.bias, found)
        assert problems(task.bias, literals) == []
        assert order(task.bias, literals) == literals


@pytest.mark.parametrize("seed", seeds(1, 40))
def test_what_is_covered_is_what_the_inputs_give(seed: int) -> None:
    """The clauses of the twin, run from the inputs of their heads, against its coverage."""
    rng = random.Random(f"inputs {seed}")
    held = 0
    for number in range(10):
        task, bodies = list_task(rng, 300, several=number % 2 == 1)
        twin, program = Coverage(task), Interpreter(task.background)
        listed = sorted((body for level in bodies for body in level), key=str)
        for body in rng.sample(listed, min(10, len(listed))):
            used = {v for _, variables in body for v in variables}
            if not used >= {*range(len(task.bias.head.types))}:
                continue  # an output that may be anything
            covered = twin(body)
            for place, example in enumerate(twin.examples):
                given = [v for v, i in zip(example, task.bias.head.inputs, strict=True) if i]
                found = answers(program, task.bias, body, given)
                assert (example in found) == bool(covered >> place & 1)
                held += covered >> place & 1
    assert held > 20


@pytest.mark.parametrize("seed", seeds(1, 30))
def test_no_hypothesis_has_a_smaller_description_length(seed: int) -> None:
    rng = random.Random(f"noisy {seed}")
    lengths = set()
    for number in range(10):
        task, bodies = list_task(rng, 300, several=number % 3 == 2)
        task = replace(task, positives=task.positives[:5], negatives=task.negatives[:5])
        twin = Coverage(task)
        sizes: dict[int, int] = {}
        for size, level in enumerate(bodies, start=1):
            for body in level:
                sizes.setdefault(twin(body), size + 1)
        cost = {0: 0}
        for covered, size in sizes.items():
            for before, spent in list(cost.items()):
                cost[before | covered] = min(cost.get(before | covered, 999), spent + size)
        length = min(
            spent + (covered ^ twin.positive).bit_count() for covered, spent in cost.items()
        )
        found, status = learn_within(task, Settings(noisy=True))
        assert status is None
        assert found.description_length(len(task.positives)) == length
        assert coverage(found.clauses, task) == (found.true_positives, found.false_positives)
        lengths.add(length)
    assert len(lengths) > 1


def test_constants_beside_outputs() -> None:
    """A number that the bias lists may be an input; one of a type, an output."""
    examples = [(n, n + 5) for n in range(4)], [(n, n + 2) for n in range(4)]
    task = task_of("f int:in int:out", "add double", (3, 2), *examples)
    assert learn_within(task, Settings())[0].clauses == ()
    text = bias_of("f int:in int:out", *(f"{n} {PREDICATES[n][0]}" for n in ("add", "double")))
    listed = replace(task, bias=parse_bias(f"{text} constant(5,int)."))
    assert [str(c) for c in learn_within(listed, Settings())[0].clauses] == [
        "f(A,B) :- add(A,5,B)."
    ]
    task = task_of(
        "f list:in list:out", "tail len", (3, 3),
        [([1, 2, 3], [2, 3]), ([4, 5, 6], [5, 6])], [([1, 2], [2]), ([1, 2, 3], [1])],
    )  # fmt: skip
    text = bias_of("f list:in list:out", *(f"{n} {PREDICATES[n][0]}" for n in ("tail", "len")))
    listed = replace(task, bias=parse_bias(f"{text} magic_value_type(int)."))
    assert [str(c) for c in learn_within(listed, Settings())[0].clauses] in (
        ["f(A,B) :- len(A,3), tail(A,B)."],
        ["f(A,B) :- tail(A,B), len(B,2)."],
        ["f(A,B) :- tail(A,B), len(A,3)."],
    )


def test_many_values_end_at_a_limit_that_is_named() -> None:
    task = task_of("f int:in int:in int:out", "add", (8, 7), [(1, 999, 9)], [(1, 999, 8)])
    run, record = learned("", task=task, settings=Settings(timeout=1))
    assert not run.learned.clauses
    assert record["status"] == "timeout"


def test_an_output_that_nothing_gives_is_said() -> None:
    task = task_of("f int:in list:out", "double len", (4, 3), [(1, [1])], [(1, [2])])
    assert learned("", task=task)[1]["notices"] == [
        "bias.pl: line 2: no clause can use argument 2 of f/2: no body predicate that can be "
        "called has an output of its type, list"
    ]


COMPUTED = {
    "bk": "times(A,B,C) :- C is A*B. add(A,B,C) :- C is A+B.",
    "bias": "head_pred(f,3). body_pred(times,3). body_pred(add,3). type(f,(int,int,int)). "
    "type(times,(int,int,int)). type(add,(int,int,int)). direction(f,(in,in,out)). "
    "direction(times,(in,in,out)). direction(add,(in,in,out)). ",
}


def test_where_nobody_gives_a_limit_clauses_are_looked_for_size_by_size() -> None:
    exs = "pos(f(2,3,8)). pos(f(4,5,24)). pos(f(1,7,8)). neg(f(2,3,6)). neg(f(1,1,1))."
    task = make_task(COMPUTED["bk"], COMPUTED["bias"], exs)
    run, record = learned("", task=task)
    assert [str(clause) for clause in run.learned.clauses] == [
        "f(A,B,C) :- times(A,B,D), add(A,D,C)."
    ]
    assert "searched" not in record
    given = make_task(COMPUTED["bk"], COMPUTED["bias"] + "max_vars(6). max_body(6).", exs)
    run, record = learned("", task=given)
    assert [str(clause) for clause in run.learned.clauses] == [
        "f(A,B,C) :- times(A,B,D), add(A,D,C)."
    ]
    assert record["status"] == "learned"


def test_what_was_not_looked_for_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saturate, "MAX_VALUES", 12)
    exs = "pos(f(2,3,5000)). pos(f(4,5,2442)). neg(f(2,3,6)). neg(f(1,1,1))."
    run, record = learned("", task=make_task(COMPUTED["bk"], COMPUTED["bias"], exs))
    assert not run.learned.clauses
    assert record["searched"] == 2
    assert "at most 2 literals" in " ".join(record["notices"])


def test_small_clauses_come_first_where_large_ones_are_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes, search = [], learner._search

    def noted(task: LearningTask, *rest: Any, **named: Any) -> Any:
        sizes.append(task.bias.max_body)
        return search(task, *rest, **named)

    monkeypatch.setattr(learner, "_search", noted)
    exs = "pos(f(2,3,8)). pos(f(4,5,24)). pos(f(1,7,8)). neg(f(2,3,6)). neg(f(1,1,1))."
    bias = COMPUTED["bias"] + "max_vars(9). max_body(9)."
    found = learn_within(make_task(COMPUTED["bk"], bias, exs), Settings())[0]
    assert [str(clause) for clause in found.clauses] == ["f(A,B,C) :- times(A,B,D), add(A,D,C)."]
    assert sizes == [learner.SMALL]
