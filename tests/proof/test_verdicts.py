"""Verdicts on many hypotheses are those on each of them, and a clause is decided once."""

from __future__ import annotations

import random

import pytest
from support.examples import TABLE_3, UNSOUND
from support.hypotheses import random_clause

from witness.logic.background import Background
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import Clause
from witness.proof import verdicts
from witness.proof.prover import Verdict, verify
from witness.proof.verdicts import Verdicts, for_two_lines


def test_the_same_verdicts(background: Background) -> None:
    rng = random.Random(2)
    clauses = [*parse_clauses(TABLE_3), *parse_clauses(UNSOUND)]
    clauses += [random_clause(rng, background) for _ in range(6)]
    known = Verdicts(background)
    for _ in range(10):
        hypothesis = rng.sample(clauses, 3)
        alone = for_two_lines(verify(hypothesis, background), background)
        assert known.on(hypothesis).to_json() == alone.to_json()
    assert known.on([]).status == "proved"


def test_each_clause_is_decided_once(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided: list[Clause] = []

    def counted(clauses: list[Clause], background: Background) -> Verdict:
        decided.extend(clauses)
        return verify(clauses, background)

    monkeypatch.setattr(verdicts, "verify", counted)
    known = Verdicts(background)
    again = parse_clauses("\n" + TABLE_3)[::-1]
    for clauses in (parse_clauses(TABLE_3), again, again):
        known.on(clauses)
    assert decided == parse_clauses(TABLE_3)
