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
from support.panels import mixed_panels, random_panel
from support.sizes import rounds

from witness.puzzle.grid import is_edge, step_edge
from witness.puzzle.model import RULES, Puzzle
from witness.puzzle.paths import solutions, walk
from witness.puzzle.rules import Path as Trail
from witness.puzzle.rules import path_from_json, path_to_json, violations
from witness.puzzle.solvers import solve
from witness.puzzle.symbols import SYMBOLS
from witness.studio.explore.page import script
from witness.studio.panel.scripts import SUPPORTED

Calls = list[tuple[str, list[Any]]]


def asked(calls: Calls, place: Path) -> list[Any]:
    return answers(script([explored([], "paper")], shown=()), calls, place)


def extends(found: Trail, path: Trail) -> bool:
    """Whether a path goes on from another one, which may end in the middle of an edge."""
    *before, head = path
    if len(path) > len(found) or found[: len(before)] != tuple(before):
        return False
    here = found[len(before)]
    return here == head or (bool(before) and is_edge(head) and step_edge(before[-1], here) == head)


def check_solution(puzzle: Puzzle, path: Trail, answer: Any) -> None:
    found = path_from_json(answer["path"])
    assert violations(puzzle, found) == []
    assert extends(found, path)


@pytest.mark.slow
@needs_node
@rounds(120, 300)
def test_many_partial_paths_with_every_symbol(rounds: int, tmp_path: Path) -> None:
    """All solutions of small panels, by brute force, say which partial paths are lost."""
    rng = random.Random(25)
    cases: list[tuple[Puzzle, Trail, bool]] = []
    for _ in range(rounds):
        puzzle = random_panel(rng, pass_goals=True)
        solved = list(solutions(puzzle))
        paths = all_partial_paths(puzzle)
        for path in rng.sample(paths, min(3, len(paths))):
            cases.append((puzzle, path, any(extends(one, path) for one in solved)))
    found = asked([("decide", [p.to_json(), path_to_json(path)]) for p, path, _ in cases], tmp_path)
    for (puzzle, path, solvable), answer in zip(cases, found, strict=True):
        assert answer["kind"] == ("solution" if solvable else "none"), (puzzle, path)
        if solvable:
            check_solution(puzzle, path, answer)
    assert rounds / 8 < sum(solvable for *_, solvable in cases) < len(cases) - rounds / 8


@pytest.mark.slow
@needs_node
def test_larger_panels_against_the_exact_solvers(tmp_path: Path) -> None:
    rng = random.Random(26)
    sizes = ((3, 4), (4, 3), (4, 4), (3, 5))
    puzzles = [random_panel(rng, sizes, ends=2, pass_goals=True) for _ in range(150)]
    found = asked(
        [("decide", [p.to_json(), path_to_json(p.starts[:1])]) for p in puzzles], tmp_path
    )
    kinds = set()
    for puzzle, answer in zip(puzzles, found, strict=True):
        expected = solve(replace(puzzle, starts=puzzle.starts[:1]))
        assert answer["kind"] == ("solution" if expected.path else "none"), puzzle
        kinds.add(answer["kind"])
        if answer["path"]:
            check_solution(puzzle, puzzle.starts[:1], answer)
    assert kinds == {"solution", "none"}


@needs_node
def test_a_search_that_is_too_long_knows_nothing(tmp_path: Path) -> None:
    corners = [[7, 7, 3], [0, 7, 3], [7, 0, 3], [3, 3, 3], [4, 5, 3]]
    puzzle = {"id": "big", "rows": 8, "cols": 8, "starts": [[0, 0]], "goals": [[8, 8]]}
    (answer,) = asked([("decide", [{**puzzle, "triangles": corners}, [[0, 0]], 0])], tmp_path)
    assert answer == {"kind": "unknown", "path": None}


@needs_node
@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"symmetry": "diagonal"}, "the value 'diagonal' of symmetry"),
        ({"rules": "chess"}, "the value 'chess' of rules"),
        ({"hexagons": [[0, 0]]}, "unknown key 'hexagons'"),
    ],
)
@pytest.mark.parametrize("function", ["decide", "violations"])
def test_what_the_page_does_not_know_is_refused_by_name(
    function: str, change: dict[str, Any], named: str, tmp_path: Path
) -> None:
    puzzle = {"id": "p", "rows": 2, "cols": 2, "starts": [[0, 0]], "goals": [[2, 2]], **change}
    with pytest.raises(AssertionError, match=re.escape(named)):
        asked([(function, [puzzle, [[0, 0]]])], tmp_path)


@pytest.mark.slow
@needs_node
@rounds(1000, 2500)
def test_what_is_wrong_is_said_of_every_symbol(rounds: int, tmp_path: Path) -> None:
    rng = random.Random(28)
    cases: list[tuple[Puzzle, Trail]] = []
    for puzzle in mixed_panels("violations", rounds):
        paths = [path for path, _ in walk(puzzle)]
        cases += [(puzzle, path) for path in rng.sample(paths, min(4, len(paths)))]
        cases += [(puzzle, path) for path in islice(solutions(puzzle), 1)]
    found = asked(
        [("violations", [p.to_json(), path_to_json(path)]) for p, path in cases], tmp_path
    )
    said = Counter[str]()
    right = Counter[str]()
    for (puzzle, path), own in zip(cases, found, strict=True):
        expected = violations(puzzle, path)
        assert sorted(own) == sorted(one.message for one in expected), (puzzle, path)
        said.update(one.kind for one in expected)
        right.update(() if expected else puzzle.features)
    kinds = {symbol.violation for symbol in SYMBOLS.values() if not symbol.bars}
    assert {*said} == {*kinds, "goal"}
    assert min(said.values()) > rounds / 84
    assert {*right} == {*SUPPORTED}
    often = SUPPORTED - {"four-triangles"}  # a mark removes these
    assert min(right[name] for name in often) > rounds / 210


