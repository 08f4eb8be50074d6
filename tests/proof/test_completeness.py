"""How many true clauses are proved, whether brute force contradicts any, and the next step."""

from __future__ import annotations

import random

import pytest
from support.ahead import ahead
from support.hypotheses import random_clause
from support.sizes import rounds
from support.true_clauses import BIASES, background, clauses, judged

from witness.base.errors import InputError
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import clause_text
from witness.proof.certificate import check_certificate
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
@pytest.mark.parametrize("name", ["dots", "live", "stars"])
def test_a_few_clauses(name: str) -> None:
    assert check_bias(name, 6, 6) == ([], 6)


@pytest.mark.long
def test_five_hundred_true_clauses() -> None:
    """At most 5 per cent are missed."""
    found = {name: check_bias(name, FEW.get(name, 60), 46) for name in BIASES}
    number = sum(n for _, n in found.values())
    missed = [text for texts, _ in found.values() for text in texts]
    print(f"{len(missed)} of {number} missed:", *missed, sep="\n")
    assert number > 500
    assert len(missed) <= number / 20


@pytest.mark.parametrize(
    "body",
    [
        "stuck(A)",
        "held(A,B), notAdjacent(A,B)",
        "held(A,B), triangles(B,C), used(A,B,C)",
        "forced(A,B), ways_on(A,1), triangles(B,C), used(A,B,C)",
        # What says more than the square, the path and the next step is left out.
        "held(A,B), triangles(B,C), used(A,B,C), goal(A,V), \\+ head_vertex(A,V)",
    ],
)
def test_the_next_step_proves_it(body: str) -> None:
    hypothesis = parse_clauses(f"f(A,B) :- {body}.")
    found = verify(hypothesis, ahead())
    assert found.status == "proved", found.clauses[0].reason
    assert found.clauses[0].ahead_kept is not None
    assert check_certificate(found.to_json(), hypothesis, ahead()) == []


@pytest.mark.parametrize(
    "body",
    [
        "elsewhere(A,B), notAdjacent(A,B)",
        "half_held(A,B), notAdjacent(A,B)",
        "ways_on(A,1)",
        "held(A,B)",
        "several(A)",
    ],
)
def test_the_next_step_does_not_prove_it(body: str) -> None:
    hypothesis = parse_clauses(f"f(A,B) :- {body}.")
    assert verify(hypothesis, ahead()).status == "refuted"
    claim = {"clause": clause_text(hypothesis[0]), "status": "proved", "reason": "", "cases": [],
             "kept": clause_text(hypothesis[0]), "counterexample": None}  # fmt: skip
    for forged in {"ahead_kept": claim["clause"]}, {"neighbours_kept": claim["clause"]}, {}:
        certificate = {"status": "proved", "clauses": [claim | forged]}
        assert check_certificate(certificate, hypothesis, ahead())


def check_steps(seed: int, number: int) -> int:
    """Return how many random clauses about the next step are proved; none of them may err."""
    rng = random.Random(seed)
    proved = 0
    for _ in range(number):
        clause = random_clause(rng, ahead())
        try:
            verdict = verify([clause], ahead())
        except InputError:
            continue
        if verdict.clauses[0].ahead_kept is not None:
            proved += 1
            assert judged(clause, ahead()) is not False, clause_text(clause)
            assert check_certificate(verdict.to_json(), [clause], ahead()) == []
    return proved


@rounds(30, 1600)
def test_no_clause_about_the_next_step_errs(rounds: int) -> None:
    assert check_steps(0, rounds) > rounds // 8
