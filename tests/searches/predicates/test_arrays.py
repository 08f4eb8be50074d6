"""The tables of the compiled engine against the predicates themselves."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from support.examples import TABLE_3, random_puzzle

from witness.games.derived import DERIVED
from witness.logic.background import Background
from witness.logic.language.parser import parse_clauses
from witness.logic.translate import translate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.puzzle.rules import Path
from witness.searches.predicates.arrays import Lookup, UntabulatedError
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER

LENGTHS = "f(A,B) :- path(A,C), len(C,D), greaterThan(D,E), square(B,E,F), adjacent(A,B).\n"


def looked_up(lookup: Lookup, puzzle: Puzzle, path: Path) -> bool:
    """Return π by the tables, with configurations found in a plain way."""
    edges = {frozenset(pair) for pair in pairwise(path)}
    table = lookup.local
    if lookup.by_length:
        table = lookup.of_lengths(len(path))[len(path) - 1]
    for square, triangles in puzzle.triangle_at.items():
        corners = puzzle.grid.square_corners(square)
        head = corners.index(path[-1]) + 1 if path[-1] in corners else 0
        used = [frozenset(edge) in edges for edge in puzzle.grid.square_edges(square)]
        visited = [corner in path for corner in corners]
        place = sum(bit << n for n, bit in enumerate([*used, *visited]))
        if table[0, triangles - 1, head, place]:
            return True
    return False


@pytest.mark.parametrize("name", ["none", "baseline", "paper", "table 3", "lengths"])
def test_tables_answer_like_the_predicate(name: str, background: Background) -> None:
    texts = {"table 3": TABLE_3, "lengths": LENGTHS}
    predicate: Predicate | None = {"none": NONE, "baseline": BASELINE, "paper": PAPER}.get(name)
    if predicate is None:
        clauses = parse_clauses(texts[name])
        predicate = FilePredicate(name, translate(clauses, background), background)
    lookup = Lookup(predicate)
    rng = random.Random(f"lookup {name}")
    fired = 0
    for _ in range(60):
        puzzle = random_puzzle(rng, 3)
        fires = predicate.bind(puzzle)
        paths = [path for path, at_goal in walk(puzzle) if not at_goal]
        for path in rng.sample(paths, min(len(paths), 60)):
            edges, vertices = path_masks(puzzle, path)
            expected = fires(puzzle.grid.vertex_number(path[-1]), vertices, edges)
            assert looked_up(lookup, puzzle, path) == expected, (puzzle, path)
            fired += expected
    assert fired > 100 or name == "none"


def test_what_is_crowded(background: Background) -> None:
    def crowded(text: str) -> bool:
        translation = translate(parse_clauses(text), background)
        return Lookup(FilePredicate("x", translation, background)).crowded

    first, second, third = TABLE_3.splitlines()
    assert crowded(first)
    assert crowded(TABLE_3)
    assert not crowded(f"{second}\n{third}")
    assert not crowded(first.replace("greaterThan(F,E)", "greaterThan(F,E), adjacent(A,B)"))
    assert Lookup(BASELINE).crowded
    assert not Lookup(NONE).crowded


def test_the_steps_in_which_the_papers_predicate_begins() -> None:
    """It begins when an edge is added, or when the head leaves a square with three triangles."""
    begins = Lookup(PAPER).begins(crowded=False)[0]
    assert not begins[:3].any()
    assert begins[3, 1:, 0].all()
    assert not begins[3, :, 1:].any()
    assert not Lookup(BASELINE).begins(crowded=False).any()
    assert Lookup(BASELINE).begins(crowded=True)[0, 1:3, 1:, 1:].any()


def test_no_tables_for_what_depends_on_more(background: Background) -> None:
    for text, reason in (
        (
            "f(A,B) :- path(A,C), square(B,D,E), C = [F|G], member(F,E).",
            "^x looks at more than one square and the length of the path$",
        ),
        (
            "f(A,B) :- path(A,C), len(C,D), square(B,E,F), E is 3 // D.",
            "^x has no value for some square: f.*: a division by zero",
        ),
        (
            "f(A,B) :- square(B,E,F), between(E,10000000000,X), X < 0.",
            # What takes too many steps to evaluate may look at anything.
            "^x looks at more than one square and the length of the path$",
        ),
    ):
        translation = translate(parse_clauses(text), background)
        with pytest.raises(UntabulatedError, match=reason):
            Lookup(FilePredicate("x", translation, background)).of_lengths(5)
    with pytest.raises(UntabulatedError, match=r"^derived looks at more than one square$"):
        Lookup(DERIVED)


def test_lengths_are_added_as_they_are_asked_for(background: Background) -> None:
    translation = translate(parse_clauses(LENGTHS), background)
    lookup = Lookup(FilePredicate("x", translation, background))
    few = lookup.of_lengths(3).copy()
    many = lookup.of_lengths(9)
    assert len(few) == 3
    assert len(many) == 9
    assert np.array_equal(few, many[:3])
    assert lookup.of_lengths(4) is many


def test_leaving_says_what_a_step_from_a_corner_does() -> None:
    """With π°, every way out of a square with three triangles and one or two edges loses it."""
    leaving = Lookup(PAPER).leaving(crowded=False)[0]
    assert not leaving[:2].any()
    # The head at the bottom left, one edge (the left one) and the corners at its ends.
    place = 0b0101 << 4 | 0b0100
    up, right, down, left = 1, 2, 4, 8
    assert leaving[2, 0, place] == down | left
    # At the top right: up and right lead away.
    assert leaving[2, 3, 0b1010 << 4 | 0b1000] == up | right
    # Nothing has been used yet: nothing is lost.
    assert leaving[2, 0, 0b0001 << 4] == 0
    # A fourth edge is too many, but that is not asked for here.
    assert not Lookup(BASELINE).leaving(crowded=False).any()
    # One triangle and one edge (the bottom one), head at the bottom right: the way up is the right
    # edge.
    assert Lookup(BASELINE).leaving(crowded=True)[0][0, 1, 0b0011 << 4 | 0b0001] == up
