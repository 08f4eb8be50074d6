"""Clauses found local by evaluation, whatever their wording, but only if they are local."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import permutations

import pytest
from support.sizes import rounds, some

from witness.base.errors import InputError
from witness.base.shipped import shipped_file
from witness.clauses.background import Background
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.reader import parse_program
from witness.clauses.language.terms import clause_text
from witness.proof.certificate import check_certificate
from witness.proof.prover import verify
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.views.board import PathView, SquareView, path_view, square_view
from witness.puzzle.views.configurations import AWAY, LocalConfiguration, configurations
from witness.puzzle.views.translate import Translation, translate

L, N, G = Dependence.LOCAL, Dependence.LENGTH, Dependence.GLOBAL

BASE = shipped_file("bk/triangles.pl").read_text()


def with_definitions(text: str, background: Background) -> Background:
    return Background(parse_program(BASE + text, "bk.pl"), background.bias)


#: Each set of definitions says one thing in several ways.
WORDINGS = (
    # A corner of the square is visited.
    (
        "d(P,S) :- vertices(P,L), corner(S,V), memberchk(V,L).",
        "d(P,S) :- corner(S,V), vertices(P,L), member(V,L).",
        "d(P,S) :- vertices(P,L), member(V,L), corner(S,V).",
        "d(P,S) :- vertices(P,L), member(V,L), side(S,_,V,_).\n"
        "d(P,S) :- vertices(P,L), member(V,L), side(S,_,_,W), V == W.",
        "d(P,S) :- vertices(P,L), findall(V, corner(S,V), C), member(X,L), memberchk(X,C).",
        "d(P,S) :- vertices(P,L), member(V,L), e(V,S).\ne(V,S) :- corner(S,V).",
    ),
    # No edge of the square is on the path, and the head is at one of its corners.
    (
        "d(P,S) :- adjacent(P,S), path(P,E), square(S,_,F), count(E,F,0).",
        "d(P,S) :- adjacent(P,S), \\+ e(P,S).\ne(P,S) :- path(P,E), member(X,E), side(S,X,_,_).",
        "d(P,S) :- adjacent(P,S), \\+ e(P,S).\n"
        "e(P,S) :- path(P,E), square(S,_,F), member(X,E), member(Y,F), X = Y.",
        "d(P,S) :- adjacent(P,S), findall(X, e(P,S,X), L), length(L,0).\n"
        "e(P,S,X) :- path(P,E), member(X,E), side(S,X,_,_).",
    ),
    # Two corners of the square are visited and are not the head.
    (
        "d(P,S) :- findall(V, e(P,S,V), L), length(L,2).\n"
        "e(P,S,V) :- corner(S,V), vertices(P,L), memberchk(V,L), \\+ head_vertex(P,V).",
        "d(P,S) :- findall(V, e(P,S,V), L), length(L,2).\n"
        "e(P,S,V) :- vertices(P,L), member(V,L), \\+ head_vertex(P,V), corner(S,V).",
        "d(P,S) :- findall(V, e(P,S,V), [_,_]).\n"
        "e(P,S,V) :- vertices(P,L), head_vertex(P,H), member(V,L), V \\== H, corner(S,V).",
    ),
)  # fmt: skip


def test_proofs_do_not_depend_on_the_wording(background: Background) -> None:
    """The paper's second clause, in the order of its literals and in others."""
    literals = (
        "notAdjacent(A,B)", "path(A,E)", "square(B,T,F)", "member(X,E)", "member(X,F)",
        "count(E,F,D)", "D < T",
    )  # fmt: skip
    given = with_definitions("lost(P,S) :- path(P,E), member(X,E), side(S,X,_,_), adj(P,S).\n"
                             "adj(P,S) :- notAdjacent(P,S).\n", background)  # fmt: skip
    rng = random.Random("wording")
    for order in rng.sample(list(permutations(literals)), 8):
        clauses = parse_clauses(f"f(A,B) :- {', '.join(order)}, three(T), one(D).")
        verdict = verify(clauses, given)
        assert verdict.status == "proved", order
        assert check_certificate(verdict.to_json(), clauses, given) == []
    clauses = parse_clauses("f(A,B) :- lost(A,B), square(B,T,F), path(A,E), three(T),"
                            "count(F,E,N), one(N), last(E,_), length(E,M), M > 3.")  # fmt: skip
    verdict = verify(clauses, given)
    assert verdict.status == "proved"
    assert "lost(A,B)" in clause_text(verdict.clauses[0].kept)
    assert "last" not in clause_text(verdict.clauses[0].kept)
    assert check_certificate(verdict.to_json(), clauses, given) == []


