"""The SAT solver against brute force and the other solvers; its cuts, limits and messages."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from itertools import islice, pairwise, product
from typing import Any

import pytest
from support.panels import random_panel
from support.solving import knows

from studies.solvers.panels import coloured
from witness.base.errors import InputError
from witness.base.limits import Budget, LimitReachedError, Limits
from witness.boards import solvers
from witness.boards.solvers import by_sat
from witness.boards.solvers.sat_line import Clause
from witness.puzzle.grid import edge_between, grid
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.paths import solutions
from witness.puzzle.regions import regions
from witness.puzzle.rules import Path, path_edges

CORNERS = (((0, 0),), ((2, 2),))


@pytest.fixture
def _here() -> None:
    pytest.importorskip("pysat", reason="PySAT is not installed (the extra sat)")


needs_pysat = pytest.mark.usefixtures("_here")


def with_symbols(rows: int, cols: int, chosen: tuple[Any, ...]) -> Puzzle:
    """Return a panel with a number of triangles, a coloured square or a star in each square."""
    found: dict[str, list[Any]] = {"triangles": [], "squares": [], "stars": []}
    for (r, c), symbol in zip(grid(rows, cols).squares, chosen, strict=True):
        if symbol is not None:
            kind, value = symbol
            found[kind].append((r, c, value))
    given: Any = {kind: tuple(symbols) for kind, symbols in found.items()}
    return Puzzle(rows, cols, ((0, 0),), ((rows, cols),), **given)


ALPHABETS: dict[str, tuple[Any, ...]] = {
    "triangles": (None, *(("triangles", number) for number in (1, 2, 3))),
    "squares": (None, *(("squares", colour) for colour in ("black", "white", "red"))),
    "stars": (None, ("stars", "black"), ("stars", "white"), ("squares", "black")),
    "mixed": (("triangles", 1), ("triangles", 2), ("squares", "black"), ("stars", "black")),
}


@needs_pysat
@pytest.mark.parametrize("kind", ALPHABETS)
def test_every_board_of_two_by_two(kind: str) -> None:
    solvable = 0
    for chosen in product(ALPHABETS[kind], repeat=4):
        puzzle = with_symbols(2, 2, chosen)
        expected = set(solutions(puzzle))
        assert set(solvers.solutions(puzzle, "sat")) == expected, puzzle
        solvable += bool(expected)
    assert 15 < solvable < 256


@pytest.mark.slow
@needs_pysat
@pytest.mark.parametrize("kind", ALPHABETS)
def test_boards_of_three_by_three(kind: str) -> None:
    rng = random.Random(kind)
    statuses = []
    for _ in range(120):
        few = (*ALPHABETS[kind], None, None, None)
        puzzle = with_symbols(3, 3, tuple(rng.choice(few) for _ in range(9)))
        expected = set(solutions(puzzle))
        answer = solvers.solve(puzzle, "sat")
        assert answer.status == ("solved" if expected else "unsolvable"), puzzle
        assert answer.path is None or answer.path in expected
        statuses.append(answer.status)
    assert set(statuses) == {"solved", "unsolvable"}


@pytest.mark.slow
@needs_pysat
@pytest.mark.parametrize(
    ("other", "symbols"),
    [
        ("clingo", ("triangles", "squares", "stars", "dots", "gaps")),
        ("clingo", ("stars", "squares")),
        ("frontier", ("triangles", "dots", "gaps")),
        ("frontier", ("triangles", "squares", "stars", "dots", "gaps")),
    ],
)
def test_agrees_on_larger_boards(other: str, symbols: tuple[str, ...]) -> None:
    rng = random.Random(5)
    statuses = []
    for _ in range(60):
        puzzle = random_panel(rng, [(4, 4), (5, 5), (4, 6)], symbols, pass_goals=True)
        assert knows(other, puzzle)
        status = solvers.solve(puzzle, "sat").status
        expected = solvers.solve(puzzle, other, limits=Limits(time_limit=20)).status
        assert expected in (status, "time-limit"), puzzle
        statuses.append(expected)
    assert min(map(statuses.count, ("solved", "unsolvable"))) > 2


def assignment(model: by_sat._Model, puzzle: Puzzle, path: Path) -> set[int]:
    """Return the variables that a solution makes true, those of labels aside."""
    line, graph = model.line, model.line.graph
    places = {place: number for number, place in enumerate(graph.places)}
    trail = [places[path[0]]]
    for one, other in pairwise(path):
        edge = one if is_edge(one) else other if is_edge(other) else edge_between(one, other)
        if edge in places and not is_edge(one):
            trail.append(places[edge])
        if not is_edge(other):
            trail.append(places[other])
    steps = {frozenset(pair) for pair in pairwise(trail)}
    used = set(path_edges(path))
    found = {puzzle.grid.edge_number[edge] + 1 for edge in used}
    found |= {link for link, ends in line.joins.items() if frozenset(ends) in steps}
    found |= {begin for begin, place in line.begins.items() if place == trail[0]}
    found |= {end for end, place in line.ends.items() if place == trail[-1]}
    together = [{puzzle.grid.square_number(s) for s in r} for r in regions(puzzle.grid, used)]
    for pair, squares in model.regions.pairs.items():
        if any(region.issuperset(squares) for region in together):
            found.add(pair)
    return found


@needs_pysat
def test_every_cut_holds_for_every_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cut that excludes a solution would go unnoticed wherever there is another one."""
    cuts: list[Clause] = []
    add = by_sat._Model._add
    monkeypatch.setattr(
        by_sat._Model, "_add", lambda self, clauses: (cuts.extend(clauses), add(self, clauses))[1]
    )
    rng = random.Random(6)
    checked = 0
    for _ in range(400):
        puzzle = random_panel(rng, [(2, 3), (3, 3)], pass_goals=True)
        model = by_sat._Model(puzzle, Budget())
        cuts.clear()
        model.next()
        if not cuts:
            continue
        for path in islice(solutions(puzzle), 40):
            true = assignment(model, puzzle, path)
            assert all(
                any((literal > 0) == (abs(literal) in true) for literal in cut) for cut in cuts
            ), puzzle
            checked += 1
    assert checked > 1000


