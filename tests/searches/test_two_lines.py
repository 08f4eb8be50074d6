"""Panels with two lines, and with marks, too: A* and predicates that take them, by brute force."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from support.consumers import of_symbols, shipped, shortest
from support.examples import TABLE_3
from support.panels import on_both
from support.sizes import rounds, some

from witness.base.errors import InputError
from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, Literal
from witness.proof.certificate import check_certificate
from witness.proof.verdicts import for_two_lines
from witness.puzzle.generate.algorithms import algorithm_3
from witness.puzzle.generate.mixed import free_squares, with_marks
from witness.puzzle.grid import edge_between, regions
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, simple_paths
from witness.puzzle.rules import Path, is_solution
from witness.puzzle.second_line import image
from witness.searches import reference
from witness.searches.predicates.clauses import FilePredicate, predicate_of
from witness.searches.predicates.interface import Predicate
from witness.searches.predicates.written import BASELINE, NONE

SYMMETRIES = ("left-right", "up-down", "rotation")


def bare(rows: int, cols: int) -> Iterator[Puzzle]:
    """All boards of a size with one pair of starts and one of goals."""
    for symmetry in SYMMETRIES:
        board = Puzzle(rows, cols, ((0, 0),), ((0, 0),)).grid
        pairs = {frozenset({v, image(board, symmetry, v)}) for v in board.vertices}
        pairs = {pair for pair in pairs if len(pair) == 2}
        for starts in sorted(pairs, key=sorted):
            for goals in sorted(pairs - {starts}, key=sorted):
                yield Puzzle(rows, cols, tuple(starts), tuple(goals), symmetry=symmetry)


def solved(puzzle: Puzzle, path: Path, rng: random.Random) -> Puzzle:
    """A panel with symbols everywhere, and gaps, that a path solves."""
    board = puzzle.grid
    edges = on_both(puzzle, (edge_between(a, b) for a, b in pairwise(path)))  # type: ignore[arg-type]
    triangles, squares, stars = [], [], []
    for letter, region in zip("abcdefghijklmnop", regions(board, edges), strict=False):
        counts = {square: len(edges & {*board.square_edges(square)}) for square in region}
        free = rng.sample(region, len(region))
        if len(free) > 1 and rng.random() < 0.5:
            stars += [(*free.pop(), f"star{letter}") for _ in range(2)]
        for square in free:
            if counts[square] and rng.random() < 0.7:
                triangles.append((*square, counts[square]))
            elif rng.random() < 0.7:
                squares.append((*square, f"square{letter}"))
    first = sorted({*path, *(edge_between(a, b) for a, b in pairwise(path))}, key=str)  # type: ignore[arg-type]
    dots = rng.sample(sorted(on_both(puzzle, first), key=str), rng.randrange(3))
    left = sorted({*board.edges} - edges)
    found = replace(
        puzzle, triangles=tuple(triangles), squares=tuple(squares), stars=tuple(stars),
        dots=tuple(dots), gaps=tuple(rng.sample(left, rng.randrange(len(left) + 1))),
        line_dots=tuple((place, 1) for place in rng.sample(first, 1) if place not in dots),
    )  # fmt: skip
    assert is_solution(found, path)
    return found


def completable(most: int, sizes: tuple[tuple[int, int], ...]) -> Iterator[tuple[Puzzle, Path]]:
    """Panels with solutions: all paths of small boards, at most some of each board."""
    for rows, cols in sizes:
        for puzzle in bare(rows, cols):
            rng = random.Random(str(puzzle))
            paths = list(simple_paths(puzzle))
            for path in rng.sample(paths, min(most, len(paths))):
                yield solved(puzzle, path, rng), path


def of_clauses(text: str, bias: str | None = None) -> FilePredicate:
    background = read_background(None, bias) if bias else read_background()
    return predicate_of(parse_clauses(text), background, "f")


def errs(fires: Any, puzzle: Puzzle, path: Path) -> bool:
    """Whether a predicate fires on the beginning of a solution."""
    for length in range(1, len(path)):
        edges, vertices = path_masks(puzzle, path[:length])
        if fires(puzzle.grid.vertex_number(path[length - 1]), vertices, edges):  # type: ignore[arg-type]
            return True
    return False


#: Predicates that are proved for two lines.
PROVED = {
    "baseline": lambda: BASELINE,
    "dots": lambda: shipped("dots"),
    "mixed": lambda: shipped("mixed"),
    "baseline as a clause": lambda: of_clauses(TABLE_3.splitlines()[0]),
    "live": lambda: shipped("live"),
    "squares": lambda: shipped("squares"),
    "stars": lambda: shipped("stars"),
    "all symbols": of_symbols,
}

#: Clauses that are proved for one line alone: each errs with two.
OF_ONE_LINE = {
    "the second of π°": ("paper", 1),
    "the third of π°": ("paper", 2),
    "reach": ("extended", 1),
}

SMALL = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2))


@pytest.mark.slow
@pytest.mark.parametrize("name", some(3, PROVED))
def test_no_proved_predicate_errs(name: str) -> None:
    predicate: Predicate = PROVED[name]()  # type: ignore[no-untyped-call]
    assert predicate.two_lines
    tried = 0
    for puzzle, path in completable(2, SMALL):
        assert not errs(predicate.bind(puzzle), puzzle, path), (puzzle, path)
        tried += 1
    assert tried > 250


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_ONE_LINE)
def test_what_is_proved_for_one_line_alone_is_refused(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    predicate = shipped(OF_ONE_LINE[name][0]).by_clause()[OF_ONE_LINE[name][1]]
    assert predicate.sound
    panels = [*completable(4, SMALL)]
    words = "two lines .*; the predicate is not for that"
    with pytest.raises(InputError, match=words):
        predicate.bind(panels[0][0])
    monkeypatch.setitem(vars(predicate), "two_lines", True)
    assert any(errs(predicate.bind(puzzle), puzzle, path) for puzzle, path in panels)


def marked(most: int) -> Iterator[tuple[Puzzle, Path]]:
    """Panels with solutions, two lines, and elimination marks that take something away."""
    for puzzle, path in completable(most, SMALL):
        found = with_marks(puzzle, path, random.Random(str(puzzle)))
        if found.eliminations:
            yield found, path
        missed = sorted({*puzzle.grid.vertices} - on_both(puzzle, path))
        for dot, mark in product(missed, free_squares(puzzle)):
            found = replace(puzzle, dots=(*puzzle.dots, dot), eliminations=(mark,))
            if is_solution(found, path):
                yield found, path
                break


def guarded(predicate: FilePredicate) -> FilePredicate:
    """The clauses of a predicate, each with a guard."""
    clauses = [
        Clause(one.name, one.args, (*one.body, Literal("unmarked", one.args)))
        for one in (translated.clause for translated in predicate.translation.clauses)
    ]
    return predicate_of(clauses, predicate.background, "f")


@pytest.mark.slow
@pytest.mark.parametrize("name", some(2, [*PROVED][1:]))
def test_none_that_takes_marks_and_two_lines_errs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = PROVED[name]()  # type: ignore[no-untyped-call]
    for predicate in (shipped("guarded"), guarded(bare)):
        assert predicate.marks
        assert predicate.two_lines
        tried = 0
        for puzzle, path in marked(2):
            assert not errs(predicate.bind(puzzle), puzzle, path), (puzzle, path)
            tried += 1
        assert tried > 100
    # Without guards it is refused, and errs.
    with pytest.raises(InputError, match="elimination marks; the predicate is not for that"):
        bare.bind(puzzle)
    monkeypatch.setattr(FilePredicate, "marks", True)
    assert any(errs(bare.bind(puzzle), puzzle, path) for puzzle, path in marked(2))


@pytest.mark.slow
@rounds(16, 40)
def test_searches_find_a_shortest_solution(rounds: int) -> None:
    """On panels of 3×3 squares with and without a solution."""
    rng = random.Random(5)
    pruning = (NONE, BASELINE, of_symbols())
    lengths = []
    for _ in range(rounds):
        puzzle = algorithm_3(3, 3, rng, kind="symmetry")
        rest = {"triangles": tuple((r, c, 1 + n % 3) for r, c, n in puzzle.triangles)}
        for panel in (puzzle, replace(puzzle, **rest)):
            lengths.append(shortest(panel))
            for predicate in pruning:
                for mode in ("prune", "sort"):
                    found = reference.solve(panel, predicate, mode)
                    assert (found.length is None) == (lengths[-1] is None)
                    if mode == "prune":
                        assert found.length == lengths[-1], panel
    assert lengths.count(None) > rounds / 8


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mixed", "paper", "guarded"])
def test_a_certificate_says_which_clauses_are_proved_for_two_lines(name: str) -> None:
    predicate = shipped(name)
    clauses = [one.clause for one in predicate.translation.clauses]
    verdict = for_two_lines(predicate.verdict, predicate.background)
    certificate = json.loads(json.dumps(verdict.to_json()))
    assert check_certificate(certificate, clauses, predicate.background) == []
    claims = certificate["clauses"]
    assert all(claim.get("marks", False) for claim in claims) == (name == "guarded")
    assert [claim.get("two_lines", False) for claim in claims] == (
        [True, False, False] if name == "paper" else [True] * len(clauses)
    )
    for claim in claims:
        claim["two_lines"] = True
    problems = check_certificate(certificate, clauses, predicate.background)
    assert bool(problems) == (name == "paper")
    assert all("the head of a second line" in problem for problem in problems)
