"""The clauses of a bias, against a plain enumeration of all of them.

The twin here goes by the definition. A clause of a bias is a set of body literals, each over
different variables, such that types agree, every head variable occurs in the body, no body
variable stands in one literal only (unless singletons are allowed), all variables are connected
to the head, the literals can be put in an order in which every input has a value, and there are at
most max_vars variables and max_body literals. All such clauses are listed, the interpreter says
what they cover, and the cheapest cover is found by going through all sets of covered examples.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, permutations
from math import perm

import pytest
from support.asked import Interpreter
from support.learning import (
    Body,
    BodyLiteral,
    Coverage,
    bias_of,
    body_of,
    canonical,
    cheapest_cover,
    grown_bodies,
    labelled_task,
    make_task,
    order,
    problems,
    random_task,
)
from support.list_tasks import list_task
from support.sizes import rounds, seeds

from witness.clauses.language.bias import Bias
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.language.order import in_order
from witness.clauses.language.terms import Clause, Literal, Variable
from witness.clauses.learners.asp import learner
from witness.clauses.learners.task import LearningTask

# ---- the clauses of a bias --------------------------------------------------------------------


def all_bodies(bias: Bias) -> set[Body]:
    """Return the bodies of a bias by definition: all sets of literals that it allows."""
    literals = [
        (signature, variables)
        for signature in bias.body
        for variables in permutations(range(bias.max_vars), len(signature.types))
    ]
    return {
        canonical(bias, body)
        for size in range(1, bias.max_body + 1)
        for body in combinations(literals, size)
        if not problems(bias, body)
    }


def clause_of(bias: Bias, body: Sequence[BodyLiteral]) -> Clause:
    """Return a body as a clause."""
    made = tuple(Literal(s.name, tuple(Variable(f"V{v}") for v in vs)) for s, vs in body)
    head = tuple(Variable(f"V{v}") for v in range(len(bias.head.types)))
    return Clause(bias.head.name, head, made)


# ---- tests ------------------------------------------------------------------------------------


def compare(task: LearningTask, bodies: list[set[Body]]) -> int:
    """Compare the learner with the bodies of the bias, given by size."""
    bias = task.bias
    coverage = Coverage(task)
    sizes: dict[int, int] = {}
    for size, level in enumerate(bodies, start=1):
        for body in level:
            covered = coverage(body)
            if covered and not covered & ~coverage.positive:
                sizes.setdefault(covered, size + 1)
    best, cost = cheapest_cover(sizes)

    learned = learner.learn(task)
    assert learned.true_positives == best.bit_count()
    assert learned.size == cost
    assert learned.false_positives == 0
    reached = 0
    for clause in learned.clauses:
        literals = body_of(bias, clause)
        assert problems(bias, literals) == []
        assert order(bias, literals) == literals
        reached |= coverage(literals)
    assert reached == best
    return learned.size


def learn_and_compare(rng: random.Random, limit: int) -> int:
    """Draw a task, compare the learner with the plain enumeration, and return the learned size."""
    return compare(*labelled_task(rng, limit))


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_the_learner_finds_the_best_of_all_clauses(seed: int) -> None:
    rng = random.Random(seed)
    sizes = [learn_and_compare(rng, limit=1000) for _ in range(15)]
    assert len(set(sizes)) > 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 80))
def test_outputs_of_the_head(seed: int) -> None:
    rng = random.Random(f"outputs {seed}")
    sizes = [compare(*list_task(rng, 1000, several=n % 6 == 5)) for n in range(24)]
    sizes += [compare(*labelled_task(rng, 500, outputs=True)) for _ in range(10)]
    assert len(set(sizes)) > 2


@pytest.mark.slow
def test_the_twin_lists_what_the_definition_says() -> None:
    rng = random.Random(0)
    compared = 0
    for number in range(25):
        text = random_task(rng, outputs=number % 2 == 1)[1]
        bias = parse_bias(f"{text}\nmax_body(1).")
        literals = sum(perm(bias.max_vars, len(signature.types)) for signature in bias.body)
        size = 1 if literals > 100 else 2 if literals > 25 else 3
        bias = parse_bias(f"{text}\nmax_body({size}).")
        bodies = all_bodies(bias)
        assert set().union(*grown_bodies(bias, 10**6)) == bodies
        compared += len(bodies)
    assert compared > 500


@rounds(8, 30)
def test_the_twin_and_the_interpreter_agree_on_whole_clauses(rounds: int) -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(rounds):
        task, bodies = labelled_task(rng, limit=300)
        coverage = Coverage(task)
        interpreter = Interpreter(task.background)
        listed = sorted((body for level in bodies for body in level), key=str)
        for body in rng.sample(listed, min(10, len(listed))):
            clause, covered = clause_of(task.bias, body), coverage(body)
            ordered = in_order(clause, task.bias, task.background.defines)
            for number, example in enumerate(coverage.examples):
                assert interpreter.holds(ordered, example) == bool(covered >> number & 1)
                held += covered >> number & 1
    assert held > 3 * rounds


# ---- by hand ----------------------------------------------------------------------------------


def learned(bk: str, bias: str, exs: str) -> list[str]:
    return [str(clause) for clause in learner.learn(make_task(bk, bias, exs)).clauses]


def test_the_limits_of_a_clause() -> None:
    bk = "\n".join(f"next({n},{n + 1})." for n in range(6)) + "\nlast(6)."
    exs = "pos(f(3)).\nneg(f(4)).\nneg(f(2))."
    chain = "f(A) :- next(A,B), next(B,C), next(C,D), last(D)."
    for settings, expected in (
        ("max_vars(4). max_body(4).", [chain]),
        ("max_vars(3). max_body(4).", []),
        ("max_vars(4). max_body(3).", []),
    ):
        bias = bias_of("f n:in", "next n:in n:out", "last n:in", settings=settings)
        assert learned(bk, bias, exs) == expected