# ---- on real boards -----------------------------------------------------------------------------

View = tuple[PathView, SquareView]


def drawn_views(number: int) -> dict[LocalConfiguration, list[View]]:
    """Draw paths on boards of all sizes; group the views of squares by configuration."""
    rng = random.Random("boards")
    by_state = {(c.triangles, c.state): c for c in configurations()}
    found: dict[LocalConfiguration, list[View]] = defaultdict(list)
    for _ in range(number):
        rows, cols = rng.randint(1, 4), rng.randint(1, 4)
        board = grid(rows, cols)
        bare = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
        trail = [rng.randrange(len(board.vertices))]
        edges = 0
        for _ in range(rng.randint(0, 14)):
            free = [(v, e) for v, e in board.steps[trail[-1]] if v not in trail]
            if not free:
                break
            vertex, edge = rng.choice(free)
            trail.append(vertex)
            edges |= 1 << edge
        path = path_view(bare, tuple(board.vertices[v] for v in trail))
        for square in board.squares:
            corners = [board.vertex_number(v) for v in board.square_corners(square)]
            numbers = [board.edge_number[e] for e in board.square_edges(square)]
            state = (
                sum(1 << n for n, edge in enumerate(numbers) if edges >> edge & 1),
                sum(1 << n for n, corner in enumerate(corners) if corner in trail),
                corners.index(trail[-1]) if trail[-1] in corners else AWAY,
            )
            for triangles in (1, 2, 3):
                view = path, square_view(bare, square, triangles)
                found[by_state[triangles, state]].append(view)
    return found


LISTS = (
    "path({P},{l})", "vertices({P},{l})", "square({S},_,{l})", "square({S},{n},{l})",
    "findall(Z, corner({S},Z), {l})", "findall(Z, member(Z,{L}), {l})",
    "findall(Z, e({P},{S},Z), {l})", "intersection({L},{K},{l})", "subtract({L},{K},{l})",
    "union({L},{K},{l})", "reverse({L},{l})", "append({L},{K},{l})", "{l} = [{X}|{L}]",
    "{l} = [{X},{Y}]", "{l} = [{X}|{L}]", "{L} = [_|{l}]", "list_to_set({L},{l})",
    "append({l},_,{L})", "append(_,{l},{L})", "append({L},{l},{K})", "append({l},{L},{K})",
    "append([{L},{K}],{l})", "select({X},{L},{l})", "select(_,{L},{l})", "delete({L},{X},{l})",
    "select({X},{l},{L})", "sort({L},{l})", "msort({L},{l})",
)  # fmt: skip
ITEMS = (
    "member({x},{L})", "member({x},{L})", "member({x},{L})", "corner({S},{x})",
    "corner({S},{x})", "side({S},{x},_,_)", "side({S},_,{x},_)", "side({S},_,{x},{X})",
    "head_vertex({P},{x})", "last({L},{x})", "nth0(0,{L},{x})", "{L} = [{x}|_]", "{L} = [{x}]",
    "{x} = {X}", "{x} = v0_0", "e({P},{S},{x})",
    "append(_,[{x}|_],{L})", "append(_,[{X},{x}|_],{L})", "append(_,[{x}],{L})", "nth1(_,{L},{x})",
    "nextto({x},{X},{L})", "nextto({X},{x},{L})", "memberchk({x},{L})", "max_member({x},{L})",
    "nth0({n},{L},{x}), {n} > 0", "select({x},{L},{K})",
)  # fmt: skip
TESTS = (
    "member({X},{L})", "memberchk({X},{L})", "\\+ memberchk({X},{L})", "\\+ member({X},{L})",
    "corner({S},{X})", "\\+ corner({S},{X})", "head_vertex({P},{X})", "\\+ head_vertex({P},{X})",
    "{X} == {Y}", "{X} \\== {Y}", "{X} = {Y}", "{L} == {K}", "length({L},1)", "length({L},2)",
    "length({L},{n}), {n} < 3", "intersection({L},{K},[_|_])", "intersection({L},{K},[])",
    "\\+ {L} = {K}", "here({X})", "adjacent({P},{S})", "notAdjacent({P},{S})",
    "square({S},2,_)", "sum_list({L},0)", "e({P},{S},{X})", "\\+ e({P},{S},{X})",
    "append(_,[{X},{Y}|_],{L})", "\\+ append(_,[{X},{Y}|_],{L})", "subset({L},{K})", "is_set({L})",
    "nth0(1,{L},{X})", "\\+ select({X},{L},{K})", "{X} < {Y}", "\\+ memberchk({X},here)",
    "\\+ member(_,here)", "length({L},{n}), 1 // ({n} - 1) < 1", *["length({E},{n}), {n} > 3"] * 6,
)  # fmt: skip
INNER = (
    "vertices(P,L), member(X,L), corner(S,X)", "path(P,E), member(X,E), side(S,X,_,_)",
    "vertices(P,L), member(X,L), \\+ corner(S,X)", "corner(S,X), \\+ head_vertex(P,X)",
    "vertices(P,L), member(X,L), \\+ head_vertex(P,X)", "head_vertex(P,X), corner(S,X)",
    "path(P,E), square(S,_,F), member(X,E), member(Y,F), X == Y",
    "path(P,E), path(P,F), member(X,E), member(X,F)",
)  # fmt: skip


