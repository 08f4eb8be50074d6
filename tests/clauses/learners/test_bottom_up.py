"""The bottom-up learner, against a plain enumeration of the clauses of its language.

Its language is that of the bias without clauses in which two variables have the same value for all
examples. The twin lists all clauses of a bias, follows their calls example by example, and leaves
out what is not in this language. On tasks of puzzles it is compared with the asp learner, which
knows no such limit.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import combinations, permutations
from pathlib import Path

import pytest
from support.learning import (
    CASES,
    NAMES,
    Body,
    BodyLiteral,
    Coverage,
    bias_of,
    body_of,
    cheapest_cover,
    labelled_task,
    make_task,
    order,
    problems,
)
from support.list_tasks import list_task
from support.sizes import seeds

from witness.base.limits import LimitReachedError
from witness.clauses.language.reader import read_hypothesis
from witness.clauses.learners import bottom_up, learn, values_and_literals
from witness.clauses.learners.asp import learner as asp
from witness.clauses.learners.asp.saturate import saturate
from witness.clauses.learners.coverage import coverage as counted
from witness.clauses.learners.in_process import Found
from witness.clauses.learners.settings import Learned, Settings
from witness.clauses.learners.task import LearningTask, read_task


def learned(task: LearningTask) -> Learned:
    found = Found()
    bottom_up.learn(task, Settings(), found)
    return found.learned()


# ---- the language, by its definition ------------------------------------------------------------

#: The value of a variable that has none.
NONE = object()

#: What is known in one row: the number of an example, and the value of each variable.
Row = tuple[int, dict[int, object]]


def rows_of(coverage: Coverage, body: Sequence[BodyLiteral]) -> tuple[list[Row], bool]:
    """Follow the calls that give variables, in order; also say if some have several answers."""
    rows: list[Row] = [(n, dict(enumerate(e))) for n, e in enumerate(coverage.examples)]
    several = False
    for signature, variables in body:
        inputs = [v for v, given in zip(variables, signature.inputs, strict=True) if given]
        found = []
        for _, values in rows:
            known = tuple(values[v] for v in inputs)
            found.append(
                [] if NONE in known else sorted(coverage.answers(signature, known), key=str)
            )
        new = [place for place, v in enumerate(variables) if v not in rows[0][1]]
        branches = any(len(answers) > 1 for answers in found)
        several |= branches
        if new:
            following = []
            for (number, values), answers in zip(rows, found, strict=True):
                for answer in answers or ([] if branches else [(NONE,) * len(variables)]):
                    given = {variables[place]: answer[place] for place in new}
                    following.append((number, values | given))
            rows = following
        if not rows:
            break
    return rows, several


def tells_apart(coverage: Coverage, body: Body) -> tuple[bool, bool]:
    """Whether some order of a body gives no two variables the same values, and has choices."""
    arity = len(coverage.bias.head.types)
    types: dict[int, str] = dict(enumerate(coverage.bias.head.types))
    for signature, variables in body:
        types.update(zip(variables, signature.types, strict=True))
    pairs = [
        pair
        for pair in combinations(sorted(types), 2)
        if pair[1] >= arity and types[pair[0]] == types[pair[1]]
    ]
    several = False
    for one in permutations(body):
        if order(coverage.bias, one) != list(one):
            continue
        rows, branches = rows_of(coverage, one)
        several |= branches
        if all(any(values[a] != values[b] for _, values in rows) for a, b in pairs):
            return True, several
    return False, several


def compare(task: LearningTask, bodies: list[set[Body]]) -> tuple[bool, int]:
    """Compare the learner with all bodies; say whether some call has several answers."""
    coverage = Coverage(task)
    sizes: dict[int, int] = {}
    every: dict[int, int] = {}
    several = False
    for size, level in enumerate(bodies, start=1):
        for body in level:
            covered = coverage(body)
            if covered and not covered & ~coverage.positive:
                every.setdefault(covered, size + 1)
                if sizes.get(covered, size + 2) > size + 1:
                    inside, choices = tells_apart(coverage, body)
                    several |= choices
                    if inside:
                        sizes[covered] = size + 1
    best, cost = cheapest_cover(sizes)
    most, _ = cheapest_cover(every)
    found = learned(task)
    answers = (t for one in saturate(task) for t in one.answers)
    several |= any(len(found) > 1 for t in answers for found in t.values())
    assert several or not found.details["left_out"]
    reached = 0
    for clause in found.clauses:
        literals = body_of(task.bias, clause)
        assert problems(task.bias, literals) == []
        assert order(task.bias, literals) == literals
        reached |= coverage(literals)
    assert not reached & ~coverage.positive
    assert found.true_positives == reached.bit_count()
    if several:
        assert found.true_positives <= most.bit_count()
        assert found.details["left_out"] or found.true_positives >= best.bit_count()
    else:
        assert reached == best
        assert found.size == cost
    return several, found.size


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(3, 12))
def test_it_finds_the_best_of_its_language(seed: int) -> None:
    rng = random.Random(f"bottom-up {seed}")
    found = [compare(*labelled_task(rng, 1000)) for _ in range(15)]
    assert len({size for _, size in found}) > 1
    assert len({several for several, _ in found}) == 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(2, 40))
def test_outputs_of_the_head(seed: int) -> None:
    rng = random.Random(f"bottom-up outputs {seed}")
    found = [compare(*list_task(rng, 500, several=n % 6 == 5)) for n in range(30)]
    assert len({size for _, size in found}) > 2


@pytest.mark.parametrize("name", NAMES)
def test_it_is_as_good_as_asp_on_the_seven_cases(name: str, tmp_path: Path) -> None:
    """On puzzles the limit of its language costs nothing: the same coverage, and the same size."""
    record = learn(CASES / name, tmp_path, learner="bottom-up")
    expected = json.loads((CASES / name / "expected.json").read_text())
    for key in ("true_positives", "positives", "false_positives", "negatives", "program_size"):
        assert record[key] == expected[key], key
    assert (record["status"], record["left_out"]) == ("learned", 0)
    clauses = read_hypothesis(tmp_path / "hypothesis.pl")
    task = read_task(CASES / name)
    assert counted(clauses, task) == (record["true_positives"], 0)
    assert [problems(task.bias, body_of(task.bias, clause)) for clause in clauses] == (
        [[]] * len(clauses)
    )


def test_a_clause_beyond_its_language() -> None:
    """Two variables with the same value let asp use each of them twice; here they are one."""
    bias = bias_of("f t:in", "p t:in u:out", "q t:in u:out", "r u:in u:in")
    bk = "p(a,1). p(b,2). q(a,1). q(b,2). r(1,1)."
    task = make_task(bk, bias, "pos(f(a)). neg(f(b)).")
    assert asp.learn(task).true_positives == 1
    assert learned(task).clauses == ()
    # With values that some example tells apart, they are two.
    apart = make_task(bk + " p(c,3). q(c,4). r(3,4).", bias, "pos(f(a)). pos(f(c)). neg(f(b)).")
    assert learned(apart).true_positives == 2


TRAINS = """
has(t1,a). has(t1,b). has(t2,c). has(t2,d). has(t3,e). has(t3,f). has(t4,g).
short(a). closed(b). short(c). closed(c). short(e). short(f). closed(f). closed(g).
"""


def test_several_answers() -> None:
    """A train with a car that is short and closed, not with one of either kind."""
    bias = bias_of("f train:in", "has train:in car:out", "short car:in", "closed car:in")
    exs = "pos(f(t2)). pos(f(t3)). neg(f(t1)). neg(f(t4))."
    found = learned(make_task(TRAINS, bias, exs))
    assert (found.true_positives, found.size) == (2, 4)
    # Two cars, of which one is short, and the other closed.
    bias = bias_of(
        "f train:in", "has train:in car:out", "short car:in", "closed car:in",
        "other car:in car:in", settings="max_vars(3). max_body(5).",
    )  # fmt: skip
    other = "other(A,B) :- A \\== B."
    found = learned(make_task(TRAINS + other, bias, "pos(f(t1)). pos(f(t3)). neg(f(t2))."))
    assert (found.true_positives, found.size) == (2, 6)


def test_what_is_beyond_the_limits_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    task = read_task(CASES / NAMES[0])
    whole = learned(task)
    monkeypatch.setattr(values_and_literals, "MAX_VALUES", 5)
    part = learned(task)
    assert part.details["left_out"] > 0
    assert part.true_positives < whole.true_positives
    assert counted(part.clauses, task) == (part.true_positives, 0)


def test_a_time_limit_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The limit is met when the clauses are there, and the best set of them is to be chosen."""

    def late(_candidates: object) -> None:
        raise LimitReachedError("time-limit")

    monkeypatch.setattr(bottom_up, "choose", late)
    record = learn(CASES / NAMES[0], tmp_path, learner="bottom-up", settings=Settings(timeout=600))
    assert record["status"] == "timeout"
    assert (record["true_positives"], record["false_positives"]) == (14, 0)
    clauses = read_hypothesis(tmp_path / "hypothesis.pl")
    assert counted(clauses, read_task(CASES / NAMES[0])) == (14, 0)
