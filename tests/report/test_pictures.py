"""The winning puzzle and counterexamples as pictures."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from support.handmade import EDGES, LENGTH, UNSOUND, core, records

from witness.puzzle.rules import is_solution
from witness.report.pictures import refutation_svg, refutations, winning_puzzle, winning_puzzle_svg


def test_the_winning_puzzle_is_shown_solved() -> None:
    solved = winning_puzzle(records())
    assert solved is not None
    assert solved.solution is not None
    assert is_solution(solved.puzzle, solved.solution)
    assert winning_puzzle(EDGES["nothing learned"]) is None
    assert winning_puzzle(records(puzzles={})) is None
    for picture in (winning_puzzle_svg(solved), winning_puzzle_svg(None)):
        ElementTree.fromstring(picture)


def test_counterexamples_are_paths_that_a_clause_would_lose() -> None:
    (refutation,) = refutations(EDGES["unsound winner"])
    assert refutation.clause == LENGTH
    example = refutation.example
    assert example.solution[: len(example.partial_path)] == example.partial_path
    assert is_solution(example.puzzle, example.solution)
    ElementTree.fromstring(refutation_svg([refutation]))
    assert refutations(records()) == []
    ElementTree.fromstring(refutation_svg([]))


def test_a_finalist_stands_in_where_no_winner_is_refuted() -> None:
    known = EDGES["unsound winner"]
    sound = {
        variant: replace(triage, winners={"winner_proved": triage.winners["winner_proved"]})
        for variant, triage in known.triage.items()
    }
    (refutation,) = refutations(replace(known, triage=sound))
    assert refutation.predicate == "finalist 1 of variant plain"
    assert core(UNSOUND) == UNSOUND[:1]
