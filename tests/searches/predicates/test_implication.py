"""Whether a predicate fires wherever another does: against all states of a square, one by one."""

from __future__ import annotations

import random
from itertools import product

import pytest
from support.hypotheses import random_clause

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import Translation, translate
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.implication import implies
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER

LONG = "f(A,B) :- path(A,C), len(C,D), three(D), notAdjacent(A,B)."


def given(*clauses: str) -> FilePredicate:
    background = read_background()
    translation = translate(parse_clauses("\n".join(clauses)), background)
    return FilePredicate("given", translation, background)


def test_the_written_predicates() -> None:
    order = [NONE, BASELINE, PAPER]
    for (a, one), (b, other) in product(enumerate(order), repeat=2):
        assert implies(one, other, 80) == (a <= b)


def test_a_clause_about_the_length_holds_up_to_the_longest_path() -> None:
    anywhere = given("f(A,B) :- notAdjacent(A,B).")
    assert implies(given(LONG), anywhere, 80)
    assert implies(given(LONG), NONE, 2)  # no path is long enough
    assert not implies(given(LONG), NONE, 3)
    assert not implies(anywhere, given(LONG), 80)


@pytest.mark.parametrize("kind", ["squares", "stars", "dots", "mixed"])
def test_what_is_said_of_other_symbols_is_implied_by_nothing_about_triangles(kind: str) -> None:
    learned = predicate(str(shipped_file(f"examples/{kind}.pl")))
    for written in (NONE, BASELINE, PAPER):
        assert not implies(learned, written, 80)
    assert implies(learned, learned, 80)
    assert implies(NONE, learned, 80)
    both = predicate(f"paper,{learned.name}")
    assert implies(learned, both, 80)
    assert implies(PAPER, both, 80)
    assert not implies(both, learned, 80)


LONGEST = 5


@pytest.mark.parametrize("seed", range(8))
def test_all_states_one_by_one(seed: int) -> None:
    rng, background = random.Random(seed), read_background()
    drawn: list[Translation] = []
    while len(drawn) < 12:
        clauses = [random_clause(rng, background) for _ in range(rng.randint(1, 2))]
        try:
            translation = translate(clauses, background)
        except InputError:
            continue
        if translation.dependence is not Dependence.GLOBAL:
            drawn.append(translation)
    states = [
        c.views(length) for c in configurations() for length in range(c.least_length, LONGEST + 1)
    ]
    predicates = [FilePredicate("drawn", one, background) for one in drawn]
    answers = [[one.fires(*state) for state in states] for one in drawn]
    found = set()
    for a, b in product(range(len(drawn)), repeat=2):
        expected = all(
            there or not here for here, there in zip(answers[a], answers[b], strict=True)
        )
        assert implies(predicates[a], predicates[b], LONGEST) == expected
        found.add(expected)
    assert found == {True, False}
