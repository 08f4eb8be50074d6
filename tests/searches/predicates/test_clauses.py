"""Predicates from files: what is looked up in tables is what the clauses say."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path as File

import pytest
from support.examples import TABLE_3, UNSOUND
from support.hypotheses import random_clause
from support.states import states

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks
from witness.puzzle.rules import Path
from witness.puzzle.views.board import path_view, square_view
from witness.puzzle.views.translate import translate
from witness.searches.predicates.clauses import FilePredicate
from witness.searches.predicates.registry import predicate as read_predicate

LENGTHS = "f(A,B) :- path(A,C), len(C,D), square(B,D,E), count(E,C,D)."


ORDER = "f(A,B) :- path(A,[e1|R]), square(B,N,E), length(R,N)."


REACH = "f(A,B) :- triangles(B,K), reach(A,B,N), greaterThan(K,N)."


#: No value in a square with three edges on the path, and for paths of length 3.
ERRORS = (
    "f(A,B) :- path(A,C), square(B,T,D), count(C,D,N), X is 4 // (3 - N), X > T.",
    "f(A,B) :- path(A,C), len(C,N), square(B,T,_), X is 4 // (3 - N), X > T.",
)


def evaluated(predicate: FilePredicate, puzzle: Puzzle, path: Path) -> bool:
    """Return π of a path as the clauses say it, with no table in between."""
    return any(
        predicate.translation.fires(path_view(puzzle, path), square_view(puzzle, square, count))
        for square, count in puzzle.triangle_at.items()
    )


def check(predicate: FilePredicate, puzzle: Puzzle, path: Path) -> bool:
    """Hold what is looked up for a path against what is evaluated."""
    number = puzzle.grid.vertex_number
    edges, vertices = path_masks(puzzle, path)
    state = (number(path[-1]), vertices, edges)
    expected = evaluated(predicate, puzzle, path)
    assert predicate.bind(puzzle)(*state) == expected
    return expected


@pytest.mark.slow
@pytest.mark.parametrize("text", [TABLE_3, UNSOUND, LENGTHS, TABLE_3 + LENGTHS, ORDER, REACH])
def test_tables_say_what_the_clauses_say(text: str) -> None:
    background = read_background()
    if text == REACH:
        background = read_background(
            shipped_file("bk/extended.pl"), shipped_file("bias/extended.pl")
        )
    predicate = FilePredicate("one", translate(parse_clauses(text), background), background)
    answers = [check(predicate, puzzle, path) for puzzle, *_, path in states(text, 80)]
    assert 0 < sum(answers) < len(answers)


def test_paths_longer_than_on_small_boards(background: Background) -> None:
    """A path through all of a board, row by row: tables that are made when they are needed."""
    text = "f(A,B) :- path(A,E), len(E,N), X is N mod 7, square(B,T,S), count(E,S,C), X =:= C + T."
    predicate = FilePredicate("mod", translate(parse_clauses(text), background), background)
    squares = [(r, c, (r + 2 * c) % 3 + 1) for r in range(7) for c in range(6) if (r + c) % 3]
    puzzle = Puzzle(7, 6, ((0, 0),), ((7, 0),), tuple(squares))
    path = [(r, c if r % 2 == 0 else 6 - c) for r in range(8) for c in range(7)]
    answers = [check(predicate, puzzle, tuple(path[:n])) for n in range(1, len(path))]
    assert predicate.dependence is Dependence.LENGTH
    assert {True, False} == set(answers[36:]) == set(answers[:36])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper", pytest.param("extended", marks=pytest.mark.long)])
def test_random_programs_in_tables(name: str) -> None:
    bk = "triangles" if name == "paper" else name
    background = read_background(shipped_file(f"bk/{bk}.pl"), shipped_file(f"bias/{name}.pl"))
    rng = random.Random(f"tables {name}")
    known = list(states(name, 30))
    kinds: Counter[tuple[Dependence, bool]] = Counter()
    for number in range(400):
        clauses = [random_clause(rng, background) for _ in range(rng.randint(1, 3))]
        predicate = FilePredicate(str(number), translate(clauses, background), background)
        for puzzle, *_, path in rng.sample(known, 20):
            kinds[predicate.dependence, check(predicate, puzzle, path)] += 1
    # The extended bias has no `len`.
    met = (Dependence.LOCAL, Dependence.LENGTH) if name == "paper" else (Dependence.LOCAL,)
    assert all(kinds[dependence, answer] > 100 for dependence in met for answer in (True, False))


@pytest.mark.parametrize("text", ERRORS)
def test_an_error_is_raised_where_the_path_has_one(text: str, background: Background) -> None:
    """What has no value in some other configuration does not disturb."""
    predicate = FilePredicate("x", translate(parse_clauses(text), background), background)
    raised = fired = 0
    for puzzle, *_, path in states(text, 60):
        try:
            expected = evaluated(predicate, puzzle, path)
        except InputError:
            edges, vertices = path_masks(puzzle, path)
            with pytest.raises(InputError):
                predicate.bind(puzzle)(puzzle.grid.vertex_number(path[-1]), vertices, edges)
            raised += 1
            continue
        edges, vertices = path_masks(puzzle, path)
        head = puzzle.grid.vertex_number(path[-1])
        assert predicate.bind(puzzle)(head, vertices, edges) == expected
        fired += expected
    assert min(raised, fired) > 10


def test_an_empty_hypothesis_never_fires_and_is_proved(tmp_path: File, figure_1: Puzzle) -> None:
    (tmp_path / "empty.pl").write_text("% nothing was learned\n")
    empty = read_predicate(str(tmp_path / "empty.pl"))
    assert empty.sound
    assert not empty.bind(figure_1)(0, 1, 0)