@needs_pysat
def test_a_star_without_a_partner() -> None:
    for stars in (((0, 0, "red"),), ((0, 0, "red"), (1, 1, "red"), (0, 1, "red"))):
        puzzle = Puzzle(2, 2, *CORNERS, stars=stars)
        assert solvers.solve(puzzle, "sat").status == "unsolvable"
    assert solvers.solve(replace(puzzle, squares=((1, 0, "red"),)), "sat").status == "solved"


@needs_pysat
def test_very_many_stars_of_one_colour() -> None:
    """The number of clauses must not grow with the third power of that of the stars."""
    stars = tuple((r, c, "red") for r in range(8) for c in range(8))
    puzzle = Puzzle(8, 8, ((0, 0),), ((8, 8),), stars=stars)
    model = by_sat._Model(puzzle, Budget())
    assert len(model.regions.pairs) == 64 * 63 // 2
    assert len(model.regions.clauses) < 50_000


@needs_pysat
def test_limits_hold_while_clauses_are_written() -> None:
    everywhere = tuple((r, c, "red") for r in range(64) for c in range(64))
    corners = (((0, 0),), ((64, 64),))
    puzzle = Puzzle(64, 64, *corners, stars=everywhere[::2])
    limits = Limits(time_limit=0.2)
    assert solvers.solve(puzzle, "sat", limits=limits).status == "time-limit"
    puzzle = Puzzle(64, 64, *corners)
    answer = solvers.solve(puzzle, "sat", shortest=True, limits=Limits(time_limit=1))
    assert answer.status == "time-limit"


@needs_pysat
def test_clauses_that_do_not_fit_into_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("witness.base.limits.budget.memory", lambda: 10**7)
    stars = tuple((r, c, "red") for r in range(20) for c in range(20))
    puzzle = Puzzle(20, 20, ((0, 0),), ((20, 20),), stars=stars)
    assert solvers.solve(puzzle, "sat").status == "memory-limit"


def test_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("witness.boards.solvers.by_sat.find_spec", lambda name: None)
    puzzle = Puzzle(2, 2, *CORNERS, squares=((0, 0, "red"),))
    with pytest.raises(
        InputError, match=r"PySAT is not installed .* python-sat` \(the extra sat\)"
    ):
        solvers.solve(puzzle, "sat")
    wide = Puzzle(9, 9, ((0, 0),), ((9, 9),), squares=((0, 0, "red"),))
    assert solvers.solver("auto", wide).NAME == "clingo"


@needs_pysat
def test_it_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("pysolvers.cadical153_cbudget")
    with pytest.raises(InputError, match="PySAT is too old here"):
        solvers.solve(Puzzle(2, 2, *CORNERS), "sat")


class Endless:
    """A SAT solver that never comes to an end."""

    def conf_budget(self, most: int) -> None:
        assert most > 0

    def solve_limited(self) -> None:
        return None

    def delete(self) -> None:
        pass


@needs_pysat
def test_the_time_limit_holds_within_one_call() -> None:
    model = by_sat._Model(Puzzle(2, 2, *CORNERS), Budget(Limits(time_limit=0.05)))
    model.solver = Endless()
    with pytest.raises(LimitReachedError, match="time-limit"):
        model.next()


@needs_pysat
def test_the_same_panel_has_the_same_answer() -> None:
    rng = random.Random(7)
    puzzle = coloured(7, rng)
    code = (
        "from witness.boards import solvers; from witness.puzzle.model import Puzzle;"
        f"print(solvers.solve({puzzle!r}, 'sat').path)"
    )
    done = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert done[0].stdout == done[1].stdout == f"{solvers.solve(puzzle, 'sat').path}\n"
