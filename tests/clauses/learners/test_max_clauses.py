"""A limit of clauses: the best hypothesis within it, as all sets of clauses say."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from support.learning import Coverage, bias_of, labelled_task, make_task
from support.sizes import seeds
from support.stand_in import StandIn

from tests.support.relational import best, drawn, least_description
from witness.clauses.language.bias_reader import parse_bias
from witness.clauses.learners import learned, prepared
from witness.clauses.learners.asp.learner import learn_within
from witness.clauses.learners.settings import Settings
from witness.clauses.learners.task import LearningTask


def limited(seed: int) -> tuple[LearningTask, dict[int, int], int, int]:
    """Return a random task with a limit, the least size for each coverage, and the limit."""
    rng = random.Random(seed)
    task, levels = labelled_task(rng, 2000)
    most = rng.randint(1, 2)
    covered = Coverage(task)
    sizes: dict[int, int] = {}
    for size, bodies in enumerate(levels, start=2):
        for body in bodies:
            sizes.setdefault(covered(body), size)
    bias = task.bias.__class__(**{**vars(task.bias), "max_clauses": most})
    made = LearningTask(task.directory, bias, task.background, task.positives, task.negatives)
    return made, sizes, covered.positive, most


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(6, 60))
def test_few_clauses(seed: int) -> None:
    task, sizes, positive, most = limited(seed)
    right = {bits: size for bits, size in sizes.items() if not bits & ~positive and bits}
    sets = [s for n in range(most + 1) for s in combinations(right, n)]
    coverages = [(sum_of(s).bit_count(), -sum(map(right.__getitem__, s))) for s in sets]
    found, _ = learn_within(task, Settings())
    assert len(found.clauses) <= most
    assert (found.true_positives, -found.size) == max(coverages)


@pytest.mark.parametrize("seed", seeds(6, 60))
def test_few_clauses_with_noise(seed: int) -> None:
    task, sizes, positive, most = limited(seed)
    count = positive.bit_count()
    pairs = [s for n in range(most + 1) for s in combinations(sizes, n)]

    def length(chosen: tuple[int, ...]) -> int:
        bits = sum_of(chosen)
        missed = count - (bits & positive).bit_count()
        return sum(map(sizes.__getitem__, chosen)) + (bits & ~positive).bit_count() + missed

    found, _ = learn_within(task, Settings(noisy=True))
    assert len(found.clauses) <= most
    assert found.details["description_length"] == min(map(length, pairs))


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", seeds(2, 60))
def test_limits_of_relational_tasks(seed: int, most: int) -> None:
    """Where larger clauses are not looked at any more once they cannot help."""
    tiny = drawn(random.Random(seed), constants=seed % 3 == 0)
    for literals in (None, 5, 9):
        limits = Settings(max_clauses=most, max_literals=literals)
        task = prepared(tiny.task(), "asp", limits)
        found, status = learn_within(task, limits)
        plain = best(tiny, most, literals or 9999)
        assert (found.true_positives, found.size) == plain
        assert (found.false_positives, status) == (0, None)
        assert len(found.clauses) <= most
        noisy, _ = learn_within(task, replace(limits, noisy=True))
        length = noisy.description_length(len(tiny.positives))
        assert length == least_description(tiny, most, literals or 9999)


def sum_of(bits: tuple[int, ...]) -> int:
    union = 0
    for one in bits:
        union |= one
    return union


BIAS = bias_of("f p:in", "a p:in", "b p:in", "c p:in", settings="max_body(1). max_clauses(2).")
FACTS = "a(x1). a(x2). a(x3). b(x4). b(x5). c(x6). a(n). b(n)."
EXAMPLES = " ".join(f"pos(f(x{number}))." for number in range(1, 7)) + " neg(f(m))."


def test_popper_does_not(stand_in: StandIn) -> None:
    block = "".join(f"f(V0):- {name}(V0).\\n" for name in "abc")
    score = "Precision:1.00 Recall:1.00 TP:6 FN:0 TN:1 FP:0 Size:6"
    lines = f"********** SOLUTION **********\\n{score}\\n{block}{'*' * 30}"
    settings = stand_in(f"print('''{lines}''')")
    task = make_task(FACTS, BIAS, EXAMPLES)
    _, record = learned("", task=task, learner="popper", settings=settings)
    assert record["true_positives"] == 6, record
    assert record["notices"] == [
        "bias.pl: line 9: max_clauses(2) does not limit the whole hypothesis of this learner, "
        "which has 3 clauses; asp heeds it"
    ]
    assert "max_clauses" not in record["limits"]
    recursive = parse_bias(BIAS + "enable_recursion.")
    _, record = learned("", task=replace(task, bias=recursive), learner="popper", settings=settings)
    assert record["program_size"] == 6, record
    assert "which has 3 clauses" in record["notices"][-1]
    assert "max_clauses" not in record["limits"]
