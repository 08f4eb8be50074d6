"""Solvers in turns: whichever has the answer, it is right, and the same on every machine."""

from __future__ import annotations

import random

import pytest
from support.panels import drawn_panel

from witness.base.limits import Budget, Limits
from witness.boards import solvers
from witness.boards.solvers import by_clingo, by_sat, walk
from witness.boards.solvers.turns import Turns, exhausted, first_of
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import Path

pytest.importorskip("pysat", reason="PySAT is not installed (the extra sat)")


def endless(puzzle: Puzzle, budget: Budget) -> Turns:
    while True:
        budget.check()
        yield


def after(turns: int, found: Path) -> Turns:
    for _ in range(turns):
        yield
    return found


def test_the_first_answer_counts_and_the_first_runner_where_two_have_one() -> None:
    one, other = ((0, 0),), ((1, 1),)
    assert first_of({"a": after(3, one), "b": after(2, other)}) == (other, "b")
    assert first_of({"a": after(2, one), "b": after(2, other)}) == (one, "a")
    assert exhausted(after(4, one)) == one


@pytest.mark.parametrize("other", ["sat", "walk", "clingo"])
def test_one_has_the_answer_where_the_others_have_none(
    monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    for name, module in {"sat": by_sat, "walk": walk, "clingo": by_clingo}.items():
        if name != other:
            monkeypatch.setattr(module, "turns", endless)
    rng = random.Random(other)
    answers: list[str] = []
    for _ in range(60):
        puzzle = drawn_panel(rng, frozenset(FEATURES))
        expected = {*solutions(puzzle)}
        answer = solvers.solve(puzzle, "turns")
        assert answer.status == ("solved" if expected else "unsolvable"), puzzle
        assert answer.path in (expected or [None])
        assert answer.engine == other
        answers.append(answer.status)
    assert min(map(answers.count, ("solved", "unsolvable"))) > 3


def test_a_walk_misses_as_many_dots_as_there_are_marks() -> None:
    rng = random.Random("dots")
    found = 0
    for _ in range(80):
        puzzle = drawn_panel(rng, {"dots", "eliminations", "symmetry"})
        if puzzle.dots and puzzle.eliminations:
            expected = {*solutions(puzzle)}
            assert {*walk.solutions(puzzle, Budget(Limits()))} == expected, puzzle
            found += bool(expected)
    assert found > 5


def test_limits_hold_where_there_is_no_answer_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in by_sat, by_clingo:
        monkeypatch.setattr(module, "turns", endless)
    puzzle = Puzzle(6, 6, ((0, 0),), ((6, 6),), stars=((3, 3, "red"),))
    answer = solvers.solve(puzzle, "turns", limits=Limits(time_limit=0.2))
    assert (answer.status, answer.path) == ("time-limit", None)
