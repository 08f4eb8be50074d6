"""Clauses in English."""

from __future__ import annotations

import pytest
from support.examples import TABLE_3

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.explain import phrases
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.puzzle.views.translate import translate


def english(text: str, background: Background) -> list[str]:
    return [clause.english for clause in translate(parse_clauses(text), background).clauses]


def test_table_3(background: Background) -> None:
    assert english(TABLE_3, background) == [
        "The number of edges that the square and the path have in common is greater than the "
        "number of triangles in the square",
        "The head of the path is not a corner of the square, and the number of triangles in the "
        "square is three, and the number of edges that the path and the square have in common is "
        "one",
        "The head of the path is not a corner of the square, and the number of triangles in the "
        "square is three, and the number of edges that the path and the square have in common is "
        "two",
    ]


def test_negation_comparison_and_unnamed_predicates(background: Background) -> None:
    text = "f(A,B) :- square(B,C,_), C >= 2, \\+ adjacent(A,B)."
    assert english(text, background) == [
        "It is not the case that the head of the path is a corner of the square, and the number of "
        "triangles in the square is at least two"
    ]


def test_every_shipped_predicate_has_words() -> None:
    for bk, bias in (("triangles", "paper"), ("triangles", "nolen"), ("extended", "extended")):
        found = read_background(shipped_file(f"bk/{bk}.pl"), shipped_file(f"bias/{bias}.pl"))
        missing = [s.name for s in found.bias.body if s.key not in found.phrases]
        assert missing == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("not a head( ~ something", "expected '%~ predicate"),
        ("one(A)", "expected '%~ predicate"),
        ("one(A) ~", "expected '%~ predicate"),
        ("one(A) ~ {A} is one ~ ", "expected '%~ predicate"),
        ("one(a) ~ it is one", "expected '%~ predicate"),
        ("two(A,A) ~ they are one", "expected '%~ predicate"),
        ("one(A) :- b ~ it is one", "expected '%~ predicate"),
        ("one(A) ~ {", "the %~ line has an unpaired brace: '{'"),
        ("one(A) ~ {A and {A}", "the %~ line has an unpaired brace"),
        ("one(A) ~ {B} is one", "B is not an argument of one"),
        ("one(A) ~ B: the number", "B is not an argument of one"),
        ("one(A) ~ A: the number {A}", "the %~ line describes A by itself"),
        ("one(A) ~ {A} is one ~ {A} is 1", "two sentences"),
        ("nosuch(A) ~ {A} is one", "nosuch/1, which is not defined"),
        ("one(A,B) ~ {A} is one", "one/2, which is not defined"),
    ],
)
def test_malformed_words_name_their_line(words: str, message: str) -> None:
    program = parse_program(f"one(1).\n%~ {words}\ntwo(1,2).", "bk.pl")
    with pytest.raises(InputError) as raised:
        phrases(program)
    assert str(raised.value).startswith("bk.pl: line 2: ")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("text", "english"),
    [
        (
            "f(P,S) :- square(S,T,E), X is T + 1, length(E,N), N > X.",
            "The number of elements of the square is greater than the number of triangles in the "
            "square plus one",
        ),
        (
            "f(P,S) :- head_vertex(P,V), V = W, \\+ corner(S,W).",
            "It is not the case that the head of the path is a corner of the square",
        ),
        (
            "f(P,S) :- square(S,T,_), between(1,2,T), T =:= 3 - 1.",
            "The number of triangles in the square is from one to two, and the number of "
            "triangles in the square equals three minus one",
        ),
        (
            "f(P,S) :- vertices(P,L), last(L,V), corner(S,V).",
            "The last element of the vertices of the path is a corner of the square",
        ),
    ],
)
def test_what_needs_no_definition_is_said_too(
    text: str, english: str, background: Background
) -> None:
    (clause,) = translate(parse_clauses(text), background).clauses
    assert clause.english == english