def random_definitions(rng: random.Random) -> str:
    """Draw a random definition of d/2 from list operations and comparisons."""
    lists, items, body = ["E"], ["V"], []
    body.append(rng.choice(("path(P,E)", "vertices(P,E)", "square(S,_,E)")))
    body.append(rng.choice(("member(V,E)", "member(V,E)", "corner(S,V)", "head_vertex(P,V)")))
    if rng.random() < 0.2:
        lists.append(rng.choice("PS"))
    if rng.random() < 0.1:
        items.append(rng.choice("PS"))
    if rng.random() < 0.5:
        lists.append("M")
        body.append("findall(Z, e(P,S,Z), M)")
    for number in range(rng.randint(1, 5)):
        kind = rng.choice((LISTS, ITEMS, TESTS, TESTS))
        names = {"P": "P", "S": "S", "l": f"L{len(lists)}", "x": f"X{len(items)}",
                 "L": rng.choice(lists), "K": rng.choice(lists), "E": "E", "X": rng.choice(items),
                 "Y": rng.choice(items), "n": f"N{number}"}  # fmt: skip
        template = rng.choice(kind)
        body.append(template.format(**names))
        if "{l}" in template:
            lists.append(names["l"])
        if "{x}" in template:
            items.append(names["x"])
    if rng.random() < 0.5:
        pick = rng.choice(("{L} = [Q|_]", "nth0(1,{L},Q)", "last({L},Q)", "{L} = [_,Q]"))
        body += [pick.format(L=lists[-1]), rng.choice(("side(S,_,Q,_)", "side(S,_,_,Q)"))]
    return (
        f"d(P,S) :- {', '.join(body)}.\n"
        f"e(P,S,X) :- {rng.choice(INNER)}.\nhere(v0_0).\nhere(v1_0).\nhere(v1_1).\n"
    )


