"""Predicates from files: remembered answers are those of the clauses."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import TABLE_3, UNSOUND
from test_predicates import states

from witness.file_predicate import FilePredicate, read_predicate
from witness.logic.background import Background, read_background, shipped_file
from witness.logic.locality import Dependence
from witness.logic.parser import parse_clauses
from witness.logic.primitives import path_view, square_view
from witness.logic.translate import translate
from witness.puzzle import Puzzle

LENGTHS = "f(A,B) :- path(A,C), len(C,D), square(B,D,E), count(E,C,D)."


ORDER = "f(A,B) :- path(A,[e1|R]), square(B,N,E), length(R,N)."


REACH = "f(A,B) :- triangles(B,K), reach(A,B,N), greaterThan(K,N)."


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


def test_an_empty_hypothesis_never_fires_and_is_proved(tmp_path: Path, figure_1: Puzzle) -> None:
    (tmp_path / "empty.pl").write_text("% nothing was learned\n")
    empty = read_predicate(tmp_path / "empty.pl")
    assert empty.sound
    assert not empty.bind(figure_1)(0, 1, 0)
