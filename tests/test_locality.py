"""What clauses depend on, judged from their text; and by trying, that the judgement is right."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from conftest import TABLE_3, UNSOUND
from test_translate import random_clause

from witness.local import configurations
from witness.logic.locality import Dependence
from witness.logic.parser import parse_clauses
from witness.logic.primitives import PathView
from witness.logic.reader import parse_program
from witness.logic.terms import clause_text
from witness.logic.translate import Background, read_background, shipped_file, translate

L, N, G = Dependence.LOCAL, Dependence.LENGTH, Dependence.GLOBAL


@pytest.mark.parametrize(
    ("text", "dependence"),
    [
        (TABLE_3, L),
        (UNSOUND, L),
        ("f(A,B) :- path(A,C), len(C,D), three(D).", N),
        ("f(A,B) :- path(A,C), path(A,D), count(C,D,E), three(E).", N),
        ("f(A,B) :- square(B,C,D), len(D,E), greaterThan(E,C).", L),
        ("f(A,B) :- vertices(A,V), length(V,N), N > 4.", N),
        ("f(A,B) :- path(A,E), last(E,X), square(B,_,F), member(X,F).", G),
        ("f(A,B) :- path(A,E), square(B,_,F), intersection(E,F,G), nth0(0,G,X), member(X,F).", G),
        ("f(A,B) :- path(A,E), square(B,_,F), intersection(F,E,G), nth0(0,G,X), member(X,F).", L),
        ("f(A,B) :- path(A,E), member(e1,E).", G),
        ("f(A,B) :- head_vertex(A,v0_0).", G),
        ("f(A,B) :- head_vertex(A,V), vertices(A,L), member(V,L), corner(B,V).", L),
        ("f(A,B) :- path(A,E), member(X,E), square(B,_,F), member(X,F).", G),
    ],
)
def test_known(text: str, dependence: Dependence, background: Background) -> None:
    assert translate(parse_clauses(text), background).dependence is dependence


def test_names_in_facts_belong_to_one_board(background: Background) -> None:
    program = parse_program("special(v0_0).\nf0(A) :- head_vertex(A,V), special(V).\n")
    found = Background(program, background.bias)
    assert translate(parse_clauses("f(A,B) :- f0(A)."), found).dependence is G


@pytest.mark.parametrize("name", ["paper", "extended"])
def test_local_clauses_see_nothing_else(name: str) -> None:
    """A clause judged local answers alike however the path goes elsewhere."""
    bk = "triangles" if name == "paper" else name
    background = read_background(shipped_file(f"bk/{bk}.pl"), shipped_file(f"bias/{name}.pl"))
    rng = random.Random(f"locality {name}")
    kinds = set()
    for _ in range(400):
        clause = random_clause(rng, background)
        translation = translate([clause], background)
        kinds.add(translation.dependence)
        for configuration in rng.sample(configurations(), 10):
            answers = []
            for length in (5, 5, 9):
                path, square = configuration.views(length)
                edges, vertices = list(path.edges), list(path.vertices[:-1])
                rng.shuffle(edges)
                rng.shuffle(vertices)
                other = PathView(tuple(edges), (*vertices, path.head), path.head)
                answers.append(translation.fires(other, square))
            if translation.dependence is L:
                assert len(set(answers)) == 1, clause_text(clause)
            if translation.dependence is N:
                assert answers[0] == answers[1], clause_text(clause)
    assert L in kinds
    assert all(a < b for a, b in pairwise((L, N, G)))
