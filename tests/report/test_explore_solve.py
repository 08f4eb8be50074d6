"""Exact search in the page: it finds a solution that extends a path, or there is none."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.explored import all_partial_paths, explored, shipped
from support.node import answers, needs_node
from support.panels import drawn_panel, random_panel

from witness.boards.solvers import solve
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import solutions, walk
from witness.puzzle.rules import Path as Trail
from witness.puzzle.rules import violations
from witness.report.explore.page import LOGIC, SUPPORTED, script

Calls = list[tuple[str, list[Any]]]


def asked(calls: Calls, place: Path) -> list[Any]:
    return answers(script([explored([], "paper")], files=LOGIC), calls, place)


def plain(path: Trail) -> list[list[int]]:
    return [[*vertex] for vertex in path]  # type: ignore[misc]


def check_solution(puzzle: Puzzle, path: Trail, answer: Any) -> None:
    found = tuple(map(tuple, answer["path"]))
    assert violations(puzzle, found) == []  # type: ignore[arg-type]
    assert found[: len(path)] == path


@needs_node
def test_thousands_of_partial_paths_with_every_symbol(tmp_path: Path) -> None:
    """All solutions of small panels, by brute force, say which partial paths are lost."""
    rng = random.Random(25)
    cases: list[tuple[Puzzle, Trail, bool]] = []
    for _ in range(2500):
        puzzle = random_panel(rng, edge_ends=False, pass_goals=True)
        solved = list(solutions(puzzle))
        paths = all_partial_paths(puzzle)
        for path in rng.sample(paths, min(3, len(paths))):
            cases.append((puzzle, path, any(s[: len(path)] == path for s in solved)))
    found = asked([("decide", [p.to_json(), plain(path)]) for p, path, _ in cases], tmp_path)
    for (puzzle, path, solvable), answer in zip(cases, found, strict=True):
        assert answer["kind"] == ("solution" if solvable else "none"), (puzzle, path)
        if solvable:
            check_solution(puzzle, path, answer)
    assert 300 < sum(solvable for *_, solvable in cases) < len(cases) - 300


@needs_node
def test_larger_panels_against_the_exact_solvers(tmp_path: Path) -> None:
    rng = random.Random(26)
    sizes = ((3, 4), (4, 3), (4, 4), (3, 5))
    puzzles = [
        random_panel(rng, sizes, edge_ends=False, ends=2, pass_goals=True) for _ in range(150)
    ]
    found = asked([("decide", [p.to_json(), plain(p.starts[:1])]) for p in puzzles], tmp_path)
    kinds = set()
    for puzzle, answer in zip(puzzles, found, strict=True):
        expected = solve(replace(puzzle, starts=puzzle.starts[:1]))
        assert answer["kind"] == ("solution" if expected.path else "none"), puzzle
        kinds.add(answer["kind"])
        if answer["path"]:
            check_solution(puzzle, puzzle.starts[:1], answer)
    assert kinds == {"solution", "none"}


@needs_node
def test_what_is_wrong_with_a_path_is_said_as_by_check(tmp_path: Path) -> None:
    rng = random.Random(27)
    cases: list[tuple[Puzzle, Trail]] = []
    for _ in range(800):
        puzzle = random_panel(rng, edge_ends=False, pass_goals=True)
        paths = [path for path, _ in walk(puzzle)]
        cases += [(puzzle, path) for path in rng.sample(paths, min(3, len(paths)))]
    found = asked([("violations", [p.to_json(), plain(path)]) for p, path in cases], tmp_path)
    said = set()
    for (puzzle, path), own in zip(cases, found, strict=True):
        expected = violations(puzzle, path)
        assert sorted(own) == sorted(one.message for one in expected)
        said |= {one.kind for one in expected}
    assert said == {"triangles", "dot", "squares", "stars", "goal"}


@needs_node
def test_a_search_that_is_too_long_knows_nothing(tmp_path: Path) -> None:
    corners = [[7, 7, 3], [0, 7, 3], [7, 0, 3], [3, 3, 3], [4, 5, 3]]
    puzzle = {"id": "big", "rows": 8, "cols": 8, "starts": [[0, 0]], "goals": [[8, 8]]}
    (answer,) = asked([("decide", [{**puzzle, "triangles": corners}, [[0, 0]], 5])], tmp_path)
    assert answer == {"kind": "unknown", "nodes": 5, "path": None}


@needs_node
@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"goals": [[[0, 0], [0, 1]]]}, "goals has [[0, 0], [0, 1]]: ends in the middle"),
        ({"starts": [[[0, 0], [0, 1]]]}, "starts has [[0, 0], [0, 1]]: ends in the middle"),
        ({"hexagons": [[0, 0]]}, "unknown key 'hexagons'"),
    ],
)
@pytest.mark.parametrize("function", ["decide", "outlook", "violations"])
def test_what_the_page_does_not_know_is_refused_by_name(
    function: str, change: dict[str, Any], named: str, tmp_path: Path
) -> None:
    puzzle = {"id": "p", "rows": 2, "cols": 2, "starts": [[0, 0]], "goals": [[2, 2]], **change}
    with pytest.raises(AssertionError, match=re.escape(named)):
        asked([(function, [puzzle, [[0, 0]]])], tmp_path)


def drawn_panels(seed: str, number: int) -> list[Puzzle]:
    """Draw panels with everything that the page knows, each with a few features."""
    rng = random.Random(seed)
    known = sorted(SUPPORTED)
    found = []
    while len(found) < number:
        few = {*rng.sample(known, rng.randrange(2, 7))}
        if rng.random() < 0.3:  # colours are seldom counted else
            few |= {"stars", "coloured", "triangles", "eliminations"}
        found.append(drawn_panel(rng, few))
    return found


@needs_node
def test_what_is_wrong_is_said_of_every_symbol_that_the_page_knows(tmp_path: Path) -> None:
    rng = random.Random(28)
    cases: list[tuple[Puzzle, Trail]] = []
    for puzzle in drawn_panels("violations", 2500):
        paths = [path for path, _ in walk(puzzle)]
        cases += [(puzzle, path) for path in rng.sample(paths, min(4, len(paths)))]
        cases += [(puzzle, path) for path in islice(solutions(puzzle), 1)]
    found = asked([("violations", [p.to_json(), plain(path)]) for p, path in cases], tmp_path)
    said = Counter[str]()
    right = Counter[str]()
    for (puzzle, path), own in zip(cases, found, strict=True):
        expected = violations(puzzle, path)
        assert sorted(own) == sorted(one.message for one in expected), (puzzle, path)
        said.update(one.kind for one in expected)
        right.update(() if expected else puzzle.features)
    assert {*said} == {"triangles", "dot", "squares", "stars", "goal", "blocks", "eliminations"}
    assert min(said.values()) > 30
    assert {*right} == {*SUPPORTED}
    assert min(right[name] for name in SUPPORTED - {"four-triangles"}) > 20  # a mark removes these


@needs_node
def test_partial_paths_with_every_symbol_that_the_page_knows(tmp_path: Path) -> None:
    rng = random.Random(29)
    cases: list[tuple[Puzzle, Trail, bool]] = []
    for puzzle in drawn_panels("decide", 1500):
        solved = list(solutions(puzzle))
        paths = [path for path, at_goal in walk(puzzle) if not at_goal]
        for path in rng.sample(paths, min(3, len(paths))):
            cases.append((puzzle, path, any(s[: len(path)] == path for s in solved)))
    found = asked([("decide", [p.to_json(), plain(path)]) for p, path, _ in cases], tmp_path)
    for (puzzle, path, solvable), answer in zip(cases, found, strict=True):
        assert answer["kind"] == ("solution" if solvable else "none"), (puzzle, path)
        if solvable:
            check_solution(puzzle, path, answer)
    assert 300 < sum(solvable for *_, solvable in cases) < len(cases) - 300


@needs_node
def test_clauses_are_not_evaluated_on_what_they_do_not_know(tmp_path: Path) -> None:
    """A wrong answer would be that they do not fire."""
    bare = {"id": "p", "rows": 2, "cols": 2, "starts": [[0, 0]], "goals": [[2, 2]]}
    cases = {
        "elimination marks": {"eliminations": [[0, 0]]},
        "missing squares": {"missing": [[0, 0]]},
        "four triangles in a square": {"triangles": [[0, 0, 4]]},
        "stars that count": {"triangles": [[0, 0, 1, "red"]], "stars": [[1, 1, "red"]]},
        "": {"triangles": [[0, 0, 1, "red"]], "stars": [[1, 1, "white"]], "goals": [[0, 0]],
             "blocks": [{"at": [0, 1], "shape": ["#"]}]},
    }  # fmt: skip
    paper = script([explored(shipped("paper"), "paper")], files=LOGIC)
    calls: Calls = [("firings", [0, {**bare, **more}, [[0, 0]]]) for more in cases.values()]
    *refused, known = answers(paper, calls, tmp_path)
    for words, found in zip(cases, refused, strict=False):
        assert all(f"clauses do not know {words}" in one["error"] for one in found)
    assert all(isinstance(one, list) for one in known)
