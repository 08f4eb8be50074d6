"""Classes of examples: a partition with the right counts, whose members no clause tells apart."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from support.learning import CASES, NAMES, Coverage, bias_of, grown_bodies, labelled_task, make_task
from support.sizes import rounds

from witness.base.errors import InputError
from witness.clauses.learners.asp.saturate import MAX_VALUES, saturate
from witness.clauses.learners.task import Example, LearningTask, read_task


def members(task: LearningTask) -> list[list[Example]]:
    """Return the examples of each class.

    Classes only say how many examples they hold, so example number n is given 2**n times, and
    the bits of a class's weight are its examples.
    """
    examples = [*task.positives, *task.negatives]
    many = [example for n, example in enumerate(examples) for _ in range(1 << n)]
    found = []
    for size, none in saturated(LearningTask(task.directory, task.bias, task.background, many, [])):
        assert none == 0
        found.append([e for n, e in enumerate(examples) if size >> n & 1])
    return found


def saturated(task: LearningTask) -> list[tuple[int, int]]:
    """Return the numbers of positive and negative examples of each class."""
    classes = saturate(task)
    for own, given, sign in (
        (classes.positives, task.positives, 0),
        (classes.negatives, task.negatives, 1),
    ):
        assert sorted(own.values()) == sorted(size[sign] for size in classes.sizes if size[sign])
        assert own.keys() <= set(given)
    return classes.sizes


def test_classes_partition_the_examples() -> None:
    rng = random.Random(10)
    for _ in range(20):
        task, _bodies = labelled_task(rng, limit=50)
        examples = [*task.positives, *task.negatives]
        classes = members(task)
        assert all(classes)
        assert Counter(e for one in classes for e in one) == Counter(examples)
        weights = Counter(
            (sum(e in task.positives for e in one), sum(e in task.negatives for e in one))
            for one in classes
        )
        assert weights == Counter(saturated(task))


@pytest.mark.slow
@rounds(12, 150)
def test_no_clause_tells_members_of_a_class_apart(rounds: int) -> None:
    """Clauses tell most classes apart, so the classes are not needlessly small."""
    rng = random.Random(11)
    together = apart = needless = 0
    for _ in range(rounds):
        task, bodies = labelled_task(rng, limit=400)
        coverage = Coverage(task)
        masks = [coverage(body) for level in bodies for body in level]
        kinds = [
            tuple(mask >> number & 1 for mask in masks) for number in range(len(coverage.examples))
        ]
        classes = members(task)
        for one in classes:
            seen = {kinds[coverage.examples.index(example)] for example in one}
            assert len(seen) == 1, one
            together += len(one) > 1
        apart += len(classes)
        needless += len(classes) - len(set(kinds))
    assert together > rounds // 3
    assert needless < apart / 2


@pytest.mark.parametrize("name", NAMES)
def test_the_classes_of_triangle_puzzles(name: str) -> None:
    """Clauses of bias/paper.pl see exactly four numbers of an example."""
    task = read_task(CASES / name)
    facts = task.background.facts
    paths = {path: edges for path, edges in facts["path", 2] if isinstance(edges, tuple)}
    squares = {square: (count, edges) for square, count, edges in facts["square", 3]}
    heads = {path: vertex for path, vertex in facts["head_vertex", 2]}  # noqa: C416

    def kind(example: Example) -> tuple[int, int, int, bool]:
        path, square = example
        count, edges = squares[square]
        assert isinstance(count, int)
        assert isinstance(edges, tuple)
        on_path = sum(edge in paths[path] for edge in edges)
        # A length can be compared with the four edges of a square, not measured beyond them.
        length = min(len(paths[path]), 5)
        return (count, on_path, length, (square, heads[path]) in facts["corner", 2])

    weights: dict[object, list[int]] = {}
    for column, examples in enumerate((task.positives, task.negatives)):
        for example in examples:
            weights.setdefault(kind(example), [0, 0])[column] += 1
    classes = sorted(map(list, saturated(task)))
    assert classes == sorted(weights.values())
    if len(task.positives) > 200:
        assert len(classes) < (len(task.positives) + len(task.negatives)) / 10


def test_the_order_of_the_examples_does_not_matter() -> None:
    rng = random.Random(12)
    for name in NAMES[:4]:
        task = read_task(CASES / name)
        weights = Counter(saturated(task))
        rng.shuffle(task.positives)
        rng.shuffle(task.negatives)
        assert Counter(saturated(task)) == weights


# ---- backgrounds that never end ---------------------------------------------------------------

SUCCESSOR = "next(A,B) :- B is A + 1.\nodd(1).\nodd(3).\nodd(5)."


@pytest.mark.parametrize("length", range(1, 7))
def test_a_successor_is_followed_as_far_as_a_clause_can(length: int) -> None:
    limits = f"max_vars({length + 1}). max_body({length + 1})."
    bias = bias_of("f n:in", "next n:in n:out", "odd n:in", settings=limits)
    task = make_task(SUCCESSOR, bias, f"pos(f({5 - length})).\nneg(f({6 - length})).\nneg(f(9)).")
    classes = saturate(task)
    assert len(classes.sizes) in (2, 3)
    # One call for each value that a clause can reach, and no more.
    called = {row[0] for row in classes.facts.forms[0].table.rows.tolist()}
    assert len(called) <= len(classes.sizes) * (length + 1)


def test_values_that_double_with_every_call_are_too_many() -> None:
    bk = "left(A,B) :- B is 2 * A.\nright(A,B) :- B is 2 * A + 1."
    bias = bias_of("f n:in", "left n:in n:out", "right n:in n:out", settings="")
    task = make_task(bk, f"{bias}\nmax_vars(9). max_body(9).", "pos(f(1)).\nneg(f(2)).")
    with pytest.raises(InputError, match=f"more than {MAX_VALUES} values of type n") as caught:
        saturate(task)
    assert Path(caught.value.file or "").name == "bk.pl"
    assert "\n" not in str(caught.value)
    # A shorter clause cannot reach that many.
    task = make_task(bk, f"{bias}\nmax_vars(4). max_body(4).", "pos(f(1)).\nneg(f(2)).")
    assert saturated(task) == [(1, 1)]


# ---- by hand ----------------------------------------------------------------------------------


def test_clauses_of_a_bias_are_told_apart_at_their_limits_only() -> None:
    """A difference that only a longer clause could see does not split a class."""
    bias = bias_of("f n:in", "next n:in n:out", "odd n:in", settings="max_vars(2). max_body(2).")
    task = make_task(SUCCESSOR, bias, "pos(f(6)).\npos(f(8)).\npos(f(0)).\npos(f(4)).")
    assert sorted(members(task)) == [[(0,), (4,)], [(6,), (8,)]]
    assert len(grown_bodies(task.bias, 100)) == 2
