"""How many true clauses are proved, and whether brute force contradicts any."""

from __future__ import annotations

import pytest
from support.sizes import some
from support.true_clauses import BIASES, background, clauses

from witness.clauses.language.terms import clause_text
from witness.proof.prover import verify

#: Biases of whose random clauses so few are true that these are not drawn in the time of a test.
FEW = {"colours": 2, "extended": 40, "paper": 10}


def check_bias(name: str, true: int, false: int, seed: int = 0) -> tuple[list[str], int]:
    """Return the true clauses that are neither proved nor refuted, and how many are true.

    Brute force knows boards up to 3×3: a larger one refutes some that it finds true.
    """
    missed, number = [], 0
    for clause, holds in clauses(name, seed):
        if number < true if holds else false > 0:
            (found,) = verify([clause], background(name)).clauses
            assert holds or found.status != "proved", clause_text(clause)
            number += holds and found.status != "refuted"
            false -= not holds
            if holds and found.status not in ("proved", "refuted"):
                missed.append(clause_text(clause))
        if number == true and false <= 0:
            break
    return missed, number


@pytest.mark.slow
@pytest.mark.parametrize("name", some(1, ["dots", "live", "stars"]))
def test_a_few_clauses(name: str) -> None:
    assert check_bias(name, 3, 3) == ([], 3)


@pytest.mark.long
def test_five_hundred_true_clauses() -> None:
    """At most 5 per cent are missed."""
    found = {name: check_bias(name, FEW.get(name, 60), 46) for name in BIASES}
    number = sum(n for _, n in found.values())
    missed = [text for texts, _ in found.values() for text in texts]
    print(f"{len(missed)} of {number} missed:", *missed, sep="\n")
    assert number > 500
    assert len(missed) <= number / 20
