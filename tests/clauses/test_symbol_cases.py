"""The cases in which clauses fire for symbols, against the clauses themselves on random boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest
from support.hypotheses import random_clause

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.proof.panels import solved_panels
from witness.puzzle.constraints import Constraint, constraints
from witness.puzzle.grid import edge_between
from witness.puzzle.model import Puzzle
from witness.puzzle.views.board import DotView, PathView, SquareView, board_view, path_view
from witness.puzzle.views.symbol_cases import SymbolCase, cases
from witness.puzzle.views.translate import Translation, translate
from witness.puzzle.views.unknown_answers import Bound, feasible, solution

KINDS = {
    "squares": ("squares", "stars"),
    "stars": ("squares", "stars"),
    "blocks": ("squares", "stars", "blocks"),
    "colours": ("squares", "stars"),
    "dots": ("dots",),
    "mixed": ("triangles", "squares", "stars", "dots"),
}


def background(name: str) -> Background:
    return read_background(None, shipped_file(f"bias/{name}.pl"))


def kind_of(puzzle: Puzzle, one: Constraint) -> str:
    if one.kind == "dots":
        return "edge dot" if isinstance(one.place[0], tuple) else "vertex dot"
    return one.kind.removesuffix("s")


def fits(case: SymbolCase, path: PathView, view: Any) -> bool:
    """Whether a case is that of a path and a symbol: each answer, and each bound."""
    rest = cast(Any, path.rest)
    numbers: dict[Any, int] = {}
    if isinstance(view, SquareView):
        for where, squares in (("joined", rest.joined(view)), ("region", rest.region(view))):
            for classes in {c[1] for b in case.bounds for c in b[:2] if c is not None}:
                others = (relation(view, square) for square in squares if square != view)
                numbers[where, classes] = sum(other in classes for other in others)
                if classes == {"size"}:
                    numbers[where, classes] = sum(sum(square.blocks) for square in squares)
    value = {**numbers, None: 0}
    return all(value[b.low] <= value[b.high] + b.by for b in case.bounds) and all(
        answer(question, path, view) == given for question, given in case.answers
    )


def relation(view: SquareView, other: SquareView) -> str:
    if view.blocks:
        return "block" if other.blocks else "no block"
    if not other.colours:
        return "plain"
    own = "same" if other.colours == view.colours else "other"
    return f"{own} {'star' if other.star else 'square'}"


def answer(question: tuple[Any, ...], path: PathView, view: Any) -> Any:
    rest = cast(Any, path.rest)
    what, *numbers = question
    dot = isinstance(view, DotView)
    edges = view.dot_edges if dot else view.edges
    vertices = (view.dot_vertices or view.dot_edges[0].ends) if dot else view.corners
    if what == "cut off":
        return rest.cut_off
    if what == "edge":
        edge = edges[numbers[0]]
        return "path" if edge in path.edges else "live" if edge in rest.live else "gone"
    if what == "visited":
        return vertices[numbers[0]] in path.vertices
    if what == "reachable":
        return vertices[numbers[0]] in rest.reachable
    if what == "head":
        return vertices.index(path.head) if path.head in vertices else -1
    if what == "leads":
        return any(edge.ends[numbers[0]] == vertices[0] for edge in rest.live)
    if what == "live elsewhere":
        return any(vertices[0] not in edge.ends for edge in rest.live)
    beyond = [[s for s in edges[n].squares if s != view] for n in numbers]
    if what == "border":
        return not beyond[0]
    if what == "beyond":
        return relation(view, beyond[0][0])
    assert what == "alike"
    return beyond[0][0].colours == beyond[1][0].colours


@cache
def panels(name: str) -> list[tuple[Puzzle, Any]]:
    return list(solved_panels(KINDS[name]))


def paths(name: str, number: int) -> Iterator[tuple[Puzzle, PathView]]:
    """Random paths, most of which cannot be completed."""
    rng = random.Random(name)
    for puzzle, _ in rng.sample(panels(name), number):
        board = puzzle.grid
        line = [rng.choice(board.vertices)]
        while len(line) == 1 or rng.random() < 0.9:
            near = [v for v in board.neighbours(line[-1]) if v not in line]
            near = [v for v in near if edge_between(line[-1], v) not in puzzle.gaps]
            if not near:
                break
            line.append(rng.choice(near))
        yield puzzle, path_view(puzzle, tuple(line))


def check(name: str, translation: Translation, states: list[tuple[Puzzle, PathView]]) -> int:
    """Check a clause on paths; return how often it fires."""
    fired = 0
    known: dict[str, tuple[SymbolCase, ...] | None] = {}
    for puzzle, path in states:
        for one in constraints(puzzle, {*KINDS[name]} - {"triangles"}):
            kind = kind_of(puzzle, one)
            if kind not in known:
                known[kind] = cases(translation, kind)
            own = known[kind]
            if own is None:
                continue
            view = board_view(puzzle).symbol(one.place, one.kind)
            fires = translation.fires(path, view)
            assert fires == any(fits(case, path, view) for case in own), (puzzle, path, one)
            fired += fires
    return fired


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("squares", "f(A,B) :- sure_other(A,B,C), gte(C,1).", 2),
        ("squares", "f(A,B) :- possible_same(A,B,1), possible_other(A,B,1).", 1),
        ("squares", "f(A,B) :- sure_same(A,B,C), possible_other(A,B,D), gte(D,C).", 2),
        ("stars", "f(A,B) :- sure_same(A,B,C), greaterThan(C,2).", 1),
        ("blocks", "f(A,B) :- sure_size(A,B,C), region_area(A,B,D), greaterThan(C,D).", 1),
        ("colours", "f(A,B) :- colour_of(B,C), next_to(B,D,E), colour_of(E,F), gone(A,D), "
                    "different(C,F).", 400),
        ("dots", "f(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C).", 2),
        ("dots", "f(A,B) :- on(B,C), gone(A,C).", 1),
        ("mixed", "f(A,B) :- cut_off(A).", 1),
    ],
)  # fmt: skip
def test_clauses(name: str, text: str, number: int) -> None:
    translation = translate(parse_clauses(text), background(name))
    kinds = {"dots": ("vertex dot", "edge dot"), "stars": ("star",), "blocks": ("block",)}.get(
        name, ("square",)
    )
    found = [cases(translation, kind) or () for kind in kinds]
    assert sum(map(len, found)) in (number, 2 * number)
    assert check(name, translation, list(paths(name, 200))) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_random_clauses(name: str) -> None:
    rng = random.Random(f"cases {name}")
    own, states = background(name), list(paths(name, 60))
    fired = tried = 0
    for _ in range(150):
        try:
            translation = translate([random_clause(rng, own)], own)
        except InputError:
            continue
        fired += check(name, translation, states)
        tried += 1
    assert tried > 30
    assert fired > 500


def test_differences() -> None:
    assert solution([Bound("a", "b", -1), Bound("b", None, 3), Bound(None, "a", 0)]) is not None
    assert not feasible([Bound("a", "b", -1), Bound("b", "a", 0)])
    rng = random.Random(1)
    for _ in range(500):
        names = [None, "a", "b", "c"]
        bounds = [
            Bound(rng.choice(names), rng.choice(names), rng.randint(-2, 2))
            for _ in range(rng.randint(1, 6))
        ]
        known = solution(bounds)
        values = range(-6, 7)
        brute = any(
            all((v[b.low] if b.low else 0) <= (v[b.high] if b.high else 0) + b.by for b in bounds)
            for v in ({"a": a, "b": b, "c": c} for a in values for b in values for c in values)
        )
        assert (known is not None) == brute
        if known is not None:
            at = {**known, None: 0}
            assert all(at.get(b.low, 0) <= at.get(b.high, 0) + b.by for b in bounds)