@pytest.mark.slow
@needs_node
def test_partial_paths_with_every_symbol_that_the_page_knows(tmp_path: Path) -> None:
    rng = random.Random(29)
    cases: list[tuple[Puzzle, Trail, bool]] = []
    for puzzle in mixed_panels("decide", 500):
        solved = list(solutions(puzzle))
        paths = all_partial_paths(puzzle)
        for path in rng.sample(paths, min(3, len(paths))):
            cases.append((puzzle, path, any(extends(one, path) for one in solved)))
    found = asked([("decide", [p.to_json(), path_to_json(path)]) for p, path, _ in cases], tmp_path)
    for (puzzle, path, solvable), answer in zip(cases, found, strict=True):
        assert answer["kind"] == ("solution" if solvable else "none"), (puzzle, path)
        if solvable:
            check_solution(puzzle, path, answer)
    assert 100 < sum(solvable for *_, solvable in cases) < len(cases) - 100


@needs_node
def test_blocks_across_a_line_that_ends_inside_and_round_a_cylinder(tmp_path: Path) -> None:
    wide = {"at": (0, 0), "shape": ["###", "###"]}
    pair = [{"at": (0, 1), "shape": ["#"]}, {"at": (0, 2), "shape": ["#"], "negative": True}]
    four = [{"at": (0, 0), "shape": ["####"]}, pair[1]]
    across = Puzzle(2, 3, ((1, 0),), ((1, 1), (1, 2)), blocks=(wide, *pair), pass_goals=True)
    round_it = Puzzle(1, 3, ((0, 0),), ((1, 0), (0, 1)), blocks=four, wraps=True)
    puzzles = [replace(puzzle, rules=rules) for puzzle in (across, round_it) for rules in RULES]
    cases = [(puzzle, path) for puzzle in puzzles for path, at_goal in walk(puzzle) if at_goal]
    found = asked(
        [("violations", [p.to_json(), path_to_json(path)]) for p, path in cases], tmp_path
    )
    for (puzzle, path), own in zip(cases, found, strict=True):
        assert own == [one.message for one in violations(puzzle, path)], (puzzle, path)
    right = {
        (p.wraps, p.rules, path) for (p, path), own in zip(cases, found, strict=True) if not own
    }
    both = ((1, 0), (1, 1), (1, 2))
    assert {(False, "game", both[:2]), (False, "windmill", both)} <= right
    assert (False, "game", both) not in right
    assert not any(wraps for wraps, *_ in right)


@needs_node
def test_a_region_with_marks_is_not_judged_before_its_symbols_are(tmp_path: Path) -> None:
    """Its squares are settled; lines along its border, or into it, make a symbol wrong."""
    border = Puzzle(2, 2, ((1, 0),), ((2, 0),), ((1, 1, 1),), eliminations=((1, 0),))
    block = {"at": (0, 0), "shape": ["##", "##"]}
    gaps = (((0, 0), (1, 0)), ((1, 0), (2, 0)))
    into = Puzzle(2, 2, ((1, 0),), ((1, 1),), gaps=gaps, blocks=(block,), eliminations=((1, 1),))
    cases = [(border, ((1, 0), (1, 1), (1, 2))), (into, ((1, 0),))]
    found = asked([("decide", [p.to_json(), path_to_json(path)]) for p, path in cases], tmp_path)
    for (puzzle, path), answer in zip(cases, found, strict=True):
        check_solution(puzzle, path, answer)


@needs_node
def test_clauses_are_not_evaluated_on_what_they_do_not_know(tmp_path: Path) -> None:
    """A wrong answer would be that they do not fire."""
    bare = {"id": "p", "rows": 2, "cols": 2, "starts": [[0, 0]], "goals": [[2, 2]]}
    cases = {
        "elimination marks": {"eliminations": [[0, 0]]},
        "missing squares": {"missing": [[0, 0]]},
        "four triangles in a square": {"triangles": [[0, 0, 4]]},
        "negative blocks": {"blocks": [{"at": [0, 0], "shape": ["#"], "negative": True}]},
        "starts or goals in the middle of an edge": {"goals": [[[2, 1], [2, 2]]]},
        "the middle of an edge that is start and goal": {
            "starts": [[[0, 0], [0, 1]]], "goals": [[[0, 0], [0, 1]]]
        },
        "half edges that do not divide regions": {"open_halves": True},
        "two lines": {"symmetry": "rotation"},
        "dots of one of two lines": {"symmetry": "rotation", "line_dots": [[[0, 1], 2]]},
        "a board that goes round": {"wraps": True, "cols": 3},
        "rules of another program": {"rules": "windmill"},
        "stars that count": {"triangles": [[0, 0, 1, "red"]], "stars": [[1, 1, "red"]]},
        "": {"triangles": [[0, 0, 1, "red"]], "stars": [[1, 1, "white"]], "goals": [[0, 0]],
             "blocks": [{"at": [0, 1], "shape": ["#"]}], "pass_goals": True},
    }  # fmt: skip
    paper = script([explored(shipped("paper"), "paper")], shown=())
    calls: Calls = [
        ("firings", [0, bare | more, (bare | more)["starts"]]) for more in cases.values()
    ]
    *refused, known = answers(paper, calls, tmp_path)
    for words, found in zip(cases, refused, strict=False):
        assert all(words in one["error"].split("clauses do not know ")[1] for one in found)
    assert all(isinstance(one, list) for one in known)
