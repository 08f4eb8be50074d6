"""What clauses cost in SWI-Prolog."""

from __future__ import annotations

import random

import pytest
from support.examples import TABLE_3

from studies.triage.definitions import Definitions, sample, texts
from witness.base.errors import InputError
from witness.boards.generate.algorithms import random_set
from witness.logic.background import Background
from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate

LINES = TABLE_3.splitlines()

pytestmark = pytest.mark.usefixtures("swi_prolog")


@pytest.fixture(scope="module")
def puzzles():
    return random_set(6, 2, 3, random.Random(3), "train")


def test_prices_of_examples(puzzles, background: Background) -> None:
    examples = sample(puzzles, 20, "plain", random.Random(1))
    assert len(examples) == 6 * 20
    assert examples == sample(puzzles, 20, "plain", random.Random(1))
    fires = translate(parse_clauses(TABLE_3), background).fires
    with Definitions(None, *texts(examples)) as definitions:
        whole = definitions.price(LINES)
        single = [definitions.price([line]) for line in LINES]
        nothing = definitions.price([])
    assert whole.covered == sum(fires(*example) for example in examples) / len(examples)
    assert 0 < nothing.inferences < 3
    # Each clause takes some inferences, and all together no more than one after another.
    assert all(price.inferences > 10 for price in single)
    assert max(p.inferences for p in single) < whole.inferences <= sum(p.inferences for p in single)
    assert whole.seconds > 0


def test_inferences_do_not_vary(puzzles) -> None:
    examples = sample(puzzles, 10, "plain", random.Random(1))
    found = []
    for _ in range(2):
        with Definitions(None, *texts(examples)) as definitions:
            found.append(definitions.price(LINES).inferences)
    assert found[0] == found[1]


def test_the_variant_baseline_has_no_overfull_squares(puzzles) -> None:
    examples = sample(puzzles, 1000, "baseline", random.Random(1))
    assert len(examples) < len(sample(puzzles, 1000, "plain", random.Random(1)))
    for path, square in examples:
        assert len(set(path.edges) & set(square.edges)) <= square.triangles
    with Definitions(None, *texts(examples)) as definitions:
        assert definitions.price(LINES[:1]).covered == 0


def test_a_clause_that_calls_anything_else_is_refused() -> None:
    with Definitions(None) as definitions, pytest.raises(InputError, match="No permission"):
        definitions.price(["f(A,B) :- shell('true')."])
