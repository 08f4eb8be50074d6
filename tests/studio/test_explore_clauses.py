"""The page evaluates clauses as the Python predicates do, square by square."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.browser import needs_browser, page
from support.explored import explored, fired, random_paths, shipped
from support.node import answers, needs_node
from support.sizes import some

from witness.clauses.language.parser import parse_clauses
from witness.proof.firings import firings
from witness.puzzle.model import Puzzle
from witness.puzzle.views.translate import translate
from witness.studio.explore.page import Explored, script
from witness.studio.explore.page import page as html
from witness.studio.panel.clauses import LONGEST_PATH, NO_TABLE, tabulated

#: Clauses by the bias that they go with: learned winners, and others that learning meets.
CLAUSES: dict[str, list[str]] = {
    "paper": [
        *shipped("paper"),
        *shipped("unsound"),
        "f(A,B) :- path(A,P), len(P,N), three(N), notAdjacent(A,B).",
        "f(A,B) :- path(A,P), len(P,N), square(B,T,S), count(P,S,C), greaterThan(N,C), gte(C,T).",
        "f(A,B) :- square(B,T,S), path(A,P), len(P,N), gte(N,T), adjacent(A,B), one(T).",
        "f(A,B) :- vertices(A,V), corner(B,C), memberchk(C,V), path(A,P), len(P,N), two(N).",
        "f(A,B) :- start(A,V), corner(B,V), square(B,T,S), three(T).",
        "f(A,B) :- head_vertex(A,V), step(V,up,E,W), corner(B,W).",
        "f(A,B) :- head_vertex(A,V), coordinates(V,R,C), R > C, corner(B,V).",
        "f(A,B) :- path(A,P), last(P,E), beside(E,B), square(B,T,S), two(T).",
        "f(A,B) :- path(A,[E,F|R]), square(B,T,S), memberchk(E,S), length(R,T).",
        "f(A,B) :- head_vertex(A,v1_1), corner(B,v1_1).",
        "f(A,B) :- path(A,P), square(B,T,S), findall(E, member(E,P), L), length(L,T).",
    ],
    "extended": [
        *shipped("extended"),
        "f(A,B) :- triangles(B,T), usable(A,B,T), notAdjacent(A,B).",
    ],
    "dots": [*shipped("dots"), "f(A,B) :- at(B,C), unreached(A,C)."],
    "nolen": [text.replace("count(P,S,", "count(S,P,") for text in shipped("paper")],
    "live": [*shipped("live"), "f(A,B) :- triangles(B,T), could(A,B,T), notAdjacent(A,B)."],
}  # fmt: skip

ALL = ("triangles", "gaps", "dots", "squares", "stars")

Calls = list[tuple[str, list[Any]]]


def cases(bias: str, panels: int) -> tuple[Explored, Calls, list[Any]]:
    """Return an experiment, calls of `firings` on random partial paths, and what is expected."""
    experiment = explored(CLAUSES[bias], bias)
    drawn = random_paths(bias, panels, 8, ALL, pass_goals=True)
    calls: Calls = [
        ("firings", [0, puzzle.to_json(), [list(vertex) for vertex in path]])
        for puzzle, path in drawn
    ]
    clauses, _ = tabulated(CLAUSES[bias], experiment.records.background)
    expected = [
        [
            {"error": NO_TABLE} if "why_not" in clause["how"] else places
            for clause, places in zip(clauses, row, strict=True)
        ]
        for row in fired(experiment, drawn)
    ]
    return experiment, calls, expected


def check(calls: Calls, found: list[Any], expected: list[Any]) -> None:
    for call, own, wanted in zip(calls, found, expected, strict=True):
        assert own == wanted, call
    by_clause = [
        [bool(places) for places in row if places != {"error": NO_TABLE}] for row in expected
    ]
    assert all(map(any, zip(*by_clause, strict=True))), "each clause fires somewhere"
    assert not any(map(all, zip(*by_clause, strict=True))), "and does not somewhere else"


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("bias", some(3, ["paper", "dots", "live", "extended", "nolen"]))
def test_clauses_fire_where_the_predicates_do(bias: str, tmp_path: Path) -> None:
    experiment, calls, expected = cases(bias, 50)
    assert len(calls) > 225
    check(calls, answers(script([experiment], shown=()), calls, tmp_path), expected)


@pytest.mark.long
@needs_browser
def test_clauses_fire_in_chromium_where_the_predicates_do(tmp_path: Path) -> None:
    made = {bias: cases(bias, 8) for bias in CLAUSES}
    with page() as seen:
        for bias, (experiment, calls, expected) in made.items():
            file = tmp_path / f"{bias}.html"
            file.write_text(html([experiment]), encoding="utf-8")
            seen.page.goto(file.as_uri())
            ask = "calls => calls.map(([name, given]) => witness[name](...given))"
            for call, own, wanted in zip(
                calls, seen.page.evaluate(ask, calls), expected, strict=True
            ):
                assert own == wanted, call
        assert seen.errors == []


def test_clauses_about_a_square_have_tables_and_wider_ones_name_a_command() -> None:
    kinds = {
        bias: [
            next(iter(clause["how"])) + "".join(clause["sees"])
            for clause in tabulated(texts, explored([], bias).records.background)[0]
        ]
        for bias, texts in CLAUSES.items()
    }
    assert kinds["paper"] == ["table"] * 4 + ["lengthslength"] * 4 + ["why_not"] * 7
    assert kinds["extended"] == ["table", "tablegaps", "tablegaps"]
    assert kinds["nolen"] == ["table"] * 3
    assert kinds["live"] == ["why_not", "why_not", "table", "why_not"]
    assert kinds["dots"] == ["why_not"] * 4
    assert "`witness explain`" in NO_TABLE


@needs_node
def test_tables_hold_for_long_paths(tmp_path: Path) -> None:
    """A path in rows over the largest board, and clauses that look at its length."""
    side = 8
    vertices = [
        (r, c if r % 2 == 0 else side - c) for r in range(side + 1) for c in range(side + 1)
    ]
    text = "f(A,B) :- path(A,P), len(P,N), square(B,T,S), count(P,S,C), greaterThan(N,C), gte(C,T)."
    even = "f(A,B) :- path(A,P), len(P,N), M is N mod 2, M =:= 0, adjacent(A,B)."
    experiment = explored([text, even], "paper")
    assert [*experiment.records.learning[0].clauses] == [text, even]
    squares = [(r, c, 1 + (r + c) % 3) for r in range(side) for c in range(side)]
    puzzle = Puzzle(side, side, ((0, 0),), ((side, side),), tuple(squares))
    paths = [tuple(vertices[:n]) for n in range(1, LONGEST_PATH + 1)]
    calls: Calls = [("firings", [0, puzzle.to_json(), [list(v) for v in path]]) for path in paths]
    expected = fired(experiment, [(puzzle, path) for path in paths])
    check(calls, answers(script([experiment], shown=()), calls, tmp_path), expected)


def test_pictures_are_those_of_figure_3() -> None:
    background = explored([], "live").records.background
    clauses, _ = tabulated(CLAUSES["live"], background, pictures=True)
    for text, clause in zip(CLAUSES["live"], clauses, strict=True):
        expected = firings(translate(parse_clauses(text), background).conditions[0])
        assert [(one["squares"], one["words"]) for one in clause["pictures"]] == [
            ([one.square], one.caption) for one in expected
        ]
    assert [len(clause["pictures"]) for clause in clauses] == [0, 3, 2, 3]


@needs_node
def test_clauses_do_not_know_marks(tmp_path: Path) -> None:
    puzzle = Puzzle(1, 2, ((0, 0),), ((0, 2),), ((0, 0, 2),), eliminations=((0, 1, "white"),))
    page = script([explored(shipped("paper"), "paper")], shown=())
    (found,) = answers(page, [("firings", [0, puzzle.to_json(), [[0, 0]]])], tmp_path)
    assert found == [{"error": "clauses do not know elimination marks"}] * 3


@needs_node
def test_a_clause_without_a_value_is_an_error_and_not_false(tmp_path: Path) -> None:
    texts = [
        "f(A,B) :- square(B,T,S), path(A,P), length(P,N), M is 6 // N, M >= T.",
        "f(A,B) :- f(A,B).",
        "f(A,B) :- invented(A,B).",
    ]
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),))
    calls: Calls = [("firings", [0, puzzle.to_json(), [[0, 0]]])]
    (found,) = answers(script([explored(texts, "paper")], shown=()), calls, tmp_path)
    assert found[0] == {"error": NO_TABLE}
    assert "so no search can use it" in found[1]["error"]
    assert "unknown predicate invented/2" in found[2]["error"]
