"""Outlooks that a search keeps and makes from those of parents, against the reference engine."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest
from support.examples import random_puzzle
from support.sizes import some

from witness.base.shipped import shipped_file
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.model import Puzzle
from witness.searches import Limits, compiled, reference
from witness.searches.predicates.clauses import FilePredicate, predicate_of
from witness.searches.result import Mode, SearchResult

#: What the rules of the kernel can be about: what is joined, regions, both, edges, and dots.
PROGRAMS = {
    "joined": "f(A,B) :- sure_other(A,B,C), gte(C,1).",
    "joined to few": "f(A,B) :- sure_same(A,B,1), sure_other(A,B,C), gte(C,1).",
    "regions": "f(A,B) :- possible_same(A,B,1).",
    "both": "f(A,B) :- sure_same(A,B,C), possible_same(A,B,C).",
    "stars": "f(A,B) :- possible_same(A,B,1).\nf(A,B) :- cut_off(A).\n"
    "f(A,B) :- sure_same(A,B,C), greaterThan(C,2).",
    "dots": "f(A,B) :- on(B,C), gone(A,C).\nf(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C).",
    "reach": "f(A,B) :- at(B,C), unvisited(A,C), unreached(A,C).",
    "goals": "f(A,B) :- cut_off(A).",
    "triangles": "f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D).",
}
ENDS = ((0, 0),), ((2, 2), (0, 1))


@cache
def own(name: str) -> FilePredicate:
    background = read_background(None, shipped_file("bias/mixed.pl"))
    return predicate_of(parse_clauses(PROGRAMS[name]), background, name)


def outcome(result: SearchResult) -> tuple[object, ...]:
    return result.status, result.path, result.expansions


def same(puzzle: Puzzle, name: str, mode: Mode = "prune", most: int = 1000) -> SearchResult:
    """Compare the engines, and return what they found."""
    limits = Limits(max_expansions=most)
    found = compiled.solve(puzzle, own(name), mode, limits=limits)
    assert found.engine == "compiled"
    assert outcome(found) == outcome(reference.solve(puzzle, own(name), mode, limits=limits)), (
        puzzle,
        name,
    )
    return found


@pytest.mark.parametrize("name", ["both", "stars"])
def test_all_squares_and_stars_on_two_by_two(name: str) -> None:
    places = list(product(range(2), repeat=2))
    for chosen in product(("", "sw", "sb", "*w"), repeat=4):
        squares, stars = (
            tuple((*at, one[1]) for at, one in zip(places, chosen, strict=True) if one[:1] == kind)
            for kind in "s*"
        )
        colours = {"w": "white", "b": "black"}
        same(
            Puzzle(
                2, 2, *ENDS,
                squares=tuple((r, c, colours[k]) for r, c, k in squares),
                stars=tuple((r, c, colours[k]) for r, c, k in stars),
            ),
            name,
            most=300,
        )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", some(2, PROGRAMS))
def test_boards_with_anything(name: str) -> None:
    """Any starts and goals, also inside, gaps, and triangles that fill up beside the path."""
    rng = random.Random(f"outlook {name}")
    met: Counter[str] = Counter()
    for number in range(40):
        puzzle = random_puzzle(rng, 4, symbols=True)
        for mode in ("prune", "sort") if number % 2 else ("prune",):
            met[same(puzzle, name, mode).status] += 1
    assert met["solved"] > 10


@pytest.mark.parametrize("name", ["stars", "dots"])
@pytest.mark.parametrize("mode", ["prune", "sort"])
def test_every_limit_and_slices_of_one(
    name: str, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "SLICE", 1)
    rng = random.Random(5)
    puzzles = [random_puzzle(rng, 3, symbols=True) for _ in range(5)]
    for puzzle in puzzles:
        for most in (*range(12), 200):
            same(puzzle, name, mode, most)
