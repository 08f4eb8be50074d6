"""The predicate of docs/experiments.md, which uses everything that one square shows of a path."""

from __future__ import annotations

import pytest

from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.dependence import Dependence
from witness.clauses.language.parser import parse_clauses
from witness.proof.all_paths import levels, state_on
from witness.proof.firings import configuration
from witness.proof.prover import verify
from witness.puzzle.grid import grid
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.views.configurations import AWAY, SquareState, configurations
from witness.puzzle.views.translate import translate
from witness.searches.predicates.written import PAPER

#: What both triages return with bias/extended.pl at the paper's scale, seed 1.
LEARNED = """\
f(A,B) :- triangles(B,C), reach(A,B,D), greaterThan(C,D).
f(A,B) :- triangles(B,C), used(A,B,D), greaterThan(D,C).
"""


@pytest.fixture(scope="module")
def extended() -> Background:
    return read_background(bias=shipped_file("bias/extended.pl"))


def test_it_fires_in_the_lost_configurations_and_in_no_other(extended: Background) -> None:
    fires = translate(parse_clauses(LEARNED), extended).fires
    lost = [c for c in configurations() if not c.completable]
    assert [c for c in configurations() if fires(*c.views())] == lost
    with_gaps = configurations(Dependence.GAPS)
    assert all(fires(*c.views()) != c.completable for c in with_gaps)
    assert len(lost) == 273
    assert sum(PAPER.holds(*c.views()) for c in configurations()) == 88  # type: ignore[attr-defined]


def test_it_is_proved(extended: Background) -> None:
    verdict = verify(parse_clauses(LEARNED), extended)
    assert verdict.status == "proved"
    plain = [sum(not case.gaps for case in v.cases) for v in verdict.clauses]
    assert plain == [211, 62]


def test_every_other_configuration_can_be_completed() -> None:
    """So a predicate that looks at one square alone and fires more often would err.

    All simple paths on boards up to 3×3, from any vertex to any other: whatever a proper prefix of
    one has made of a square, the whole path gives the square the number of edges that it has then.
    """
    seen: set[tuple[int, SquareState]] = set()
    for rows, cols in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3)):
        board = grid(rows, cols)
        squares = [
            (
                [board.edge_number[edge] for edge in board.square_edges(square)],
                [board.vertex_number(corner) for corner in board.square_corners(square)],
            )
            for square in board.squares
        ]

        def states(head: int, visited: int, taken: int) -> list[SquareState]:
            return [
                (
                    sum(1 << place for place, edge in enumerate(edges) if taken >> edge & 1),
                    sum(
                        1 << place for place, corner in enumerate(corners) if visited >> corner & 1
                    ),
                    corners.index(head) if head in corners else AWAY,
                )
                for edges, corners in squares  # noqa: B023 - called within the round of the loop
            ]

        def extend(head: int, visited: int, taken: int, before: list[list[SquareState]]) -> None:
            now = states(head, visited, taken)
            for number, (edges, _, _) in enumerate(now):
                seen.update((edges.bit_count(), earlier[number]) for earlier in before)
            for near, edge in board.steps[head]:  # noqa: B023
                if not visited >> near & 1:
                    extend(near, visited | 1 << near, taken | 1 << edge, [*before, now])

        for start in range(len(board.vertices)):
            extend(start, 1 << start, 0, [])
    completable = {(c.triangles, c.state) for c in configurations() if c.completable}
    assert {(count, state) for count, state in seen if count} == completable


# ---- All paths on small boards, and what squares look like on them.


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 2), (2, 2)])
def test_levels_have_every_path_once(rows: int, cols: int) -> None:
    board = grid(rows, cols)
    found = [path.vertices(board) for level in levels(board) for path in level]
    ends = board.vertices
    expected = {
        path
        for start in ends
        for goal in ends
        if goal != start
        for path in simple_paths(Puzzle(rows, cols, (start,), (goal,)))
    } | {(vertex,) for vertex in ends}
    assert len(found) == len(expected)
    assert set(found) == expected
    assert found == sorted(found, key=lambda path: (len(path), path))


def test_states_are_those_of_configurations() -> None:
    puzzle = Puzzle(2, 2, ((0, 0),), ((2, 2),), tuple((*s, 2) for s in grid(2, 2).squares))
    for level in levels(puzzle.grid):
        for path in level[::7]:
            for number, square in enumerate(puzzle.grid.squares):
                known = configuration(puzzle, square, path.vertices(puzzle.grid))
                assert state_on(puzzle.grid, path, number) == known.state
