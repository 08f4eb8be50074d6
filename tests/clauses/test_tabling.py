"""Recursive definitions: reachability in a background file, as the primitives have it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from support.asked import Interpreter
from support.consumers import partial_lines
from support.examples import ROOT, random_puzzle
from support.panels import with_second_line

from witness.base.errors import InputError, UnsupportedError
from witness.clauses.background import read_background
from witness.clauses.compiler.compiler import Compiler
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.primitives import PRIMITIVES
from witness.clauses.language.reader import parse_program
from witness.puzzle.generate.mixed import free_squares
from witness.puzzle.views.board import board_view, path_facts, path_view
from witness.puzzle.views.translate import translate

GRAPH = """
:- table path/2, odd/1, even/1.
edge(a,b). edge(b,c). edge(c,a). edge(c,d). edge(e,e).
path(X,Y) :- path(X,Z), edge(Z,Y).
path(X,Y) :- edge(X,Y).
next(1,2). next(2,3). next(3,4).
even(1).
even(Y) :- next(X,Y), odd(X).
odd(Y) :- next(X,Y), even(X).
"""


def answers(text: str, query: str) -> list[dict]:
    (clause,) = parse_clauses(f"x :- {query}.")
    return list(Interpreter(parse_program(text)).solve(clause.body))


def test_left_recursion_and_cycles() -> None:
    assert {row["Y"] for row in answers(GRAPH, "path(a,Y)")} == {*"abcd"}
    assert len(answers(GRAPH, "path(X,Y)")) == 3 * 4 + 1
    assert answers(GRAPH, "path(d,Y)") == []
    assert {row["X"] for row in answers(GRAPH, "even(X)")} == {1, 3}
    assert {row["X"] for row in answers(GRAPH, "odd(X)")} == {2, 4}
    assert answers(GRAPH, "\\+ path(a,e)") == [{}]
    assert len(answers(GRAPH, "path(a,X), path(X,a)")) == 3


def test_what_is_negated_within_a_recursion_is_complete() -> None:
    """The only edge without a way back is not reached; ways back are found in several rounds."""
    text = """
:- table path/2, away/1, back/1.
edge(a,b). edge(b,c). edge(c,d). edge(d,a). edge(d,e).
path(X,Y) :- path(X,Z), edge(Z,Y).
path(X,Y) :- edge(X,Y).
away(a).
away(Y) :- away(X), edge(X,Y), \\+ path(Y,X).
back(a).
back(Y) :- back(X), edge(X,Y), path(Y,X), \\+ away(Y).
"""
    assert [row["X"] for row in answers(text, "away(X)")] == ["a"]
    assert {row["X"] for row in answers(text, "back(X)")} == {*"abcd"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p(X) :- p(X).", r"recursion is supported for predicates of a directive"),
        (":- table p/1.\np(X) :- q(X).\nq(X) :- p(X).", "recursion is supported"),
        (":- table p/1.", "no rule defines p/1"),
        (":- table p/1.\nr(1).\np(X) :- r(X), \\+ p(X).", "recursive through a negation"),
        (":- table p/1.\nr(1).\np(X) :- r(X), findall(Y,p(Y),L).", "recursive through findall"),
        (":- table p.", "a tabled predicate is written as name/arity"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises((InputError, UnsupportedError), match=message):
        Compiler(parse_program(text), {})


#: bk/outlook.pl as a background, with its own definitions in place of the primitives.
BIAS = """
head_pred(f,2). type(f,(path,square)). direction(f,(in,in)).
body_pred(live,2). type(live,(path,edges)). direction(live,(in,out)).
body_pred(reachable,2). type(reachable,(path,vertices)). direction(reachable,(in,out)).
body_pred(cut_off,1). type(cut_off,(path,)). direction(cut_off,(in,)).
body_pred(square,3). type(square,(square,int,edges)). direction(square,(in,out,out)).
max_vars(6). max_body(6).
"""

SAME = {
    "live": "f(A,B) :- live(A,L), square(B,_,E), intersection(E,L,M), length(M,N), N > 1.",
    "reachable": "f(A,B) :- reachable(A,L), corner(B,V), \\+ memberchk(V,L).",
    "cut_off": "f(A,B) :- square(B,_,_), cut_off(A).",
}


@pytest.mark.parametrize("name", SAME)
def test_definitions_in_a_background(name: str, tmp_path: Path) -> None:
    """They say what the primitives say, translated and interpreted."""
    bias = tmp_path / "bias.pl"
    bias.write_text(BIAS)
    own = read_background(ROOT / "bk/outlook.pl", bias)
    plain = read_background(ROOT / "bk/triangles.pl", bias)
    (clause,) = parse_clauses(SAME[name])
    defined, primitive = (translate([clause], known) for known in (own, plain))
    assert defined.dependence is Dependence.GLOBAL
    assert defined.metered
    assert primitive.dependence is not Dependence.GLOBAL
    rng = random.Random(name)
    fired = 0
    for number in range(8):
        puzzle = replace(random_puzzle(rng, 2), pass_goals=number % 4 == 0)
        if number % 2:
            puzzle = replace(puzzle, eliminations=tuple(free_squares(puzzle)[:1]))
        board = board_view(puzzle)
        lines = partial_lines(puzzle)
        for line in rng.sample(lines, min(8, len(lines))):
            path = path_view(puzzle, line)  # type: ignore[arg-type]
            for square in (board.squares[at] for at in puzzle.triangle_at):
                expected = primitive.fires(path, square)
                assert defined.fires(path, square) == expected, (puzzle, line)
                fired += expected
    assert fired


@pytest.mark.slow
def test_prolog_says_the_same() -> None:
    own = parse_program((ROOT / "bk/outlook.pl").read_text(encoding="utf-8"))
    rng = random.Random("prolog")
    drawn = [random_puzzle(rng, 2) for _ in range(4)]
    drawn += [replace(one, eliminations=tuple(free_squares(one)[:1])) for one in drawn[2:]]
    for puzzle in filter(None, (*drawn, *(with_second_line(one, rng) for one in drawn))):
        board = board_view(puzzle)
        names = {view: f"c{n}" for n, view in enumerate(board.squares.values())}
        of_board = {
            ("step", 4): [(v, *step) for v in board.vertices for step in v.steps],
            ("ends", 3): [(edge, *edge.ends) for edge in board.edges],
            ("beside", 2): [(e, names[view]) for e in board.edges for view in e.squares],
            ("square", 3): [(name, view.triangles, view.edges) for view, name in names.items()],
            ("elimination", 1): [(names[mark],) for mark in board.marks],
            ("twin_edge", 2): [(e, other) for e in board.edges for other in e.images],
            ("twin_vertex", 2): [(v, other) for v in board.vertices for other in v.images],
        }
        for line in partial_lines(puzzle)[:6]:
            path = path_view(puzzle, line)  # type: ignore[arg-type]
            given = {key: [] for key in PRIMITIVES} | path_facts("p", path) | of_board
            for key in (("live", 2), ("reachable", 2), ("cut_off", 1)):
                given.pop(key, None)
            known = Interpreter(own, given)
            assert path.rest is not None
            for goal, expected in (("live", path.rest.live), ("reachable", path.rest.reachable)):
                (clause,) = parse_clauses(f"x :- {goal}(p,L).")
                (found,) = known.solve(clause.body)
                assert {*found["L"]} == {*expected}, (puzzle, line, goal)
            (clause,) = parse_clauses("x :- cut_off(p).")
            assert bool(list(known.solve(clause.body))) == path.rest.cut_off
