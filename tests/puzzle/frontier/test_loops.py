"""No loop beside the line: the bug that "Solving The Witness with Z3 (Part 2)" begins with.

Rules about a vertex and its neighbours accept a line together with a separate loop. Here are panels
that such a pair satisfies and no line alone, so that the right answer is "unsolvable"; and each
model without its rule against loops, which falls for them.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from support.sizes import some
from support.solving import ENGINES, HERE, knows

from witness.base.limits import Budget
from witness.puzzle import solvers
from witness.puzzle.frontier.plan import plan
from witness.puzzle.grid import Edge, Vertex, edge_between, grid, regions
from witness.puzzle.model import Place, Puzzle
from witness.puzzle.paths import path_masks, simple_paths, solutions
from witness.puzzle.rules import goal_test, path_edges
from witness.puzzle.solvers import by_clingo

#: The panel with which the post's own program tests this: a line along the bottom, a dot at the top
#: left corner, and gaps between; the upper square is a loop over the dot.
BUG_ROUNDUP = Puzzle(
    2,
    1,
    ((0, 0),),
    ((0, 1),),
    gaps=(((0, 0), (1, 0)), ((0, 1), (1, 1))),
    dots=((2, 0),),
    id="bug roundup",
)

KINDS = ("triangles", "dots", "squares", "stars")

#: Solvers, each with the kinds of panels that it knows.
CASES = [(name, kind) for name in HERE for kind in KINDS if solvers.feature_table()[name][kind]]


@cache
def loops(rows: int, cols: int) -> list[tuple[Vertex, ...]]:
    """Return all simple loops of a board as their vertices: paths between the ends of an edge."""
    found: dict[frozenset[Edge], tuple[Vertex, ...]] = {}
    for edge in grid(rows, cols).edges:
        for path in simple_paths(Puzzle(rows, cols, (edge[0],), (edge[1],), gaps=(edge,))):
            found[frozenset((edge, *path_edges(path)))] = path  # type: ignore[assignment]
    return list(found.values())


def line_and_loop(rng: random.Random, kind: str) -> tuple[Puzzle, int, int]:
    """Draw a panel that a line and a loop satisfy together; give the edges and vertices of both."""
    rows, cols = rng.choice(((2, 1), (2, 2), (2, 3), (3, 2), (3, 3)))
    board = grid(rows, cols)
    places: list[Place] = [*board.vertices, *(board.edges if rng.random() < 0.5 else ())]
    while True:
        start, goal = rng.sample(places, 2)
        line = rng.choice(list(simple_paths(Puzzle(rows, cols, (start,), (goal,)))))
        beside = [loop for loop in loops(rows, cols) if not set(loop) & set(line)]
        if beside:
            break
    loop = rng.choice(beside)
    edges = {*path_edges(line), *path_edges(loop), edge_between(loop[0], loop[-1])}
    symbols: dict[str, list[Any]] = {name: [] for name in KINDS}
    for region in regions(board, edges):
        colour = rng.choice(("black", "white"))
        if kind == "squares":
            symbols[kind] += [(*square, colour) for square in region if rng.random() < 0.8]
        if kind == "stars" and len(region) > 1:
            symbols[kind] += [(*square, colour) for square in rng.sample(region, 2)]
        if kind == "stars" and len(region) == 1 and rng.random() < 0.5:
            symbols["squares"] += [(*region[0], colour)]
    if kind == "triangles":
        used = {
            square: len(edges.intersection(board.square_edges(square))) for square in board.squares
        }
        symbols[kind] = [(*s, n) for s, n in used.items() if 1 <= n <= 3 and rng.random() < 0.8]
    if kind == "dots":
        symbols[kind] = rng.sample(loop, 2)
    gaps = [
        edge for edge in board.edges if edge not in (*edges, start, goal) and rng.random() < 0.2
    ]
    given = {name: tuple(found) for name, found in symbols.items()}
    puzzle = Puzzle(rows, cols, (start,), (goal,), gaps=tuple(gaps), **given, id=kind)
    assert puzzle.problems() == []
    masks = [path_masks(puzzle, path) for path in (line, (*loop, loop[0]))]
    return puzzle, masks[0][0] | masks[1][0], masks[0][1] | masks[1][1]


@cache
def traps(kind: str, number: int = 10) -> list[Puzzle]:
    """Return panels that a line and a loop satisfy, and no line alone."""
    rng = random.Random(kind)
    found = []
    while len(found) < number:
        puzzle, edges, vertices = line_and_loop(rng, kind)
        assert goal_test(puzzle)(edges, vertices)
        if next(solutions(puzzle), None) is None:
            found.append(puzzle)
    return found


def test_loops_of_small_boards() -> None:
    """Their numbers are published (OEIS A140517)."""
    assert [len(loops(side, side)) for side in (1, 2, 3)] == [1, 13, 213]


@pytest.mark.parametrize("name", HERE)
def test_the_panel_of_the_bug_roundup(name: str) -> None:
    assert solvers.solve(BUG_ROUNDUP, name).status == "unsolvable"
    assert solvers.count(BUG_ROUNDUP, name) == (0, "exact")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), some(4, CASES))
def test_a_loop_beside_the_line_is_no_solution(name: str, kind: str) -> None:
    asked = [puzzle for puzzle in traps(kind) if knows(name, puzzle)]
    for puzzle in asked:
        assert solvers.solve(puzzle, name).status == "unsolvable", puzzle
        assert solvers.count(puzzle, name) == (0, "exact")
    assert len(asked) > 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("engine", ENGINES)
def test_both_engines_of_the_frontier(engine: str, kind: str) -> None:
    for puzzle in (BUG_ROUNDUP, *traps(kind)):
        assert ENGINES[engine](plan(puzzle), Budget()).count() == 0


class TestWithoutTheRuleAgainstLoops:
    """The panels above are traps: each model falls for all of them without that rule."""

    def falls_for_them(self, name: str) -> None:
        for puzzle in (BUG_ROUNDUP, *(puzzle for kind in KINDS for puzzle in traps(kind))):
            with pytest.raises(RuntimeError, match=f"{name} gave a wrong path"):
                solvers.solve(puzzle, name)

    def test_clingo(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rule = "#edge (A,B) : step(A,B).\n"
        text = by_clingo.model()
        assert rule in text
        monkeypatch.setattr(by_clingo, "model", lambda: text.replace(rule, ""))
        self.falls_for_them("clingo")
