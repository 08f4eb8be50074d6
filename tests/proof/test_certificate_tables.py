"""The tables of the checker of certificates, beside the same evaluation without them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import pytest
from support.certificates import BIASES, background, drawn

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background
from witness.clauses.language.order import in_order
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import Clause, clause_text
from witness.proof.certificate_cases import states
from witness.proof.certificate_dominoes import PairWorld
from witness.proof.certificate_evaluation import Evaluation
from witness.proof.certificate_squares import reached_by
from witness.proof.certificate_symbols import _feasible
from witness.proof.certificate_unknowns import Answers, CannotCheckError
from witness.proof.certificate_worlds import SquareWorld, SymbolWorld, World, situation

#: The most runs of a clause that are compared in one world.
MOST = 300

KINDS = ("square", "star", "block", "vertex dot", "edge dot")


def ordered(name: str, number: int) -> Iterator[Clause]:
    """Yield random clauses of a bias whose bodies are in order."""
    own = background(name)
    left = number
    for clause in drawn(name, "tables", True):
        try:
            yield in_order(clause, own.bias, own.program.defines)
        except InputError:
            continue
        if (left := left - 1) == 0:
            return


def runs(evaluation: Evaluation, clause: Clause, world: World, given: Mapping[Any, Any]) -> Any:
    """Return the runs of a clause, with all answers, or what is refused."""
    found: list[Any] = []
    try:
        for fired in islice(evaluation.runs(clause, given), MOST):
            found.append((fired, [*world.answers.known.items()], [*world.answers.bounds]))
    except CannotCheckError as error:
        found.append(str(error))
    return found


def compared(clause: Clause, own: Background, world: World, cases: list[Mapping[Any, Any]]) -> int:
    """Compare the runs with tables and without in some cases; return how many they are."""
    by_tables, plain = (Evaluation(own, world, tables=tables) for tables in (True, False))
    number = 0
    for given in cases:
        # The second time, all of it is in the tables.
        first, again, slow = (
            runs(one, clause, world, given) for one in (by_tables, by_tables, plain)
        )
        assert first == again == slow, (clause_text(clause), given)
        number += len(slow)
    return number


def disagreements(name: str, clauses: int, cases: int) -> int:
    """Compare random clauses in all worlds; return how many runs were compared."""
    own = background(name)
    rng = random.Random(f"tables {name}")
    number = 0
    for clause in ordered(name, clauses):
        every = [*states(reached_by(clause, own.program), second=rng.random() < 0.2)]
        given = [situation(one) for one in rng.sample(every, min(cases, len(every)))]
        number += compared(clause, own, SquareWorld(Answers()), given)
        for kind in KINDS:
            number += compared(clause, own, SymbolWorld(kind, Answers(_feasible)), [{}])
        if own.kinds == {"triangles"}:
            shared = rng.randrange(4)
            number += compared(clause, own, PairWorld(shared, Answers()), [{}])
    return number


@pytest.mark.slow
@pytest.mark.parametrize("name", BIASES)
def test_runs_are_the_same_with_tables_and_without(name: str) -> None:
    assert disagreements(name, 4, 8) > 40


@pytest.mark.long
@pytest.mark.parametrize("name", BIASES)
def test_many_runs_are_the_same_with_tables_and_without(name: str) -> None:
    assert disagreements(name, 60, 100) > 5000


#: Definitions whose calls a table cannot hold, hold in part, or has to tell apart.
ADDED = """
any(P,E) :- live(P,L), member(E,L).
met(P,V) :- vertices(P,L), member(V,L).
both(P,V,W) :- met(P,V), met(P,W).
again(P,V) :- both(P,V,V).
listed(P,L) :- live(P,L).
inner(P,S,L) :- listed(P,M), square(S,_,E), intersection(E,M,L).
given(S,T) :- square(S,T,_), T > 1.
passed(S,T) :- C = T, square(S,C,_).
long(P) :- live(P,L), length(L,N), N > 7.
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "any(A,E), any(A,F), E == F",
        "any(A,E), side(B,E,V,W), \\+ any(A,E)",
        "findall(E, any(A,E), L), length(L,N), N > 6",
        "met(A,V), corner(B,V), met(A,W), W \\= V",
        "both(A,V,W), corner(B,V), corner(B,W)",
        "again(A,V), corner(B,V)",
        "inner(A,B,L), inner(A,B,M), length(L,N), length(M,K), N + K > 3",
        "given(B,_)",
        "\\+ given(B,_), long(A)",
        "passed(B,_), long(A), \\+ long(A)",
        "passed(B,T), T > 2",
        "square(B,_,E), member(X,E), findall(T, square(B,T,_), L), sum_list(L,N), N > 2",
    ],
)
@pytest.mark.parametrize("name", ["live", "guarded", "stars", "dots"])
def test_calls_that_a_table_cannot_hold(name: str, body: str) -> None:
    own = background(name)
    program = parse_program(shipped_file(f"bk/{name}.pl").read_text() + ADDED)
    own = Background(program, own.bias)
    (clause,) = parse_clauses(f"f(A,B) :- {body}.")
    every = [*states({("live", 2), ("gap", 2)})][::97]
    assert compared(clause, own, SquareWorld(Answers()), [*map(situation, every)])
    for kind in KINDS:
        assert compared(clause, own, SymbolWorld(kind, Answers(_feasible)), [{}])
