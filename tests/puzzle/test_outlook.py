"""What a path can still reach and take: by brute force, by the definition, and by SWI-Prolog."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import pytest
from support.consumers import solutions
from support.examples import ROOT, random_puzzle
from support.panels import on_both, with_second_line
from support.prolog import consult, once

from witness.clauses.language.reader import parse_program
from witness.clauses.learners.rendering import background_text
from witness.puzzle.examples.facts import primitive_facts
from witness.puzzle.examples.partial_paths import partial_paths
from witness.puzzle.grid import Edge, Vertex, edge_between, regions
from witness.puzzle.model import Puzzle, is_edge
from witness.puzzle.outlook import Outlook, Outlooks
from witness.puzzle.paths import path_masks
from witness.puzzle.views.board import (
    RestOfBoard,
    board_view,
    path_view,
)

Path = tuple[Vertex, ...]


def outlook(puzzle: Puzzle, path: Path) -> Outlook:
    edges, vertices = path_masks(puzzle, path)
    return Outlooks(puzzle).of(puzzle.grid.vertex_number(path[-1]), vertices, edges)


def shown(puzzle: Puzzle, found: Outlook) -> tuple[set[Vertex], set[Edge], bool]:
    board = puzzle.grid
    return (
        {vertex for n, vertex in enumerate(board.vertices) if found.reachable >> n & 1},
        {edge for n, edge in enumerate(board.edges) if found.live >> n & 1},
        found.cut_off,
    )


def puzzles(seed: str, number: int, side: int = 3) -> Iterator[Puzzle]:
    """Random puzzles, half of them with elimination marks where there is room.

    Each comes with one line, and with two if it can have these.
    """
    rng, other = random.Random(seed), random.Random(f"{seed} two lines")
    for place in range(number):
        puzzle = replace(random_puzzle(rng, side), pass_goals=rng.random() < 0.2)
        free = [square for square in puzzle.grid.squares if square not in puzzle.triangle_at]
        marks = rng.sample(free, min(len(free), rng.choice((1, 1, 2)) * (place % 2)))
        puzzle = replace(puzzle, eliminations=tuple(marks))
        yield puzzle
        if two := with_second_line(puzzle, other):
            yield two


def test_completions_keep_to_it() -> None:
    """On random boards, with gaps, several starts and goals, and goals that can be passed."""
    tried = 0
    for puzzle in puzzles("completions", 100):
        for solution in solutions(puzzle):
            steps = [edge_between(a, b) for a, b in pairwise(solution)]  # type: ignore[arg-type]
            for length in range(1, len(solution)):
                reachable, live, cut_off = shown(puzzle, outlook(puzzle, solution[:length]))  # type: ignore[arg-type]
                assert reachable >= on_both(puzzle, solution[length - 1 :])
                assert live >= on_both(puzzle, steps[length - 1 :])
                assert not cut_off
                tried += 1
    assert tried > 800


def test_regions_keep_to_it() -> None:
    """What is joined shares a region in every solution, and nothing beyond `region` does."""
    tried = parted = 0
    for puzzle in puzzles("regions", 60):
        board = board_view(puzzle)
        for solution in solutions(puzzle):
            edges = on_both(puzzle, (edge_between(a, b) for a, b in pairwise(solution)))  # type: ignore[arg-type]
            final = {square: {*part} for part in regions(puzzle.grid, edges) for square in part}
            squares = {view: square for square, view in board.squares.items()}
            for length in range(1, len(solution)):
                rest = cast(RestOfBoard, path_view(puzzle, solution[:length]).rest)  # type: ignore[arg-type]
                for square, view in board.squares.items():
                    sure = {squares[other] for other in rest.joined(view)}
                    possible = {squares[other] for other in rest.region(view)}
                    assert square in sure
                    assert sure <= final[square] <= possible
                    parted += len(possible) < len(squares)
                    tried += len(sure) > 1
    assert tried > 800
    assert parted > 400


def test_marks_keep_to_it() -> None:
    """In no solution does a mark come into a region of what is unmarked; what is marked may."""
    unmarked = marked = 0
    rng = random.Random("unmarked")
    for puzzle in puzzles("marks", 120):
        board, marks = puzzle.grid, {mark[:2] for mark in puzzle.eliminations}
        line = [*board.vertices, *board.edges]
        puzzle = replace(puzzle, dots=tuple(rng.sample(line, 2)))
        views = board_view(puzzle)
        around: list[tuple[Any, set[Any]]] = [
            (view, {square}) for square, view in views.squares.items()
        ]
        for dot in puzzle.dots:
            at = board.edge_squares(dot) if is_edge(dot) else board.vertex_squares(dot)  # type: ignore[arg-type]
            around.append((views.symbol(dot, "dots"), {*at}))
        for solution in solutions(puzzle):
            edges = on_both(puzzle, (edge_between(a, b) for a, b in pairwise(solution)))  # type: ignore[arg-type]
            final = {s for part in regions(board, edges) if marks & {*part} for s in part}
            for length in range(1, len(solution)):
                rest = cast(RestOfBoard, path_view(puzzle, solution[:length]).rest)  # type: ignore[arg-type]
                for view, squares in around:
                    if rest.unmarked(view):
                        assert not final & squares, (puzzle, solution, length)
                        unmarked += bool(marks)
                    marked += bool(final & squares)
    assert min(unmarked, marked) > 200


def test_a_goal_is_the_end_of_a_way() -> None:
    """Three vertices in a row, the goal in the middle."""
    row = Puzzle(0, 2, ((0, 0),), ((0, 1),))
    assert shown(row, outlook(row, ((0, 0),)))[0] == {(0, 0), (0, 1)}
    passed = replace(row, pass_goals=True)
    assert shown(passed, outlook(passed, ((0, 0),)))[0] == {(0, 0), (0, 1), (0, 2)}


def test_a_saturated_edge_and_a_dead_end() -> None:
    """With one triangle and an edge of it on the path, the other three edges are shut."""
    puzzle = Puzzle(1, 2, ((0, 0),), ((1, 2),), ((0, 0, 1),))
    _, live, cut_off = shown(puzzle, outlook(puzzle, ((0, 0), (0, 1))))
    # The top left vertex has no way on, and the one at the top in the middle only one.
    assert live == {((0, 1), (0, 2)), ((0, 2), (1, 2))}
    assert not cut_off


@pytest.mark.usefixtures("swi_prolog")
def test_swi_prolog_says_the_same() -> None:
    """bk/outlook.pl over the facts of the board, against the primitives of each partial path."""
    definitions = parse_program((ROOT / "bk/outlook.pl").read_text(encoding="utf-8"), "outlook.pl")
    tables = "".join(f":- table {name}/{arity}.\n" for name, arity in definitions.tabled)
    rng = random.Random("dots")
    for number, puzzle in enumerate(puzzles("prolog", 12, 2)):
        line = [*puzzle.grid.vertices, *puzzle.grid.edges]
        plain = replace(puzzle, pass_goals=False, dots=tuple(rng.sample(line, 2)))
        paths = partial_paths(plain)
        facts = primitive_facts(plain, list(plain.triangle_at), paths, whole=True)
        own = {("reachable", 2), ("live", 2), ("cut_off", 1), ("joined", 3), ("region", 3),
               ("unmarked", 2)}  # fmt: skip
        rows = {key: list(found) for key, found in facts.items()}
        lines = [
            f"{key[0]}({','.join(map(text, row))})."
            for key, found in rows.items() if key not in own for row in found
        ]  # fmt: skip
        missing = [f":- dynamic {key[0]}/{key[1]}." for key in rows if key not in own]
        module = f"witness_outlook_{number}"
        program = "\n".join([*missing, *lines, background_text(definitions)])
        consult(module, f"{tables}{program}\n")
        for place in range(len(paths)):
            name = f"p{place}"
            found = once(
                f"{module}:live({name},L), {module}:reachable({name},R), "
                f"(\\+ {module}:cut_off({name}) -> C = 0 ; C = 1)"
            )
            assert {*found["L"]} == {*dict(rows["live", 2])[name]}, (puzzle, paths[place])
            assert {*found["R"]} == {*dict(rows["reachable", 2])[name]}, (puzzle, paths[place])
            assert bool(found["C"]) == ((name,) in rows["cut_off", 1]), (puzzle, paths[place])
            symbols = f"(square(_B,_,_) ; dot_vertex(_B,_) ; dot_edge(_B,_)), unmarked({name},_B)"
            answers = once(f"{module}:(findall(_B, ({symbols}), L))")["L"]
            expected = [symbol for path, symbol in rows["unmarked", 2] if path == name]
            assert sorted(answers) == sorted(expected), (puzzle, paths[place])
            for primitive in ("joined", "region"):
                goal = f"findall(_S-_L, (square(_S,_,_), {primitive}({name},_S,_L)), _Rs)"
                answers = once(f"{module}:({goal}), term_to_atom(_Rs, A)")["A"]
                expected = [
                    f"{square}-[{','.join(sorted(others))}]"
                    for path, square, others in rows[primitive, 3]  # type: ignore[misc]
                    if path == name
                ]
                assert answers == f"[{','.join(expected)}]", (puzzle, paths[place])


def text(value: object) -> str:
    return f"[{','.join(value)}]" if isinstance(value, tuple) else str(value)
