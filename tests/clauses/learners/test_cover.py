"""The choice of clauses, against all sets of candidates."""

from __future__ import annotations

import json
import random
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.asked import Interpreter

from witness.clauses.language.order import in_order
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, Literal, Variable
from witness.clauses.learners.asp import cover
from witness.clauses.learners.asp.candidates import Candidate, Most
from witness.clauses.learners.asp.counts import Counts
from witness.clauses.learners.coverage import coverage, covered
from witness.clauses.learners.task import read_task

A = Variable("A")


def candidate(size: int, coverage: int, number: int = 0, repeats: int = 0) -> Candidate:
    """Return a candidate with a number of literals; `number` tells equal ones apart."""
    body = tuple(Literal(f"p{number}_{place}", (A,)) for place in range(size - 1))
    return Candidate(Clause("f", (A,), body), coverage, repeats)


def counts_of(candidates: list[Candidate]) -> Counts:
    """Return counts by which each bit is a positive example."""
    width = max((one.coverage.bit_length() for one in candidates), default=0)
    return Counts([1] * width, [0] * width)


def choose(candidates: list[Candidate]) -> list[Candidate]:
    return cover.choose(candidates, counts_of(candidates)).candidates


def quick(candidates: list[Candidate]) -> list[Candidate]:
    return cover.quick(candidates, counts_of(candidates)).candidates


def union(candidates: tuple[Candidate, ...] | list[Candidate]) -> int:
    covered = 0
    for one in candidates:
        covered |= one.coverage
    return covered


def total(candidates: tuple[Candidate, ...] | list[Candidate]) -> tuple[int, int]:
    return sum(one.clause.size for one in candidates), sum(one.repeats for one in candidates)


def brute_force(candidates: list[Candidate]) -> tuple[int, int]:
    """Return the least total size, then repeats, of a set that covers as much as all."""
    return min(
        total(chosen)
        for number in range(len(candidates) + 1)
        for chosen in combinations(candidates, number)
        if union(chosen) == union(candidates)
    )


def check(candidates: list[Candidate]) -> None:
    chosen = choose(candidates)
    assert union(chosen) == union(candidates)
    assert total(chosen) == brute_force(candidates)
    places = [candidates.index(one) for one in chosen]
    assert places == sorted(set(places))
    assert choose(list(candidates)) == chosen


def drawn(rng: random.Random, count: int, width: int, chance: float) -> list[Candidate]:
    return [
        candidate(
            rng.randint(2, 7),
            sum(1 << bit for bit in range(width) if rng.random() < chance),
            number,
            rng.randint(0, 2),
        )
        for number in range(count)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_against_all_sets(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        check(drawn(rng, rng.randint(1, 10), rng.randint(1, 12), rng.choice((0.15, 0.3, 0.6))))


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 63)), max_size=8))
@settings(max_examples=150)
def test_against_all_sets_with_much_in_common(pairs: list[tuple[int, int]]) -> None:
    check([candidate(*pair, number) for number, pair in enumerate(pairs)])


def test_a_large_instance_is_exact_and_quick() -> None:
    """A planted optimum: a partition into small candidates among larger ones."""
    rng = random.Random(5)
    planted = [candidate(2, 0b1111 << 4 * block, block) for block in range(50)]
    dear = [
        candidate(7, sum(1 << rng.randrange(200) for _ in range(4)), 100 + number)
        for number in range(400)
    ]
    mixed = planted + dear
    rng.shuffle(mixed)
    chosen = choose(mixed)
    assert sorted(one.coverage for one in chosen) == [one.coverage for one in planted]


def test_a_quick_choice_has_nothing_needless() -> None:
    """What covers most for its size comes first, and is needless once the others are there."""
    middle, left, right = (
        candidate(2, 0b011110),
        candidate(2, 0b000111, 1),
        candidate(2, 0b111000, 2),
    )
    assert quick([middle, left, right]) == [left, right]
    assert quick([middle, left]) == [middle, left]


def weighted(rng: random.Random, width: int, wrong: bool) -> Counts:
    """Return numbers of examples of some bits; without `wrong` all are positive."""
    flags = [wrong and rng.random() < 0.3 for _ in range(width)]
    numbers = [rng.randint(1, 9) for _ in range(width)]
    rights = [0 if flag else number for number, flag in zip(numbers, flags, strict=True)]
    wrongs = [number if flag else 0 for number, flag in zip(numbers, flags, strict=True)]
    return Counts(rights, wrongs)


def cost_of(
    counts: Counts, noisy: bool, chosen: tuple[Candidate, ...] | list[Candidate]
) -> tuple[int, ...]:
    right, wrong = counts.right(union(chosen)), counts.wrong(union(chosen))
    size, repeats = total(chosen)
    return (counts.positives - right + wrong + size,) if noisy else (-right, size, repeats)


@pytest.mark.parametrize("noisy", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_limits_against_all_sets(seed: int, noisy: bool) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        width = rng.randint(1, 10)
        candidates = drawn(rng, rng.randint(0, 8), width, rng.choice((0.2, 0.5)))
        counts = weighted(rng, width, noisy)
        most = Most(rng.choice((None, 1, 2, 3)), rng.choice((None, 3, 5, 9)))
        within = [
            chosen
            for number in range(len(candidates) + 1)
            for chosen in combinations(candidates, number)
            if most.clauses is None or number <= most.clauses
            if most.literals is None or total(chosen)[0] <= most.literals
        ]

        found = cover.choose(candidates, counts, noisy, most)
        assert found.proved
        cost = partial(cost_of, counts, noisy)
        assert cost(found.candidates) == min(map(cost, within))
        assert tuple(found.candidates) in within
        at_once = cover.quick(candidates, counts, noisy, most)
        assert not at_once.proved
        assert set(at_once.candidates) in map(set, within)
        assert cost(at_once.candidates) <= cost(())


# ---- What a hypothesis covers: compiled definitions against the interpreter.


CASES = sorted((Path(__file__).parents[2] / "data" / "popper_cases").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_numbers_of_popper(case: Path) -> None:
    expected = json.loads((case / "expected.json").read_text())
    clauses = parse_clauses("\n".join(expected["program"]))
    assert coverage(clauses, read_task(case)) == (expected["true_positives"], 0)


@pytest.mark.parametrize("case", CASES[:3], ids=lambda case: case.name)
def test_each_example_as_the_interpreter_has_it(case: Path) -> None:
    task = read_task(case)
    clauses = parse_clauses("\n".join(json.loads((case / "expected.json").read_text())["program"]))
    interpreter = Interpreter(task.background)
    for clause in clauses:
        in_turn = in_order(clause, task.bias, task.background.defines)
        found = covered([clause], task.background, task.bias, task.positives)
        for example, holds in zip(task.positives, found, strict=True):
            assert holds == interpreter.holds(in_turn, example), (str(clause), example)


def test_facts_of_the_head_do_not_count() -> None:
    """Clauses of the head predicate in the background are not part of the hypothesis."""
    task = read_task(CASES[0])
    task.background.facts["f", 2] = list(task.positives)
    clauses = parse_clauses("f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C).")
    assert coverage(clauses, task)[0] < len(task.positives)
