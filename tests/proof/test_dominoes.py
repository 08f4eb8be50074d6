"""Clauses about two neighbouring squares: what is proved holds on all small boards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest
from support.neighbours import neighbour_files
from support.sizes import seeds

from witness.clauses.background import Background, read_background
from witness.clauses.language.bias import Signature
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, Literal, Variable, clause_text
from witness.proof.certificate import check_certificate
from witness.proof.certificate_cases import wider_problems
from witness.proof.prover import verify
from witness.proof.weakening import proof_by
from witness.puzzle.grid import Vertex, edge_between
from witness.puzzle.model import Puzzle
from witness.puzzle.views.board import BoardView, PathView, SquareView
from witness.puzzle.views.domino_cases import domino_cases
from witness.puzzle.views.translate import translate


@pytest.fixture(scope="module")
def background(tmp_path_factory: pytest.TempPathFactory) -> Background:
    bk, bias = neighbour_files(tmp_path_factory.mktemp("neighbours"))
    return read_background(bk, bias)


# ---- brute force ------------------------------------------------------------------------------


def paths(puzzle: Puzzle, begun: tuple[Vertex, ...]) -> Iterator[tuple[Vertex, ...]]:
    """Yield all simple paths that begin with one."""
    yield begun
    for near in puzzle.grid.neighbours(begun[-1]):
        if near not in begun:
            yield from paths(puzzle, (*begun, near))


@cache
def completable(rows: int, cols: int) -> list[tuple[PathView, SquareView]]:
    """Return all paths that some solution extends, on any panel, with each square of triangles.

    The panels are those on which a path from anywhere to anywhere is a solution: each square has
    as many triangles as it has edges on the path, or none.
    """
    bare = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
    board = bare.grid
    begun: dict[tuple[int, ...], set[tuple[Vertex, ...]]] = {}
    for start in board.vertices:
        for line in paths(bare, (start,)):
            edges = {edge_between(a, b) for a, b in pairwise(line)}
            counts = [sum(e in edges for e in board.square_edges(s)) for s in board.squares]
            for given in product(*({0, count} for count in counts)):
                begun.setdefault(given, set()).update(line[:n] for n in range(1, len(line)))
    found = []
    for given, lines in sorted(begun.items()):
        marked = [(*s, n) for s, n in zip(board.squares, given, strict=True) if n]
        view = BoardView(Puzzle(rows, cols, ((0, 0),), ((rows, cols),), triangles=tuple(marked)))
        squares = [view.squares[row, column] for row, column, _ in marked]
        for line in sorted(lines):
            used = tuple(board.edge_number[edge_between(a, b)] for a, b in pairwise(line))
            path = view.path(tuple(map(board.vertex_number, line)), used)
            found += [(path, square) for square in squares]
    return found


def errs(clause: Clause, background: Background, boards: list[tuple[int, int]]) -> bool:
    """Whether a clause fires on a path that some solution extends."""
    fires = translate([clause], background).fires
    return any(fires(path, square) for size in boards for path, square in completable(*size))


# ---- clauses ------------------------------------------------------------------------------------


#: How often predicates are drawn: those that look at few edges and corners.
WEIGHTS = {
    "three": 4,
    "notAdjacent": 4,
    "greaterThan": 3,
    "two": 2,
    "off_path": 2,
    "one": 1,
    "gte": 1,
    "on_path": 1,
    "adjacent": 1,
}


def drawn(rng: random.Random, background: Background) -> Clause:
    """Return a clause about a square, its neighbour, and numbers of them that are compared."""
    body = background.bias.body
    links = [s for s in body if s.name in ("neighbour", "between", "shut")]
    others = [s for s in body if s not in links]
    sorts = {Variable("A"): "path", Variable("B"): "square"}
    literals: list[Literal] = []

    def add(signature: Signature, places: Sequence[Variable | None]) -> None:
        """Add a literal; variables are new where none is given."""
        arguments = []
        for sort, place in zip(signature.types, places, strict=True):
            if place is None:
                place = Variable("CDEFGHIJKLMNOPQRST"[len(sorts) - 2])
                sorts[place] = sort
            arguments.append(place)
        literals.append(Literal(signature.name, tuple(arguments)))

    def of(sort: str) -> list[Variable]:
        return [v for v, own in sorts.items() if own == sort]

    link = rng.choice([s for s in body if s.name in ("neighbour", "between", "shut")])
    given = {"path": Variable("A"), "square": Variable("B")}
    flags = zip(link.types, link.inputs, strict=True)
    add(link, [given[sort] if known else None for sort, known in flags])
    for name, square in product(("triangles", "used"), of("square")):
        (signature,) = (s for s in body if s.name == name)
        add(signature, (square, None) if name == "triangles" else (Variable("A"), square, None))
    others = [s for s in body if s not in links]
    sorts = {Variable("A"): "path", Variable("B"): "square"}
    literals: list[Literal] = []

    def add(signature: Signature, places: Sequence[Variable | None]) -> None:
        """Add a literal; variables are new where none is given."""
        arguments = []
        for sort, place in zip(signature.types, places, strict=True):
            if place is None:
                place = Variable("CDEFGHIJKLMNOPQRST"[len(sorts) - 2])
                sorts[place] = sort
            arguments.append(place)
        literals.append(Literal(signature.name, tuple(arguments)))

    def of(sort: str) -> list[Variable]:
        return [v for v, own in sorts.items() if own == sort]

    link = rng.choice([s for s in body if s.name in ("neighbour", "between", "shut")])
    given = {"path": Variable("A"), "square": Variable("B")}
    flags = zip(link.types, link.inputs, strict=True)
    add(link, [given[sort] if known else None for sort, known in flags])
    (triangles,) = (s for s in body if s.name == "triangles")
    for square in of("square"):
        add(triangles, (square, None))
    others = [s for s in body if s.name in WEIGHTS]
    weights = [WEIGHTS[s.name] for s in others]
    for signature in rng.choices(others, weights, k=rng.randint(3, 6)):
        options = [of(sort) for sort in signature.types]
        if all(options):
            flags = zip(options, signature.inputs, strict=True)
            new = rng.random() < 0.7
            add(signature, [rng.choice(known) if i or not new else None for known, i in flags])
    return Clause("f", (Variable("A"), Variable("B")), tuple(dict.fromkeys(literals)))


#: How many clauses each case has that can fire.
TOGETHER = 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 100))
def test_nothing_that_is_proved_errs(seed: int, background: Background) -> None:
    rng = random.Random(seed)
    decided = 0
    while decided < TOGETHER:
        clause = drawn(rng, background)
        found = proof_by(domino_cases, translate([clause], background), background)
        if found is not None:
            assert not errs(clause, background, [(1, 2), (1, 3), (2, 1), (2, 2)])
        decided += found is None or found[1] > 0


# ---- by hand ------------------------------------------------------------------------------------

#: Each of two squares that have three triangles can be satisfied by itself, with an edge of the
#: other; both together, without the edge between them, would need a path all around them.
BOTH = "f(A,B) :- shut(A,B,C), triangles(B,D), three(D), triangles(C,D)."


def test_one_square_is_not_enough(background: Background) -> None:
    clauses = parse_clauses(BOTH)
    verdict = verify(clauses, background)
    (found,) = verdict.clauses
    assert found.status == "proved"
    assert found.neighbours_kept is not None
    assert not found.cases
    certificate = verdict.to_json()
    assert check_certificate(certificate, clauses, background) == []
    assert not errs(clauses[0], background, [(1, 2), (1, 3), (2, 1), (2, 2)])
    for literal in ("three(D), ", ", triangles(C,D)"):
        (weaker,) = parse_clauses(BOTH.replace(literal, ""))
        assert verify([weaker], background).status == "refuted"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("neighbour(B,C), triangles(C,D), used(A,C,E), greaterThan(E,D)", "can get their edges"),
        (
            "neighbour(B,C), neighbour(C,D), triangles(D,E), three(E)",
            "beyond two neighbours",
        ),
        (BOTH.partition(":- ")[2].rstrip(".").replace("three(D)", "two(D)"), "can get their edges"),
    ],
)
def test_forged_certificates_are_found_out(text: str, problem: str, background: Background) -> None:
    clauses = parse_clauses(f"f(A,B) :- {text}.")
    kept = clause_text(clauses[0])
    claim = {"clause": kept, "status": "proved", "reason": "", "kept": kept, "cases": [],
             "counterexample": None, "neighbours_kept": kept}  # fmt: skip
    found = check_certificate({"status": "proved", "clauses": [claim]}, clauses, background)
    assert found
    assert problem in found[0]


@pytest.mark.parametrize(
    "definition",
    [
        "alone(A,B) :- \\+ neighbour(B,_).",
        "alone(A,B) :- findall(C, neighbour(B,C), L), length(L,1).",
        "alone(A,B) :- path(A,P), member(E,P), beside(E,C), triangles(C,3).",
        "alone(A,B) :- neighbour(B,C), neighbour(B,D), C \\== D, triangles(D,3).",
        "alone(A,B) :- neighbour(B,C), live(A,L), side(C,E,_,_), \\+ memberchk(E,L).",
    ],
)
def test_what_two_squares_cannot_say_is_not_proved(definition: str, tmp_path: Path) -> None:
    bk, bias = neighbour_files(tmp_path)
    bk.write_text(f"{bk.read_text()}\n{definition}\n")
    more = "body_pred(alone,2).\ntype(alone,(path,square)).\ndirection(alone,(in,in)).\n"
    bias.write_text(bias.read_text() + more)
    background = read_background(bk, bias)
    clause = parse_clauses("f(A,B) :- alone(A,B).")[0]
    assert proof_by(domino_cases, translate([clause], background), background) is None
    assert wider_problems(clause, background, ahead=False)
