"""All solvers against brute force and one another; and what each says that it does not know."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from support.interrupting import interrupt
from support.panels import CUT_OFF, SMALL, random_panel
from support.solving import HERE

from studies.difficulty.two_colours import unique_boards
from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.puzzle import solvers
from witness.puzzle.generate.algorithms import algorithm_4
from witness.puzzle.generate.decisions import has_one_solution, is_solvable
from witness.puzzle.generate.kinds import KINDS
from witness.puzzle.model import FEATURES, Puzzle
from witness.puzzle.paths import solutions
from witness.puzzle.rules import is_solution


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "draws"),
    [
        ("frontier", 60), ("clingo", 25), ("z3", 12),
        *(
            pytest.param(name, draws, marks=pytest.mark.long)
            for name, draws in (("frontier", 600), ("clingo", 400), ("z3", 120))
        ),
    ],
)  # fmt: skip
def test_agrees_with_brute_force(name: str, draws: int) -> None:
    """Solvable or not, all solutions, and a shortest one, on panels with mixed symbols."""
    if name not in HERE:
        pytest.skip(f"{name} is not installed")
    rng = random.Random(1)
    symbols = [f for f in FEATURES if solvers.feature_table()[name][f] and "-" not in f]
    solvable = compared = 0
    for _ in range(draws):
        puzzle = random_panel(rng, SMALL, symbols, pass_goals=True)
        expected = list(solutions(puzzle))
        answer = solvers.solve(puzzle, name)
        assert answer.status == ("solved" if expected else "unsolvable"), puzzle
        if name != "z3" or len(expected) < 30:
            found = list(solvers.solutions(puzzle, name))
            assert len(found) == len(set(found)), puzzle
            assert set(found) == set(expected), puzzle
            assert solvers.count(puzzle, name) == (len(expected), "exact")
            compared += 1
        if expected:
            assert answer.path in expected
            shortest = solvers.solve(puzzle, name, shortest=True)
            assert shortest.length == min(len(path) - 1 for path in expected)
            solvable += 1
    assert draws / 3 < solvable < draws * 0.95
    assert compared > draws / 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_shortest_solution_soon(kind: str) -> None:
    """A* searches for a moment before the solver of the panel: the answers are equally long."""
    by = set()
    for seed in range(8):
        puzzle = algorithm_4(4, 3 + seed % 2, random.Random(seed), kind=kind)
        for panel in (puzzle, puzzle.changed(goals=((2, 2),))):
            found = solvers.solve(panel, shortest=True)
            slow = solvers.solve(panel, solvers.solver("auto", panel).NAME, shortest=True)
            assert (found.status, found.length) == (slow.status, slow.length), panel
            by.add(found.solver)
    beyond = ("eliminations", "symmetry", "everything")  # no proof speaks of these
    assert ("astar" in by) == (kind not in beyond)


def test_boards_of_two_colours_with_one_solution() -> None:
    """Published: 1,056 of three by three (Chen 2023)."""
    assert len(unique_boards(3, 3)) == 1056


@pytest.mark.parametrize("name", HERE)
def test_figure_1(name: str) -> None:
    puzzle = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1), (0, 1, 2)))
    answer = solvers.solve(puzzle, name)
    assert (answer.status, answer.path) == ("solved", ((0, 0), (0, 1), (0, 2), (1, 2)))
    assert answer.solver == name
    assert solvers.is_unique(puzzle)
    record = answer.to_json("figure-1")
    assert record["path"] == [[0, 0], [0, 1], [0, 2], [1, 2]]
    assert record["solver"] == name
    assert record["length"] == 3


def test_auto_where_regions_are_too_many_for_the_frontier() -> None:
    """Wide boards are decided faster by others; those with many colours are listed faster, too."""
    wide = Puzzle(9, 8, ((0, 0),), ((9, 8),), squares=((0, 0, "red"), (1, 1, "blue")))
    assert solvers.solver("auto", replace(wide, squares=())).NAME == "frontier"
    assert solvers.solver("auto", wide).NAME == "clingo"
    assert solvers.solver("auto", wide, listing=True).NAME == "frontier"
    assert solvers.solver("auto", replace(wide, cols=7, goals=((9, 7),))).NAME == "frontier"
    stars = tuple((n // 4, n % 4, "abcdefgh"[n % 8]) for n in range(16))
    many = Puzzle(4, 4, ((0, 0),), ((4, 4),), stars=stars)
    assert solvers.solver("auto", many).NAME == "clingo"
    assert solvers.solver("auto", many, listing=True).NAME == "clingo"


def test_what_a_solver_does_not_know() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), squares=((0, 0, "red"),), id="p")
    inside = Puzzle(2, 2, ((0, 0),), (((0, 1), (1, 1)),), id="p")
    with pytest.raises(InputError, match=r"middle of an edge; astar does not .* use frontier or"):
        solvers.solve(inside, "astar")
    with pytest.raises(InputError, match=r"pass over .*astar does not know"):
        solvers.solve(Puzzle(1, 1, ((0, 0),), ((1, 1),), pass_goals=True), "astar")
    with pytest.raises(InputError, match=r"there is no solver 'magic'; use frontier, clingo, z3"):
        solvers.solve(puzzle, "magic")
    for former in ("sat", "turns"):
        with pytest.raises(InputError, match="use clingo"):
            solvers.solve(puzzle, former)


def test_limits_are_answers() -> None:
    big = Puzzle(12, 12, ((0, 0),), ((12, 12),), ((11, 11, 1),))
    answer = solvers.solve(big, "frontier", shortest=True, limits=Limits(memory_limit=1))
    assert (answer.status, answer.path) == ("memory-limit", None)
    # What takes each of them a thousand times as long: for the frontier threes around a far corner,
    # which it meets last; for the others a large board.
    corner = Puzzle(10, 10, ((0, 0),), ((0, 10),), ((8, 9, 3), (9, 8, 3), (9, 9, 3)))
    large = algorithm_4(10, 10, random.Random(1))
    for name in HERE:
        hard = corner if name == "frontier" else large
        assert solvers.solve(hard, name, limits=Limits(time_limit=0.001)).status == "time-limit"
    assert solvers.count(big, limits=Limits(time_limit=0.01)) == (0, "time-limit")
    many = Puzzle(7, 7, ((0, 0),), ((7, 7),))
    number, status = solvers.count(many, "clingo", limits=Limits(time_limit=0.5))
    assert (status, number > 0) == ("time-limit", True)
    assert solvers.count(big, "clingo", most=7) == (7, "limit")
    assert solvers.count(big, most=7) == (7, "limit")


def test_a_wrong_path_is_never_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ((0, 0), (0, 1), (1, 1))
    puzzle = Puzzle(1, 1, ((0, 0),), ((1, 1),), ((0, 0, 1),))
    monkeypatch.setattr("witness.puzzle.solvers.by_frontier.solve", lambda *given: (wrong, None))
    monkeypatch.setattr(
        "witness.puzzle.solvers.by_frontier.solutions", lambda *given: iter([wrong])
    )
    with pytest.raises(RuntimeError, match="frontier gave a wrong path"):
        solvers.solve(puzzle)
    with pytest.raises(RuntimeError, match="1 triangle but 2 edges"):
        list(solvers.solutions(puzzle))


def test_solutions_come_one_by_one() -> None:
    """The first few of very many are there at once."""
    big = Puzzle(12, 12, ((0, 0),), ((12, 12),), ((5, 5, 2),))
    for name in ("frontier", "clingo"):
        some = list(islice(solvers.solutions(big, name), 5))
        assert len(set(some)) == 5
        assert all(is_solution(big, path) for path in some)


def test_z3_that_stops_without_an_answer() -> None:
    """Z3 takes Ctrl-C for itself; what it says then must not pass for a limit, nor the reverse."""
    z3 = pytest.importorskip("z3")
    from witness.puzzle.solvers.by_z3 import _Model

    class Stopped:
        def __init__(self, reason: str) -> None:
            self.reason = reason

        def set(self, name: str, value: int) -> None:
            assert name == "timeout"
            assert value >= 1

        def check(self) -> Any:
            return z3.unknown

        def reason_unknown(self) -> str:
            return self.reason

    def outcome(reason: str, limits: Limits) -> str:
        model = _Model(CUT_OFF, Budget(limits))
        model.solver = Stopped(reason)
        try:
            model.next()
        except LimitReachedError as reached:
            return reached.status
        except KeyboardInterrupt:
            return "Ctrl-C"
        return "an answer"

    assert outcome("canceled", Limits()) == "Ctrl-C"
    assert outcome("canceled", Limits(time_limit=60)) == "Ctrl-C"
    assert outcome("timeout", Limits(time_limit=0.09)) == "time-limit"
    assert outcome("max. memory exceeded", Limits()) == "memory-limit"


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["frontier", "clingo"])
def test_ctrl_c(solver: str) -> None:
    """It ends the count of more solutions than anyone has time for."""
    code = (
        "from witness.puzzle import solvers; from witness.puzzle.model import Puzzle;"
        "puzzle = Puzzle(13, 13, ((0, 0),), ((13, 13),));"
        f"print('begun', flush=True); solvers.count(puzzle, {solver!r})"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    assert "KeyboardInterrupt" in interrupt(process, seconds=2)
    assert process.returncode != 0


def test_the_time_limit_holds_between_solutions_without_dead_ends() -> None:
    board = Puzzle(30, 30, ((0, 0),), ((30, 30),))
    found = solvers.solutions(board, "frontier", limits=Limits(time_limit=0.2))
    with pytest.raises(LimitReachedError, match="time-limit"):
        for _ in islice(found, 3000):
            pass


def test_decisions_of_generators() -> None:
    rng = random.Random(0)
    counts = set()
    for _ in range(600):
        puzzle = random_panel(rng, SMALL)
        count = len(list(solutions(puzzle)))
        assert is_solvable(puzzle) == (count > 0)
        assert has_one_solution(puzzle) == (count == 1)
        counts.add(min(count, 2))
    assert counts == {0, 1, 2}
