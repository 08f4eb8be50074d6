"""What clauses depend on, and random tests that the analysis is right."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from support.examples import TABLE_3, UNSOUND
from support.hypotheses import random_clause
from support.sizes import rounds, some

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import clause_text
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify
from witness.puzzle.views.board import PathView
from witness.puzzle.views.configurations import configurations
from witness.puzzle.views.translate import translate

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
        ("f(A,B) :- path(A,E), member(X,E), square(B,_,F), member(X,F).", L),
        # List patterns: of the path they tell its length, of the square nothing new.
        ("f(A,B) :- path(A,[_|_]), adjacent(A,B).", N),
        ("f(A,B) :- path(A,E), E = [X|Y], adjacent(A,B).", N),
        ("f(A,B) :- path(A,E), E = [], adjacent(A,B).", G),
        ("f(A,B) :- path(A,E), [] = E, adjacent(A,B).", G),
        ("f(A,B) :- path(A,[X,Y,Z]), adjacent(A,B).", N),
        ("f(A,B) :- path(A,[X|_]), square(B,_,F), member(X,F).", G),
        ("f(A,B) :- path(A,E), E = [X|Y], length(Y,N), N > 1.", G),
        ("f(A,B) :- path(A,[X,X|_]).", G),
        ("f(A,B) :- square(B,_,F), F = [X|_], path(A,[X|_]).", G),
        ("f(A,B) :- vertices(A,[V|_]), corner(B,V).", G),
        ("f(A,B) :- head_vertex(A,[X|Y]), adjacent(A,B).", L),
        ("f(A,B) :- square(B,T,[X|Y]), path(A,E), member(X,E), length(Y,N), N > T.", L),
        ("f(A,B) :- path(A,E), square(B,_,F), intersection(E,F,[_|_]).", L),
        ("f(A,B) :- path(A,E), square(B,_,F), intersection(E,F,[_,_]).", L),
        ("f(A,B) :- path(A,E), square(B,_,F), intersection(E,F,[X|_]), F = [X|_].", G),
        ("f(A,B) :- square(B,_,F), F = [X,Y|_], path(A,E), intersection(E,F,[X,Y]).", G),
        ("f(A,B) :- findall(V, corner(B,V), [X|Y]), head_vertex(A,X), length(Y,3).", L),
        # Lists taken apart: those of the square have an order, those of the path show another.
        ("f(A,B) :- square(B,_,F), append(_,[X,Y|_],F), path(A,E), subset([X,Y],E).", L),
        ("f(A,B) :- square(B,_,F), nth1(N,F,X), path(A,E), member(X,E), N > 2.", L),
        ("f(A,B) :- square(B,_,F), select(X,F,G), path(A,E), subset(G,E), \\+ member(X,E).", L),
        ("f(A,B) :- square(B,_,F), path(A,E), nextto(X,Y,F), delete(F,X,[Y|_]), member(Y,E).", L),
        ("f(A,B) :- square(B,_,F), path(A,E), append(_,[X,Y|_],E), subset([X,Y],F).", G),
        ("f(A,B) :- square(B,_,F), path(A,E), nth0(N,E,X), member(X,F), N > 1.", G),
        ("f(A,B) :- square(B,_,F), path(A,E), append(_,[X],E), member(X,F).", G),
        ("f(A,B) :- square(B,_,F), path(A,E), subset(E,F).", G),
        ("f(A,B) :- square(B,_,F), path(A,E), intersection(E,F,M), nextto(X,_,M), last(F,X).", G),
        # The order of numbers is the same everywhere, that of names is not.
        ("f(A,B) :- square(B,T,F), path(A,E), count(F,E,N), sort([N,T],[N]).", L),
        ("f(A,B) :- square(B,T,F), path(A,E), count(F,E,N), succ(N,M), M > T.", L),
        ("f(A,B) :- square(B,_,F), sort(F,[X|_]), path(A,E), member(X,E).", G),
        ("f(A,B) :- square(B,_,F), max_member(X,F), path(A,E), member(X,E).", G),
        ("f(A,B) :- side(B,_,V,W), V > W, adjacent(A,B).", G),
        ("f(A,B) :- corner(B,V), corner(B,W), V < W, adjacent(A,B).", G),
    ],
)
def test_known(text: str, dependence: Dependence, background: Background) -> None:
    assert translate(parse_clauses(text), background).dependence is dependence


#: Ways to look at a list by its form, in definitions of their own.
PATTERNS = """
nonempty([_|_]).
single([_]).
longer([_,_|_]).
same([X|_], [X|_]).
first([X|_], X).
rest([_|R], R).
pair(L, X, Y) :- L = [X,Y|_].
whole(L, M) :- M = L.
"""


@pytest.mark.slow
@pytest.mark.parametrize("text", some(1, ["sort([V,W],[W,V])", "max_member(V,[V,W])"]))
def test_names_have_no_order(text: str, background: Background) -> None:
    """On a board with ten rows v9_0 comes after v10_0: what never fires on small boards does."""
    clauses = parse_clauses(f"f(A,B) :- side(B,_,V,W), {text}, path(A,_).")
    assert verify(clauses, background).status != "proved"
    clauses = parse_clauses("f(A,B) :- side(B,_,V,W), V > W, path(A,_).")
    with pytest.raises(InputError, match="a number is needed, found v0_0"):
        verify(clauses, background)


def test_a_start_is_no_proof(background: Background) -> None:
    """Clauses that fire only on paths with edges, or only on those without, are not local."""
    program = parse_program(shipped_file("bk/triangles.pl").read_text() + PATTERNS)
    found = Background(program, background.bias)
    for text in (
        "f(P,S) :- path(P,E), E=[X|Y], square(S,T,F), count(F,E,N), N < 1.",
        "f(P,S) :- path(P,E), nonempty(E), square(S,_,F), intersection(F,E,L), length(L,0).",
        "f(P,S) :- path(P,[X|_]), square(S,_,F), member(X,F), notAdjacent(P,S).",
    ):
        clauses = parse_clauses(text)
        verdict = verify(clauses, found)
        assert verdict.status == "refuted", text
        assert check_certificate(verdict.to_json(), clauses, found) == []


SHAPES = (
    "{0} = [_|_]", "{0} = [X|_]", "{0} = [X,Y|_]", "{0} = [_,X]", "{0} = [X|R]", "{0} = []",
    "nonempty({0})", "single({0})", "longer({0})", "first({0},X)", "rest({0},R)", "pair({0},X,Y)",
    "\\+ nonempty({0})", "\\+ single({0})", "same({0},{1})", "{0} = [X|_], {1} = [X|_]",
    "member(X,{0})", "length({0},N)", "intersection({0},{1},L)", "whole({0},[X|_])",
    "intersection({0},{1},[_|_])", "intersection({0},{1},[X|_])", "subtract({0},{1},L)",
)  # fmt: skip
USES = (
    "member(X,{0})", "length(R,N)", "N > 1", "L = [X|_]", "length(L,N)", "corner(B,X)",
    "head_vertex(A,X)", "notAdjacent(A,B)", "R = [X|_]", "nonempty(R)", "N < T", "single(L)",
)  # fmt: skip


def test_random_patterns_see_no_more_than_is_said(background: Background) -> None:
    """List patterns in any place: answers differ only in what the dependence allows."""
    program = parse_program(shipped_file("bk/triangles.pl").read_text() + PATTERNS)
    found = Background(program, background.bias)
    rng = random.Random("patterns")
    kinds = {L: 0, N: 0, G: 0}
    while min(kinds.values()) < 40:
        lists = ["E", "F", "V"]
        body = ["path(A,E)", "square(B,T,F)", "vertices(A,V)"]
        for _ in range(rng.randint(1, 2)):
            body.append(rng.choice(SHAPES).format(*rng.sample(lists, 2)))
        for _ in range(rng.randint(0, 2)):
            body.append(rng.choice(USES).format(rng.choice(lists)))
        text = f"f(A,B) :- {', '.join(body)}."
        try:
            translation = translate(parse_clauses(text), found)
        except InputError:
            continue
        kinds[translation.dependence] += 1
        for configuration in rng.sample(configurations(), 25):
            answers: dict[int, set[bool]] = {}
            for length in (3, 4, 5, 5, 7, 7):
                path, square = configuration.views(length)
                edges, vertices = list(path.edges), list(path.vertices[:-1])
                rng.shuffle(edges)
                rng.shuffle(vertices)
                other = PathView(tuple(edges), (*vertices, path.head), path.head)
                answers.setdefault(length, set()).add(translation.fires(other, square))
            if translation.dependence is not G:
                assert all(len(found) == 1 for found in answers.values()), text
            if translation.dependence is L:
                path, square = configuration.views()
                everything = set().union(*answers.values(), {translation.fires(path, square)})
                assert len(everything) == 1, text


def test_names_in_facts_belong_to_one_board(background: Background) -> None:
    program = parse_program("special(v0_0).\nf0(A) :- head_vertex(A,V), special(V).\n")
    found = Background(program, background.bias)
    assert translate(parse_clauses("f(A,B) :- f0(A)."), found).dependence is G


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper", "extended"])
@rounds(60, 400)
def test_local_clauses_see_nothing_else(name: str, rounds: int) -> None:
    """A local clause has the same answer however the path goes elsewhere."""
    bk = "triangles" if name == "paper" else name
    background = read_background(shipped_file(f"bk/{bk}.pl"), shipped_file(f"bias/{name}.pl"))
    rng = random.Random(f"locality {name}")
    kinds = set()
    for _ in range(rounds):
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
