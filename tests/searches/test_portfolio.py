"""Two predicates in turn: a solution where there is one, whatever the unsound one says."""

from __future__ import annotations

import random

import pytest
from support.examples import TABLE_3, UNSOUND, random_puzzle

from witness.clauses.background import Background
from witness.clauses.language.parser import parse_clauses
from witness.cli import main
from witness.puzzle.model import Puzzle
from witness.puzzle.rules import is_solution
from witness.searches import Limits, engine, portfolio
from witness.searches.predicates.clauses import FilePredicate, predicate_of
from witness.searches.predicates.written import BASELINE, PAPER

#: It fires on every path, so that the open list is empty after the start.
EVERYTHING = "f(A,B) :- path(A,C), square(B,D,E).\n"


@pytest.fixture(scope="module")
def unsound(background: Background) -> FilePredicate:
    return predicate_of(parse_clauses(TABLE_3 + UNSOUND), background, "unsound")


@pytest.mark.parametrize("name", ["compiled", "reference"])
def test_the_answer_is_that_of_the_sound_one(name: str, unsound: FilePredicate) -> None:
    rng = random.Random(f"portfolio {name}")
    met = set()
    for number in range(150):
        puzzle = random_puzzle(rng, 4 if name == "compiled" else 3, symbols=number % 3 == 0)
        plain = engine(name)(puzzle, PAPER)
        found, by = portfolio.solve(puzzle, PAPER, unsound, engine=name)
        assert found.status == plain.status, puzzle
        assert found.path is None or is_solution(puzzle, found.path)
        assert by in (PAPER, unsound)
        assert by is unsound or found.path == plain.path
        assert found.expansions <= 2 * plain.expansions + portfolio.TURN
        met.add((found.status, by.name))
    assert {("solved", "paper"), ("unsolvable", "paper")} <= met


def large(triangles: int) -> Puzzle:
    squares = [(r, c, triangles) for r, c in ((0, 0), (1, 3), (3, 2), (4, 4), (2, 2))]
    return Puzzle(5, 5, ((0, 0),), ((5, 5),), tuple(squares))


def test_both_engines_agree_and_turns_are_fair(unsound: FilePredicate) -> None:
    """π_baseline is far slower than π°, which here plays the unsound one."""
    for triangles in (2, 3):
        puzzle = large(triangles)
        answers = [
            portfolio.solve(puzzle, BASELINE, PAPER, engine=name)
            for name in ("compiled", "reference")
        ]
        (one, by), (other, by_other) = answers
        assert (one.path, one.expansions, by) == (other.path, other.expansions, by_other)
        alone = [engine("compiled")(puzzle, p).expansions for p in (BASELINE, PAPER)]
        turns = min(-(-number // portfolio.TURN) for number in alone)
        assert one.expansions <= 2 * turns * portfolio.TURN


def test_unsolvable_by_the_unsound_one_counts_for_nothing(background: Background) -> None:
    nothing = predicate_of(parse_clauses(EVERYTHING), background, "everything")
    puzzle = large(2)
    found, by = portfolio.solve(puzzle, PAPER, nothing)
    plain = engine("compiled")(puzzle, PAPER)
    assert (found.status, found.path, by) == (plain.status, plain.path, PAPER)
    assert plain.expansions < found.expansions < plain.expansions + 100


def test_a_limit_is_for_both(unsound: FilePredicate) -> None:
    found, _ = portfolio.solve(large(3), BASELINE, BASELINE, limits=Limits(max_expansions=2500))
    assert (found.status, found.expansions) == ("expansion-limit", 2500)
    found, _ = portfolio.solve(large(3), BASELINE, BASELINE, limits=Limits(time_limit=0))
    assert found.status == "time-limit"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("paper", "--portfolio takes two predicates"),
        ("examples/unsound.pl,paper", "is not proved; the first predicate"),
        ("paper,baseline --mode sort", "goes without --mode sort"),
        ("paper,baseline --predicate paper", "goes without --predicate"),
        ("paper,baseline --shortest", "goes without --shortest"),
    ],
)
def test_what_cannot_be_a_portfolio(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "examples/panels.jsonl", "--portfolio", *arguments.split()]) == 2
    assert message in capsys.readouterr().err
