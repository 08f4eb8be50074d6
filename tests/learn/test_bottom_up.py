"""The bottom-up learner, against a plain enumeration of the clauses of its language.

Its language is that of the bias without clauses in which two variables have the same value for all
examples. The twin lists all clauses of a bias, follows their calls example by example, and leaves
out what is not in this language. On tasks of puzzles it is compared with the asp learner, which
knows no such limit.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, permutations

import pytest
from support.learning import (
    Body,
    BodyLiteral,
    Coverage,
    body_of,
    cheapest_cover,
    labelled_task,
    order,
    problems,
)

from witness.learn import bottom_up
from witness.learn.here import Found
from witness.learn.run import Learned, Settings
from witness.learn.task import LearningTask


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


@pytest.mark.parametrize("seed", range(20))
def test_it_finds_the_best_of_its_language(seed: int) -> None:
    rng = random.Random(f"bottom-up {seed}")
    found = [compare(*labelled_task(rng, 1000)) for _ in range(15)]
    assert len({size for _, size in found}) > 1
    assert len({several for several, _ in found}) == 2
