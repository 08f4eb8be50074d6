"""Tables of predicates, also of those that look beyond a square, against the predicates."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from support.consumers import partial_lines
from support.examples import TABLE_3, random_puzzle

from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.gdl.derived import DERIVED
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.puzzle.rules import Path
from witness.puzzle.views.board import board_view, path_view
from witness.puzzle.views.translate import translate
from witness.searches import Limits, engine
from witness.searches.predicates.arrays import Lookup, UntabulatedError
from witness.searches.predicates.clauses import FilePredicate, predicate_of
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER

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
