"""Predicates that look beyond a square: in tables, in both engines, and on the path itself."""

from __future__ import annotations

import random

import pytest
from support.consumers import partial_lines
from support.examples import random_puzzle

from witness.base.shipped import shipped_file
from witness.logic.background import Background, read_background
from witness.logic.dependence import Dependence
from witness.logic.language.parser import parse_clauses
from witness.logic.language.views import board_view, path_view
from witness.logic.translate import translate
from witness.puzzle.paths import path_masks
from witness.searches import Limits, engine
from witness.searches.predicates.clauses import predicate_of

#: Clauses of bk/live.pl and of primitives, with what they depend on.
CLAUSES = {
    "f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D).": Dependence.LIVE,
    "f(A,B) :- cut_off(A).": Dependence.LIVE,
    "f(A,B) :- triangles(B,C), could(A,B,D), adjacent(A,B), two(C), three(D).": Dependence.LIVE,
    "f(A,B) :- side(B,E,V,W), live(A,L), \\+ member(E,L), three(3).": Dependence.LIVE,
    "f(A,B) :- corner(B,V), reachable(A,L), member(V,L), used(A,B,N), one(N).":
        Dependence.REACHABLE,
    "f(A,B) :- corner(B,V), reachable(A,L), \\+ member(V,L), live(A,M), side(B,E,X,Y), "
    "member(E,M).": Dependence.REACHABLE | Dependence.LIVE,
    "f(A,B) :- gap(B,E), live(A,L), side(B,F,V,W), member(F,L), used(A,B,N), one(N).":
        Dependence.GAPS | Dependence.LIVE,
    "f(A,B) :- gap(B,E), used(A,B,N), two(N).": Dependence.GAPS,
    "f(A,B) :- live(A,L), length(L,N), N < 3.": Dependence.GLOBAL,
    "f(A,B) :- goal(A,V), corner(B,V), used(A,B,N), two(N).": Dependence.GLOBAL,
    "f(A,B) :- start(A,V), corner(B,V), used(A,B,N), two(N).": Dependence.GLOBAL,
    "f(A,B) :- head_vertex(A,V), step(V,up,E,W), corner(B,W), used(A,B,N), one(N).":
        Dependence.GLOBAL,
    "f(A,B) :- head_vertex(A,V), coordinates(V,R,C), R > C, used(A,B,N), one(N).":
        Dependence.GLOBAL,
}  # fmt: skip


@pytest.fixture(scope="module")
def live() -> Background:
    return read_background(bias=shipped_file("bias/live.pl"))


@pytest.mark.parametrize("text", CLAUSES)
def test_what_a_clause_depends_on(text: str, live: Background) -> None:
    assert translate(parse_clauses(text), live).dependence is CLAUSES[text]


@pytest.mark.slow
@pytest.mark.parametrize("text", CLAUSES)
def test_tables_and_engines_say_what_the_clause_says(text: str, live: Background) -> None:
    predicate = predicate_of(parse_clauses(text), live, "x")
    condition = predicate.translation.fires
    rng = random.Random(text)
    fired = 0
    for _ in range(40):
        puzzle = random_puzzle(rng, 3)
        fires = predicate.bind(puzzle)
        board = board_view(puzzle)
        squares = [board.squares[square] for square in puzzle.triangle_at]
        lines = partial_lines(puzzle)
        for line in rng.sample(lines, min(len(lines), 25)):
            edges, vertices = path_masks(puzzle, line)
            head = puzzle.grid.vertex_number(line[-1])  # type: ignore[arg-type]
            path = path_view(puzzle, line)  # type: ignore[arg-type]
            expected = any(condition(path, square) for square in squares)
            assert fires(head, vertices, edges) == expected, (puzzle, line)
            fired += expected
        for mode in ("prune", "sort"):
            given = {"limits": Limits(300)}
            one = engine("reference")(puzzle, predicate, mode, **given)
            if predicate.dependence is not Dependence.GLOBAL:
                other = engine("compiled")(puzzle, predicate, mode, **given)
                assert other.engine == "compiled"
                assert (one.status, one.path, one.expansions) == (
                    other.status, other.path, other.expansions,
                )  # fmt: skip
    assert fired > 5
