"""Proofs about coloured squares, stars, blocks and dots: nothing that is proved errs anywhere."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
from support.hypotheses import random_clause
from support.sizes import rounds, some

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.proof.certificate import check_certificate
from witness.proof.panels import solved_panels
from witness.proof.prover import Verdict, verify
from witness.puzzle.constraints import KINDS, constraints
from witness.puzzle.grid import Vertex, grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import is_solution
from witness.puzzle.views.board import board_view, path_view
from witness.puzzle.views.translate import Condition, translate


def background(name: str) -> Background:
    return read_background(None, shipped_file(f"bias/{name}.pl"))


def verdict(name: str, text: str) -> Verdict:
    return verify(parse_clauses(text), background(name))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("squares", "f(A,B) :- sure_other(A,B,C), gte(C,1)."),
        ("squares", "f(A,B) :- sure_other(A,B,C), possible_other(A,B,C), greaterThan(C,0)."),
        ("squares", "f(A,B) :- cut_off(A)."),
        ("colours", "f(A,B) :- colour_of(B,C), next_to(B,D,E), colour_of(E,F), gone(A,D), "
                    "different(C,F)."),
        ("stars", "f(A,B) :- possible_same(A,B,1)."),
        ("stars", "f(A,B) :- sure_same(A,B,C), greaterThan(C,2)."),
        ("dots", "f(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C)."),
        ("dots", "f(A,B) :- at(B,C), unvisited(A,C), unreached(A,C)."),
        ("dots", "f(A,B) :- on(B,C), gone(A,C)."),
        ("blocks", "f(A,B) :- sure_size(A,B,C), region_area(A,B,D), greaterThan(C,D)."),
        ("blocks", "f(A,B) :- possible_size(A,B,C), region_area(A,B,D), greaterThan(C,D)."),
        ("blocks", "f(A,B) :- possible_size(A,B,C), sure_area(A,B,D), greaterThan(D,C)."),
        ("blocks", "f(A,B) :- cut_off(A)."),
        ("mixed", "f(A,B) :- is_star(B), possible_same(A,B,C), gte(1,C)."),
        ("mixed", "f(A,B) :- is_square(B), sure_other(A,B,C), gte(C,1)."),
        ("mixed", "f(A,B) :- triangles(B,C), could(A,B,D), greaterThan(C,D)."),
    ],
)  # fmt: skip
def test_proved(name: str, text: str) -> None:
    found = verdict(name, text)
    assert found.status == "proved", found.clauses[0].reason
    symbols = found.to_json()["clauses"][0].get("symbols", [])
    assert bool(symbols) == ("triangles" not in text)
    assert found.to_json()["lemmas"]  # it rests on what the outlook is


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("squares", "f(A,B) :- cut_off(A), gap(B,_).", "f(A,B) :- cut_off(A)."),
        ("squares", "f(A,B) :- path(A,P), length(P,N), N > 3, sure_other(A,B,1).",
                    "f(A,B) :- sure_other(A,B,1)."),
        ("stars", "f(A,B) :- goal(A,V), corner(B,V), possible_same(A,B,1).",
                  "f(A,B) :- possible_same(A,B,1)."),
        ("dots", "f(A,B) :- on(B,C), vertices(A,L), last(L,V), gone(A,C), ends(C,V,_).",
                 "f(A,B) :- on(B,C), gone(A,C)."),
        # What gives a negated literal its variable cannot be left out without it.
        ("squares", "f(A,B) :- goal(A,V), \\+ head_vertex(A,V), cut_off(A).",
                    "f(A,B) :- cut_off(A)."),
        ("mixed", "f(A,B) :- is_star(B), possible_same(A,B,1), gap(B,_).",
                  "f(A,B) :- is_star(B), possible_same(A,B,1)."),
    ],
)  # fmt: skip
def test_weakened(name: str, text: str, kept: str) -> None:
    """What cases cannot say is left out, and what is left is proved and confirmed."""
    found = verdict(name, text)
    assert found.status == "proved", found.clauses[0].reason
    claim = found.to_json()["clauses"][0]
    assert claim["symbols_kept"] == kept
    assert "even without" in claim["reason"]
    assert check_certificate(found.to_json(), parse_clauses(text), background(name)) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("squares", "f(A,B) :- possible_other(A,B,C), gte(C,1)."),
        ("squares", "f(A,B) :- sure_other(A,B,0)."),
        ("squares", "f(A,B) :- possible_same(A,B,1), possible_other(A,B,1)."),
        ("colours", "f(A,B) :- colour_of(B,C), next_to(B,D,E), colour_of(E,F), different(C,F)."),
        ("colours", "f(A,B) :- colour_of(B,C), next_to(B,D,E), colour_of(E,C), gone(A,D)."),
        ("stars", "f(A,B) :- sure_same(A,B,1)."),
        ("stars", "f(A,B) :- sure_same(A,B,C), gte(C,2)."),
        ("stars", "f(A,B) :- possible_same(A,B,C), greaterThan(C,2)."),
        # A star may share its region with squares of another colour.
        ("stars", "f(A,B) :- sure_other(A,B,C), gte(C,1)."),
        ("mixed", "f(A,B) :- sure_other(A,B,C), gte(C,1)."),
        ("blocks", "f(A,B) :- sure_size(A,B,C), region_area(A,B,D), gte(C,D)."),
        ("blocks", "f(A,B) :- possible_size(A,B,C), region_area(A,B,D), gte(D,C)."),
        ("blocks", "f(A,B) :- sure_size(A,B,C), sure_area(A,B,D), greaterThan(C,D)."),
        ("blocks", "f(A,B) :- sure_area(A,B,C), sure_size(A,B,D), greaterThan(C,D)."),
        ("dots", "f(A,B) :- at(B,C), unvisited(A,C)."),
        ("dots", "f(A,B) :- at(B,C), shut_out(A,C)."),
        ("dots", "f(A,B) :- on(B,C), off_path(A,C)."),
    ],
)
def test_refuted(name: str, text: str) -> None:
    """Each with a partial path on which it fires, and the solution that extends it."""
    own = background(name)
    (found,) = verify(parse_clauses(text), own).clauses
    assert found.status == "refuted"
    example = found.counterexample
    assert example is not None
    assert is_solution(example.puzzle, example.solution)
    assert example.solution[: len(example.partial_path)] == example.partial_path
    fires = translate(parse_clauses(text), own).fires
    path = path_view(example.puzzle, example.partial_path)  # type: ignore[arg-type]
    assert fires(path, board_view(example.puzzle).symbol(example.place, example.kind))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", some(3, ["squares", "stars", "blocks", "colours", "dots", "mixed"])
)
@rounds(30, 80)
def test_no_proved_clause_errs(name: str, rounds: int) -> None:
    """Random clauses of each bias, on puzzles that the prover did not see, all symbols mixed."""
    own = background(name)
    rng = random.Random(f"proved {name}")
    conditions: list[Condition] = []
    for _ in range(rounds):
        try:
            clause = random_clause(rng, own)
            if verify([clause], own).status == "proved":
                conditions.append(translate([clause], own).fires)
        except InputError:
            continue
    assert len(conditions) > rounds // 40
    puzzles = list(solved_panels(KINDS))
    for puzzle, solution in rng.sample(puzzles, rounds):
        views = [board_view(puzzle).symbol(one.place, one.kind)
                 for one in constraints(puzzle, own.kinds)]  # fmt: skip
        for length in range(1, len(solution)):
            path = path_view(puzzle, solution[:length])
            assert not any(condition(path, v) for condition in conditions for v in views)


SHIPPED = {
    "squares": "f(A,B) :- sure_other(A,B,C), gte(C,1).",
    "stars": "f(A,B) :- possible_same(A,B,1).\nf(A,B) :- sure_same(A,B,C), greaterThan(C,2).",
    "dots": "f(A,B) :- on(B,C), gone(A,C).\nf(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C).",
}


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(
    "gap",
    [
        pytest.param(None, marks=pytest.mark.long),
        pytest.param(((1, 0), (1, 1)), marks=pytest.mark.slow),
    ],
)
def test_all_panels_of_2x2(name: str, gap: tuple[Vertex, Vertex] | None) -> None:
    """Every panel, every start and every goal: no solution is lost; how much is seen is said."""
    fires = translate(parse_clauses(SHIPPED[name]), background(name)).fires
    board = grid(2, 2)
    gaps = (gap,) if gap else ()
    seen = 0
    for start, goal in product(board.vertices, repeat=2):
        if start >= goal:
            continue
        bare = Puzzle(2, 2, (start,), (goal,), gaps=gaps)
        for solution in simple_paths(bare):
            for puzzle in _solved_by(bare, solution, name):  # type: ignore[arg-type]
                views = [board_view(puzzle).symbol(one.place, one.kind)
                         for one in constraints(puzzle)]  # fmt: skip
                for length in range(1, len(solution)):
                    path = path_view(puzzle, solution[:length])  # type: ignore[arg-type]
                    assert not any(fires(path, view) for view in views), (puzzle, solution)
                seen += 1
    assert seen > 300


def _solved_by(bare: Puzzle, path: tuple[Vertex, ...], name: str) -> list[Puzzle]:
    """Return panels with all symbols that a path satisfies, and with each of them left out."""
    board = bare.grid
    found = []
    if name == "dots":
        edges = [tuple(sorted(pair)) for pair in pairwise(path)]
        places = [*path, *edges]
        for place in places:
            found.append(_with(bare, dots=tuple(p for p in places if p != place)))
        return [*found, _with(bare, dots=tuple(places))]
    for chosen in product((None, "black", "white"), repeat=4):
        placed = tuple(
            (*square, colour)
            for square, colour in zip(board.squares, chosen, strict=True)
            if colour is not None
        )
        puzzle = _with(bare, **{name: placed})
        if placed and is_solution(puzzle, path):
            found.append(puzzle)
    return found


def _with(bare: Puzzle, **symbols: object) -> Puzzle:
    return Puzzle(2, 2, bare.starts, bare.goals, gaps=bare.gaps, **symbols)  # type: ignore[arg-type]
