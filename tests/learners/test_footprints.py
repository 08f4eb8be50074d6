"""What predicates see of their inputs: by hand, and saturation against calls for every input."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from support.learning import CASES, NAMES, bias_of, labelled_task, make_task

from witness.learners.asp import footprints, groups
from witness.learners.asp.columns import Lists, Values, distinct
from witness.learners.asp.footprints import Use, uses, uses_of_inputs
from witness.learners.asp.saturate import ExampleClass, saturate
from witness.learners.task import LearningTask, read_task
from witness.logic.language.bias import Signature
from witness.logic.language.bias_reader import parse_bias
from witness.logic.language.reader import Program, parse_program

BK = """\
at(p,v). at(q,w).
near(c,v). near(c,w). near(d,w).
both(1,2).
both(A,B) :- A > B.
count(A,B,C) :- intersection(A,B,L), length(L,C).
adjacent(A,B) :- at(A,V), near(B,V).
apart(A,B) :- at(A,V), \\+ near(B,V).
same(A,B) :- count(A,B,N), count(B,A,N).
turned(A,B) :- adjacent(B,A).
mixed(A,B) :- count(A,B,C), length(A,C).
alone(A,B) :- intersection(A,A,B).
less(A,B,C) :- intersection(A,[x|B],C).
equal(A,A).
fixed(a,B) :- at(B,_).
listed(A,L) :- findall(V, at(A,V), L).
"""


def use(name: str, arity: int, program: Program | None = None) -> list[Use]:
    return uses(program or parse_program(BK), (name, arity))


def test_uses_by_hand() -> None:
    whole, at, near = Use(whole=True), Use({(("at", 2), 0)}), Use({(("near", 2), 0)})
    assert use("at", 2) == [at, Use({(("at", 2), 1)})]
    assert use("adjacent", 2) == use("apart", 2) == [at, near]
    assert use("turned", 2) == [near, at]
    assert use("count", 3)[:2] == use("same", 2) == [Use(met={1}), Use(met={0})]
    assert [one.whole for one in use("mixed", 2)] == [True, False]
    assert [one.whole for one in use("both", 2)] == [True, True]
    assert use("alone", 2)[0].whole
    assert [one.whole for one in use("less", 3)[:2]] == [True, True]
    assert [one.whole for one in use("equal", 2)] == [True, True]
    assert [one.whole for one in use("fixed", 2)] == [True, False]
    assert use("listed", 2)[0].whole
    assert use("length", 2) == [whole, whole]


def test_an_intersection_with_an_output_is_seen_whole() -> None:
    program = parse_program("of([a]).\nmeets(A,B,C) :- of(B), intersection(A,B,C).")
    signature = Signature("meets", ("l", "l", "l"), (True, False, False), 1)
    assert uses_of_inputs(program, signature) == [Use(whole=True)]
    both = Signature("meets", ("l", "l", "l"), (True, True, False), 1)
    assert uses_of_inputs(program, both)[0] == Use(met={1})


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
def test_the_classes_of_random_lists_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(footprints, "LEAST_ROWS", 1)
    rng = random.Random(4)
    split = 0
    for _ in range(150):
        task = list_task(rng)
        classes = saturate(task)
        assert classes == plain(task, monkeypatch)
        split += len(classes) > 3
    assert split > 50


def test_the_classes_of_random_tasks_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(footprints, "LEAST_ROWS", 1)
    rng = random.Random(5)
    for _ in range(100):
        task, _bodies = labelled_task(rng, limit=20)
        assert saturate(task) == plain(task, monkeypatch)


def test_a_predicate_is_called_once_for_all_that_it_sees_no_more_of() -> None:
    bias = parse_bias((CASES / NAMES[0] / "bias.pl").read_text())
    (count,) = [s for s in bias.body if s.name == "count"]
    task = read_task(CASES / "3x3_0_puzzle")
    values = Values()
    kinds = footprints.Footprints(task.background, values)
    edges = dict(task.background.facts["path", 2])  # type: ignore[arg-type]
    sides = {square: row for square, _, row in task.background.facts["square", 3]}
    examples = [*task.positives, *task.negatives]
    given = [
        values.column([known[e[n]] for e in examples]) for n, known in enumerate((edges, sides))
    ]
    used = uses_of_inputs(task.background, count)
    firsts, _ = distinct(kinds.columns(used, given), len(examples))
    every, _ = distinct(given, len(examples))
    assert len(firsts) < len(every) / 4


# ---- columns -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1, 10**5, 10**15])
def test_distinct_rows(scale: int) -> None:
    rng = random.Random(scale)
    for _ in range(200):
        size, width = rng.randint(1, 40), rng.randint(0, 5)
        columns = [[rng.randint(-1, 3) for _ in range(size)] for _ in range(width)]
        rows = list(zip(*columns, strict=True)) if columns else [()] * size
        order = list(dict.fromkeys(rows))
        scaled = [np.array([x * scale if x > 0 else x for x in column]) for column in columns]
        firsts, numbers = distinct(scaled, size)
        assert firsts.tolist() == [rows.index(row) for row in order]
        assert numbers.tolist() == [order.index(row) for row in rows]


def same_kinds(one: Sequence[object], other: Sequence[object]) -> bool:
    return len(set(one)) == len(set(other)) == len(set(zip(one, other, strict=True)))


def test_items_in_common() -> None:
    rng = random.Random(7)
    for _ in range(100):
        values = Values()
        lists = [tuple(rng.choices("abcde", k=rng.randint(0, 5))) for _ in range(20)]
        column = values.column(lists)
        known = Lists(values)
        for other in lists[:3]:
            codes = known.in_common(column, values.number(other))
            assert codes is not None
            plainly = [tuple(item for item in one if item in other) for one in lists]
            assert same_kinds(codes.tolist(), plainly)


def test_no_codes_for_what_is_not_a_list_or_too_long() -> None:
    values = Values()
    lists = Lists(values)
    column = values.column([("a",), tuple("ab" * 50), "a"])
    assert lists.in_common(column, 0) is None
    assert lists.in_common(column[:2], 2) is None
    assert lists.in_common(column[:2], 0) is not None
    assert lists.in_common(column[:2], 1) is None