@pytest.mark.slow
@rounds(60, 6000)
def test_local_clauses_see_nothing_else_on_any_board(rounds: int, background: Background) -> None:
    """Random definitions on paths of real boards: equal configurations, equal answers.

    Of those that depend on the length of the path too, paths of a length give equal answers.
    """
    rng = random.Random("definitions")
    boards = drawn_views(1500)
    assert sum(len(views) > 1 for views in boards.values()) > 400
    kinds = {L: 0, N: 0, G: 0}
    while sum(kinds.values()) < rounds or kinds[N] <= rounds // 50:
        text = random_definitions(rng)
        given = with_definitions(text, background)
        try:
            translation = translate(parse_clauses("f(A,B) :- d(A,B)."), given)
        except InputError:
            continue
        (clause,) = translation.clauses
        kinds[clause.dependence] += 1
        if clause.dependence is not G:
            for configuration in rng.sample(configurations(), 120):
                views = boards[configuration]
                some = rng.sample(views, min(len(views), 5))
                check_answers(translation, configuration, some, text)
    assert min(kinds[L], kinds[G]) > rounds // 10


def check_answers(
    translation: Translation, configuration: LocalConfiguration, views: list[View], text: str
) -> None:
    answers: dict[int, set[bool]] = defaultdict(set)
    local = translation.dependence is L
    for path, square in [configuration.views(), *views]:
        try:
            fires = translation.fires(path, square)
        except InputError:
            continue  # An error is not an answer.
        answers[0 if local else len(path.edges)].add(fires)
    assert all(len(found) == 1 for found in answers.values()), text


def test_an_evaluation_is_bounded(background: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clause that takes more runs than the bound is global."""
    given = with_definitions(WORDINGS[0][2], background)
    clauses = parse_clauses("f(A,B) :- d(A,B).")
    assert translate(clauses, given).dependence is L
    monkeypatch.setattr("witness.puzzle.views.local_views.MOST_RUNS", 10)
    clauses = parse_clauses("f(A,B) :- d(A,B), d(A,B).")
    assert translate(clauses, given).dependence is G


@pytest.mark.slow
@pytest.mark.parametrize(
    "definition",
    some(1, [
        "d(P,S) :- adjacent(P,S), member(X,[S]), \\+ path(X,_).",
        "d(P,S) :- adjacent(P,S), [X] = [S], \\+ path(X,_).",
        "d(P,S) :- adjacent(P,S), findall(S, adjacent(P,S), [X|_]), \\+ path(X,_).",
        "d(P,S) :- adjacent(P,S), q([S]).\nq([X]) :- \\+ path(X,_).",
        "d(P,S) :- adjacent(P,S), head_vertex(P,V), \\+ path(V,_).",
    ]),
)  # fmt: skip
def test_a_primitive_of_something_else_proves_nothing(
    definition: str, background: Background
) -> None:
    """In Prolog these hold wherever the head is a corner; compiled, they never do."""
    given = with_definitions(f"{definition}\n", background)
    clauses = parse_clauses("f(A,B) :- d(A,B).")
    assert translate(clauses, given).dependence is G
    assert verify(clauses, given).status != "proved"


@pytest.mark.parametrize(
    "definition",
    [
        "d(P,S) :- adjacent(P,S), \\+ path(S,_).",
        "d(P,S) :- adjacent(P,S), path(S,_).",
        "d(P,S) :- path(S,E), length(E,4), adjacent(P,S).",
        "d(P,S) :- adjacent(P,S), X = S, q(X).\nq(X) :- \\+ vertices(X,_).",
    ],
)
def test_a_square_is_no_path(definition: str, background: Background) -> None:
    given = with_definitions(f"{definition}\n", background)
    with pytest.raises(InputError, match="takes a partial path and gets a square"):
        translate(parse_clauses("f(A,B) :- d(A,B)."), given)


@pytest.mark.parametrize(
    "tests",
    [
        "between(1,900,A), between(1,900,B), between(1,900,C), A+B+C < 0",
        ", ".join(f"corner(S,V{n})" for n in range(12)) + ", V0 == 1",
    ],
)
def test_long_loops_end(tests: str, background: Background) -> None:
    definition = f"d(P,S) :- vertices(P,L), member(V,L), corner(S,V), {tests}.\n"
    given = with_definitions(definition, background)
    assert translate(parse_clauses("f(A,B) :- d(A,B)."), given).dependence is G
