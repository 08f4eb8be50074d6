"""Local configurations against the real states of small boards."""

from __future__ import annotations

from itertools import product

from witness.puzzle.model import Puzzle
from witness.puzzle.paths import path_masks, walk
from witness.puzzle.views.configurations import (
    HEAD,
    ON_PATH,
    UNVISITED,
    LocalConfiguration,
    configurations,
)


def local_state(puzzle: Puzzle, square, path) -> tuple[frozenset[int], tuple[str, ...]]:
    edges, _ = path_masks(puzzle, path)
    board = puzzle.grid
    used = frozenset(
        n
        for n, edge in enumerate(board.square_edges(square))
        if edges >> board.edge_number[edge] & 1
    )
    corners = tuple(
        HEAD if corner == path[-1] else ON_PATH if corner in path else UNVISITED
        for corner in board.square_corners(square)
    )
    return used, corners


def test_every_real_state_is_among_them_and_reaches_what_it_reaches() -> None:
    """Walk all paths of small boards: each state is listed, and no continuation is overlooked."""
    known = {(c.edges, c.corners): c for c in configurations()}
    met = set()
    for rows, cols in ((1, 1), (1, 2), (2, 2), (2, 3)):
        starts = [(0, 0), (0, 1), (1, 1)]
        for start, goal in product(starts, [(rows, cols), (rows, 0)]):
            if start == goal:
                continue
            puzzle = Puzzle(rows, cols, (start,), (goal,))
            for path, at_goal in walk(puzzle):
                if not at_goal:
                    continue
                for square in puzzle.grid.squares:
                    final, _ = local_state(puzzle, square, path)
                    for length in range(1, len(path)):
                        state = local_state(puzzle, square, path[:length])
                        met.add(state)
                        assert len(final) in known[state].reachable_counts
    assert len(met) > 60


def test_by_hand() -> None:
    fresh = (UNVISITED, UNVISITED, UNVISITED, UNVISITED)
    assert LocalConfiguration(1, frozenset(), fresh).reachable_counts == {0, 1, 2, 3}
    # The head at a corner takes one edge, so one of the four is out of reach.
    near = LocalConfiguration(3, frozenset(), (HEAD, UNVISITED, UNVISITED, UNVISITED))
    assert near.reachable_counts == {0, 1, 2, 3}
    # One edge on the path and the head elsewhere: its ends are closed, the opposite edge is left.
    passed = LocalConfiguration(3, frozenset({0}), (ON_PATH, ON_PATH, UNVISITED, UNVISITED))
    assert passed.reachable_counts == {1, 2}
    assert not passed.completable
