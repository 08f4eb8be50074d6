"""Reasons why a predicate fires: there is one exactly where it does."""

from __future__ import annotations

import random

import pytest
from support.panels import SMALL, random_panel

from witness.games.derived import DERIVED
from witness.puzzle.constraints import Constraint, constraints
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.searches.predicates.registry import predicate
from witness.searches.predicates.written import BASELINE, NONE, PAPER
from witness.searches.tree.reasons import Reason, clauses, reasons

LOCAL = ["none", "baseline", "paper", "examples/unsound.pl"]


@pytest.mark.parametrize("name", LOCAL)
def test_a_predicate_fires_where_there_is_a_reason(name: str) -> None:
    pruning = predicate(name)
    rng = random.Random(3)
    fired = 0
    for _ in range(40):
        puzzle = random_panel(rng, SMALL[:-1], ("triangles",), edge_ends=False)
        fires, why = pruning.bind(puzzle), reasons(pruning, puzzle)
        for path, _at_goal in walk(puzzle):
            edges, vertices = path_masks(puzzle, path)
            head = puzzle.grid.vertex_number(path[-1])  # type: ignore[arg-type]
            found = why(path)  # type: ignore[arg-type]
            assert bool(found) == fires(head, vertices, edges)
            assert {reason.about for reason in found} <= set(constraints(puzzle))
            fired += bool(found)
    assert (fired == 0) == (name == "none")


def test_reasons_name_the_clause_and_the_square() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 3), (0, 1, 1)))
    found = reasons(PAPER, puzzle)(((0, 0), (0, 1), (0, 2), (1, 2), (2, 2)))
    assert [(reason.clause, reason.about) for reason in found] == [
        (1, Constraint("triangles", (0, 1))),
        (2, Constraint("triangles", (0, 0))),
    ]
    assert found[0].brief == "clause 1, square [0, 1]"
    assert found[0].sentence == (
        "the number of edges that the square [0, 1] and the path have in common is greater than "
        "the number of triangles in the square (clause 1)"
    )
    assert found[1].sentence.startswith("the head of the path is not a corner of the square [0, 0]")


def test_sentences_without_a_square() -> None:
    assert (
        Reason("Always", 2, Constraint("triangles", (0, 1))).sentence
        == "always (clause 2, square [0, 1])"
    )
    panel = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 1),))
    (reason,) = reasons(DERIVED, panel)(((0, 0), (0, 1), (1, 1)))
    assert not reasons(NONE, panel)(((0, 0), (0, 1), (1, 1)))
    assert reason.clause is None
    assert reason.sentence == clauses(DERIVED)[0]
    assert reason.brief == "the predicate fires"


def test_clauses_in_english() -> None:
    assert clauses(NONE) == ()
    assert len(clauses(PAPER)) == 3
    assert clauses(PAPER)[:1] == clauses(BASELINE)
    assert "greater than the number of triangles" in clauses(BASELINE)[0]
