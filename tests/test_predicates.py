"""Predicates: hand-written against learned text, and remembered answers against fresh ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import TABLE_3, UNSOUND, random_puzzle

from witness.errors import InputError
from witness.file_predicate import FilePredicate, read_predicate
from witness.logic.background import Background, read_background, shipped_file
from witness.logic.locality import Dependence
from witness.logic.parser import parse_clauses
from witness.logic.primitives import path_view, square_view
from witness.logic.translate import translate
from witness.paths import path_masks, solutions, walk
from witness.predicates import BASELINE, NONE, PAPER, predicate
from witness.puzzle import Puzzle

LENGTHS = "f(A,B) :- path(A,C), len(C,D), square(B,D,E), count(E,C,D)."
ORDER = "f(A,B) :- path(A,[e1|R]), square(B,N,E), length(R,N)."
REACH = "f(A,B) :- triangles(B,K), reach(A,B,N), greaterThan(K,N)."


def states(seed: str, number: int) -> Iterator[tuple[Puzzle, int, int, int, tuple]]:
    """Yield random partial paths as (puzzle, head, vertices, edges, path)."""
    rng = random.Random(seed)
    for _ in range(number):
        puzzle = random_puzzle(rng, 3)
        paths = [path for path, at_goal in walk(puzzle) if not at_goal]
        for path in rng.sample(paths, min(40, len(paths))):
            edges, vertices = path_masks(puzzle, path)
            yield puzzle, puzzle.grid.vertex_number(path[-1]), vertices, edges, path


def test_paper_is_table_3(background: Background) -> None:
    learned = FilePredicate("table 3", translate(parse_clauses(TABLE_3), background), background)
    fired = 0
    for puzzle, *state, _ in states("table 3", 300):
        assert PAPER.bind(puzzle)(*state) == learned.bind(puzzle)(*state)
        fired += PAPER.bind(puzzle)(*state)
    assert fired > 500


@pytest.mark.parametrize("text", [TABLE_3, UNSOUND, LENGTHS, ORDER, REACH])
def test_remembered_answers_are_those_of_the_clauses(text: str) -> None:
    background = read_background()
    if text == REACH:
        background = read_background(
            shipped_file("bk/extended.pl"), shipped_file("bias/extended.pl")
        )
    translation = translate(parse_clauses(text), background)
    remembering = FilePredicate("one", translation, background)
    fired = total = 0
    for puzzle, head, vertices, edges, path in states(text, 200):
        expected = any(
            translation.fires(path_view(puzzle, path), square_view(puzzle, square, count))
            for square, count in puzzle.triangle_at.items()
        )
        assert remembering.bind(puzzle)(head, vertices, edges) == expected
        fired += expected
        total += 1
    assert 0 < fired < total


def test_what_is_remembered_depends_on_the_clauses(background: Background) -> None:
    dependences = [
        translate(parse_clauses(text), background).dependence for text in (TABLE_3, LENGTHS, ORDER)
    ]
    assert dependences == [Dependence.LOCAL, Dependence.LENGTH, Dependence.GLOBAL]


def test_sound_predicates_spare_completable_paths() -> None:
    rng = random.Random(4)
    for _ in range(300):
        puzzle = random_puzzle(rng, 3)
        bound = [p.bind(puzzle) for p in (BASELINE, PAPER)]
        for path in solutions(puzzle):
            for length in range(1, len(path)):
                edges, vertices = path_masks(puzzle, path[:length])
                head = puzzle.grid.vertex_number(path[length - 1])
                assert not any(fires(head, vertices, edges) for fires in bound)


def test_none_never_fires(figure_1: Puzzle) -> None:
    assert not NONE.bind(figure_1)(0, 1, 0)


def test_an_empty_hypothesis_never_fires_and_is_proved(tmp_path: Path, figure_1: Puzzle) -> None:
    (tmp_path / "empty.pl").write_text("% nothing was learned\n")
    empty = read_predicate(tmp_path / "empty.pl")
    assert empty.sound
    assert not empty.bind(figure_1)(0, 1, 0)


def test_names(tmp_path: Path) -> None:
    (tmp_path / "mine.pl").write_text(TABLE_3)
    assert predicate("paper") is PAPER
    assert predicate(str(tmp_path / "mine.pl")).sound
    with pytest.raises(InputError, match=r"unknown predicate 'best'.*none, baseline, paper"):
        predicate("best")
    with pytest.raises(InputError, match="cannot be read"):
        predicate(str(tmp_path / "missing.pl"))
