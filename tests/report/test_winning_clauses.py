"""What opens the report: pictures of a panel, and of where learned clauses fire."""

from __future__ import annotations

import pytest
from support.handmade import EDGES, LENGTH, OURS, TWIN, UNSOUND, core, records

from witness.logic.language.parser import parse_clauses
from witness.logic.language.views import path_view, square_view
from witness.logic.translate import translate
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution
from witness.report.pictures import FIGURE_1, panel_example
from witness.report.winning_clauses import winning_clauses

PUZZLES = (
    FIGURE_1,
    Puzzle(2, 2, ((0, 0),), ((2, 2),), squares=((0, 0, "black"), (1, 1, "white")), id="squares"),
    Puzzle(
        2, 2, ((0, 0),), ((2, 2),), dots=((0, 2),), stars=((0, 0, "red"), (0, 1, "red")), id="s"
    ),
)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_panel_is_shown_with_a_solution_and_a_path_that_is_lost(puzzle: Puzzle) -> None:
    solved, lost = panel_example(records(puzzles={puzzle.id: puzzle}))
    assert solved.puzzle == lost.puzzle == puzzle
    assert solved.path is not None
    assert is_solution(puzzle, solved.path)
    found = list(solutions(puzzle))
    assert len(solved.path) == min(map(len, found))
    assert lost.path is not None
    starts = [path[: len(lost.path)] for path in found]
    assert lost.path not in starts
    assert lost.path[:-1] in [path[:-1] for path in starts if len(path) == len(lost.path)]


def test_the_panel_shown_has_most_kinds_of_symbols_on_a_small_board() -> None:
    large = Puzzle(4, 4, ((0, 0),), ((4, 4),), ((0, 0, 1),), dots=((1, 1),), id="a")
    both = Puzzle(2, 2, ((0, 0),), ((2, 2),), ((0, 0, 1),), dots=((1, 1),), id="b")
    plain = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 2),), id="c")
    known = records(puzzles={puzzle.id: puzzle for puzzle in (large, plain, both)})
    assert panel_example(known)[0].puzzle == both
    assert panel_example(EDGES["no records"])[0].puzzle == FIGURE_1


def test_each_clause_is_shown_once_with_whose_it_is() -> None:
    known = EDGES["unsound winner"]
    assert [(clause.text, clause.owners) for clause in winning_clauses(known)] == [
        (OURS[0], "winner and winner_proved"),
        (LENGTH, "winner"),
    ]
    known = records(winner=UNSOUND, winner_proved=core(UNSOUND))
    del known.triage["baseline"].winners["winner"]
    assert [clause.owners for clause in winning_clauses(known)] == [
        "winner (plain) and winner_proved",
        "winner (plain)",
    ]
    assert winning_clauses(EDGES["no records"]) == []


def test_a_clause_fires_on_the_paths_that_are_shown() -> None:
    known = records(winner=(*UNSOUND, TWIN), winner_proved=OURS)
    for clause in winning_clauses(known):
        fires = translate(parse_clauses(clause.text), known.background).fires
        assert clause.panels
        for panel in clause.panels[: 1 if clause.facts.status == "refuted" else None]:
            (square,) = panel.marked
            view = square_view(panel.puzzle, square, panel.puzzle.triangle_at[square])
            assert fires(path_view(panel.puzzle, panel.path), view)
            lost = not any(
                path[: len(panel.path)] == panel.path for path in solutions(panel.puzzle)
            )
            assert lost == (clause.facts.status == "proved")


def test_a_clause_that_cannot_be_drawn_says_why() -> None:
    known = records()
    known.triage["plain"].winners["winner"]["program"] = ["f(A,B) :- strange(A,B)."]
    clause = winning_clauses(known)[-1]
    assert clause.text == "f(A,B) :- strange(A,B)."
    assert clause.panels == ()
    assert clause.reason.startswith("unknown predicate strange/2")
