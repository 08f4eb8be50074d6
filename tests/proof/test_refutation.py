"""Counterexamples, where they are looked for, and what is said of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, islice, product
from typing import Any

import pytest
from support.certificates import BIASES, background, drawn
from support.panels import drawn_panel, random_panel
from support.sizes import some

from witness.base.errors import InputError
from witness.base.limits import Budget
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, clause_text
from witness.proof import refutation
from witness.proof.certificate import check_certificate
from witness.proof.panels import DRAWN, solved_panels
from witness.proof.prover import ClauseVerdict, verify
from witness.puzzle.constraints import KINDS, constraints
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution
from witness.puzzle.views.board import board_view, path_view
from witness.puzzle.views.translate import Condition, translate


def verdict(name: str, text: str) -> ClauseVerdict:
    (found,) = verify(parse_clauses(text), background(name)).clauses
    return found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("paper", "f(A,B) :- gap(B,E), square(B,1,C)."),
        ("paper", "f(A,B) :- gap(B,E), gap(B,F), E \\== F, goal(A,V), goal(A,W), V \\== W."),
        ("squares", "f(A,B) :- colour(B,purple)."),
        ("stars", "f(A,B) :- colour(B,C), memberchk(C,[violet,purple])."),
        ("dots", "f(A,B) :- goal(A,V), goal(A,W), V \\== W."),
        ("squares", "f(A,B) :- colour(B,C), C \\== dark_red, C \\== v0_0."),
        ("live", "f(A,B) :- goal(A,V), \\+ end(A,V)."),
        ("live", "f(A,B) :- goal(A,V), vertices(A,P), memberchk(V,P)."),
        # It fires on a start alone.
        ("dots", "f(A,B) :- path(A,[]), at(B,C)."),
    ],
)
def test_refuted(name: str, text: str) -> None:
    """With gaps, several goals, goals that are passed, and the constants of the clause."""
    found = verdict(name, text)
    assert found.status == "refuted", found.reason
    example = found.counterexample
    assert example is not None
    assert example.puzzle.rows * example.puzzle.cols <= 6
    assert is_solution(example.puzzle, example.solution)
    for side in ("rows", "cols"):  # nothing of the board can be left out either
        shorter = replace(example.puzzle, **{side: getattr(example.puzzle, side) - 1})
        corner = max(v[side == "cols"] for v in example.solution)
        assert getattr(shorter, side) < max(corner, 1) or shorter.problems()
    holds = {"status": "refuted", "clauses": [found.to_json()]}
    assert check_certificate(holds, parse_clauses(text), background(name)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    some(9, [
        ("blocks", "f(A,B) :- block(B,7)."),
        ("blocks", "f(A,B) :- 30 = C, block(B,C)."),
        ("blocks", "f(A,B) :- C is 3 + 4, block(B,C)."),
        ("blocks", "f(A,B) :- block(B,N), N*N =:= 121."),
        ("blocks", "f(A,B) :- block(B,C), C > 11."),
        ("blocks", "f(A,B) :- region(A,B,C), member(D,C), block(D,8)."),
        ("blocks", "f(A,B) :- region_area(A,B,23)."),
        ("squares", "f(A,B) :- possible_same(A,B,18)."),
        ("squares", "f(A,B) :- region(A,B,C), length(C,20)."),
        ("live", "f(A,B) :- live(A,C), length(C,50)."),
        ("blocks", "f(A,B) :- length([a,b,c,d,e,f,g],N), block(B,N)."),
        ("paper", "f(A,B) :- path(A,C), len(C,33)."),
        ("dots", "f(A,B) :- vertices(A,C), length(C,27), on(B,_)."),
        ("blocks", "f(A,B) :- block(B,C), D is 3, C is D+D+D."),
        ("blocks", "f(A,B) :- block(B,N), N // 5 =:= 2."),
        ("blocks", "f(A,B) :- block(B,N), M is N - 2, M == 9."),
        ("blocks", "f(A,B) :- possible_size(A,B,17)."),
        ("squares", "f(A,B) :- possible_other(A,B,20)."),
    ]),
)  # fmt: skip
def test_boards_for_the_numbers_of_a_clause(name: str, text: str) -> None:
    """No board of those that are drawn for every clause is large enough."""
    found = verdict(name, text)
    assert found.status == "refuted", found.reason
    holds = {"status": "refuted", "clauses": [found.to_json()]}
    assert check_certificate(holds, parse_clauses(text), background(name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("text", [
    "f(A,B) :- path(A,C), length(C,101).",
    "f(A,B) :- gap(B,E), path(A,C), length(C,101).",
    "f(A,B) :- path(A,C), length(C,101), \\+ length(C,9).",
])  # fmt: skip
def test_what_was_tried_is_said(text: str) -> None:
    found = verdict("paper", text)
    assert found.status == "checked"
    tried = ": 3,000 random panels of up to 4×4 squares"
    if "9" in text:
        tried += " and others for the numbers 9, 10, 18"
    if "gap" not in text:
        tried += ", and all paths on boards of up to 6 squares with triangles in one of them,"
    assert found.reason.endswith(f"{tried} were tried")
    assert "checked" not in found.to_json()


@pytest.mark.slow
def test_panels() -> None:
    """Each has a solution; all that a panel can have is drawn."""
    drawn_panels = list(solved_panels(KINDS, ("black", "purple")))
    assert [puzzle for puzzle, _ in drawn_panels] == [
        puzzle for puzzle, _ in solved_panels(KINDS, ("black", "purple"))
    ]
    for puzzle, solution in drawn_panels:
        assert not puzzle.problems()
        assert is_solution(puzzle, solution)
    boards = {(puzzle.rows, puzzle.cols) for puzzle, _ in drawn_panels}
    assert boards == {size for board, _ in DRAWN for size in (board, board[::-1])}
    for has in (
        lambda p: p.gaps,
        lambda p: len(p.starts) > 1,
        lambda p: len(p.goals) > 2,
        lambda p: p.pass_goals,
        lambda p: "purple" in str(p.squares),
        lambda p: "purple" in str(p.stars),
        lambda p: p.features > {"triangles", "squares", "stars", "dots"},
        lambda p: p.features > {"blocks", "squares", "stars"},
    ):
        assert sum(bool(has(puzzle)) for puzzle, _ in drawn_panels) > 10


def smallest_panels(kinds: frozenset[str]) -> Iterator[Puzzle]:
    """Yield all panels of 1×1 with one symbol, two gaps and two starts or goals at most."""
    board = grid(1, 1)
    symbols: list[dict[str, object]] = []
    if "triangles" in kinds:
        symbols += [{"triangles": ((0, 0, count),)} for count in (1, 2, 3)]
    if "squares" in kinds:
        symbols.append({"squares": ((0, 0, "black"),)})
    if "blocks" in kinds:
        symbols += [{"blocks": [{"at": (0, 0), "shape": shape}]} for shape in (["#"], ["##"])]
    if "dots" in kinds:
        symbols += [{"dots": (place,)} for place in (*board.vertices, *board.edges)]
    ends = [of for number in (1, 2) for of in combinations(board.vertices, number)]
    gaps = [of for number in range(3) for of in combinations(board.edges, number)]
    for starts, goals, gone, passing in product(ends, ends, gaps, (False, True)):
        if not {*starts} & {*goals}:
            for symbol in symbols:
                yield Puzzle(1, 1, starts, goals, gaps=gone, pass_goals=passing, **symbol)  # type: ignore[arg-type]


def errs(condition: Condition, puzzle: Puzzle, kinds: frozenset[str]) -> bool:
    """Whether a condition fires on a partial path of a panel that has a solution."""
    board = board_view(puzzle)
    views = [board.symbol(one.place, one.kind) for one in constraints(puzzle, kinds)]
    beginnings = {path[:n] for path in solutions(puzzle) for n in range(1, len(path))}
    views_of_paths = [path_view(puzzle, path) for path in sorted(beginnings)]  # type: ignore[arg-type]
    return any(condition(path, view) for path in views_of_paths for view in views)


def clauses_of(name: str, number: int) -> Iterator[Clause]:
    """Yield random clauses of a bias that can be translated, some with a literal about gaps."""
    rng = random.Random(f"gaps {name}")
    given = drawn(name, "refutation", True)
    while number:
        clause = next(given)
        if rng.random() < 0.3:
            (more,) = parse_clauses(rng.choice([
                "f(A,B) :- gap(B,Gap).", "f(A,B) :- goal(A,G), goal(A,H), G \\== H.",
                "f(A,B) :- head_vertex(A,V), goal(A,V).",
            ]))  # fmt: skip
            clause = Clause(clause.name, clause.args, (*clause.body, *more.body))
        (clause,) = parse_clauses(clause_text(clause))
        try:
            translate([clause], background(name))
        except InputError:
            continue
        number -= 1
        yield clause


@pytest.mark.slow
@pytest.mark.parametrize("name", BIASES)
def test_by_brute_force(name: str) -> None:
    """A clause that errs on a panel of 1×1 is refuted; one that is not, errs on no other panel."""
    own = background(name)
    rng = random.Random(f"brute force {name}")
    panels = [random_panel(rng, edge_ends=False, pass_goals=True) for _ in range(25)]
    if "blocks" in own.kinds:
        panels = [drawn_panel(rng, {"blocks", "squares", "gaps"}) for _ in range(40)]
    small = rng.sample(list(smallest_panels(own.kinds)), 60)
    wrong = 0
    for clause in clauses_of(name, 4):
        (found,) = verify([clause], own, limits=Budget()).clauses
        condition = translate([clause], own).fires
        if found.status != "refuted":
            given = [*small, *panels]
            assert not any(errs(condition, puzzle, own.kinds) for puzzle in given), found
        else:
            wrong += 1
    assert wrong


@pytest.mark.long
@pytest.mark.parametrize("name", BIASES)
def test_all_of_1x1(name: str) -> None:
    """No clause that errs on any panel of 1×1 is called anything but refuted."""
    own = background(name)
    small = list(smallest_panels(own.kinds))
    refuted = 0
    for clause in clauses_of(name, 60):
        (found,) = verify([clause], own).clauses
        if found.status == "refuted":
            refuted += 1
        else:
            condition = translate([clause], own).fires
            assert not any(errs(condition, puzzle, own.kinds) for puzzle in small), found
    assert refuted > 5


@pytest.mark.parametrize("name", ["paper", "mixed"])
def test_what_was_tried_before_makes_no_difference(name: str) -> None:
    """Panels are kept, and what clauses see of them; several threads take them at once."""
    own = background(name)
    clauses = list(islice(drawn(name, "kept", rare=True), 6))

    def decided(clause: Clause) -> dict[str, Any] | None:
        try:
            return verify([clause], own).to_json()
        except InputError:
            return None

    wanted = []
    for clause in clauses:
        refutation._panels.cache_clear()
        wanted.append(decided(clause))
    refutation._panels.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(decided, clauses[::-1])) == wanted[::-1]
    assert list(map(decided, clauses)) == wanted
