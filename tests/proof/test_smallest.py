"""The smallest counterexample, against all paths on all boards up to its size."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.examples import UNSOUND
from support.hypotheses import random_clause
from support.sizes import rounds

from witness.base.limits import Budget, LimitReachedError, Limits
from witness.base.shipped import shipped_file
from witness.clauses.background import Background, read_background
from witness.clauses.language.parser import parse_clauses
from witness.clauses.language.terms import Clause, clause_text
from witness.proof.all_paths import rank, smallest_counterexample
from witness.proof.counterexamples import Counterexample
from witness.proof.prover import verify
from witness.puzzle.grid import Vertex
from witness.puzzle.model import Puzzle
from witness.puzzle.paths import simple_paths
from witness.puzzle.rules import is_solution
from witness.puzzle.views.board import path_view, square_view
from witness.puzzle.views.translate import translate


def smallest(clause: Clause, background: Background) -> Counterexample | None:
    (verdict,) = verify([clause], background).clauses
    if verdict.counterexample is None:
        return None
    translation = translate([clause], background)
    return smallest_counterexample(
        translation.fires, translation.dependence, verdict.counterexample
    )


def paths(rows: int, cols: int) -> Iterator[tuple[Vertex, ...]]:
    """Yield all paths on a board from any vertex to any other one."""
    ends = Puzzle(rows, cols, ((0, 0),), ((rows, cols),)).grid.vertices
    for start in ends:
        for goal in ends:
            if goal != start:
                yield from simple_paths(Puzzle(rows, cols, (start,), (goal,)))


def all_counterexamples(
    clause: Clause, background: Background, rows: int, cols: int
) -> Iterator[Counterexample]:
    """Yield every counterexample on a board with one square that has triangles."""
    fires = translate([clause], background).fires
    known: dict[tuple, bool] = {}
    bare = Puzzle(rows, cols, ((0, 0),), ((rows, cols),))
    for path in paths(rows, cols):
        for square in bare.grid.squares:
            for triangles in (1, 2, 3):
                puzzle = Puzzle(rows, cols, path[:1], path[-1:], ((*square, triangles),))
                if not is_solution(puzzle, path):
                    continue
                for length in range(1, len(path)):
                    key = (path[:length], square, triangles)
                    if key not in known:
                        views = (
                            path_view(bare, path[:length]),
                            square_view(bare, square, triangles),
                        )
                        known[key] = fires(*views)
                    if known[key]:
                        yield Counterexample(puzzle, square, path[:length], path)


@pytest.mark.parametrize(
    ("text", "board", "partial", "solution"),
    [
        # The path runs below the square with two triangles, and comes back above it.
        (UNSOUND, (1, 2), ((0, 0), (0, 1), (0, 2)), 6),
        # Always: at the start already, and one step is a solution for one triangle.
        ("f(A,B).", (1, 1), ((0, 0),), 2),
        # Five edges around two squares, none of them at a third one; then one at that.
        (
            "f(A,B) :- path(A,P), len(P,N), square(B,T,S), count(P,S,M), N > 4, one(T), M < 1.",
            (1, 3),
            ((0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (1, 1)),
            7,
        ),
    ],
)
def test_by_hand(
    text: str, board: tuple[int, int], partial: tuple, solution: int, background: Background
) -> None:
    found = smallest(parse_clauses(text)[0], background)
    assert found is not None
    assert (found.puzzle.rows, found.puzzle.cols) == board
    assert found.partial_path == partial
    assert len(found.solution) == solution


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper", "extended"])
@rounds(5, 25)
def test_there_is_no_smaller_one(name: str, rounds: int) -> None:
    """All counterexamples on all boards with no more squares come after it."""
    bk = "triangles" if name == "paper" else name
    background = read_background(shipped_file(f"bk/{bk}.pl"), shipped_file(f"bias/{name}.pl"))
    rng = random.Random(f"smallest {name}")
    checked = 0
    while checked < rounds:
        clause = random_clause(rng, background)
        found = smallest(clause, background)
        if found is None or found.puzzle.rows * found.puzzle.cols > 3:
            continue
        squares = found.puzzle.rows * found.puzzle.cols
        boards = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if r * c <= squares]
        least = min(
            (one for board in boards for one in all_counterexamples(clause, background, *board)),
            key=rank,
        )
        assert rank(found) == rank(least), clause_text(clause)
        known = verify([clause], background).clauses[0].counterexample
        assert known is not None
        assert rank(found) <= rank(known)
        checked += 1


def test_a_budget_ends_the_search(background: Background) -> None:
    text = "f(A,B) :- path(A,P), len(P,N), N > 13."
    (verdict,) = verify(parse_clauses(text), background).clauses
    translation = translate([verdict.clause], background)
    assert verdict.counterexample is not None
    budget = Budget(Limits(time_limit=1e-9))
    with pytest.raises(LimitReachedError), budget.in_force():
        smallest_counterexample(translation.fires, translation.dependence, verdict.counterexample)
