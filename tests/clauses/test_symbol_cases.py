"""The cases in which clauses fire, against SWI-Prolog on random boards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

import pytest
from support.asked import Interpreter
from support.hypotheses import random_clause
from support.sizes import rounds, some

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.order import in_order
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause
from witness.proof.panels import solved_panels
from witness.puzzle.constraints import Constraint, constraints
from witness.puzzle.examples.facts import constraint_name, primitive_facts
from witness.puzzle.examples.partial_paths import PartialPath
from witness.puzzle.grid import Vertex, edge_between
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import path_edges
from witness.puzzle.views.board import DotView, PathView, SquareView, board_view, path_view
from witness.puzzle.views.configurations import HEAD, ON_PATH, UNVISITED, LocalConfiguration
from witness.puzzle.views.square_cases import features_of, square_cases
from witness.puzzle.views.symbol_cases import SymbolCase, cases
from witness.puzzle.views.translate import Translation, translate
from witness.puzzle.views.unknown_answers import Bound, feasible, solution

KINDS = {
    "blocks": ("squares", "stars", "blocks"),
    "dots": ("dots",),
    "mixed": ("triangles", "squares", "stars", "dots"),
    "squares": ("squares", "stars"),
    "stars": ("squares", "stars"),
    "colours": ("squares", "stars"),
    "guarded": ("triangles", "squares", "stars", "dots"),
    "extended": ("triangles",),
    "live": ("triangles",),
    "paper": ("triangles",),
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


class State:
    """A random partial path of a panel, most of which cannot be completed."""

    def __init__(self, puzzle: Puzzle, line: tuple[Vertex, ...]) -> None:
        self.puzzle = puzzle
        self.view = path_view(puzzle, line)
        board = puzzle.grid
        path = PartialPath(
            tuple(map(board.vertex_number, line)),
            tuple(board.edge_number[edge] for edge in path_edges(line)),
            completable=True,
            satisfiable=0,
        )
        rows = primitive_facts(puzzle, [], [path], whole=True)
        self.facts = {key: list(known) for key, known in rows.items()}

    def fires(self, clause: Clause, own: Background, one: Constraint) -> bool:
        """Whether a clause fires for a symbol, by SWI-Prolog."""
        arguments = own.arguments("p0", constraint_name(self.puzzle, one))
        return Interpreter(own.program, self.facts).holds(clause, arguments)

    def configuration(self, square: SquareView, features: Dependence) -> LocalConfiguration:
        """Return the local configuration of a square with triangles, with some features."""
        rest = cast(Any, self.view.rest)

        def places(of: Sequence[Any], among: Any) -> frozenset[int]:
            return frozenset(n for n, one in enumerate(of) if one in among)

        live, reachable = bool(features & Dependence.LIVE), bool(features & Dependence.REACHABLE)
        corners = tuple(
            HEAD if v == self.view.head else ON_PATH if v in self.view.vertices else UNVISITED
            for v in square.corners
        )
        return LocalConfiguration(
            square.triangles,
            places(square.edges, self.view.edges),
            corners,  # type: ignore[arg-type]
            places(square.edges, square.gaps) if features & Dependence.GAPS else frozenset(),
            places(square.edges, rest.live) if live else None,
            places(square.corners, rest.reachable) if reachable else None,
            live and rest.cut_off,
        )


@cache
def states(name: str, number: int) -> list[State]:
    """Return random paths, most of which cannot be completed."""
    rng = random.Random(name)
    found = []
    for puzzle, _ in rng.sample(panels(name), number):
        board = puzzle.grid
        line = [rng.choice(board.vertices)]
        while len(line) == 1 or rng.random() < 0.9:
            near = [v for v in board.neighbours(line[-1]) if v not in line]
            near = [v for v in near if edge_between(line[-1], v) not in puzzle.gaps]
            if not near:
                break
            line.append(rng.choice(near))
        found.append(State(puzzle, tuple(line)))
    return found


def check(name: str, translation: Translation, number: int) -> int:
    """Check a clause on some paths; return how often it fires."""
    own, fired = background(name), 0
    clause = in_order(translation.clauses[0].clause, own.bias, own.program.defines)
    known: dict[str, Any] = {}
    for state in states(name, number):
        for one in constraints(state.puzzle, own.kinds):
            kind = kind_of(state.puzzle, one)
            if kind not in known:
                triangles = kind == "triangle"
                known[kind] = (square_cases(translation, own) if triangles
                               else cases(translation, kind))  # fmt: skip
            if known[kind] is None:
                continue
            view: Any = board_view(state.puzzle).symbol(one.place, one.kind)
            fires = state.fires(clause, own, one)
            among = (
                state.configuration(view, features_of(translation, own)) in known[kind]
                if kind == "triangle"
                else any(fits(case, state.view, view) for case in known[kind])
            )
            assert fires == among, (clause, state.puzzle, state.view, one)
            fired += fires
    return fired


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "number"),
    some(3, [
        ("squares", "f(A,B) :- possible_same(A,B,1), possible_other(A,B,1).", 1),
        ("stars", "f(A,B) :- sure_same(A,B,C), greaterThan(C,2).", 1),
        ("dots", "f(A,B) :- on(B,C), gone(A,C).", 1),
        ("squares", "f(A,B) :- sure_other(A,B,C), gte(C,1).", 2),
        ("squares", "f(A,B) :- sure_same(A,B,C), possible_other(A,B,D), gte(D,C).", 2),
        ("blocks", "f(A,B) :- sure_size(A,B,C), region_area(A,B,D), greaterThan(C,D).", 1),
        ("colours", "f(A,B) :- colour_of(B,C), next_to(B,D,E), colour_of(E,F), gone(A,D), "
                    "different(C,F).", 400),
        ("dots", "f(A,B) :- at(B,C), unvisited(A,C), shut_out(A,C).", 2),
        ("mixed", "f(A,B) :- cut_off(A).", 1),
    ]),
)  # fmt: skip
def test_clauses(name: str, text: str, number: int) -> None:
    translation = translate(parse_clauses(text), background(name))
    kinds = {"dots": ("vertex dot", "edge dot"), "stars": ("star",), "blocks": ("block",)}.get(
        name, ("square",)
    )
    found = [cases(translation, kind) or () for kind in kinds]
    assert sum(map(len, found)) in (number, 2 * number)
    assert check(name, translation, 80) > 0


@pytest.mark.slow
@rounds(2, 150)
@pytest.mark.parametrize("name", some(3, KINDS))
def test_random_clauses(name: str, rounds: int) -> None:
    rng = random.Random(f"cases {name}")
    own = background(name)
    fired = tried = 0
    for _ in range(rounds):
        try:
            translation = translate([random_clause(rng, own)], own)
        except InputError:
            continue
        fired += check(name, translation, 60)
        tried += 1
    assert tried > rounds // 5
    assert fired > 3 * rounds


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
