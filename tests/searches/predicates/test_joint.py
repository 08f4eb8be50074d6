"""Predicates that share clauses answer like those that were translated as a whole."""

from __future__ import annotations

import random

import pytest
from support.examples import random_puzzle
from support.hypotheses import random_clause

from witness.base.errors import InputError
from witness.logic.background import Background
from witness.logic.language.parser import parse_clauses
from witness.logic.language.terms import clause_text
from witness.logic.translate import translate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.searches.predicates.arrays import Lookup, UntabulatedError
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.together import SharedClauses

ONE = "f(A,B) :- square(B,C,D), path(A,E), count(D,E,F), greaterThan(F,C)."
LONG = "f(A,B) :- path(A,C), len(C,D), three(D), notAdjacent(A,B)."
#: An error in every square with three triangles.
DIVIDES = "f(A,B) :- square(B,C,D), three(C), E is 1 // (3 - C), E > 0."


def whole(program: list[str], background: Background) -> FilePredicate:
    return FilePredicate("p", translate(parse_clauses("\n".join(program)), background), background)


def answers(predicate: FilePredicate, puzzle: Puzzle) -> list[bool]:
    fires = predicate.bind(puzzle)
    found = []
    for path, at_goal in walk(puzzle):
        if not at_goal:
            edges, vertices = path_masks(puzzle, path)
            found.append(fires(puzzle.grid.vertex_number(path[-1]), vertices, edges))
    return found


def tables(predicate: FilePredicate) -> bytes | None:
    try:
        lookup = Lookup(predicate)
        all_lengths = lookup.of_lengths(12) if lookup.by_length else lookup.local
        found = lookup.begins(crowded=True), lookup.leaving(crowded=False), all_lengths
        return b"".join(table.tobytes() for table in found)
    except UntabulatedError:
        return None


# To find that a clause of seed 0 is not sound takes all panels on which counterexamples are tried.
@pytest.mark.slow
@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.long), *range(1, 6)])
def test_random_programs_of_shared_clauses(seed: int, background: Background) -> None:
    rng = random.Random(seed)
    clauses: list[str] = [ONE, LONG]
    while len(clauses) < 8:
        clause = random_clause(rng, background)
        try:
            translate([clause], background)
        except InputError:
            continue
        clauses.append(clause_text(clause))
    shared = SharedClauses(background)
    puzzle = random_puzzle(rng, 2)
    for _ in range(20):
        program = rng.sample(clauses, rng.randint(1, 4))
        joint, plain = shared.predicate("p", program), whole(program, background)
        assert tables(joint) == tables(plain)
        assert answers(joint, puzzle) == answers(plain, puzzle)
        assert (joint.sound, joint.symbols) == (plain.sound, plain.symbols)


def test_a_clause_without_a_value_is_not_asked_where_one_before_it_holds(
    background: Background,
) -> None:
    anywhere = "f(A,B) :- square(B,C,D), three(C)."
    shared = SharedClauses(background)
    for program in ([anywhere, DIVIDES], [DIVIDES, anywhere], [ONE, DIVIDES]):
        joint, plain = shared.predicate("p", program), whole(program, background)
        assert tables(joint) == tables(plain)
        assert (tables(joint) is None) == (program[0] != anywhere)
        assert joint.untabulated == plain.untabulated


def test_an_empty_program_never_fires(background: Background) -> None:
    empty = SharedClauses(background).predicate("p", [])
    assert not Lookup(empty).local.any()
    assert empty.symbols == frozenset()
