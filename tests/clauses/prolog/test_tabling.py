"""A background with a recursive definition: learned from, translated, and run by SWI-Prolog."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.examples import ROOT

from witness.clauses.background import read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.learners import learn
from witness.puzzle.examples.examples import write_task
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.puzzle.views.board import path_view
from witness.searches.prolog.hypothesis import PrologHypothesis
from witness.searches.prolog.referee import referee

BIAS = """
head_pred(f,2). type(f,(path,square)). direction(f,(in,in)).
body_pred(cut_off,1). type(cut_off,(path,)). direction(cut_off,(in,)).
body_pred(full,2). type(full,(path,square)). direction(full,(in,in)).
max_vars(4). max_body(3). non_datalog.
"""

PUZZLE = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1), (1, 1, 2)), id="p")


@pytest.fixture
def task(tmp_path: Path) -> Path:
    (tmp_path / "recursive.pl").write_text(BIAS)
    files = {"bk": ROOT / "bk/outlook.pl", "bias": tmp_path / "recursive.pl"}
    write_task(PUZZLE, tmp_path / "task", **files, labels="puzzle", unreachable=True)
    return tmp_path / "task"


def test_it_is_learned_from(task: Path) -> None:
    assert learn(task)["status"] == "learned"
    assert "f(A,B) :- cut_off(A)." in (task / "hypothesis.pl").read_text()


@pytest.mark.usefixtures("swi_prolog")
def test_the_referee_agrees(task: Path) -> None:
    (task / "hypothesis.pl").write_text("f(A,B) :- cut_off(A).\nf(A,B) :- full(A,B).\n")
    found = referee(task, task / "hypothesis.pl")
    assert found.differences == ()
    assert 0 < found.prolog[0] < found.positives


@pytest.mark.usefixtures("swi_prolog")
def test_primitives_are_about_one_path() -> None:
    """A predicate that Prolog evaluates on one path after another, with primitives as facts."""
    clauses = (
        "f(A,B) :- cut_off(A).",
        "f(A,B) :- g(A,B).",
        "g(A,B) :- square(B,1,_), live(A,[_]).",
    )
    background = read_background(bias=ROOT / "bias/live.pl")
    predicate = PrologHypothesis("invented", parse_clauses("\n".join(clauses)), background)
    fires = predicate.bind(PUZZLE)
    answers = set()
    for path, at_goal in walk(PUZZLE):
        if not at_goal:
            edges, vertices = path_masks(PUZZLE, path)
            head = PUZZLE.grid.vertex_number(path[-1])  # type: ignore[arg-type]
            rest = path_view(PUZZLE, path).rest  # type: ignore[arg-type]
            assert rest is not None
            expected = rest.cut_off or len(rest.live) == 1
            assert fires(head, vertices, edges) == expected, path
            answers.add(expected)
    assert answers == {True, False}
